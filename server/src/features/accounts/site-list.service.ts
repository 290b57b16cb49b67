import type { Actor } from "../../access/actor.ts";
import { Invalid } from "../../errors.ts";
import { t } from "../../i18n/message.ts";
import { queueSiteList } from "../mails/site-list-mails.service.ts";

/** Equal for known and unknown addresses. */
const SENT = t`If there are training sites for this email, we have sent you their addresses.`;

/**
 * Mails a person the addresses of the training sites where they have an account. Response and work are equal for unknown
 * e-mails: a job looks for the accounts.
 * @throws Invalid for a malformed e-mail; RateLimited after too many requests
 */
export async function requestSiteList(actor: Actor, input: string): Promise<string> {
  const { visit, platform } = actor;
  const email = input.trim();
  if (email === "") throw new Invalid({ email: [t`Enter your email.`] });
  if (email.length > 320 || !/^\S+@\S+$/.test(email)) throw new Invalid({ email: [t`Enter a valid email address.`] });
  await platform.attempts.begin(email.toLowerCase(), visit.address, "site_list");
  await queueSiteList(actor, email);
  return SENT;
}
