import type { Actor, Reach } from "../../access/actor.ts";
import { announceChange } from "../../db/changes.ts";
import { afterCommit } from "../../db/client.ts";
import { Conflict, Invalid, NotFound } from "../../errors.ts";
import { t } from "../../i18n/message.ts";
import { recordAudit } from "../audit/audit.service.ts";
import * as queries from "./domains.queries.ts";
import { readHostName } from "./host-name.ts";
import { type ProofRecord, toProof } from "./proof.ts";

/** A host name of an instance with the record that proves it, and where the name has to lead. */
export interface CustomDomain extends queries.DomainRow {
  record: ProofRecord;
  target: string;
}

const MOST_DOMAINS = 20;

/** Lists the host names of the instance and its branches, by name. */
export async function listDomains(actor: Actor): Promise<CustomDomain[]> {
  const reach = await actor.reach("settings.manage");
  return (await queries.listDomains(reach)).map((row) => toDomain(actor, reach, row));
}

/**
 * Adds a host name, which is served once it is proved, and has it checked.
 * @throws Invalid for a name that is none, belongs to the product, or is listed already; Conflict on a server of one
 * instance, which serves it at every name
 */
export async function addDomain(actor: Actor, typed: string, branchId: number | null): Promise<CustomDomain> {
  const reach = await actor.reach("settings.manage");
  const { config } = actor.platform;
  if (config.SINGLE_INSTANCE)
    throw new Conflict(t`This installation serves one organisation at every name that leads to it.`);
  const host = readHostName(typed, config);
  if (branchId !== null && !(await queries.branchExists(reach, branchId)))
    throw new Invalid({ branch_id: [t`Choose a site of the list.`] });
  if ((await queries.listDomains(reach)).length >= MOST_DOMAINS)
    throw new Invalid({ host: [t`An organisation has at most ${MOST_DOMAINS} domains.`] });
  const id = await queries.insertDomain(reach, host, branchId);
  if (id === undefined) throw new Invalid({ host: [t`This domain is in the list already.`] });
  const domain = await getDomain(actor, reach, id);
  await record(actor, reach, "domain.added", domain, { site: domain.branch_name });
  await enqueueCheck(actor, reach, id);
  return domain;
}

/** Removes a host name at once; anybody may prove it afterwards. */
export async function removeDomain(actor: Actor, id: number): Promise<CustomDomain> {
  const reach = await actor.reach("settings.manage");
  const domain = await getDomain(actor, reach, id);
  await queries.deleteDomain(reach, domain);
  await record(actor, reach, "domain.removed", domain, { state: domain.state });
  await announceChange(reach.db, "hosts");
  afterCommit(reach.db, () => actor.platform.customHosts.forget());
  return domain;
}

/** Has a host name checked by a job now. @throws RateLimited after thirty checks in a quarter of an hour */
export async function checkDomain(actor: Actor, id: number): Promise<CustomDomain> {
  const reach = await actor.reach("settings.manage");
  const domain = await getDomain(actor, reach, id);
  await actor.platform.attempts.begin(String(reach.instanceId), actor.visit.address, "domain_check");
  await queries.markChecking(reach, id);
  await enqueueCheck(actor, reach, id);
  return { ...domain, is_checking: true };
}

/** Chooses whether links of its site use a host name. @throws Conflict for a name that is not proved */
export async function chooseDomain(actor: Actor, id: number, isPrimary: boolean): Promise<CustomDomain> {
  const reach = await actor.reach("settings.manage");
  const domain = await getDomain(actor, reach, id);
  if (isPrimary && domain.state !== "verified") throw new Conflict(t`Links can only use a domain that is verified.`);
  if (isPrimary || domain.is_primary) await queries.setPrimary(reach, domain.branch_id, isPrimary ? id : null);
  await record(actor, reach, "domain.primary_changed", domain, { is_primary: [domain.is_primary, isPrimary] });
  return { ...domain, is_primary: isPrimary };
}

async function enqueueCheck(actor: Actor, { db, instanceId, userId }: Reach, id: number): Promise<void> {
  await actor.platform.jobs.enqueue(db, "domains.check", { instanceId, actorId: userId, id });
}

async function getDomain(actor: Actor, reach: Reach<"settings.manage">, id: number): Promise<CustomDomain> {
  const row = await queries.findDomain(reach, id);
  if (!row) throw new NotFound("Domain");
  return toDomain(actor, reach, row);
}

function toDomain({ platform, instance }: Actor, { instanceId }: Reach, row: queries.DomainRow): CustomDomain {
  return {
    ...row,
    record: toProof(platform.secret, instanceId, row.host),
    target: [row.branch_url, instance.domain, platform.config.BASE_DOMAIN].filter(Boolean).join("."),
  };
}

async function record(
  actor: Actor,
  reach: Reach<"settings.manage">,
  action: "domain.added" | "domain.removed" | "domain.primary_changed",
  { id, host }: CustomDomain,
  changes: Record<string, unknown>,
): Promise<void> {
  await recordAudit(actor, reach, { action, subject: { type: "custom_domain", id, name: host }, changes });
}
