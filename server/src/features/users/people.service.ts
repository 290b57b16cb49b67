import { type Actor, alsoFor, type Reach } from "../../access/actor.ts";
import { hashPassword } from "../../access/passwords.ts";
import { allows, type Role } from "../../access/permissions.ts";
import { Conflict, Forbidden, Invalid } from "../../errors.ts";
import { differences, recordAudit, recordAudits } from "../audit/audit.service.ts";
import { findDefaultBranch } from "../branches/branches.service.ts";
import { type AccountChange, queueAccountChange } from "../mails/account-mails.service.ts";
import { queueMail } from "../mails/mails.service.ts";
import { noteRequirement } from "../sign-in-security/grace-period.service.ts";
import { checkUserFields, describeFields, storeFields } from "../user-fields/user-fields.service.ts";
import { getChangeable, isOneself, leads, refuseRole, refuseWithoutAdmin, usesLicence } from "./authority.service.ts";
import { refuseBeyond } from "./licences.service.ts";
import { promoteToPlatform } from "./operators.service.ts";
import { followPaths } from "../learning-paths/membership.service.ts";
import * as queries from "./person.queries.ts";
import type { Person } from "./users.service.ts";
import { isRole, findProblems, type UserFields } from "./user-rules.ts";
import { t } from "../../i18n/message.ts";

export type { UserFields } from "./user-rules.ts";

const TAKEN = t`This email is already in use.`;
const NOWHERE = t`Without access to the main site and without a default branch, this user could not sign in. Give access, or create the user at the address of a branch.`;
const OWNERS_PASSWORD = t`Passwords are set by their owners. Send a link to set a new one instead.`;

/**
 * Creates a user in the instance or branch. Without a password they receive an invitation, unless `skip_email` is set.
 * @throws Invalid by field; Forbidden for a role above one's own or access one may not give; Conflict when no licence
 * is left
 */
export async function createUser(actor: Actor, input: UserFields, branchUrl?: string | null): Promise<Person> {
  const reach = await actor.reach("user.create", branchUrl);
  const place = choosePlace(actor, reach, input.is_primary);
  const { is_primary } = place;
  // A user of neither the main site nor a branch could not sign in anywhere.
  const branchId = is_primary ? place.branchId : (place.branchId ?? (await findDefaultBranch(reach)));
  return addPerson(actor, reach, { ...input, is_primary }, { branchId, branchUrl: branchUrl ?? null });
}

/**
 * Creates a user whose place is already decided; applies all other rules.
 * @param place the branch that they join, and the name of the field that gives access to the main site
 * @throws Invalid by field, also for a user with neither, who could not sign in anywhere
 */
export async function addPerson(
  actor: Actor,
  reach: Reach<"user.create"> | Reach<"instance.manage">,
  input: UserFields & { is_owner?: boolean; password_hash?: string },
  {
    branchId = null,
    branchUrl = null,
    accessField = "is_primary",
  }: { branchId?: number | null; branchUrl?: string | null; accessField?: string } = {},
): Promise<Person> {
  const role = input.role ?? "";
  if (isRole(role)) refuseRole(actor, role);
  const rules = await queries.lockInstance(reach);
  const problems = findProblems(input, { isNew: true, today: rules.today });
  if (role === "super_admin" && !input.password) problems["password"] = [t`Set a password for a super admin.`];
  // Super admins sign in at every site.
  if (input.is_primary === false && branchId === null && role !== "super_admin") problems[accessField] = [NOWHERE];
  const own = await checkUserFields(reach, input.fields, null);
  Object.assign(problems, own.problems);
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
  const password_hash = input.password ? await hashPassword(input.password) : (input.password_hash ?? null);
  const id = await queries.insertPerson(reach, { ...fields, password_hash });
  if (id === undefined) throw new Invalid({ email: [TAKEN] });
  await noteRequirement(reach, [id]);
  if (branchId !== null) await queries.addToBranch(reach, id, branchId);
  await storeFields(reach, id, own);
  if (branchId !== null) await followPaths(actor, reach, { userIds: [id] });
  const person = { ...fields, id, password_hash, created_at: new Date(), erased_at: null };
  await recordAudit(actor, reach, {
    action: "user.created",
    subject: toAuditSubject(person),
    changes: { ...fields, ...describeFields(own) },
  });
  if (role === "super_admin") await promoteToPlatform(actor, reach, person);
  else if (password_hash === null && !fields.skip_email && is_active)
    await queueMail(actor, reach, "invitation", id, branchUrl);
  return readable(reach, person);
}

