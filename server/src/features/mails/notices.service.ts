import { inInstance } from "../../access/tenancy.ts";
import type { Platform } from "../../platform/platform.ts";
import { noticeLetter } from "./letters.ts";
import { linkTo, logoOf } from "./letterhead.ts";
import * as queries from "./mails.queries.ts";
import type { Notice } from "./notice-words.ts";

export type { Notice, NoticeKind } from "./notice-words.ts";

/**
 * Mails people what they are told of, each one letter. Nothing goes to those who are inactive, get no mail at all or have turned
 * these off. When sending fails, `onDone` has been called for those who need nothing more.
 * @param noticesOf by the person's id
 */
export async function mailNotices(
  platform: Platform,
  { instanceId, origin }: { instanceId: number; origin: string },
  noticesOf: ReadonlyMap<number, Notice[]>,
  onDone: (userId: number) => void,
): Promise<void> {
  const { readers, files } = await inInstance(platform.database, instanceId, async (db) => {
    const readers = await queries.listReaders(db, instanceId, [...noticesOf.keys()]);
    const keys = new Set(readers.flatMap(({ logo_key }) => logo_key ?? []));
    return { readers, files: keys.size > 0 ? await queries.listFiles(db, instanceId, [...keys]) : [] };
  });
  const logos = new Map(
    await Promise.all(files.map(async (file) => [file.key, await logoOf(platform, file)] as const)),
  );
  const reached = new Set(readers.map(({ id }) => id));
  for (const id of noticesOf.keys()) if (!reached.has(id)) onDone(id);
  for (const reader of readers) {
    const head = {
      siteName: reader.site_name,
      language: reader.language,
      color: reader.color,
      logo: (reader.logo_key && logos.get(reader.logo_key)) || null,
    };
    const link = (path: string) => linkTo(platform, origin, reader.branch_url, path).href;
    const letter = noticeLetter(head, reader.first_name, noticesOf.get(reader.id)!, link);
    await platform.mailer.send({ to: reader.email, ...letter });
    onDone(reader.id);
  }
}
