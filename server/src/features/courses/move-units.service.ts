import type { Actor, Reach } from "../../access/actor.ts";
import { Conflict, Invalid, NotFound } from "../../errors.ts";
import { t } from "../../i18n/message.ts";
import { recordAudit } from "../audit/audit.service.ts";
import { recountProgress } from "./authoring.service.ts";
import { appendCopies, checkIds, lockBoth, type UnitsCopied, type UnitsToCopy } from "./copy-units.service.ts";
import * as queries from "./copy-units.queries.ts";
import { getEditableCourse } from "./ownership.service.ts";

/** The units in their new course, and what an undo has to name of their former one. */
export interface UnitsMoved extends UnitsCopied {
  from_version: number;
  /** How many learners had begun one of the units; they begin again in the new course. */
  learners: number;
}

/**
 * Moves units to the end of another course: copies them there, and deletes them here. Progress does not move (ADR 153). The
 * caller may change both courses.
 * @param version of the course that loses the units, as the caller knows it
 * @throws as `copyUnits`; Conflict when the course was saved since this version
 */
export async function moveUnits(
  actor: Actor,
  { version, ...move }: UnitsToCopy & { version: number },
  branchUrl?: string | null,
): Promise<UnitsMoved> {
  const reach = await actor.reach("course.author", branchUrl);
  const { source, target, sourceIds, locked, copied } = await appendCopies(actor, reach, move);
  if (locked.source.version !== version)
    throw new Conflict(t`The course was saved in the meantime. Reload it before you move units.`);
  const learners = await queries.countLearnersOfUnits(reach, sourceIds);
  await queries.removeUnits(reach, sourceIds);
  await recountProgress(reach, move.courseId);
  const { version: from_version } = await queries.raiseVersion(reach, move.courseId);
  await record(
    actor,
    reach,
    "course.units_moved",
    { id: move.courseId, name: source.title },
    [source, target],
    learners,
  );
  return { ...copied, from_version, learners };
}

/** What `moveUnits` did, as its caller knows it. */
interface MoveToUndo extends UnitsToCopy {
  version: number;
  copiedIds: number[];
  toVersion: number;
}

/**
 * Takes back a move: restores the units with the progress that learners had in them, and deletes them in the other course.
 * @throws Conflict when one of the courses was saved since the move, or a learner has begun one of the units in the other course
 */
export async function undoMoveUnits(
  actor: Actor,
  { courseId, unitIds, version, toCourseId, copiedIds, toVersion }: MoveToUndo,
  branchUrl?: string | null,
): Promise<{ id: number; version: number }> {
  const reach = await actor.reach("course.author", branchUrl);
  const source = await getEditableCourse(reach, courseId);
  const target = await getEditableCourse(reach, toCourseId);
  if (courseId === toCourseId) throw new Invalid({ to_course_id: [t`Choose another course.`] });
  const [ids, copies] = [checkIds(unitIds), checkIds(copiedIds)];
  const locked = await lockBoth(reach, courseId, toCourseId);
  if (locked.version !== toVersion || locked.source.version !== version)
    throw new Conflict(t`One of the courses was saved in the meantime. Move the units back in the editor.`);
  if ((await queries.lockUnits(reach, toCourseId, copies)).length < copies.length) throw new NotFound("Unit");
  if ((await queries.countLearnersOfUnits(reach, copies)) > 0)
    throw new Conflict(t`A learner has begun one of these units. Move the units back in the editor.`);
  if ((await queries.restoreUnits(reach, courseId, ids)) < ids.length) throw new NotFound("Unit");
  await queries.removeUnits(reach, copies);
  await recountProgress(reach, courseId);
  await recountProgress(reach, toCourseId);
  await queries.raiseVersion(reach, toCourseId);
  await record(actor, reach, "course.units_moved_back", { id: courseId, name: source.title }, [target, source], 0);
  return { id: courseId, ...(await queries.raiseVersion(reach, courseId)) };
}

async function record(
  actor: Actor,
  reach: Reach<"course.author">,
  action: "course.units_moved" | "course.units_moved_back",
  course: { id: number; name: string },
  [from, to]: { title: string }[],
  learners: number,
): Promise<void> {
  await recordAudit(actor, reach, {
    action,
    subject: { type: "course", ...course },
    changes: { moved_from: from!.title, moved_to: to!.title, ...(learners > 0 && { learners }) },
  });
}
