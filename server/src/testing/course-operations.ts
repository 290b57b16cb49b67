import { opened, type Operation, url } from "./operation.ts";

/** The operations that copy units between courses, and remove the copies. */
export const COURSE_OPERATIONS: Record<string, Operation> = {
  // A course is no target of its own units: both places are found, and the choice is refused.
  copyUnits: opened(
    "course.author",
    (at) => `course_id: ${at.course}, unit_ids: [${at.unit}], to_course_id: ${at.course}, ${url(at)}`,
  ),
  removeUnits: opened(
    "course.author",
    (at) => `course_id: ${at.course}, unit_ids: [${at.unit}], version: 0, ${url(at)}`,
  ),
};
