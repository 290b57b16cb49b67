import { CourseEditor } from "./CourseEditor.tsx";
import { newCourseState } from "./draftReducer.ts";

/** Shows `/addcourse`: the editor with an empty course. */
export function AddCourseScreen() {
  return <CourseEditor initial={newCourseState} />;
}
