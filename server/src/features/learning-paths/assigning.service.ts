import { type Actor, alsoFor, type Reach } from "../../access/actor.ts";
import { toPageOptions } from "../../db/page.ts";
import { Conflict, Invalid, NotFound } from "../../errors.ts";
import { t } from "../../i18n/message.ts";
import { recordAudit } from "../audit/audit.service.ts";
import type { DueRule } from "../due-dates/due.service.ts";
import { measureWithdrawal } from "../enrolments/enrolments.service.ts";
import { getPeople } from "../users/authority.service.ts";
import { getPath, type Path, toAuditSubject } from "./learning-paths.service.ts";
import { deleteMembers, insertMembers } from "./membership.queries.ts";
import { addToPath, followPaths, rejoinPath, removeFromPath } from "./membership.service.ts";
import { lockPath, type PathRow } from "./paths.queries.ts";
import * as queries from "./people.queries.ts";

export type { PathPerson } from "./people.queries.ts";

type Assigning = Reach<"learning_path.assign">;

/** To whom a path is assigned, or from whom it is taken. */
export interface Assignment {
  user_ids?: readonly number[] | null | undefined;
  group_ids?: readonly number[] | null | undefined;
  branch_ids?: readonly number[] | null | undefined;
}

/** Returns a page of the people who are assigned to a path, those of the caller's reach. */
export async function getPageOfPeople({ id, reach }: Path, filter: queries.PathPeopleFilter) {
  const total = await queries.countPeople(reach, id, filter);
  return { total, rows: await queries.listPeople(reach, id, toPageOptions(filter)) };
}

/** Counts the people of a path by how far they are. */
export const readFigures = ({ id, reach }: Path) => queries.readFigures(reach, id);

/** Lists the groups and branches that have a path. */
export const listMembers = ({ id, reach }: Path) => queries.listMembers(reach, id);

/** Lists people, groups and branches to whom the caller may assign a path. @throws NotFound */
export async function listChoices(actor: Actor, id: number, search?: string | null, branchUrl?: string | null) {
  await getPath(actor, id, branchUrl);
  return queries.listChoices(await actor.reach("learning_path.assign", branchUrl), id, search);
}

const MOST_AT_ONCE = 1_000;

/**
 * Assigns a path to people, groups and branches. People are enrolled in its courses; who joins a group or branch later
 * is assigned then.
 * @param due the rule for the due date of the people, not of groups and branches; the path's own without
 * @returns how many people were not assigned before
 * @throws NotFound; Forbidden for people above the caller's rank; Conflict for a draft, and for a full course
 */
export async function assign(
  actor: Actor,
  id: number,
  to: Assignment,
  branchUrl?: string | null,
  due: DueRule | null = null,
): Promise<{ added: number }> {
  const reach = await actor.reach("learning_path.assign", branchUrl);
  const path = await lock(reach, id);
  refuseDraft(path);
  const { userIds, groups, branches } = await choose(reach, to);
  const before = await queries.countAssigned(reach, id);
  if (userIds.length > 0) await addToPath(actor, reach, id, userIds, "person", due);
  if (groups.length + branches.length > 0) {
    await insertMembers(reach, id, { groupIds: toIds(groups), branchIds: toIds(branches) });
    await followPaths(actor, reach, { pathIds: [id] });
  }
  const added = (await queries.countAssigned(reach, id)) - before;
  await recordAudit(actor, reach, {
    action: "learning_path.assigned",
    subject: toAuditSubject(path),
    changes: describe({ people: userIds.length, groups, branches }),
  });
  return { added };
}

/**
 * Takes a path from people, groups and branches. Of each enrolment exactly this reason goes; enrolments without another
 * one end, and admins can restore them for 30 days.
 * @throws NotFound; Forbidden for people above the caller's rank
 */
