import type { Actor } from "../../access/actor.ts";
import { NotFound } from "../../errors.ts";
import { recordAudit } from "../audit/audit.service.ts";
import { findDefaultBranch } from "../branches/branches.service.ts";
import { addPerson, updateUser } from "../users/people.service.ts";
import * as queries from "./instance-users.queries.ts";

export interface InstanceUserInput {
  first_name: string;
  last_name: string;
  email: string;
  password?: string | null;
  role: string;
  primary_access?: boolean | null;
  is_active?: boolean | null;
  is_owner?: boolean | null;
  skip_email?: boolean | null;
}

export interface InstanceUserFlags {
  primary_access: boolean;
  is_active: boolean;
  is_owner: boolean;
}

/**
 * Creates a user in an instance, from any host. Without a password they receive a link to set one at the instance's own
 * address, unless `skip_email` is set.
 * @throws NotFound; Invalid by field; Conflict when no licence is left
 */
export async function createInstanceUser(actor: Actor, instanceId: number, input: InstanceUserInput) {
  const reach = await actor.reachInstance("instance.manage", instanceId);
  const { primary_access, ...fields } = input;
  const is_primary = primary_access ?? true;
  const person = {
    ...fields,
    is_primary,
    is_active: input.is_active ?? true,
    is_owner: input.is_owner ?? false,
    skip_email: input.skip_email ?? false,
  };
  // A user of neither the main site nor a branch could not sign in anywhere.
  const branchId = is_primary ? null : await findDefaultBranch(reach);
  return addPerson(actor, reach, person, { branchId, accessField: "primary_access" });
}

/**
 * Saves the three flags of a user of an instance; `updateUser` changes their other fields (P19).
 * @throws NotFound; Conflict when no licence is left
 */
export async function editInstanceUser(
  actor: Actor,
  instanceId: number,
  userId: number,
  { primary_access, is_active, is_owner }: InstanceUserFlags,
): Promise<{ id: number }> {
  const reach = await actor.reachInstance("instance.manage", instanceId);
  const person = await queries.findPerson(reach, userId);
  if (!person) throw new NotFound("User");
  await updateUser(actor, userId, { is_primary: primary_access, is_active });
  if (person.is_owner !== is_owner) {
    await queries.setOwner(reach, userId, is_owner);
    await recordAudit(actor, reach, {
      action: "user.updated",
      subject: { type: "user", id: userId, name: `${person.first_name} ${person.last_name}` },
      changes: { is_owner: [person.is_owner, is_owner] },
    });
  }
  return { id: userId };
}
