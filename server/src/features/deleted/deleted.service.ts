import { sql } from "kysely";
import type { Actor, Reach } from "../../access/actor.ts";
import { outranks } from "../../access/permissions.ts";
import { inInstance } from "../../access/tenancy.ts";
import type { Db } from "../../db/client.ts";
import { onePage, type PageOptions } from "../../db/page.ts";
import { Conflict, Forbidden, Invalid, NotFound } from "../../errors.ts";
import type { Platform } from "../../platform/platform.ts";
import { recordAudit } from "../audit/audit.service.ts";
import { claimPlace } from "../branches/editing.service.ts";
import { claimName } from "../categories/editing.service.ts";
import { enrolPeople, restoreEnrolment, reviveGroup } from "../enrolments/enrolments.service.ts";
import { sweepFiles } from "../files/sweep.service.ts";
import { refuseBeyondLicences } from "../users/licences.service.ts";
import * as queries from "./deleted.queries.ts";
import * as restoring from "./restore.queries.ts";
import { refuseBeyondPower } from "../users/people.service.ts";

declare module "../../platform/jobs.ts" {
  interface JobMap {
    "deleted.purge": JobPayload & { instanceId: number };
  }
}

type Restoring = Reach<"deleted.restore">;

/** What was deleted in the last 30 days. @throws Invalid for a kind that is not known */
export async function pageOfDeleted(
  actor: Actor,
  { branchUrl, kind, ...options }: PageOptions & { kind?: string | null | undefined; branchUrl?: string | null },
) {
  const reach = await actor.reach("deleted.restore", branchUrl);
  const wanted = { ...onePage(options), kind: kind ? kindOf(kind) : null };
  return { total: await queries.countDeleted(reach, wanted), rows: await queries.listDeleted(reach, wanted) };
}

/**
 * Brings back what was deleted, with what hung on it. A person is in the groups they were in, a group enrols its people
 * again, a category stands where it stood; what was lifted or removed when it went is not put back.
 * @throws NotFound; Forbidden for a course of another site; Conflict when its name, e-mail, address or licence is taken meanwhile
 */
export async function restore(
  actor: Actor,
  word: string,
  id: number,
  branchUrl?: string | null,
): Promise<{ id: number }> {
  const reach = await actor.reach("deleted.restore", branchUrl);
  const kind = kindOf(word);
  const found = await queries.findDeleted(reach, kind, id);
  if (!found) throw new NotFound("Deleted item");
  if (!found.may_restore) throw new Forbidden();
  if (kind === "enrolment") await restoreEnrolment(reach, id);
  else {
    await PREPARATIONS[kind](reach, found);
    // Read in the database: a Date would lose the microseconds that tell what ended with a group.
    const deletedAt = sql<Date>`(SELECT deleted_at FROM groups WHERE instance_id = ${reach.instanceId} AND id = ${id})`;
    if (kind === "group") await reviveMembers(actor, reach, id, deletedAt);
    if (!(await restoring.undelete(reach, kind, id))) throw new NotFound("Deleted item");
    if (kind === "user") await rejoin(actor, reach, { userId: id });
    if (kind === "course") await rejoin(actor, reach, { courseId: id });
  }
  await recordAudit(actor, reach, {
    action: `${kind}.restored`,
    subject: { type: kind, id, name: found.name },
    changes: kind === "enrolment" ? { course: found.detail } : {},
  });
  return { id };
}

/** Brings back several of one kind, all or none; returns how many. @throws as `restore` */
export async function restoreSome(
  actor: Actor,
  word: string,
  ids: number[],
  branchUrl?: string | null,
): Promise<number> {
  const chosen = [...new Set(ids)];
  if (chosen.length > MOST_AT_ONCE) throw new Invalid({ ids: [`Restore at most ${MOST_AT_ONCE} at once.`] });
  for (const id of chosen) await restore(actor, word, id, branchUrl);
  return chosen.length;
}

/** As many as can be deleted at once. */
const MOST_AT_ONCE = 1_000;

