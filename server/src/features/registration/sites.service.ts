import type { Actor } from "../../access/actor.ts";
import { Invalid, NotFound } from "../../errors.ts";
import { t } from "../../i18n/message.ts";
import { recordAudit } from "../audit/audit.service.ts";
import { checkPlaces } from "./invitations.service.ts";
import { readEmailDomain } from "../../platform/email-addresses.ts";
import * as queries from "./places.queries.ts";

export type RegistrationSite = queries.SiteRow;

export interface SiteInput {
  branch_id: number | null;
  is_open: boolean;
  domains: string[];
  needs_approval: boolean;
  group_ids: number[];
}

const MOST_DOMAINS = 50;

/** Lists the main site and the branches, with whether people may register there without an invitation. */
export async function listSites(actor: Actor): Promise<RegistrationSite[]> {
  return queries.listSites(await actor.reach("registration.manage"));
}

/**
 * Opens or closes a site for registration. Accounts are created with the rights that the caller has then.
 * @throws Invalid by field; NotFound for a branch
 */
export async function updateSite(actor: Actor, input: SiteInput): Promise<RegistrationSite> {
  const reach = await actor.reach("registration.manage");
  const name = await queries.lockInstance(reach);
  const { branch_id, is_open, needs_approval } = input;
  const typed = input.domains.map((domain) => domain.trim().replace(/^@/, "")).filter(Boolean);
  const domains = [
    ...new Set(typed.map((domain) => (domain.includes("@") ? null : readEmailDomain(domain)) ?? domain)),
  ];
  if (domains.length > MOST_DOMAINS) throw new Invalid({ domains: [t`Enter at most ${MOST_DOMAINS} domains.`] });
  const wrong = domains.find((domain) => domain.includes("@") || readEmailDomain(domain) === null);
  if (wrong !== undefined) throw new Invalid({ domains: [t`'${wrong}' is not a domain, such as example.org.`] });
  const { group_ids } = await checkPlaces(reach, { branch_id, course_id: null, group_ids: input.group_ids });
  if (is_open) await queries.openSite(reach, { branch_id, domains, needs_approval, group_ids });
  else await queries.closeSite(reach, branch_id);
  const site = (await queries.listSites(reach)).find((each) => each.branch_id === branch_id);
  if (!site) throw new NotFound("Branch");
  await recordAudit(actor, reach, {
    action: is_open ? "registration.opened" : "registration.closed",
    subject:
      branch_id === null
        ? { type: "instance", id: reach.instanceId, name }
        : { type: "branch", id: branch_id, name: site.name },
    changes: is_open ? { domains, needs_approval, group_ids } : {},
  });
  return site;
}
