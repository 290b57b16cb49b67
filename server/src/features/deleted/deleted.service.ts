import type { Actor, Reach } from "../../access/actor.ts";
import { inInstance } from "../../access/tenancy.ts";
import type { Db } from "../../db/client.ts";
import { toPageOptions, type PageOptions } from "../../db/page.ts";
import { Conflict, Forbidden, Invalid, NotFound } from "../../errors.ts";
import type { Platform } from "../../platform/platform.ts";
import { recordAudit } from "../audit/audit.service.ts";
import { claimPlace } from "../branches/editing.service.ts";
import { claimName } from "../categories/editing.service.ts";
import { enrolPeople, restoreEnrolment, revive } from "../enrolments/enrolments.service.ts";
import { sweepFiles } from "../files/sweep.service.ts";
import { lockGroupNames } from "../groups/groups.service.ts";
import { prepareRestore, showRestored } from "../identity/providers.service.ts";
import { catchUp, followRestored, rejoinPaths, revivePath } from "../learning-paths/membership.service.ts";
import { fieldNameIsTaken } from "../user-fields/user-fields.service.ts";
import { refuseUnchangeable } from "../users/authority.service.ts";
import { refuseBeyondLicences } from "../users/licences.service.ts";
import * as queries from "./deleted.queries.ts";
import * as restoring from "./restore.queries.ts";
import { t } from "../../i18n/message.ts";

declare module "../../platform/jobs.ts" {
  interface JobMap {
    "deleted.purge": JobPayload & { instanceId: number };
  }
}

type Restoring = Reach<"deleted.restore">;

/** Returns a page of what was deleted in the last 30 days. @throws Invalid for an unknown kind */
export async function getPageOfDeleted(
  actor: Actor,
  { branchUrl, kind, ...options }: PageOptions & { kind?: string | null | undefined; branchUrl?: string | null },
) {
  const reach = await actor.reach("deleted.restore", branchUrl);
  const wanted = { ...toPageOptions(options), kind: kind ? parseKind(kind) : null };
  return { total: await queries.countDeleted(reach, wanted), rows: await queries.listDeleted(reach, wanted) };
}

/**
 * Restores a deleted row with its dependent rows. A user returns to their groups, a group enrols its users again, a
 * category returns to its place; what was moved or removed at the deletion is not undone.
 * @throws NotFound; Forbidden for a course of another site; Conflict when its name, e-mail, address or licence is taken
 * meanwhile
 */
export async function restore(
  actor: Actor,
  word: string,
  id: number,
  branchUrl?: string | null,
): Promise<{ id: number }> {
  const reach = await actor.reach("deleted.restore", branchUrl);
  const kind = parseKind(word);
  const found = await queries.findDeleted(reach, kind, id);
  if (!found) throw new NotFound("Deleted item");
  if (!found.may_restore) throw new Forbidden();
  if (kind === "enrolment") await restoreEnrolment(reach, id);
  else {
    await PREPARATIONS[kind](reach, found, actor);
    const deletedAt = await restoring.readDeletedAt(reach, kind, id);
    if (kind === "group") await reviveMembers(actor, reach, id, deletedAt);
    if (kind === "learning_path") await revivePath(actor, reach, id, deletedAt);
    if (!(await restoring.undelete(reach, kind, id))) throw new NotFound("Deleted item");
    if (kind === "user") await rejoin(actor, reach, { userId: id });
    if (kind === "course") await rejoin(actor, reach, { courseId: id });
    if (kind === "group") await followRestored(actor, reach, { groupId: id }, deletedAt);
    if (kind === "branch") await followRestored(actor, reach, { branchId: id }, deletedAt);
    if (kind === "learning_path") await catchUp(actor, reach, id);
    if (kind === "identity_provider") await showRestored(actor);
  }
  await recordAudit(actor, reach, {
    action: `${kind}.restored`,
    subject: { type: kind, id, name: found.name },
    changes: kind === "enrolment" ? { course: found.detail } : {},
  });
  return { id };
}

/** Restores several rows of one kind, all or none. @returns how many @throws as `restore` */
export async function restoreSome(
  actor: Actor,
  word: string,
  ids: number[],
  branchUrl?: string | null,
): Promise<number> {
  const chosen = [...new Set(ids)];
  if (chosen.length > MOST_AT_ONCE) throw new Invalid({ ids: [t`Restore at most ${MOST_AT_ONCE} at once.`] });
  for (const id of chosen) await restore(actor, word, id, branchUrl);
  return chosen.length;
}

/** Equal to the maximum for deletions. */
const MOST_AT_ONCE = 1_000;

