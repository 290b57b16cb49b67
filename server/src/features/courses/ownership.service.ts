import type { Reach } from "../../access/actor.ts";
import { Forbidden, Invalid, NotFound } from "../../errors.ts";
import { findCourse } from "./courses.queries.ts";
import { t } from "../../i18n/message.ts";

type Authoring = Reach<"course.author">;

/**
 * Tells whether the caller may change a course or bank question: with access to the main site all of them, otherwise
 * those that their branches own (P78). `rowIsOwn` in `access/scope.ts` is the same rule in SQL.
 */
export function mayEdit(reach: Pick<Reach, "ownBranchIds">, { branch_id }: { branch_id: number | null }): boolean {
  return reach.ownBranchIds === null || (branch_id !== null && reach.ownBranchIds.includes(branch_id));
}

/**
 * Finds a course to change. Every operation that changes a course calls this first.
 * @throws NotFound for a course that the caller cannot see; Forbidden for one that they may only use
 */
export async function getEditableCourse(reach: Authoring, id: number) {
  const course = await findCourse(reach, id);
  if (!course) throw new NotFound("Course");
  if (!mayEdit(reach, course)) throw new Forbidden();
  return course;
}

const CHOOSE_SITE = {
  course: t`Choose the site that the course belongs to: open Courses at the address of one of your branches.`,
  path: t`Choose the site that the learning path belongs to: open Learning paths at the address of one of your branches.`,
  automation: t`Choose the site that the automation belongs to: open Automations at the address of one of your branches.`,
  badge: t`Choose the site that the badge belongs to: open Badges at the address of one of your branches.`,
  question: t`Choose the site that the questions belong to: open the question bank at the address of one of your branches.`,
};

/**
 * Returns the branch that owns a course or bank question created in this reach, or of a learning path, automation or badge; null for the main site.
 * @throws Invalid when the caller works in several branches and names none of them
 */
export function chooseOwner(kind: keyof typeof CHOOSE_SITE, { branchIds }: Pick<Reach, "branchIds">): number | null {
  if (branchIds === null) return null;
  const [only, ...others] = branchIds;
  if (only === undefined || others.length > 0) throw new Invalid({ branchUrl: [CHOOSE_SITE[kind]] });
  return only;
}
