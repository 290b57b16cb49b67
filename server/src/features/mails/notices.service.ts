import { listLinkHosts } from "../../access/custom-hosts.ts";
import { inInstance } from "../../access/tenancy.ts";
import type { Platform } from "../../platform/platform.ts";
import type { Language } from "../../i18n/translate.ts";
import { sendEach } from "./each-mail.ts";
import { toSubject } from "./message-blocks.ts";
import { composeNoticeMail, toNoticeValues } from "./mail-templates.ts";
import { linkTo, readLogo } from "./mail-header.ts";
import { listChanges } from "./message-settings.queries.ts";
import { toOwnLook } from "./own-look.ts";
import * as queries from "./mails.queries.ts";
import type { Notice } from "./notice-texts.ts";

export type { Notice, NoticeKind } from "./notice-texts.ts";

/**
 * Mails users their notifications, one mail each, but not to users who are inactive or
 * turned mails off, and not of kinds that the instance has switched off. When sending
 * fails, `onDone` was called for all who need nothing more.
 * @param noticesByPerson by user id
 */
export async function mailNotices(
  platform: Platform,
  { instanceId, origin }: { instanceId: number; origin: string },
  noticesByPerson: ReadonlyMap<number, Notice[]>,
  onDone: (userId: number) => void,
): Promise<void> {
  const { readers, files, own, hosts } = await inInstance(platform.database, instanceId, async (db) => {
    const readers = await queries.listReaders(db, instanceId, [...noticesByPerson.keys()]);
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
  for (const id of noticesByPerson.keys()) if (!reached.has(id)) onDone(id);
  const isOff = new Set(own.switches.flatMap(({ kind, by_mail }) => (by_mail ? [] : kind)));
  await sendEach(readers, async (reader) => {
    const notices = noticesByPerson.get(reader.id)!.filter(({ kind }) => !isOff.has(kind));
    if (notices.length === 0) {
      onDone(reader.id);
      return;
    }
    const head = {
      siteName: reader.site_name,
      language: reader.language,
      color: reader.color,
      logo: (reader.logo_key && logos.get(reader.logo_key)) || null,
      ...toOwnLook(reader, own, reader.language),
    };
    const link = (path: string) => linkTo(platform, { origin, hosts }, reader.branch_url, path).href;
    const mail = composeNoticeMail(head, reader.first_name, notices, link);
    await platform.mailer.send({ instanceId, to: reader.email, ...mail });
    onDone(reader.id);
  });
}

/** Returns an instance's own text of a notification in the product: the subject of its mail. */
export function fillNoticeText(
  subject: string,
  about: Omit<Notice, "kind" | "path">,
  { language, firstName, site }: { language: Language; firstName: string; site: string },
): string {
  const values = { ...toNoticeValues(about, language), first_name: firstName, site };
  return toSubject({ subject, body: "" }, values);
}
