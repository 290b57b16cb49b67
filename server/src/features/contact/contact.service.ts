import * as z from "zod";
import type { Actor } from "../../access/actor.ts";
import { inInstance } from "../../access/tenancy.ts";
import { Invalid } from "../../errors.ts";
import { queueContactMail } from "../mails/mails.service.ts";
import * as queries from "./contact.queries.ts";
import { t } from "../../i18n/message.ts";
import { EMAIL } from "../../platform/email-addresses.ts";

const text = (missing: string, most: number, tooLong: string) => z.string().trim().min(1, missing).max(most, tooLong);

const form = z.object({
  firstname: text(t`Enter your first name.`, 100, t`This can have at most 100 characters.`),
  lastname: text(t`Enter your last name.`, 100, t`This can have at most 100 characters.`),
  email: z
    .string()
    .trim()
    .max(254)
    .pipe(z.email({ pattern: EMAIL, error: t`Enter a valid email address.` })),
  country: z.enum(["AF", "AL", "DZ", "US", "GB"], t`Choose your country.`),
  message: text(t`Enter your question.`, 5000, t`This can have at most 5000 characters.`),
});

const SENT = t`Your message has been sent successfully!`;

/**
 * Stores a message of the contact page and mails it to the operators; for anonymous callers.
 * @throws Invalid by field; RateLimited after several messages
 */
export async function sendMessage(
  actor: Actor,
  input: Record<keyof z.input<typeof form>, string>,
): Promise<{ message: string }> {
  const { platform, visit } = actor;
  const parsed = form.safeParse(input);
  if (!parsed.success) throw new Invalid(z.flattenError(parsed.error).fieldErrors as Record<string, string[]>);
  const { firstname, lastname, ...rest } = parsed.data;
  await platform.attempts.begin(rest.email.toLowerCase(), visit.address, "contact");
  await inInstance(platform.database, null, async (db) => {
    const id = await queries.insertMessage(db, { first_name: firstname, last_name: lastname, ...rest });
    await queueContactMail(platform, db, id);
  });
  return { message: SENT };
}
