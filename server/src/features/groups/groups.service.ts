import type { Actor, Reach } from "../../access/actor.ts";
import { toPageOptions, type PageOptions } from "../../db/page.ts";
import { Forbidden, Invalid, NotFound } from "../../errors.ts";
import { differences, recordAudit } from "../audit/audit.service.ts";
import { withdraw } from "../enrolments/enrolments.service.ts";
import { followPathsOf } from "../learning-paths/membership.service.ts";
import type { MemberCourse } from "../members/members.service.ts";
import * as queries from "./groups.queries.ts";
import * as members from "./members.queries.ts";
import { t } from "../../i18n/message.ts";

type Listing = PageOptions & { branchUrl?: string | null | undefined };

/** A group with the reach in which it was found, which limits its users and courses. */
export interface Group extends queries.GroupRow {
  reach: Reach<"group.view"> | Reach<"group.manage">;
}

export interface GroupInput {
  name: string;
  description?: string | null | undefined;
}

const LONGEST_NAME = 200;
const LONGEST_DESCRIPTION = 2000;

/** Lists the groups of the instance or branch; without a limit, all of them. Searches name and description. */
export async function listGroups(actor: Actor, { branchUrl, ...options }: Listing): Promise<Group[]> {
  const reach = await actor.reach("group.view", branchUrl);
  return (await queries.listGroups(reach, options)).map((row) => ({ ...row, reach }));
}

/** Returns one page of groups with the total. */
export async function getPageOfGroups(actor: Actor, { branchUrl, ...options }: Listing) {
  const reach = await actor.reach("group.view", branchUrl);
  const total = await queries.countGroups(reach, options.search);
  const rows = await queries.listGroups(reach, toPageOptions(options));
  return { total, rows: rows.map((row) => ({ ...row, reach })) };
}

/** Returns a group. @throws NotFound for one that is unknown or outside the reach */
export async function getGroup(actor: Actor, id: number, branchUrl?: string | null): Promise<Group> {
  const reach = await actor.reach("group.view", branchUrl);
  const row = await queries.findGroup(reach, id);
  if (!row) throw new NotFound("Group");
  return { ...row, reach };
}

export function listPeople({ reach, id }: Group): Promise<members.Member[]> {
  return members.listPeople(reach, id, {});
}

export async function getPageOfPeople({ reach, id }: Group, options: PageOptions) {
  const total = await members.countPeople(reach, id, options.search);
  return { total, rows: await members.listPeople(reach, id, toPageOptions(options)) };
}

export function listCourses({ reach, id }: Group): Promise<MemberCourse[]> {
  return members.listCourses(reach, id, {});
}

export async function getPageOfCourses({ reach, id }: Group, options: PageOptions) {
  const total = await members.countCourses(reach, id, options.search);
  return { total, rows: await members.listCourses(reach, id, toPageOptions(options)) };
}

/** Lists the courses of a group that have a rule for the due date. */
export function listDueRules({ reach, id }: Group) {
  return members.listDueRules(reach, id);
}

const MOST_CHOICES = 100;

/** Lists users and courses for a group's picker: at most a hundred matches. */
export function listPeopleToAdd({ reach, id }: Group, search?: string | null) {
  return members.listPeopleToAdd(reach, id, { search, limit: MOST_CHOICES });
}

export function listCoursesToAdd({ reach, id }: Group, search?: string | null) {
  return members.listCoursesToAdd(reach, id, { search, limit: MOST_CHOICES });
}

/** Creates a group, which belongs to the branch where it is created. @throws Invalid for `name` or `description` */
export async function createGroup(actor: Actor, input: GroupInput, branchUrl?: string | null): Promise<Group> {
  const reach = await actor.reach("group.manage", branchUrl);
  const fields = parse(input);
  // Without main-site access and without a branch there is no place for a group.
  if (reach.branchIds?.length === 0) throw new Forbidden();
  await queries.lockNames(reach);
  const row = await queries.insertGroup(reach, { ...fields, branch_id: reach.branchIds?.[0] ?? null });
  if (!row) throw nameIsTaken(fields.name);
  await recordAudit(actor, reach, { action: "group.created", subject: toAuditSubject(row), changes: { ...fields } });
  return { ...row, reach };
}

/** Changes a group. @throws NotFound; Invalid for `name` or `description` */
export async function updateGroup(
  actor: Actor,
  id: number,
  input: GroupInput,
  branchUrl?: string | null,
): Promise<Group> {
  const reach = await actor.reach("group.manage", branchUrl);
  const before = await lockGroup(reach, id);
  const fields = parse(input);
  await queries.lockNames(reach);
  if (!(await queries.updateGroup(reach, id, fields))) throw nameIsTaken(fields.name);
  const changes = differences<queries.GroupFields>(before, fields);
  if (Object.keys(changes).length > 0)
    await recordAudit(actor, reach, { action: "group.updated", subject: toAuditSubject(before), changes });
  return { ...before, ...fields, reach };
}

/** Deletes a group. Enrolments without another source end (P17). */
export async function deleteGroup(actor: Actor, id: number, branchUrl?: string | null): Promise<{ id: number }> {
  const reach = await actor.reach("group.manage", branchUrl);
  const group = await lockGroup(reach, id);
  const ended = await withdraw(reach, { groupId: id });
  await queries.deleteGroup(reach, id);
  await followPathsOf(actor, reach, { groupId: id });
  const changes = ended.length > 0 ? { enrolments_ended: ended.length } : {};
  await recordAudit(actor, reach, { action: "group.deleted", subject: toAuditSubject(group), changes });
  return { id };
}

/** Keeps other groups from taking a name until the end of the transaction, for a group that is restored. */
export async function lockGroupNames(reach: Reach<"deleted.restore">): Promise<void> {
  await queries.lockNames(reach);
}

async function lockGroup(reach: Reach<"group.manage">, id: number): Promise<queries.GroupRow> {
  const [group] = await queries.lockGroups(reach, [id]);
  if (!group) throw new NotFound("Group");
  return group;
}

function parse(input: GroupInput): queries.GroupFields {
  const name = input.name.trim();
  const description = input.description?.trim() || null;
  if (!name) throw new Invalid({ name: [t`Enter a group name.`] });
  if (name.length > LONGEST_NAME)
    throw new Invalid({ name: [t`A group name has at most ${LONGEST_NAME} characters.`] });
  if ((description?.length ?? 0) > LONGEST_DESCRIPTION)
    throw new Invalid({ description: [t`A description has at most ${LONGEST_DESCRIPTION} characters.`] });
  return { name, description };
}

function nameIsTaken(name: string): Invalid {
  return new Invalid({ name: [t`There is already a group named '${name}'.`] });
}

function toAuditSubject({ id, name }: { id: number; name: string }) {
  return { type: "group" as const, id, name };
}