/**
 * Changes the given fields. A new role and the end of activity end the user's sessions (P9). Passwords are not changed
 * here: `sendPasswordLink` lets the user set their own (P78). A user without a branch who loses access to the main site joins
 * the default branch.
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
  const [found] = await getChangeable(actor, reach, [id]);
  const person = found!;
  const deactivate_at = input.deactivate_at === undefined ? undefined : input.deactivate_at || null;
  const problems = findProblems(
    { ...input, deactivate_at: deactivate_at === person.deactivate_at ? null : deactivate_at! },
    { isNew: false, today: rules.today },
  );
  if (input.email != null && input.email.trim().toLowerCase() !== person.email.toLowerCase())
    problems["email"] = [t`The email cannot be changed.`];
  if (input.password) problems["password"] = [OWNERS_PASSWORD];
  const own = await checkUserFields(reach, input.fields, id);
  Object.assign(problems, own.problems);
  if (Object.keys(problems).length > 0) throw new Invalid(problems);
  // Who sends the last day that has passed with everything else does not change it; who activates the person removes it.
  const isOver = person.deactivate_at !== null && person.deactivate_at <= rules.today;
  const keepsOver = isOver && (deactivate_at === undefined || deactivate_at === person.deactivate_at);
  const change = {
    first_name: input.first_name?.trim() ?? person.first_name,
    last_name: input.last_name?.trim() ?? person.last_name,
    role: input.role ?? person.role,
    is_primary: input.is_primary ?? person.is_primary,
    is_active: (keepsOver && person.is_active) || (input.is_active ?? person.is_active),
    skip_email: input.skip_email ?? person.skip_email,
    deactivate_at:
      keepsOver && input.is_active ? null : deactivate_at === undefined ? person.deactivate_at : deactivate_at,
  };
  if (change.role !== person.role) refuseRole(actor, change.role);
  if (change.is_primary !== person.is_primary && reach.role !== "super_admin") throw new Forbidden();
  await refuseLockOut(actor, reach, rules, [person], change);
  const home = person.is_primary && !change.is_primary ? await findNewHome(reach, id) : null;
  const uses = (who: Using) => usesLicence(who, rules.today);
  await refuseBeyond(reach, rules, uses(change) && !uses(person) ? 1 : 0);
  await queries.updatePeople(reach, [id], change);
  if (change.role !== person.role) await noteRequirement(reach, [id]);
  await storeFields(reach, id, own);
  if (home !== null) {
    await queries.addToBranch(reach, id, home);
    await followPaths(actor, reach, { userIds: [id] });
  }
  const after = { ...person, ...change };
  if (home !== null) await recordNewHome(actor, reach, after);
  if (change.role !== person.role || (uses(person) && !uses(change))) await queries.endSessions(reach, [id]);
  const changes = { ...differences(person, change), ...describeFields(own) };
  if (Object.keys(changes).length > 0)
    await recordAudit(actor, reach, { action: "user.updated", subject: toAuditSubject(after), changes });
  const accountChanges = listAccountChanges(person, change);
  if (change.role === "super_admin" && person.role !== "super_admin") {
    const { platform, id: operatorId } = await promoteToPlatform(actor, reach, after);
    await queueAccountChange(actor, platform, operatorId, accountChanges);
  } else await queueAccountChange(actor, reach, id, accountChanges);
  return readable(reach, after);
}

/**
 * Finds the branch that a user joins who loses access to the main site: the default one, or none when they have a branch.
 * @throws Conflict without a default branch, because the user could not sign in anywhere
 */
async function findNewHome(reach: Reach<"user.edit">, id: number): Promise<number | null> {
  if ((await queries.listBranches(reach, id)).length > 0) return null;
  const branchId = await findDefaultBranch(reach);
  if (branchId === null)
    throw new Conflict(t`Add this user to a branch first. Without one and the main site, they could not sign in.`);
  return branchId;
}

/** Records that a user joined the default branch, as if they had been added to it. */
async function recordNewHome(actor: Actor, reach: Reach<"user.edit">, person: queries.PersonRow): Promise<void> {
  const { name } = toAuditSubject(person);
  for (const branch of await queries.listBranches(reach, person.id))
    await recordAudit(actor, reach, {
      action: "branch.users_added",
      subject: { type: "branch", id: branch.id, name: branch.name },
      changes: { people: [name] },
    });
}

const MOST_AT_ONCE = 1_000;

/** Deletes several users, all or none. */
export async function deleteUsers(actor: Actor, ids: readonly number[], branchUrl?: string | null): Promise<number[]> {
  const reach = await actor.reach("user.delete", branchUrl);
  const chosen = checkChoice(ids);
  await deletePeople(actor, reach, chosen);
  return chosen;
}

/**
 * Activates or deactivates several users, all or none; returns those that changed. Activating someone whose last day has
 * passed removes that day.
 */
export async function setUsersActive(
  actor: Actor,
  ids: readonly number[],
  isActive: boolean,
  branchUrl?: string | null,
): Promise<number[]> {
  const reach = await actor.reach("user.edit", branchUrl);
  return setActive(actor, reach, checkChoice(ids), isActive);
}

/** Checks a choice of users. @throws Invalid for an empty choice, and for more users than a screen can select */
export function checkChoice(ids: readonly number[]): number[] {
  const chosen = [...new Set(ids)];
  if (chosen.length === 0) throw new Invalid({ user_ids: [t`Choose a user first.`] });
  if (chosen.length > MOST_AT_ONCE) throw new Invalid({ user_ids: [t`Choose at most ${MOST_AT_ONCE} users.`] });
  return chosen;
}

