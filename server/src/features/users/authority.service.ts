import type { Actor, Reach } from "../../access/actor.ts";
import { outranks, type Role } from "../../access/permissions.ts";
import { Conflict, Forbidden, NotFound } from "../../errors.ts";
import { t } from "../../i18n/message.ts";
import * as queries from "./person.queries.ts";

/** What decides who may change a user. */
interface Target {
  id: number;
  role: string;
}

/**
 * Returns the ids of those users whom the actor may change, invite, delete and restore. This is the only definition:
 * - no user above the actor's rank (P14);
 * - where the actor's rights are limited to branches, no user with main-site access or in another branch (P78):
 *   `branchUrl` limits what the actor finds, not whose access counts. All users may change themselves;
 * - for an API key, learners only (P79); for a token for provisioning, no admins.
 */
export async function listChangeable(
  actor: Actor,
  reach: Reach,
  people: readonly Target[],
): Promise<ReadonlySet<number>> {
  const ranked = people.filter(({ role }) => !outranks(role, reach.role) && actor.mayHandle(role));
  const ids = ranked.map(({ id }) => id);
  const own = ids.filter((id) => isOneself(actor, reach, id));
  return new Set([...own, ...(await queries.listWithinOwn(reach, ids))]);
}

/**
 * Refuses an API key to change where users above learner have their role (P79), and a token for provisioning where admins
 * have it. @throws Forbidden
 */
export function refuseStaffByKey(actor: Actor, people: readonly { role: string }[]): void {
  if (people.some(({ role }) => !actor.mayHandle(role))) throw new Forbidden();
}

/** Refuses to change these users unless the actor may change each of them. @throws Forbidden */
export async function refuseUnchangeable(actor: Actor, reach: Reach, people: readonly Target[]): Promise<void> {
  const changeable = await listChangeable(actor, reach, people);
  if (people.some(({ id }) => !changeable.has(id))) throw new Forbidden();
}

/**
 * Returns users of the reach at or below the actor's rank, in the order of their ids, locked. @throws NotFound,
 * Forbidden
 */
export async function getPeople(reach: Reach, ids: readonly number[]): Promise<queries.PersonRow[]> {
  const wanted = [...new Set(ids)];
  const people = await queries.lockPeople(reach, wanted);
  if (people.length < wanted.length) throw new NotFound("User");
  if (people.some(({ role }) => outranks(role, reach.role))) throw new Forbidden();
  return people;
}

/**
 * Leaves out the rows of users who were deleted: for an undo, which takes back what it can of an earlier action. Rows of other
 * users stay, also of those out of the reach.
 */
export async function leaveOutDeleted<Row extends { user_id: number }>(
  reach: Reach,
  rows: readonly Row[],
): Promise<Row[]> {
  const ids = [...new Set(rows.map(({ user_id }) => user_id))];
  const deleted = new Set(await queries.listDeleted(reach, ids));
  return rows.filter(({ user_id }) => !deleted.has(user_id));
}

/** Returns users of the reach whom the actor may change, in the order of their ids, locked. @throws NotFound, Forbidden */
export async function getChangeable(actor: Actor, reach: Reach, ids: readonly number[]): Promise<queries.PersonRow[]> {
  const people = await getPeople(reach, ids);
  await refuseUnchangeable(actor, reach, people);
  return people;
}

/** Tells whether the actor may change and delete a user, so that the client offers it. */
export async function mayChange(
  actor: Actor,
  reach: Reach,
  person: Target & { erased_at: Date | null },
): Promise<boolean> {
  return actor.can("user.edit") && !person.erased_at && (await listChangeable(actor, reach, [person])).has(person.id);
}

/** Tells whether an id of the reach is the actor's own. */
export function isOneself(actor: Actor, reach: Reach, id: number): boolean {
  return reach.instanceId === actor.instance.id && reach.userId === id;
}

/** Refuses a role that the actor may not assign. @throws Forbidden */
export function refuseRole(actor: Actor, given: string): void {
  if (!actor.givenRoles.includes(given as Role)) throw new Forbidden();
}

/** Tells whether a user is an admin of the whole instance without a last day. */
export const leads = (who: queries.PersonRow): boolean =>
  who.role === "admin" && who.is_active && who.is_primary && who.deactivate_at === null;

/**
 * Keeps an instance from losing its last admin when these users go, and its last one who may use a password while passwords
 * are off. @throws Conflict
 */
export async function refuseWithoutAdmin(reach: Reach, people: readonly queries.PersonRow[]): Promise<void> {
  const leaving = people.filter(leads).map(({ id }) => id);
  if (leaving.length === 0) return;
  if (!(await queries.anotherAdminStays(reach, leaving)))
    throw new Conflict(t`This is the last active admin of the instance. Make another user an admin first.`);
  if (await queries.isLastPasswordKept(reach, leaving))
    throw new Conflict(
      t`This is the last admin who may use a password while people sign in only with their organisation. Let another admin use one first, under Single sign-on.`,
    );
}

/** Tells whether a user needs a licence: active, and not past their last day. */
export function usesLicence(
  { is_active, deactivate_at }: { is_active: boolean; deactivate_at: string | null },
  today: string,
): boolean {
  return is_active && (deactivate_at === null || deactivate_at > today);
}
