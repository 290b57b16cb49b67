import { listLinkHosts } from "../../access/custom-hosts.ts";
import { inInstance } from "../../access/tenancy.ts";
import type { Language } from "../../i18n/translate.ts";
import type { Platform } from "../../platform/platform.ts";
import { linkTo, readLogo, type Sites } from "./mail-header.ts";
import { composeLinkMail } from "./mail-templates.ts";
import type { RegistrationMail } from "./mail-texts.ts";
import { listChanges } from "./message-settings.queries.ts";
import { toOwnLook } from "./own-look.ts";
import * as queries from "./mails.queries.ts";

interface Request {
  instanceId: number;
  kind: RegistrationMail;
  to: string;
  /** The person's first name. */
  name: string;
  language: Language;
  branchUrl: string | null;
  origin: string;
  path: string;
  search: Record<string, string>;
}

/** Returns the address of a page of the main site or of a branch. */
export const siteLink = (platform: Platform, sites: Sites, branchUrl: string | null, path: string): string =>
  linkTo(platform, sites, branchUrl, path).href;

/** Mails a person who registers and is no user yet, in the look of the site where they register. */
export async function sendRegistrationMail(
  platform: Platform,
  { instanceId, kind, to, name, language, branchUrl, origin, path, search }: Request,
): Promise<void> {
  const { look, file, own, hosts } = await inInstance(platform.database, instanceId, async (db) => {
    const look = await queries.findLook(db, instanceId, branchUrl);
    const own = await listChanges(db, instanceId);
    const hosts = await listLinkHosts(db, instanceId);
    return {
      look,
      own,
      hosts,
      file: look.logo_key ? await queries.findFile(db, instanceId, look.logo_key) : undefined,
    };
  });
  if (own.switches.some((each) => each.kind === kind && !each.by_mail)) return;
  const head = {
    siteName: look.name,
    language,
    color: look.color,
    logo: await readLogo(platform, file),
    ...toOwnLook(look, own, language),
  };
  const link = linkTo(platform, { origin, hosts }, branchUrl, path);
  for (const [key, value] of Object.entries(search)) link.searchParams.set(key, value);
  await platform.mailer.send({ instanceId, to, ...composeLinkMail(kind, head, { name }, link.href) });
}
