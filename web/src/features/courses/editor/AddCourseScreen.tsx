import { useState } from "react";
import { CourseEditor } from "./CourseEditor.tsx";
import { newCourseState } from "./draftReducer.ts";
import { createEditorId } from "./storedWork.ts";

/** Shows `/addcourse`: the editor with an empty course. */
export function AddCourseScreen() {
  const [initial] = useState(() => ({ ...newCourseState, creationKey: createEditorId() }));
  return <CourseEditor initial={initial} />;
}
