import { opened, type Operation, url } from "./operation.ts";

/** The root fields that take back what was done for many people at once. */
export const PROGRAMME_OPERATIONS: Record<string, Operation> = {
  changeDueDates: opened(
    "enrolment.manage",
    (at) => `course_id: ${at.course}, people: { user_ids: [${at.user}] }, due: { days: 30 }, ${url(at)}`,
  ),
  markCourseComplete: opened(
    "certificate.manage",
    (at) => `course_id: ${at.course}, people: { user_ids: [${at.user}] }, reason: "Classroom", ${url(at)}`,
  ),
  takeBackCompletion: opened(
    "certificate.manage",
    (at) => `course_id: ${at.course}, user_ids: [${at.user}], at: "2026-01-01 00:00:00+00", ${url(at)}`,
  ),
  restoreDueDates: opened(
    "enrolment.manage",
    (at) => `course_id: ${at.course}, dates: [{ user_id: ${at.user}, is_by_hand: false }], ${url(at)}`,
  ),
  removeUsersFromBranches: opened(
    "branch.manage",
    (at) => `memberships: [{ user_id: ${at.user}, branch_id: ${at.branch} }], ${url(at)}`,
  ),
  removeUsersFromGroups: opened(
    "group.manage",
    (at) => `memberships: [{ user_id: ${at.user}, group_id: ${at.group} }], ${url(at)}`,
  ),
};
