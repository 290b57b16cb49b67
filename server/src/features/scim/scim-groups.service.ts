import type { Actor, Reach } from "../../access/actor.ts";
import { Invalid } from "../../errors.ts";
import { recordAudit } from "../audit/audit.service.ts";
import * as groups from "../groups/groups.service.ts";
import * as groupMembers from "../groups/members.service.ts";
import type { Listing } from "./conditions.ts";
import type { GroupInput } from "./group-changes.ts";
import { checkVersion, isWanted, type Projection, type Resource, toGroupResource } from "./representation.ts";
import { bad, missing, taken } from "./scim-error.ts";
import * as queries from "./scim-groups.queries.ts";
import * as users from "./scim-users.queries.ts";

interface Shown {
  projection: Projection;
  base: string;
}

interface Asked extends Shown {
  ifMatch: string | null;
}

/** Members in one answer. A list whose groups have more has fewer groups. */
const MOST_MEMBERS = 20_000;

/** Lists groups with the total, and with their members unless they are left out. */
export async function listGroups(
  actor: Actor,
  listing: Listing,
  shown: Shown,
): Promise<{ resources: Resource[]; total: number }> {
  const reach = await actor.reach("group.view");
  const { rows, total } = await queries.listGroups(reach, listing);
  return { resources: await toResources(reach, rows, shown), total };
}

/** Returns a group. @throws ScimError 404 */
export async function getGroup(actor: Actor, id: number, shown: Shown): Promise<Resource> {
  return read(await actor.reach("group.view"), id, shown);
}

/** Creates a group with its members. @throws ScimError 409 for a name or external id that is in use */
export async function createGroup(actor: Actor, input: GroupInput, shown: Shown): Promise<Resource> {
  const reach = await actor.reach("group.manage");
  const { displayName, externalId, members = [] } = input;
  if (!displayName) throw bad("invalidValue", "displayName is missing.");
  const { id } = await orTaken(reach, displayName, () => groups.createGroup(actor, { name: displayName }));
  if (externalId != null) await storeExternalId(reach, id, externalId);
  await setMembers(actor, reach, id, { before: [], after: [...members] });
  return read(reach, id, shown);
}

/** Changes a group by what a request says of it. @throws ScimError 404, 409, 412, 400 */
export async function updateGroup(
  actor: Actor,
  id: number,
  toInput: (members: readonly number[]) => GroupInput,
  { ifMatch, ...shown }: Asked,
): Promise<Resource> {
  const reach = await actor.reach("group.manage");
  const before = await lock(reach, id, ifMatch);
  const memberIds = await queries.listMemberIds(reach, id);
  const { displayName, externalId, members } = toInput(memberIds);
  if (displayName != null && displayName !== before.name) {
    const fields = { name: displayName, description: before.description };
    await orTaken(reach, displayName, () => groups.updateGroup(actor, id, fields), id);
  }
  if (externalId !== undefined && externalId !== before.external_id) {
    await storeExternalId(reach, id, externalId);
    await recordAudit(actor, reach, {
      action: "group.updated",
      subject: { type: "group", id, name: displayName ?? before.name },
      changes: { external_id: [before.external_id, externalId] },
    });
  }
  if (members) await setMembers(actor, reach, id, { before: memberIds, after: [...members] });
  return read(reach, id, shown);
}

/** Deletes a group, which admins can restore for 30 days. @throws ScimError 404, 412 */
export async function deleteGroup(actor: Actor, id: number, { ifMatch, base }: Asked): Promise<Resource> {
  const reach = await actor.reach("group.manage");
  const before = await lock(reach, id, ifMatch);
  await groups.deleteGroup(actor, id);
  return toGroupResource(before, null, base);
}

async function lock(reach: Reach<"group.manage">, id: number, ifMatch: string | null): Promise<queries.GroupRow> {
  await queries.lockGroup(reach, id);
  const row = await queries.findGroup(reach, id);
  if (!row) throw missing("Group");
  checkVersion(ifMatch, toGroupResource(row, null, ""));
  return row;
}

/** Adds and removes members by the services of groups, which enrol and withdraw them. */
async function setMembers(
  actor: Actor,
  reach: Reach<"group.manage">,
  id: number,
  { before, after }: { before: readonly number[]; after: readonly number[] },
): Promise<void> {
  const [had, has] = [new Set(before), new Set(after)];
  const added = after.filter((each) => !had.has(each));
  const removed = before.filter((each) => !has.has(each));
  if (added.length > 0) {
    const known = new Set(await users.listExisting(reach, added));
    const unknown = added.find((each) => !known.has(each));
    if (unknown !== undefined) throw bad("invalidValue", `members: there is no user '${unknown}'.`);
    await groupMembers.addPeople(actor, added, [id]);
  }
  if (removed.length > 0) await groupMembers.removePeople(actor, id, removed);
}

async function storeExternalId(reach: Reach<"group.manage">, id: number, externalId: string | null): Promise<void> {
  if (!(await queries.setExternalId(reach, id, externalId)))
    throw taken(`The externalId '${externalId}' is already in use.`);
}

/** Runs a change of a name, and tells the error of a name in use from those of an invalid one. */
async function orTaken<T>(
  reach: Reach<"group.manage">,
  name: string,
  work: () => Promise<T>,
  ownId?: number,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Invalid)) throw error;
    const id = await queries.findIdByName(reach, name);
    throw id !== undefined && id !== ownId ? taken(`The displayName '${name}' is already in use.`) : error;
  }
}

async function read(reach: Reach<"group.view"> | Reach<"group.manage">, id: number, shown: Shown): Promise<Resource> {
  const row = await queries.findGroup(reach, id);
  if (!row) throw missing("Group");
  const [resource] = await toResources(reach, [row], shown);
  return resource!;
}

/** Returns the first groups of a page, as many as their members allow in one answer. */
async function toResources(
  reach: Reach<"group.view"> | Reach<"group.manage">,
  rows: readonly queries.GroupRow[],
  { projection, base }: Shown,
): Promise<Resource[]> {
  if (!isWanted(projection, "members")) return rows.map((row) => toGroupResource(row, null, base));
  let count = 0;
  const end = rows.findIndex(({ members_count }) => (count += members_count) > MOST_MEMBERS);
  const fitting = end === -1 ? rows : rows.slice(0, end);
  if (end === 0)
    throw bad("tooMany", `A group has more than ${MOST_MEMBERS} members. Send excludedAttributes=members.`);
  const members = Map.groupBy(
    await queries.listMembers(
      reach,
      fitting.map(({ id }) => id),
    ),
    ({ group_id }) => group_id,
  );
  return fitting.map((row) => toGroupResource(row, members.get(row.id) ?? [], base));
}
