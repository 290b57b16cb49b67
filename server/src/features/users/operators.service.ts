import type { Actor, Reach } from "../../access/actor.ts";
import { Invalid } from "../../errors.ts";
import * as queries from "./person.queries.ts";

/**
 * Makes somebody one of the platform's own people (decision 6): they get a row in its instance, and the one here becomes that
 * of a visitor, whose password is the platform's. Only operators come this far.
 * @throws Invalid when the platform knows the e-mail address already, or there is no password to sign in with
 */
export async function promoteToPlatform(actor: Actor, reach: Reach, person: queries.PersonRow): Promise<void> {
  if (!person.password_hash) throw new Invalid({ role: ["This person has to set a password before."] });
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
  if (id === undefined) throw new Invalid({ role: ["The platform has a person with this email already."] });
  await queries.updatePeople(reach, [person.id], { platform_user_id: id, is_primary: true });
}
