import type { Actor, Reach } from "../../access/actor.ts";
import { hashPassword } from "../../access/passwords.ts";
import { allows, outranks, type Role, rolesGivenBy } from "../../access/permissions.ts";
import { Conflict, Forbidden, Invalid, NotFound } from "../../errors.ts";
import { differences, recordAudit, recordAudits } from "../audit/audit.service.ts";
import { findDefaultBranch } from "../branches/branches.service.ts";
import { queueMail } from "../mails/mails.service.ts";
import { refuseBeyond } from "./licences.service.ts";
import { promoteToPlatform } from "./operators.service.ts";
import * as queries from "./person.queries.ts";
import type { Person } from "./users.service.ts";
import { isRole, problemsOf, type UserFields } from "./user-rules.ts";

export type { UserFields } from "./user-rules.ts";

const TAKEN = "This email is already in use.";
const OWNERS_PASSWORD = "Passwords are set by their owners. Send a link to set a new one instead.";

/**
 * Creates somebody in the instance or branch; without a password they are sent an invitation, unless `skip_email` says not to.
 * @throws Invalid by field; Forbidden for a role above one's own or access one may not give; Conflict when no licence is left
 */
export async function createUser(actor: Actor, input: UserFields, branchUrl?: string | null): Promise<Person> {
  const reach = await actor.reach("user.create", branchUrl);
  const place = placeOf(actor, reach, input.is_primary);
  const { is_primary } = place;
  // Somebody of neither the main site nor a branch could not sign in anywhere.
  const branchId = is_primary ? place.branchId : (place.branchId ?? (await findDefaultBranch(reach)));
  return addPerson(actor, reach, { ...input, is_primary }, { branchId, branchUrl: branchUrl ?? null });
}

/** The same for whoever decided already where the person belongs; the rest of the rules are here. */
export async function addPerson(
  actor: Actor,
  reach: Reach<"user.create"> | Reach<"instance.manage">,
  input: UserFields & { is_owner?: boolean },
  { branchId = null, branchUrl = null }: { branchId?: number | null; branchUrl?: string | null } = {},
): Promise<Person> {
  const role = input.role ?? "";
  if (isRole(role)) refuseRole(reach.role, role);
  refuseRolesByKey(actor, [role]);
  const rules = await queries.lockInstance(reach);
  const problems = problemsOf(input, { isNew: true, today: rules.today });
  if (role === "super_admin" && !input.password) problems["password"] = ["Set a password for a super admin."];
  if (Object.keys(problems).length > 0) throw new Invalid(problems);
  const is_active = input.is_active ?? true;
  if (role !== "super_admin") await refuseBeyond(reach, rules, is_active ? 1 : 0);
  const fields = {
    first_name: input.first_name!.trim(),
    last_name: input.last_name!.trim(),
    email: input.email!.trim(),
    role,
    is_primary: input.is_primary ?? true,
    is_active,
    is_owner: input.is_owner ?? false,
    skip_email: input.skip_email ?? false,
    deactivate_at: input.deactivate_at || null,
  };
  const password_hash = input.password ? await hashPassword(input.password) : null;
  const id = await queries.insertPerson(reach, { ...fields, password_hash });
  if (id === undefined) throw new Invalid({ email: [TAKEN] });
  if (branchId !== null) await queries.addToBranch(reach, id, branchId);
  const person = { ...fields, id, password_hash, created_at: new Date() };
  await recordAudit(actor, reach, { action: "user.created", subject: subjectOf(person), changes: fields });
  if (role === "super_admin") await promoteToPlatform(actor, reach, person);
  else if (!input.password && !fields.skip_email && is_active)
    await queueMail(actor, reach, "invitation", id, branchUrl);
  return readable(reach, person);
}

/**
 * Changes what is given. A new role and the end of activity sign the person out everywhere (decision 9). Passwords are not given
 * here: `sendPasswordLink` lets the person set their own (P78).
 * @throws NotFound; Forbidden; Invalid by field; Conflict with the reason
 */
