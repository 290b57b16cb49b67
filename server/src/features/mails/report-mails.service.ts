import type { Reach } from "../../access/actor.ts";
import { listLinkHosts } from "../../access/custom-hosts.ts";
import { inInstance } from "../../access/tenancy.ts";
import type { Language } from "../../i18n/translate.ts";
import type { Platform } from "../../platform/platform.ts";
import { composeReportMail } from "./mail-templates.ts";
import { linkTo, readLogo } from "./mail-header.ts";
import { listChanges } from "./message-settings.queries.ts";
import { toOwnLook } from "./own-look.ts";
import * as queries from "./mails.queries.ts";

/** Returns the language of a user's mails; null for one who may not sign in or gets no mails. */
export async function findReportLanguage(
  { db, instanceId }: Pick<Reach, "db" | "instanceId">,
  userId: number,
): Promise<Language | null> {
  return (await queries.findMailable(db, instanceId, userId))?.language ?? null;
}

/** Mails a scheduled report to a user, unless they may not sign in or get no mails. */
export async function mailReport(
  platform: Platform,
  { instanceId, origin, userId }: { instanceId: number; origin: string; userId: number },
  name: string,
  attachment: { name: string; type: string; content: Buffer },
): Promise<void> {
  const { recipient, logo, own, hosts } = await inInstance(platform.database, instanceId, async (db) => {
    const recipient = await queries.findMailable(db, instanceId, userId);
    return {
      recipient,
      own: await listChanges(db, instanceId),
      hosts: await listLinkHosts(db, instanceId),
      logo: recipient?.logo_key ? await queries.findFile(db, instanceId, recipient.logo_key) : undefined,
    };
  });
  if (!recipient) return;
  const head = {
    siteName: recipient.site_name,
    language: recipient.language,
    color: recipient.color,
    logo: await readLogo(platform, logo),
    ...toOwnLook(recipient, own, recipient.language),
  };
  const link = linkTo(platform, { origin, hosts }, recipient.branch_url, "/reports/users").href;
  const mail = composeReportMail(head, recipient.first_name, name, link);
  await platform.mailer.send({ instanceId, to: recipient.email, ...mail, files: [attachment] });
}
