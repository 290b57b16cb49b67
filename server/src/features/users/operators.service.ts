import type { Actor, Reach } from "../../access/actor.ts";
import { Invalid } from "../../errors.ts";
import * as queries from "./person.queries.ts";
import { t } from "../../i18n/message.ts";

/**
 * Makes a user an operator of the platform (P6): creates a row in the platform's instance, and turns the row here into
 * a visitor's, whose password is the platform's. For operators only.
 * @returns the row in the platform's instance
 * @throws Invalid when the platform knows the e-mail address already, or the user has no password
 */
export async function promoteToPlatform(
  actor: Actor,
  reach: Reach,
  person: queries.PersonRow,
): Promise<{ platform: Reach; id: number }> {
  if (!person.password_hash) throw new Invalid({ role: [t`This person has to set a password first.`] });
  const platform = await actor.reachPlatform();
  const id = await queries.insertPerson(platform, {
    first_name: person.first_name,
    last_name: person.last_name,
    email: person.email,
    password_hash: person.password_hash,
    role: "super_admin",
    is_primary: true,
    is_active: person.is_active,
    skip_email: true,
    deactivate_at: person.deactivate_at,
  });
  if (id === undefined) throw new Invalid({ role: [t`The platform has a person with this email already.`] });
  await queries.updatePeople(reach, [person.id], { platform_user_id: id, is_primary: true });
  // The link of a change that waits would give the row here another address than the operator has.
  await queries.endEmailChange(reach, person.id);
  return { platform, id };
}
