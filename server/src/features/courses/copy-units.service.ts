import type { Actor, Reach } from "../../access/actor.ts";
import { Conflict, Invalid, NotFound } from "../../errors.ts";
import { t } from "../../i18n/message.ts";
import { recordAudit } from "../audit/audit.service.ts";
import { lockCourse } from "./authoring.queries.ts";
import { recountProgress, refuseUnpublishable } from "./authoring.service.ts";
import * as queries from "./copy-units.queries.ts";
import { MOST_UNITS } from "./course-draft.ts";
import { getEditableCourse } from "./ownership.service.ts";
import { nameUnit } from "./unit-names.ts";
import { listUnits } from "./units.queries.ts";
import type { UnitType } from "./units/unit-types.ts";

/** The units that were copied to a course, and the version of the course with them. */
export interface UnitsCopied {
  course_id: number;
  title: string;
  version: number;
  unit_ids: number[];
}

export interface UnitsToCopy {
  courseId: number;
  unitIds: number[];
  toCourseId: number;
}

/**
 * Copies units, with their questions, settings and files, to the end of another course. The caller may change both
 * courses. A published course takes only units that it could be published with.
 * @throws NotFound; Forbidden for a course that the caller may only use; Invalid with the messages of publishing
 */
export async function copyUnits(
  actor: Actor,
  { courseId, unitIds, toCourseId }: UnitsToCopy,
  branchUrl?: string | null,
): Promise<UnitsCopied> {
  const reach = await actor.reach("course.author", branchUrl);
  const { source, target, copied } = await appendCopies(actor, reach, { courseId, unitIds, toCourseId });
  await recordAudit(actor, reach, {
    action: "course.units_copied",
    subject: { type: "course", id: toCourseId, name: target.title },
    changes: { copy_of: source.title, units: copied.unit_ids.length },
  });
  return copied;
}

/**
 * Locks two courses and appends copies of units of the first one to the second one, without an entry in the audit log.
 * @throws as `copyUnits`
 */
export async function appendCopies(
  actor: Actor,
  reach: Reach<"course.author">,
  { courseId, unitIds, toCourseId }: UnitsToCopy,
) {
  const source = await getEditableCourse(reach, courseId);
  const target = await getEditableCourse(reach, toCourseId);
  if (courseId === toCourseId) throw new Invalid({ to_course_id: [t`Choose another course.`] });
  const ids = checkIds(unitIds);
  const locked = await lockBoth(reach, courseId, toCourseId);

  const units = await listUnits(reach, courseId, { drawn: false, unitIds: ids });
  if (units.length < ids.length) throw new NotFound("Unit");
  const end = await queries.findEndOfCourse(reach, toCourseId);
  if (end.units + units.length > MOST_UNITS)
    throw new Invalid({ unit_ids: [t`A course may have ${MOST_UNITS} units at most.`] });
  refuseSecondPackages(units, end.packages);
  if (locked.status === "published") {
    const { title, description } = target;
    const toPublish = units.map((unit) => ({ ...unit, type: unit.type as UnitType, file: unit.file_key }));
    await refuseUnpublishable(reach, { title, description, units: toPublish }, target.branch_id);
  }

  const sourceIds = units.map(({ id }) => id);
  const copyIds = await queries.insertUnitCopies(reach, sourceIds, { courseId: toCourseId, last: end.last });
  await queries.insertQuestionCopies(reach, sourceIds, copyIds);
  await recountProgress(reach, toCourseId);
  const { version } = await queries.raiseVersion(reach, toCourseId);
  if (units.some(({ pictures_pending }) => pictures_pending)) {
    const payload = { instanceId: reach.instanceId, actorId: reach.userId, courseId: toCourseId };
    await actor.platform.jobs.enqueue(reach.db, "course.fetch_pictures", payload);
  }
  const copied: UnitsCopied = { course_id: toCourseId, title: target.title, version, unit_ids: copyIds };
  return { source, target, sourceIds, locked, copied };
}

/**
 * Removes units of a course that nobody has begun, as those of a copy that was a mistake.
 * @param version the version of the course that the caller knows
 * @throws Conflict when the course was saved since then, or a learner has begun one of the units
 */
export async function removeUnits(
  actor: Actor,
  { courseId, unitIds, version }: { courseId: number; unitIds: number[]; version: number },
  branchUrl?: string | null,
): Promise<{ id: number; version: number }> {
  const reach = await actor.reach("course.author", branchUrl);
  const course = await getEditableCourse(reach, courseId);
  const ids = checkIds(unitIds);
  const locked = await lockCourse(reach, courseId);
  if (!locked) throw new NotFound("Course");
  if (locked.version !== version)
    throw new Conflict(t`The course was saved in the meantime. Delete the units in its editor.`);
  if ((await queries.lockUnits(reach, courseId, ids)).length < ids.length) throw new NotFound("Unit");
  if ((await queries.countLearnersOfUnits(reach, ids)) > 0)
    throw new Conflict(t`A learner has begun one of these units. Delete the units in the editor of the course.`);
  await queries.removeUnits(reach, ids);
  await recountProgress(reach, courseId);
  await recordAudit(actor, reach, {
    action: "course.units_removed",
    subject: { type: "course", id: courseId, name: course.title },
    changes: { units: ids.length },
  });
  return { id: courseId, ...(await queries.raiseVersion(reach, courseId)) };
}

/** Returns each id once. @throws Invalid for none, and for more than a course has */
export function checkIds(unitIds: number[]): number[] {
  const ids = [...new Set(unitIds)];
  if (ids.length === 0) throw new Invalid({ unit_ids: [t`Choose one unit at least.`] });
  if (ids.length > MOST_UNITS) throw new Invalid({ unit_ids: [t`A course may have ${MOST_UNITS} units at most.`] });
  return ids;
}

/** Locks both courses in the order of their ids, so that copies in both directions do not wait for each other. */
export async function lockBoth(reach: Reach<"course.author">, from: number, to: number) {
  const first = await lockCourse(reach, Math.min(from, to));
  const second = await lockCourse(reach, Math.max(from, to));
  if (!first || !second) throw new NotFound("Course");
  return first.id === to ? { ...first, source: second } : { ...second, source: first };
}

/** Refuses a package that a unit of the course has already: it records its results for one unit of a course. */
function refuseSecondPackages(
  units: readonly { type: string; unit_order: number; scorm_id: number | null }[],
  packages: readonly number[],
): void {
  const messages = units.flatMap(({ type, unit_order, scorm_id }) =>
    scorm_id !== null && packages.includes(scorm_id)
      ? [t`${nameUnit({ type: type as UnitType, unit_order })}: The course has a unit with this package already.`]
      : [],
  );
  if (messages.length > 0) throw new Invalid({ unit_ids: messages });
}