export async function unassign(
  actor: Actor,
  id: number,
  from: Assignment,
  branchUrl?: string | null,
): Promise<{ id: number }> {
  const reach = await actor.reach("learning_path.assign", branchUrl);
  const path = await lock(reach, id);
  const { userIds, groups, branches } = await choose(reach, from);
  if (userIds.length > 0) await removeFromPath(reach, id, userIds);
  if (groups.length + branches.length > 0) {
    await deleteMembers(reach, id, { groupIds: toIds(groups), branchIds: toIds(branches) });
    await followPaths(actor, reach, { pathIds: [id] });
  }
  await recordAudit(actor, reach, {
    action: "learning_path.unassigned",
    subject: toAuditSubject(path),
    changes: describe({ people: userIds.length, groups, branches }),
  });
  return { id };
}

/**
 * Undoes `unassign`: assigns a path again, with the reasons and dates of the former assignment. Enrolments that ended with it return with
 * their progress, answers and certificates.
 * @throws NotFound; Conflict for a draft, and for a full course
 */
export async function restoreAssignment(
  actor: Actor,
  id: number,
  to: Assignment,
  branchUrl?: string | null,
): Promise<{ id: number }> {
  const reach = await actor.reach("deleted.restore", branchUrl);
  const assigning = alsoFor(reach, "learning_path.assign");
  const path = await lock(assigning, id);
  refuseDraft(path);
  const { userIds, groups, branches } = await choose(assigning, to);
  await insertMembers(assigning, id, { groupIds: toIds(groups), branchIds: toIds(branches) });
  await rejoinPath(actor, reach, id, userIds);
  await recordAudit(actor, reach, {
    action: "learning_path.assigned",
    subject: toAuditSubject(path),
    changes: describe({ people: userIds.length, groups, branches }),
  });
  return { id };
}

/** Counts what taking a path from everybody would end, for the dialog that deletes it. @throws NotFound */
export async function measureRemoval(actor: Actor, id: number, branchUrl?: string | null) {
  const reach = await actor.reach("learning_path.manage", branchUrl);
  if (!(await lockPath(reach, id))) throw new NotFound("Learning path");
  return measureWithdrawal(reach, { pathId: id });
}

async function lock(reach: Assigning, id: number): Promise<PathRow> {
  const path = await lockPath(reach, id);
  if (!path) throw new NotFound("Learning path");
  return path;
}

function refuseDraft({ status }: PathRow): void {
  if (status !== "published") throw new Conflict(t`Publish the learning path before you assign it.`);
}

async function choose(reach: Assigning, { user_ids, group_ids, branch_ids }: Assignment) {
  const [userIds, groupIds, branchIds] = [user_ids, group_ids, branch_ids].map((ids) => [...new Set(ids ?? [])]) as [
    number[],
    number[],
    number[],
  ];
  const total = userIds.length + groupIds.length + branchIds.length;
  if (total === 0) throw new Invalid({ assign: [t`Choose people, groups or branches.`] });
  if (total > MOST_AT_ONCE) throw new Invalid({ assign: [t`Choose at most ${MOST_AT_ONCE} at once.`] });
  if (userIds.length > 0) await getPeople(reach, userIds);
  const groups = groupIds.length > 0 ? await queries.listGroups(reach, groupIds) : [];
  if (groups.length < groupIds.length) throw new NotFound("Group");
  const branches = branchIds.length > 0 ? await queries.listBranches(reach, branchIds) : [];
  if (branches.length < branchIds.length) throw new NotFound("Branch");
  return { userIds, groups, branches };
}

const toIds = (rows: readonly { id: number }[]) => rows.map(({ id }) => id);

function describe(of: {
  people: number;
  groups: readonly { name: string }[];
  branches: readonly { name: string }[];
}): Record<string, unknown> {
  return {
    ...(of.people > 0 && { people: of.people }),
    ...(of.groups.length > 0 && { groups: of.groups.map(({ name }) => name) }),
    ...(of.branches.length > 0 && { branches: of.branches.map(({ name }) => name) }),
  };
}
