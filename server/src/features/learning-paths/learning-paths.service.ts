import type { Actor, Reach } from "../../access/actor.ts";
import { toPageOptions } from "../../db/page.ts";
import { Conflict, Forbidden, NotFound } from "../../errors.ts";
import { t } from "../../i18n/message.ts";
import { differences, recordAudit } from "../audit/audit.service.ts";
import { checkChoice } from "../certificates/templates/templates.service.ts";
import { chooseOwner, mayEdit } from "../courses/ownership.service.ts";
import { takeOutCourses, withdraw } from "../enrolments/enrolments.service.ts";
import { enrolInCourses } from "./membership.service.ts";
import { type PathInput, parsePath, refuseUnfinished, resolveCover } from "./path-input.ts";
import * as queries from "./paths.queries.ts";

export type { Effect, SectionRow } from "./paths.queries.ts";

/** A path with the reach in which it was found. */
export interface Path extends queries.PathRow {
  owning_branch: string | null;
  may_edit: boolean;
  reach: Reach<"learning_path.view">;
}

export type PathListing = queries.PathFilter & { branchUrl?: string | null | undefined };

/** Returns a page of the learning paths that the caller sees. */
export async function getPageOfPaths(actor: Actor, { branchUrl, ...filter }: PathListing) {
  const reach = await actor.reach("learning_path.view", branchUrl);
  const rows = await queries.listPaths(reach, toPageOptions(filter));
  return {
    total: await queries.countPaths(reach, filter),
    rows: rows.map((row) => ({ ...row, may_edit: mayChange(actor, reach, row) })),
  };
}

/** Returns a path. @throws NotFound for one that is unknown or outside the reach */
export async function getPath(actor: Actor, id: number, branchUrl?: string | null): Promise<Path> {
  const reach = await actor.reach("learning_path.view", branchUrl);
  const row = await queries.findPath(reach, id);
  if (!row) throw new NotFound("Learning path");
  return { ...row, may_edit: mayChange(actor, reach, row), reach };
}

/** Lists the sections of a path with their courses. */
export function listSections({ reach, id }: Path): Promise<queries.SectionRow[]> {
  return queries.listSections(reach, [id]);
}

/** Lists courses that may be added to a path, at most a hundred. */
export async function listCoursesToAdd(actor: Actor, search?: string | null, branchUrl?: string | null) {
  return queries.listCoursesToAdd(await actor.reach("learning_path.manage", branchUrl), search);
}

/** Creates a path, which belongs to the site where it is created. @throws Invalid; NotFound for a course out of reach */
export async function createPath(actor: Actor, input: PathInput, branchUrl?: string | null): Promise<Path> {
  const reach = await actor.reach("learning_path.manage", branchUrl);
  const { sections, ...fields } = parsePath(input);
  await refuseForeign(reach, null, sections);
  await checkChoice(reach, fields.certificate_template_id, null);
  const cover_key = await resolveCover(reach, input.cover, null);
  if (fields.status === "published") refuseUnfinished(sections);
  const branch_id = chooseOwner("path", reach);
  const { id } = await queries.insertPath(reach, { ...fields, cover_key, branch_id });
  await queries.replaceSections(reach, id, sections);
  await recordAudit(actor, reach, {
    action: "learning_path.created",
    subject: toAuditSubject({ id, title: fields.title }),
    changes: { ...fields, courses: listCourseIds(sections).length },
  });
  return getPath(actor, id, branchUrl);
}

/**
 * Changes a path. People who are assigned are enrolled in courses that come to it; from courses that leave it they are
 * unenrolled, unless they have started them or have another reason. Who has completed the path stays so.
 * Input without a change leaves the version, so that others who edit the path may still save.
 * @throws NotFound; Forbidden for a path of another site; Conflict when it has changed since `version`; Invalid
 */
