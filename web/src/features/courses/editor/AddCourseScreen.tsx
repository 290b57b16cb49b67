import { CourseEditor } from "./CourseEditor.tsx";
import { newCourseState } from "./draftReducer.ts";

/** `/addcourse`: the editor with nothing in it. */
export function AddCourseScreen() {
  return <CourseEditor initial={newCourseState} />;
}
