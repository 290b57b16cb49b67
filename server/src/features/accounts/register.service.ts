import type { Actor } from "../../access/actor.ts";
import { Invalid } from "../../errors.ts";
import { addPerson } from "../users/people.service.ts";
import { t } from "../../i18n/message.ts";

export interface Registration {
  first_name: string;
  last_name: string;
  email: string;
  password: string;
  role: string;
}

/**
 * Registers a learner of this instance; for operators.
 * @throws Invalid by field, also for any role but learner; Conflict when no licence is left
 */
export async function registerUser(actor: Actor, input: Registration) {
  await actor.reach("account.register");
  if (input.role !== "learner") throw new Invalid({ role: [t`Only learners are registered here.`] });
  if (!input.password) throw new Invalid({ password: [t`Enter a password.`] });
  return addPerson(actor, await actor.reach("instance.manage"), { ...input, is_primary: true });
}