export async function updatePath(
  actor: Actor,
  { id, version, ...input }: PathInput & { id: number; version: number },
  branchUrl?: string | null,
): Promise<Path> {
  const reach = await actor.reach("learning_path.manage", branchUrl);
  const before = await lockEditable(reach, id, version);
  const formerly = await readSections(reach, id);
  const { sections, ...given } = parsePath(input);
  await refuseForeign(reach, id, sections);
  // A deleted template stays with the path that has it.
  if (given.certificate_template_id !== before.certificate_template_id)
    await checkChoice(reach, given.certificate_template_id, null);
  const fields = { ...given, cover_key: await resolveCover(reach, input.cover, before.cover_key) };
  if (fields.status === "published") refuseUnfinished(sections);
  const changes = {
    ...differences<queries.PathFields>(before, fields),
    ...differences({ sections: formerly }, { sections }),
  };
  if (Object.keys(changes).length === 0 && !(await queries.hasDeletedCourses(reach, id)))
    return getPath(actor, id, branchUrl);
  await queries.updatePath(reach, id, fields);
  await queries.replaceSections(reach, id, sections);
  const [had, has] = [listCourseIds(formerly), listCourseIds(sections)];
  const gone = had.filter((courseId) => !has.includes(courseId));
  if (gone.length > 0) await takeOutCourses(reach, id, gone);
  await enrolInCourses(
    actor,
    reach,
    id,
    has.filter((courseId) => !had.includes(courseId)),
  );
  await recordAudit(actor, reach, {
    action: "learning_path.updated",
    subject: toAuditSubject(before),
    changes,
  });
  return getPath(actor, id, branchUrl);
}

/** Measures what a change would mean for the people who are assigned, and changes nothing. @throws as `updatePath` */
export async function measureChange(
  actor: Actor,
  { id, version, ...input }: PathInput & { id: number; version: number },
  branchUrl?: string | null,
): Promise<queries.Effect> {
  const reach = await actor.reach("learning_path.manage", branchUrl);
  await lockEditable(reach, id, version);
  const before = listCourseIds(await readSections(reach, id));
  const { sections } = parsePath(input);
  await refuseForeign(reach, id, sections);
  return queries.withoutTrace(reach, async () => {
    await queries.replaceSections(reach, id, sections);
    return queries.measureEffect(reach, id, before);
  });
}

/** Deletes a path. Enrolments without another reason end; an admin can restore it with them for 30 days. */
export async function deletePath(actor: Actor, id: number, branchUrl?: string | null): Promise<{ id: number }> {
  const reach = await actor.reach("learning_path.manage", branchUrl);
  const path = await lockEditable(reach, id, null);
  const ended = await withdraw(reach, { pathId: id });
  await queries.markDeleted(reach, id);
  await recordAudit(actor, reach, {
    action: "learning_path.deleted",
    subject: toAuditSubject(path),
    changes: ended.length > 0 ? { enrolments_ended: ended.length } : {},
  });
  return { id };
}

export const toAuditSubject = ({ id, title }: { id: number; title: string }) => ({
  type: "learning_path" as const,
  id,
  name: title,
});

async function lockEditable(
  reach: Reach<"learning_path.manage">,
  id: number,
  version: number | null,
): Promise<queries.PathRow> {
  const path = await queries.lockPath(reach, id);
  if (!path) throw new NotFound("Learning path");
  if (!mayEdit(reach, path)) throw new Forbidden();
  if (version !== null && version !== path.version)
    throw new Conflict(t`This learning path was changed by someone else meanwhile. Reload the page to see the change.`);
  return path;
}

const mayChange = (actor: Actor, reach: Reach, path: { branch_id: number | null }): boolean =>
  actor.can("learning_path.manage") && mayEdit(reach, path);

async function readSections(reach: Reach<"learning_path.manage">, id: number): Promise<queries.SectionFields[]> {
  const rows = await queries.listSections(reach, [id]);
  return rows.map(({ title, needed, in_order, courses }) => ({
    title,
    needed,
    in_order,
    course_ids: courses.map((course) => course.id),
  }));
}

async function refuseForeign(
  reach: Reach<"learning_path.manage">,
  id: number | null,
  sections: readonly queries.SectionFields[],
): Promise<void> {
  const ids = listCourseIds(sections);
  const allowed = new Set((await queries.listAllowedCourses(reach, id, ids)).map((course) => course.id));
  if (ids.some((courseId) => !allowed.has(courseId))) throw new NotFound("Course");
}

const listCourseIds = (sections: readonly queries.SectionFields[]): number[] =>
  sections.flatMap(({ course_ids }) => course_ids);