export async function updateUser(
  actor: Actor,
  id: number,
  input: UserFields,
  branchUrl?: string | null,
): Promise<Person> {
  const reach = await actor.reachRow("user.edit", "users", id, branchUrl);
  const rules = await queries.lockInstance(reach);
  const [person] = await queries.lockPeople(reach, [id]);
  if (!person) throw new NotFound("User");
  refusePerson(reach.role, person);
  await refuseBeyondPower(reach, [person]);
  const deactivate_at = input.deactivate_at === undefined ? undefined : input.deactivate_at || null;
  const problems = problemsOf(
    { ...input, deactivate_at: deactivate_at === person.deactivate_at ? null : deactivate_at! },
    { isNew: false, today: rules.today },
  );
  if (input.email != null && input.email.trim().toLowerCase() !== person.email.toLowerCase())
    problems["email"] = ["The email cannot be changed."];
  if (input.password) problems["password"] = [OWNERS_PASSWORD];
  if (Object.keys(problems).length > 0) throw new Invalid(problems);
  const change = {
    first_name: input.first_name?.trim() ?? person.first_name,
    last_name: input.last_name?.trim() ?? person.last_name,
    role: input.role ?? person.role,
    is_primary: input.is_primary ?? person.is_primary,
    is_active: input.is_active ?? person.is_active,
    skip_email: input.skip_email ?? person.skip_email,
    deactivate_at: deactivate_at === undefined ? person.deactivate_at : deactivate_at,
  };
  if (change.role !== person.role) {
    refuseRole(reach.role, change.role);
    refuseRolesByKey(actor, [person.role, change.role]);
  }
  if (change.is_primary !== person.is_primary && reach.role !== "super_admin") throw new Forbidden();
  await refuseLockOut(actor, reach, rules, [person], change);
  const uses = (who: Using) => usesLicence(who, rules.today);
  await refuseBeyond(reach, rules, uses(change) && !uses(person) ? 1 : 0);
  await queries.updatePeople(reach, [id], change);
  const after = { ...person, ...change };
  if (change.role !== person.role || (uses(person) && !uses(change))) await queries.endSessions(reach, [id]);
  const changes = differences(person, change);
  if (Object.keys(changes).length > 0)
    await recordAudit(actor, reach, { action: "user.updated", subject: subjectOf(after), changes });
  if (change.role === "super_admin" && person.role !== "super_admin") await promoteToPlatform(actor, reach, after);
  return readable(reach, after);
}

/** Sends somebody who is there already a link by which they set a new password. @throws NotFound, Forbidden; Conflict for a closed account */
export async function sendPasswordLink(actor: Actor, id: number, branchUrl?: string | null): Promise<Person> {
  const reach = await actor.reachRow("user.send_password_link", "users", id, branchUrl);
  const people = await getPeople(reach, [id]);
  await refuseBeyondPower(reach, people);
  const [person] = people;
  if (!person!.is_active) throw new Conflict("This account is not active. Activate it before you send a link.");
  const kind = person!.password_hash === null ? "invitation" : "password_reset";
  await queueMail(actor, reach, kind, id, branchUrl ?? null);
  await recordAudit(actor, reach, { action: "user.password_link_sent", subject: subjectOf(person!) });
  return readable(reach, person!);
}

const MOST_AT_ONCE = 1_000;

/** Deletes several people, all of them or nobody. */
export async function deleteUsers(actor: Actor, ids: readonly number[], branchUrl?: string | null): Promise<number[]> {
  const reach = await actor.reach("user.delete", branchUrl);
  const chosen = choiceOf(ids);
  await deletePeople(actor, reach, chosen);
  return chosen;
}

/** Makes several people active or not, all of them or nobody; returns those whom it changed. */
export async function setUsersActive(
  actor: Actor,
  ids: readonly number[],
  isActive: boolean,
  branchUrl?: string | null,
): Promise<number[]> {
  const reach = await actor.reach("user.edit", branchUrl);
  return setActive(actor, reach, choiceOf(ids), isActive);
}

