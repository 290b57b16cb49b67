import { opened, type Operation, url } from "./operation.ts";

/** The operations that copy and move units between courses and undo it, and the one that reads an allowance at a test. */
export const COURSE_OPERATIONS: Record<string, Operation> = {
  // A course is no target of its own units: both places are found, and the choice is refused.
  copyUnits: opened(
    "course.author",
    (at) => `course_id: ${at.course}, unit_ids: [${at.unit}], to_course_id: ${at.course}, ${url(at)}`,
  ),
  moveUnits: opened(
    "course.author",
    (at) => `course_id: ${at.course}, unit_ids: [${at.unit}], to_course_id: ${at.course}, version: 0, ${url(at)}`,
  ),
  undoMoveUnits: opened(
    "course.author",
    (at) =>
      `course_id: ${at.course}, unit_ids: [${at.unit}], version: 0, to_course_id: ${at.course}, moved_unit_ids: [${at.unit}], to_version: 0, ${url(at)}`,
  ),
  removeUnits: opened(
    "course.author",
    (at) => `course_id: ${at.course}, unit_ids: [${at.unit}], version: 0, ${url(at)}`,
  ),
  testAllowance: opened(
    "enrolment.manage",
    (at) => `course_id: ${at.course}, unit_id: ${at.unit}, user_id: ${at.user}, ${url(at)}`,
  ),
};
