import type { Reach } from "../../access/actor.ts";
import { Forbidden, Invalid, NotFound } from "../../errors.ts";
import { findCourse } from "./courses.queries.ts";

type Authoring = Reach<"course.author">;

/**
 * Tells whether the person may change a course: with access to the main site every course, else those that their branches own
 * (P78). `courseIsOwn` in `access/scope.ts` is the same rule in SQL.
 */
export function mayEdit(reach: Pick<Reach, "ownBranchIds">, { branch_id }: { branch_id: number | null }): boolean {
  return reach.ownBranchIds === null || (branch_id !== null && reach.ownBranchIds.includes(branch_id));
}

/**
 * Finds a course that is to be changed. Every operation that changes a course calls this first.
 * @throws NotFound for a course that the person does not see; Forbidden for one that they may only use
 */
export async function getEditableCourse(reach: Authoring, id: number) {
  const course = await findCourse(reach, id);
  if (!course) throw new NotFound("Course");
  if (!mayEdit(reach, course)) throw new Forbidden();
  return course;
}

/**
 * Returns the branch that owns a course made in this reach; null for the main site.
 * @throws Invalid where the person works in several branches and names none of them
 */
export function ownerOfNewCourse({ branchIds }: Pick<Reach, "branchIds">): number | null {
  if (branchIds === null) return null;
  const [only, ...others] = branchIds;
  if (only === undefined || others.length > 0)
    throw new Invalid({
      branchUrl: ["Choose the site that the course belongs to: open Courses at the address of one of your branches."],
    });
  return only;
}
