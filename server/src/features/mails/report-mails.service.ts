import { inInstance } from "../../access/tenancy.ts";
import type { Platform } from "../../platform/platform.ts";
import { reportLetter } from "./letters.ts";
import { linkTo, logoOf } from "./letterhead.ts";
import * as queries from "./mails.queries.ts";

/** Mails somebody a report that was planned for them. Nothing goes to who may not sign in or gets no mail at all. */
export async function mailReport(
  platform: Platform,
  { instanceId, origin, userId }: { instanceId: number; origin: string; userId: number },
  name: string,
  attachment: { name: string; type: string; content: Buffer },
): Promise<void> {
  const { recipient, logo } = await inInstance(platform.database, instanceId, async (db) => {
    const recipient = await queries.findMailable(db, instanceId, userId);
    return {
      recipient,
      logo: recipient?.logo_key ? await queries.findFile(db, instanceId, recipient.logo_key) : undefined,
    };
  });
  if (!recipient) return;
  const head = {
    siteName: recipient.site_name,
    language: recipient.language,
    color: recipient.color,
    logo: await logoOf(platform, logo),
  };
  const link = linkTo(platform, origin, recipient.branch_url, "/reports/users").href;
  const letter = reportLetter(head, recipient.first_name, name, link);
  await platform.mailer.send({ to: recipient.email, ...letter, files: [attachment] });
}
