import * as z from "zod";
import type { Actor } from "../../access/actor.ts";
import { inInstance } from "../../access/tenancy.ts";
import { Invalid } from "../../errors.ts";
import { queueContactMail } from "../mails/mails.service.ts";
import * as queries from "./contact.queries.ts";

const text = (message: string, most: number) =>
  z.string().trim().min(1, message).max(most, `This can have at most ${most} characters.`);

const form = z.object({
  firstname: text("Enter your first name.", 100),
  lastname: text("Enter your last name.", 100),
  email: z.string().trim().max(254).pipe(z.email("Enter a valid email address.")),
  country: z.enum(["AF", "AL", "DZ", "US", "GB"], "Choose your country."),
  message: text("Enter your question.", 5000),
});

const SENT = "Your message has been sent successfully!";

/**
 * Keeps a message of the contact page and mails it to the platform's operator; for anybody.
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
