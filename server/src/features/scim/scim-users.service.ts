import { type Actor, alsoFor, type Reach } from "../../access/actor.ts";
import { changeProvisionedEmail } from "../accounts/email-changes.service.ts";
import { recordAudit } from "../audit/audit.service.ts";
import { refuseUnchangeable } from "../users/authority.service.ts";
import * as people from "../users/people.service.ts";
import type { Listing } from "./conditions.ts";
import { checkVersion, type Resource, toUserResource } from "./representation.ts";
import { bad, missing, taken } from "./scim-error.ts";
import * as queries from "./scim-users.queries.ts";
import type { UserInput } from "./user-changes.ts";

/** Lists users with the total. */
export async function listUsers(
  actor: Actor,
  listing: Listing,
  base: string,
): Promise<{ resources: Resource[]; total: number }> {
  const { rows, total } = await queries.listUsers(await actor.reach("user.view"), listing);
  return { resources: rows.map((row) => toUserResource(row, base)), total };
}

/** Returns a user. @throws ScimError 404 */
export async function getUser(actor: Actor, id: number, base: string): Promise<Resource> {
  return read(await actor.reach("user.view"), id, base);
}

/**
 * Creates a user, a learner unless a role is given, who is invited as if an admin had created them.
 * @throws ScimError 409 for a user name or external id that is in use; the errors of `createUser`
 */
export async function createUser(actor: Actor, input: UserInput, base: string): Promise<Resource> {
  const reach = await actor.reach("user.create");
  await queries.lockInstance(reach);
  const { userName, role = "learner", active = true } = input;
  if (!userName) throw bad("invalidValue", "userName is missing.");
  if ((await queries.findIdByUserName(reach, userName)) !== undefined) throw userNameIsTaken(userName);
  const { first_name, last_name } = toNames(input);
  const fields = { first_name, last_name, email: userName, role: role ?? "learner", is_active: active };
  const { id } = await people.createUser(actor, fields);
  if (input.externalId != null && !(await queries.setExternalId(reach, id, input.externalId)))
    throw externalIdIsTaken(input.externalId);
  return read(alsoFor(reach, "user.view"), id, base);
}

/**
 * Changes a user by what a request says of them. The user name is the address they sign in with: it changes only for users
 * whom the provider keeps, known by an external id (ADR 160).
 * @throws ScimError 404, 409, 412, 400; the errors of `updateUser`, Forbidden for an admin
 */
export async function updateUser(
  actor: Actor,
  id: number,
  input: UserInput,
  { ifMatch, base }: { ifMatch: string | null; base: string },
): Promise<Resource> {
  const reach = await actor.reach("user.edit");
  await queries.lockInstance(reach);
  const before = await queries.findUser(reach, id);
  if (!before) throw missing("User");
  checkVersion(ifMatch, toUserResource(before, base));
  await refuseUnchangeable(actor, reach, [before]);
  const { userName, externalId } = input;
  if (userName != null && userName.toLowerCase() !== before.email.toLowerCase())
    await changeUserName(actor, reach, before, userName);
  const change = findChange(input, before);
  if (Object.keys(change).length > 0) await people.updateUser(actor, id, change);
  if (externalId !== undefined && externalId !== before.external_id) {
    if (!(await queries.setExternalId(reach, id, externalId))) throw externalIdIsTaken(externalId!);
    await recordAudit(actor, reach, {
      action: "user.updated",
      subject: people.toAuditSubject(before),
      changes: { external_id: [before.external_id, externalId] },
    });
  }
  return read(reach, id, base);
}

/** @throws ScimError 400 for a user without an external id, 409 for a name that is in use; Invalid */
async function changeUserName(
  actor: Actor,
  reach: Reach<"user.edit">,
  before: queries.UserRow,
  userName: string,
): Promise<void> {
  if (before.external_id === null)
    throw bad("mutability", "The userName is the address that the user signs in with. Set an externalId first.");
  if ((await queries.findIdByUserName(reach, userName)) !== undefined) throw userNameIsTaken(userName);
  await changeProvisionedEmail(actor, reach, before, userName);
}

/** Deletes a user, whom admins can restore for 30 days. @throws ScimError 404, 412; the errors of `deleteUser` */
export async function deleteUser(
  actor: Actor,
  id: number,
  { ifMatch, base }: { ifMatch: string | null; base: string },
): Promise<Resource> {
  const reach = await actor.reach("user.edit");
  await queries.lockInstance(reach);
  const user = await read(reach, id, base);
  checkVersion(ifMatch, user);
  await people.deleteUser(actor, id);
  return user;
}

async function read(reach: Reach<"user.view"> | Reach<"user.edit">, id: number, base: string): Promise<Resource> {
  const row = await queries.findUser(reach, id);
  if (!row) throw missing("User");
  return toUserResource(row, base);
}

/** Returns the fields that a request changes. */
function findChange(input: UserInput, before: queries.UserRow): people.UserFields {
  const { givenName, familyName, active } = input;
  const role = input.role ?? (input.removedRoles?.includes(before.role) ? "learner" : null);
  return {
    ...(givenName != null && givenName !== before.first_name && { first_name: givenName }),
    ...(familyName != null && familyName !== before.last_name && { last_name: familyName }),
    ...(role != null && role !== before.role && { role }),
    // Activating someone whose last day has passed removes that day.
    ...(active !== undefined &&
      active !== before.is_active && { is_active: active, ...(active && { deactivate_at: null }) }),
  };
}

/** Returns the names of a new user; those that are missing are made of the whole name. */
function toNames({ givenName, familyName, wholeName }: UserInput): { first_name: string; last_name: string } {
  const [first = "", ...rest] = (wholeName ?? "").split(/\s+/);
  const first_name = givenName ?? first;
  const last_name = familyName ?? rest.join(" ");
  if (!first_name) throw bad("invalidValue", "name.givenName is missing.");
  if (!last_name) throw bad("invalidValue", "name.familyName is missing.");
  return { first_name, last_name };
}

const userNameIsTaken = (userName: string) => taken(`The userName '${userName}' is already in use.`);
const externalIdIsTaken = (externalId: string) => taken(`The externalId '${externalId}' is already in use.`);