/** @throws Invalid for nobody, and for more than one screen could have chosen */
export function choiceOf(ids: readonly number[]): number[] {
  const chosen = [...new Set(ids)];
  if (chosen.length === 0) throw new Invalid({ user_ids: ["Choose somebody first."] });
  if (chosen.length > MOST_AT_ONCE) throw new Invalid({ user_ids: [`Choose at most ${MOST_AT_ONCE} users.`] });
  return chosen;
}

/** Deletes somebody for 30 days, then for ever; signs them out and frees their licence. */
export async function deleteUser(actor: Actor, id: number, branchUrl?: string | null): Promise<{ id: number }> {
  const reach = await actor.reachRow("user.delete", "users", id, branchUrl);
  await deletePeople(actor, reach, [id]);
  return { id };
}

/** @throws NotFound when one is not of the reach */
async function deletePeople(actor: Actor, reach: Reach<"user.delete">, ids: readonly number[]): Promise<void> {
  const rules = await queries.lockInstance(reach);
  const people = await getPeople(reach, ids);
  await refuseBeyondPower(reach, people);
  await refuseLockOut(actor, reach, rules, people, null);
  await queries.updatePeople(reach, ids, { deleted_at: new Date() });
  await queries.endSessions(reach, ids);
  await recordAudits(
    actor,
    reach,
    people.map((person) => ({ action: "user.deleted", subject: subjectOf(person), changes: { email: person.email } })),
  );
}

async function setActive(
  actor: Actor,
  reach: Reach<"user.edit">,
  ids: readonly number[],
  is_active: boolean,
): Promise<number[]> {
  const rules = await queries.lockInstance(reach);
  const all = await getPeople(reach, ids);
  await refuseBeyondPower(reach, all);
  const people = all.filter((person) => person.is_active !== is_active);
  if (!is_active) await refuseLockOut(actor, reach, rules, people, { is_active });
  else await refuseBeyond(reach, rules, people.filter((who) => usesLicence({ ...who, is_active }, rules.today)).length);
  const changed = people.map(({ id }) => id);
  await queries.updatePeople(reach, changed, { is_active });
  if (!is_active) await queries.endSessions(reach, changed);
  await recordAudits(
    actor,
    reach,
    people.map((person) => ({
      action: "user.updated",
      subject: subjectOf(person),
      changes: { is_active: [person.is_active, is_active] },
    })),
  );
  return changed;
}

/** Sends the invitation once more, with a new link. @throws Conflict when the person needs none or may not sign in */
export async function resendInvitation(actor: Actor, id: number, branchUrl?: string | null): Promise<Person> {
  const reach = await actor.reachRow("user.edit", "users", id, branchUrl);
  const [person] = await getPeople(reach, [id]);
  await refuseBeyondPower(reach, [person!]);
  if (person!.password_hash !== null)
    throw new Conflict("This person has set a password already. They can ask for a new one on the login page.");
  if (!person!.is_active) throw new Conflict("This account is not active. Activate it before you send an invitation.");
  await queueMail(actor, reach, "invitation", id, branchUrl ?? null);
  await recordAudit(actor, reach, { action: "user.invited", subject: subjectOf(person!) });
  return readable(reach, person!);
}

/** People of the reach whom the actor may handle, in the order of their ids, locked. @throws NotFound, Forbidden */
export async function getPeople(reach: Reach, ids: readonly number[]): Promise<queries.PersonRow[]> {
  const wanted = [...new Set(ids)];
  const people = await queries.lockPeople(reach, wanted);
  if (people.length < wanted.length) throw new NotFound("User");
  for (const person of people) refusePerson(reach.role, person);
  return people;
}

/** Whoever may create or change people may read them. */
function readable(reach: Reach, person: queries.PersonRow): Person {
  return { ...person, reach: reach as Reach<"user.read"> };
}

/** What the audit log calls a person. */
export function subjectOf({ id, first_name, last_name }: { id: number; first_name: string; last_name: string }) {
  return { type: "user" as const, id, name: `${first_name} ${last_name}` };
}

/**
 * Where somebody new belongs (decisions 4 and 68). Only who works on the main site and is an admin chooses; from anybody else
 * a different choice is refused.
 */
