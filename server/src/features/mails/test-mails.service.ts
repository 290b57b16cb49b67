import { siteOrigin } from "../../access/host.ts";
import { listLinkHosts } from "../../access/custom-hosts.ts";
import { inInstance } from "../../access/tenancy.ts";
import { t } from "../../i18n/message.ts";
import { type Language, translate } from "../../i18n/translate.ts";
import type { Platform } from "../../platform/platform.ts";
import { linkTo, readLogo } from "./mail-header.ts";
import { composeTestMail } from "./mail-templates.ts";
import * as queries from "./mails.queries.ts";
import type { MessageText } from "./message-kinds.ts";
import { toOwnLook } from "./own-look.ts";

/** A text of an admin that is mailed to them alone. */
export interface TestMail {
  instanceId: number;
  userId: number;
  origin: string;
  language: Language;
  text: MessageText;
  values: Record<string, string>;
}

/** Mails a text as it would look, to the admin who wrote it. Its button leads to the start page. */
export async function sendTestMail(
  platform: Platform,
  { instanceId, userId, origin, language, text, values }: TestMail,
): Promise<void> {
  const found = await inInstance(platform.database, instanceId, async (db) => {
    const to = await queries.findAddress(db, instanceId, userId);
    const look = await queries.findLook(db, instanceId, null);
    const { domain } = await queries.findSite(db, instanceId);
    const hosts = await listLinkHosts(db, instanceId);
    return {
      to,
      hosts,
      look,
      domain,
      file: look.logo_key ? await queries.findFile(db, instanceId, look.logo_key) : undefined,
    };
  });
  const { to, look, domain } = found;
  if (to === undefined) return;
  const head = {
    siteName: look.name,
    language,
    color: look.color,
    logo: await readLogo(platform, found.file),
    ...toOwnLook(look, { switches: [], texts: [] }, language),
  };
  const href = linkTo(
    platform,
    { origin: siteOrigin(origin, platform.config, domain), hosts: found.hosts },
    null,
    "/",
  ).href;
  const changes = [translate(t`What has changed is written here.`, language)];
  await platform.mailer.send({ instanceId, to, ...composeTestMail(head, text, { values, href, changes }) });
}