/** Deletes a deleted row permanently, after its name is typed. @throws NotFound; Forbidden; Invalid for `name` */
export async function purge(
  actor: Actor,
  input: { kind: string; id: number; name: string },
  branchUrl?: string | null,
): Promise<{ id: number }> {
  const reach = await actor.reach("deleted.restore", branchUrl);
  const kind = parseKind(input.kind);
  const found = await queries.findDeleted(reach, kind, input.id);
  if (!found) throw new NotFound("Deleted item");
  if (!found.may_restore) throw new Forbidden();
  if (input.name.trim() !== found.name.trim())
    throw new Invalid({ name: [t`Type '${found.name}' to delete it for good.`] });
  if (kind === "user") await requirePower(actor, reach, input.id);
  if (!(await queries.erase(reach, kind, input.id))) throw new NotFound("Deleted item");
  await recordAudit(actor, reach, {
    action: `${kind}.purged`,
    subject: { type: kind, id: input.id, name: found.name },
  });
  return { id: input.id };
}

/** Enqueues the job that purges expired rows, if there are any. */
export async function enqueuePurge(platform: Platform, db: Db, instanceId: number): Promise<void> {
  if (await queries.isPurgeDue(db, instanceId))
    await platform.jobs.enqueue(db, "deleted.purge", { instanceId, actorId: null });
}

const BATCH = 20;

/**
 * Purges expired rows, some per transaction: after an interruption the next run continues. Also deletes files without
 * references.
 */
export async function purgeOld(platform: Platform, { instanceId }: { instanceId: number }): Promise<void> {
  for (const kind of queries.KINDS) {
    const some = () =>
      inInstance(platform.database, instanceId, (db) => queries.purgeSome(db, instanceId, kind, BATCH));
    while ((await some()) > 0);
  }
  await sweepFiles(platform, instanceId);
}

function parseKind(word: string): queries.Kind {
  if (!queries.isKind(word)) throw new Invalid({ kind: [t`This kind of item is unknown.`] });
  return word;
}

type Found = { id: number; name: string; detail: string | null };

/** Refuses to restore or purge a user whom the actor may not change (P78). @throws Forbidden */
async function requirePower(actor: Actor, reach: Restoring, userId: number) {
  const person = await restoring.findStanding(reach, userId);
  await refuseUnchangeable(actor, reach, [person]);
  return person;
}

/** The checks before each kind is restored. */
const PREPARATIONS: Record<
  Exclude<queries.Kind, "enrolment">,
  (reach: Restoring, found: Found, actor: Actor) => Promise<void>
> = {
  user: async (reach, { id, detail }, actor) => {
    const { uses_licence } = await requirePower(actor, reach, id);
    await refuseBeyondLicences(reach, uses_licence ? 1 : 0);
    if (await restoring.emailIsTaken(reach, id))
      throw new Conflict(t`Another user already has the email ${String(detail)}.`);
  },
  group: async (reach, { id, name }) => {
    await lockGroupNames(reach);
    if (await restoring.groupNameIsTaken(reach, id))
      throw new Conflict(t`There is already another group named '${name}'.`);
  },
  branch: async (reach, { id, detail }) => {
    await claimPlace(reach);
    if (await restoring.branchUrlIsTaken(reach, id))
      throw new Conflict(t`There is already another branch at '${String(detail)}'.`);
    await restoring.yieldDefault(reach, id);
  },
  course: async () => {},
  learning_path: async () => {},
  automation: async () => {},
  badge: async () => {},
  certificate_template: async () => {},
  identity_provider: (_, { id }, actor) => prepareRestore(actor, id),
  category: (reach, { id }) => claimName(reach, () => restoring.settleCategory(reach, id)),
  user_field: async (reach, { name }) => {
    if (await fieldNameIsTaken(reach, name)) throw new Conflict(t`There is already another field named '${name}'.`);
  },
};

/** Enrols a group's current users in its current courses, as if it had never been deleted. */
async function reviveMembers(
  actor: Actor,
  reach: Restoring,
  id: number,
  deletedAt: Parameters<typeof revive>[3],
): Promise<void> {
  const [share] = await restoring.listShares(reach, { groupId: id });
  if (share) await revive(actor, reach, { kind: "group", groupId: id }, deletedAt, share);
}

/** Enrols a restored user or course in what groups received meanwhile. */
async function rejoin(actor: Actor, reach: Restoring, of: { userId: number } | { courseId: number }): Promise<void> {
  for (const { groupId, userIds, courseIds } of await restoring.listShares(reach, of))
    await enrolPeople(actor, reach, userIds, courseIds, { kind: "group", groupId });
  await rejoinPaths(actor, reach, of);
}
