import type { Actor } from "../../access/actor.ts";
import { NotFound } from "../../errors.ts";
import { recordAudit } from "../audit/audit.service.ts";
import { assignToBranches, lockCourse } from "./authoring.queries.ts";
import type { SavedCourse } from "./authoring.service.ts";
import { findCourse } from "./courses.queries.ts";
import * as queries from "./duplicate.queries.ts";
import { ownerOfNewCourse } from "./ownership.service.ts";

/**
 * Copies a course with all that its author wrote, as a draft named '{title} (copy)' with ids of its own. Who takes it is not
 * copied: enrolments, groups, and branches other than the one where it is made. The copy belongs to the site where it is made.
 * @throws NotFound; Invalid where that site is not clear
 */
export async function duplicateCourse(actor: Actor, id: number, branchUrl?: string | null): Promise<SavedCourse> {
  const reach = await actor.reach("course.author", branchUrl);
  const owner = ownerOfNewCourse(reach);
  const course = await findCourse(reach, id);
  // Locked, so that a save at the same time is copied whole or not at all.
  if (!course || !(await lockCourse(reach, id))) throw new NotFound("Course");

  const copy = await queries.copyCourse(reach, id, owner);
  await assignToBranches(reach, copy.id, reach.branchIds ?? []);
  await queries.copyBelongings(reach, id, copy.id);
  await queries.copyUnits(reach, id, copy.id);
  await recordAudit(actor, reach, {
    action: "course.duplicated",
    subject: { type: "course", id: copy.id, name: copy.title },
    changes: { copy_of: course.title },
  });
  return { ...copy, description: course.description, version: 1 };
}