export function placeOf(
  actor: Actor,
  reach: Reach<"user.create"> | Reach<"user.bulk">,
  wished: boolean | null | undefined,
) {
  const mayChoose = actor.person.isPrimary && allows(reach.role, "user.place");
  const usual = reach.branchIds === null;
  if (wished != null && wished !== usual && !mayChoose) throw new Forbidden();
  if (reach.branchIds === null) return { is_primary: wished ?? true, branchId: null };
  if (reach.branchIds.length !== 1) throw new Invalid({ branchUrl: ["Choose one of your branches first."] });
  return { is_primary: wished ?? false, branchId: reach.branchIds[0]! };
}

/** @throws Forbidden for a role that one may not give */
export function refuseRole(own: Role, given: string): void {
  if (!rolesGivenBy(own).includes(given as Role)) throw new Forbidden();
}

/** Nobody handles somebody above them. @throws Forbidden */
export function refusePerson(own: Role, { role }: { role: string }): void {
  if (outranks(role, own)) throw new Forbidden();
}

/**
 * Somebody whose rights end at branches changes nobody who has more than those branches: the whole reach of the person counts, and
 * not the part of it that is asked for (P78). Everybody may change themselves.
 * @throws Forbidden
 */
export async function refuseBeyondPower(reach: Reach, people: readonly Reaching[]): Promise<void> {
  if (await isBeyondPower(reach, people)) throw new Forbidden();
}

type Reaching = { id: number; is_primary: boolean };

async function isBeyondPower(reach: Reach, people: readonly Reaching[]): Promise<boolean> {
  if (reach.ownBranchIds === null) return false;
  const others = people.filter(({ id }) => id !== reach.userId);
  if (others.some(({ is_primary }) => is_primary)) return true;
  const own = new Set(reach.ownBranchIds);
  const ids = others.map(({ id }) => id);
  return (await queries.listBranchIds(reach, ids)).some((branch) => !own.has(branch));
}

/** Whether the viewer may change this person, for the client to offer it. */
export async function mayChange(actor: Actor, { reach, ...person }: Person): Promise<boolean> {
  return actor.can("user.edit") && !outranks(person.role, reach.role) && !(await isBeyondPower(reach, [person]));
}

/** An API key gives and takes no role above learner, whoever owns it (P79). @throws Forbidden */
export function refuseRolesByKey(actor: Actor, roles: readonly string[]): void {
  if (actor.isApiKey && roles.some((role) => role !== "learner")) throw new Forbidden();
}

type Using = { is_active: boolean; deactivate_at: string | null };

/** Whether somebody counts against the licences. */
function usesLicence({ is_active, deactivate_at }: Using, today: string): boolean {
  return is_active && (deactivate_at === null || deactivate_at > today);
}

type Standing = Partial<Using> & { role?: string; is_primary?: boolean };

/** Keeps people from shutting themselves out, and an instance from losing its last admin. `change` null means deletion. */
async function refuseLockOut(
  actor: Actor,
  reach: Reach,
  rules: queries.InstanceRules,
  people: queries.PersonRow[],
  change: Standing | null,
): Promise<void> {
  const own = reach.instanceId === actor.instance.id && people.find(({ id }) => id === reach.userId);
  if (own) {
    if (change === null) throw new Conflict("You cannot delete your own account.");
    const after = { ...own, ...change };
    if (!usesLicence(after, rules.today)) throw new Conflict("You cannot deactivate your own account.");
    if (after.role !== own.role) throw new Conflict("You cannot change your own role.");
  }
  const leads = (who: queries.PersonRow) =>
    who.role === "admin" && who.is_active && who.is_primary && who.deactivate_at === null;
  const leaving = people.filter((who) => leads(who) && !(change && leads({ ...who, ...change })));
  if (
    leaving.length > 0 &&
    !(await queries.anotherAdminStays(
      reach,
      leaving.map(({ id }) => id),
    ))
  )
    throw new Conflict("This is the last active admin of the instance. Make somebody else an admin first.");
}