/** Deletes a user, who can be restored for 30 days; ends their sessions and frees their licence. */
export async function deleteUser(actor: Actor, id: number, branchUrl?: string | null): Promise<{ id: number }> {
  const reach = await actor.reachRow("user.delete", "users", id, branchUrl);
  await deletePeople(actor, reach, [id]);
  return { id };
}

/** Deletes users. @throws NotFound when one is outside the reach */
async function deletePeople(actor: Actor, reach: Reach<"user.delete">, ids: readonly number[]): Promise<void> {
  const rules = await queries.lockInstance(reach);
  const people = await getChangeable(actor, reach, ids);
  await refuseLockOut(actor, reach, rules, people, null);
  await queries.updatePeople(reach, ids, { deleted_at: new Date() });
  await queries.endSessions(reach, ids);
  await recordAudits(
    actor,
    reach,
    people.map((person) => ({
      action: "user.deleted",
      subject: toAuditSubject(person),
      changes: { email: person.email },
    })),
  );
}

async function setActive(
  actor: Actor,
  reach: Reach<"user.edit">,
  ids: readonly number[],
  is_active: boolean,
): Promise<number[]> {
  const rules = await queries.lockInstance(reach);
  const all = await getChangeable(actor, reach, ids);
  const people = all.filter((person) => usesLicence(person, rules.today) !== is_active);
  if (!is_active) await refuseLockOut(actor, reach, rules, people, { is_active });
  else await refuseBeyond(reach, rules, people.length);
  const changed = people.map(({ id }) => id);
  await queries.updatePeople(reach, changed, { is_active });
  const isOver = ({ deactivate_at }: Using) => is_active && deactivate_at !== null && deactivate_at <= rules.today;
  const over = people.filter(isOver).map(({ id }) => id);
  await queries.updatePeople(reach, over, { deactivate_at: null });
  if (!is_active) await queries.endSessions(reach, changed);
  await recordAudits(
    actor,
    reach,
    people.map((person) => ({
      action: "user.updated",
      subject: toAuditSubject(person),
      changes: {
        ...(person.is_active !== is_active && { is_active: [person.is_active, is_active] }),
        ...(isOver(person) && { deactivate_at: [person.deactivate_at, null] }),
      },
    })),
  );
  return changed;
}

/** Lists the changes of role and access that are mailed to the user. */
function listAccountChanges(before: Standing, after: Standing): AccountChange[] {
  const changes: AccountChange[] = [];
  if (after.role !== before.role) changes.push({ kind: "role", from: before.role as Role, to: after.role as Role });
  const isStaff = after.role !== "learner" || before.role !== "learner";
  if (isStaff && after.is_primary !== before.is_primary)
    changes.push({ kind: "main_site", has: after.is_primary === true });
  return changes;
}

/** Returns a user for reading: callers who may create or change users may read them. */
function readable(reach: Reach, person: queries.PersonRow): Person {
  return { ...person, reach: alsoFor(reach, "user.read") };
}

/** Returns the subject of a user in the audit log. */
export function toAuditSubject({ id, first_name, last_name }: { id: number; first_name: string; last_name: string }) {
  return { type: "user" as const, id, name: `${first_name} ${last_name}` };
}

/**
 * Decides where a new user belongs (P4 and P68). Only admins on the main site may choose; another choice of others is
 * refused.
 */
export function choosePlace(
  actor: Actor,
  reach: Reach<"user.create"> | Reach<"user.bulk">,
  wished: boolean | null | undefined,
) {
  const mayChoose = actor.person.isPrimary && allows(reach.role, "user.place");
  const usual = reach.branchIds === null;
  if (wished != null && wished !== usual && !mayChoose) throw new Forbidden();
  if (reach.branchIds === null) return { is_primary: wished ?? true, branchId: null };
  if (reach.branchIds.length !== 1) throw new Invalid({ branchUrl: [t`Choose one of your branches first.`] });
  return { is_primary: wished ?? false, branchId: reach.branchIds[0]! };
}

type Using = { is_active: boolean; deactivate_at: string | null };
type Standing = Partial<Using> & { role?: string; is_primary?: boolean };

/** Keeps users from locking themselves out, and an instance from losing its last admin. `change` null means deletion. */
async function refuseLockOut(
  actor: Actor,
  reach: Reach,
  rules: queries.InstanceRules,
  people: queries.PersonRow[],
  change: Standing | null,
): Promise<void> {
  const own = people.find(({ id }) => isOneself(actor, reach, id));
  if (own) {
    if (change === null) throw new Conflict(t`You cannot delete your own account.`);
    const after = { ...own, ...change };
    if (!usesLicence(after, rules.today)) throw new Conflict(t`You cannot deactivate your own account.`);
    if (after.role !== own.role) throw new Conflict(t`You cannot change your own role.`);
  }
  const leaving = people.filter((who) => leads(who) && !(change && leads({ ...who, ...change })));
  await refuseWithoutAdmin(reach, leaving);
}
