import type { Actor } from "../../access/actor.ts";
import { findInstanceId } from "../../access/session.ts";
import { inInstance } from "../../access/tenancy.ts";
import { readEmailDomain } from "../../platform/email-addresses.ts";
import { type DomainProvider, findByDomain } from "./email-domains.queries.ts";

export type { DomainProvider } from "./email-domains.queries.ts";

/**
 * Finds the provider by which people with an e-mail domain sign in at this host: that of its branch, else that of every
 * site. It only knows the domain, so it says nothing about accounts.
 * @returns null without one @throws RateLimited
 */
export async function findProviderOfDomain({ platform, visit }: Actor, typed: string): Promise<DomainProvider | null> {
  const { attempts, database } = platform;
  const instanceId = visit.instanceLabel ? await findInstanceId(database, visit.instanceLabel) : null;
  if (instanceId === null) return null;
  await attempts.begin(String(instanceId), visit.address, "email_domain");
  const domain = readEmailDomain(typed);
  if (domain === null) return null;
  const found = await inInstance(database, instanceId, (db) =>
    findByDomain({ db, instanceId }, { domain, branchUrl: visit.branchLabel }),
  );
  return found ?? null;
}
