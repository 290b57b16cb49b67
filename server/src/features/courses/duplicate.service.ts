import type { Actor } from "../../access/actor.ts";
import { NotFound } from "../../errors.ts";
import { recordAudit } from "../audit/audit.service.ts";
import { assignToBranches, lockCourse } from "./authoring.queries.ts";
import type { SavedCourse } from "./authoring.service.ts";
import { findCourse } from "./courses.queries.ts";
import * as queries from "./duplicate.queries.ts";
import { chooseOwner } from "./ownership.service.ts";

/**
 * Copies a course with everything authored, as a draft named '{title} (copy)' with ids of its own. Enrolments, groups and
 * branches are not copied. The copy belongs to the site where it is made.
 * @throws NotFound; Invalid where that site is not clear
 */
export async function duplicateCourse(actor: Actor, id: number, branchUrl?: string | null): Promise<SavedCourse> {
  const reach = await actor.reach("course.author", branchUrl);
  const owner = chooseOwner("course", reach);
  const course = await findCourse(reach, id);
  // Locks the course, so that a save at the same time is copied completely or not at all.
  if (!course || !(await lockCourse(reach, id))) throw new NotFound("Course");

  const copy = await queries.copyCourse(reach, id, owner);
  await assignToBranches(reach, copy.id, reach.branchIds ?? []);
  await queries.copyReferences(reach, id, copy.id);
  await queries.copyUnits(reach, id, copy.id);
  await recordAudit(actor, reach, {
    action: "course.duplicated",
    subject: { type: "course", id: copy.id, name: copy.title },
    changes: { copy_of: course.title },
  });
  return { ...copy, description: course.description, version: 1 };
}