/** Deletes for good what was deleted; its name has to be typed. @throws NotFound; Forbidden; Invalid for `name` */
export async function purge(
  actor: Actor,
  input: { kind: string; id: number; name: string },
  branchUrl?: string | null,
): Promise<{ id: number }> {
  const reach = await actor.reach("deleted.restore", branchUrl);
  const kind = kindOf(input.kind);
  const found = await queries.findDeleted(reach, kind, input.id);
  if (!found) throw new NotFound("Deleted item");
  if (!found.may_restore) throw new Forbidden();
  if (input.name.trim() !== found.name.trim())
    throw new Invalid({ name: [`Type '${found.name}' to delete it for good.`] });
  if (kind === "user") await requirePower(reach, input.id);
  await queries.erase(reach, kind, input.id);
  await recordAudit(actor, reach, {
    action: `${kind}.purged`,
    subject: { type: kind, id: input.id, name: found.name },
  });
  return { id: input.id };
}

/** Asks for the job that clears away what has been deleted long enough, when there is any. */
export async function enqueuePurge(platform: Platform, db: Db, instanceId: number): Promise<void> {
  if (await queries.isPurgeDue(db, instanceId))
    await platform.jobs.enqueue(db, "deleted.purge", { instanceId, actorId: null });
}

const BATCH = 20;

/** Clears it away, some rows in a transaction at a time: interrupted anywhere, the next run goes on. Files that nothing refers to go too. */
export async function purgeOld(platform: Platform, { instanceId }: { instanceId: number }): Promise<void> {
  for (const kind of queries.KINDS) {
    const some = () =>
      inInstance(platform.database, instanceId, (db) => queries.purgeSome(db, instanceId, kind, BATCH));
    while ((await some()) > 0);
  }
  await sweepFiles(platform, instanceId);
}

function kindOf(word: string): queries.Kind {
  if (!queries.isKind(word)) throw new Invalid({ kind: ["This kind of thing is not known."] });
  return word;
}

type Found = { id: number; name: string; detail: string | null };

/** Refuses to restore or purge a person whom the actor may not change (P78). @throws Forbidden */
async function requirePower(reach: Restoring, userId: number) {
  const person = await restoring.findStanding(reach, userId);
  if (outranks(person.role, reach.role)) throw new Forbidden();
  await refuseBeyondPower(reach, [person]);
  return person;
}

/** What must hold before each kind comes back. */
const PREPARATIONS: Record<Exclude<queries.Kind, "enrolment">, (reach: Restoring, found: Found) => Promise<void>> = {
  user: async (reach, { id, detail }) => {
    const { uses_licence } = await requirePower(reach, id);
    await refuseBeyondLicences(reach, uses_licence ? 1 : 0);
    if (await restoring.emailIsTaken(reach, id)) throw new Conflict(`Somebody else has the email ${detail} by now.`);
  },
  group: async (reach, { id, name }) => {
    if (await restoring.groupNameIsTaken(reach, id))
      throw new Conflict(`There is another group named '${name}' by now.`);
  },
  branch: async (reach, { id, detail }) => {
    await claimPlace(reach);
    if (await restoring.branchUrlIsTaken(reach, id))
      throw new Conflict(`There is another branch at '${detail}' by now.`);
    await restoring.yieldDefault(reach, id);
  },
  course: async () => {},
  category: (reach, { id }) => claimName(reach, () => restoring.settleCategory(reach, id)),
};

/** A group's people and courses as they are now, enrolled as if it had never gone. */
async function reviveMembers(
  actor: Actor,
  reach: Restoring,
  id: number,
  deletedAt: Parameters<typeof reviveGroup>[3],
): Promise<void> {
  const [share] = await restoring.listShares(reach, { groupId: id });
  if (share) await reviveGroup(actor, reach, id, deletedAt, share);
}

/** What groups were given while somebody or something was away. */
async function rejoin(actor: Actor, reach: Restoring, of: { userId: number } | { courseId: number }): Promise<void> {
  for (const { groupId, userIds, courseIds } of await restoring.listShares(reach, of))
    await enrolPeople(actor, reach, userIds, courseIds, { kind: "group", groupId });
}
