import type { Actor } from "../../access/actor.ts";
import { listLinkHosts } from "../../access/custom-hosts.ts";
import { siteOrigin } from "../../access/host.ts";
import { seal, unseal } from "../../access/sealed.ts";
import { inInstance } from "../../access/tenancy.ts";
import type { Language } from "../../i18n/translate.ts";
import type { Platform } from "../../platform/platform.ts";
import { linkTo } from "./mail-header.ts";
import { composeSiteListMail, type ListedSite } from "./mail-templates.ts";
import * as queries from "./site-list.queries.ts";

const PURPOSE = "email of a request for a list of sites";

interface SiteListRequest {
  /** Encrypted: finished jobs are kept for days, and belong to no instance that could erase the person there. */
  sealedEmail: string;
  /** The origin of the request. */
  origin: string;
}

declare module "../../platform/jobs.ts" {
  interface JobMap {
    "mail.site_list": JobPayload & SiteListRequest;
  }
}

/** Mails a person, by a job, the sites where they have an account. */
export async function queueSiteList({ platform, visit }: Actor, email: string): Promise<void> {
  const sealedEmail = seal(platform.secret, PURPOSE, "", email).toString("base64");
  await inInstance(platform.database, null, (db) =>
    platform.jobs.enqueue(db, "mail.site_list", { instanceId: null, actorId: null, sealedEmail, origin: visit.origin }),
  );
}

/**
 * Mails the sites where a person may sign in; nothing to an address without an account. One instance after the other is
 * asked, each within its own wall.
 */
export async function sendSiteList(platform: Platform, { sealedEmail, origin }: SiteListRequest): Promise<void> {
  const { config, database } = platform;
  const email = unseal(platform.secret, PURPOSE, "", Buffer.from(sealedEmail, "base64"));
  const sites: ListedSite[] = [];
  let first: { id: number; language: Language } | undefined;
  for (const { id, name, domain } of await queries.listInstances(database)) {
    const found = await inInstance(database, id, async (db) => {
      const account = await queries.findAccount(db, id, email);
      return account && { ...account, hosts: await listLinkHosts(db, id) };
    });
    if (!found) continue;
    first ??= { id, language: found.language };
    const at = { origin: siteOrigin(origin, config, domain), hosts: found.hosts };
    const toLink = (branchUrl: string | null) => linkTo(platform, at, branchUrl, "/login").href;
    if (found.is_primary) sites.push({ name, link: toLink(null) });
    else for (const branch of found.branches) sites.push({ name: `${name}, ${branch.name}`, link: toLink(branch.url) });
  }
  if (!first || sites.length === 0) return;
  const head = { siteName: config.PRODUCT_NAME, language: first.language, color: null, logo: null };
  await platform.mailer.send({ instanceId: first.id, to: email, ...composeSiteListMail(head, sites) });
}
