import { listLinkHosts } from "../../access/custom-hosts.ts";
import { inInstance } from "../../access/tenancy.ts";
import type { Platform } from "../../platform/platform.ts";
import { sendEach } from "./each-mail.ts";
import { linkTo, readLogo } from "./mail-header.ts";
import { composeAnnouncementMail } from "./mail-templates.ts";
import { listChanges } from "./message-settings.queries.ts";
import { toOwnLook } from "./own-look.ts";
import * as queries from "./mails.queries.ts";

/**
 * Mails people what staff wrote to them, one mail each, but not people who are inactive or turned mails off. When sending
 * fails, `onDone` was called for all who need nothing more.
 */
export async function mailAnnouncement(
  platform: Platform,
  { instanceId, origin }: { instanceId: number; origin: string },
  message: { subject: string; body: string; sender: string | null },
  userIds: readonly number[],
  onDone: (userId: number) => void,
): Promise<void> {
  const { readers, files, own, hosts } = await inInstance(platform.database, instanceId, async (db) => {
    const readers = await queries.listReaders(db, instanceId, userIds);
    const keys = new Set(readers.flatMap(({ logo_key }) => logo_key ?? []));
    return {
      readers,
      files: keys.size > 0 ? await queries.listFiles(db, instanceId, [...keys]) : [],
      own: await listChanges(db, instanceId),
      hosts: await listLinkHosts(db, instanceId),
    };
  });
  const logos = new Map(
    await Promise.all(files.map(async (file) => [file.key, await readLogo(platform, file)] as const)),
  );
  const reached = new Set(readers.map(({ id }) => id));
  for (const id of userIds) if (!reached.has(id)) onDone(id);
  await sendEach(readers, async (reader) => {
    const head = {
      siteName: reader.site_name,
      language: reader.language,
      color: reader.color,
      logo: (reader.logo_key && logos.get(reader.logo_key)) || null,
      ...toOwnLook(reader, own, reader.language),
    };
    const profile = linkTo(platform, { origin, hosts }, reader.branch_url, "/profile").href;
    const mail = composeAnnouncementMail(head, message, profile);
    await platform.mailer.send({ instanceId, to: reader.email, ...mail });
    onDone(reader.id);
  });
}
