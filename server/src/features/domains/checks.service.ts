import { siteOrigin } from "../../access/host.ts";
import { inInstance } from "../../access/tenancy.ts";
import { announceChange } from "../../db/changes.ts";
import type { Db } from "../../db/client.ts";
import { findTxtRecords } from "../../platform/dns.ts";
import type { Platform } from "../../platform/platform.ts";
import { recordSystemAudit } from "../audit/audit.service.ts";
import { notifyFromJob } from "../notifications/notifications.service.ts";
import * as queries from "./domains.queries.ts";
import { toProof } from "./proof.ts";

declare module "../../platform/jobs.ts" {
  interface JobMap {
    /** Checks one host name, or all of an instance whose turn it is. */
    "domains.check": JobPayload & { instanceId: number; id: number | null };
  }
}

/** Enqueues the checks of an instance, if any is due, and gives up names that it does not list any more. */
export async function enqueueDomainChecks(platform: Platform, db: Db, instanceId: number): Promise<void> {
  await queries.releaseUnlisted(db, instanceId);
  if ((await queries.listDue(db, instanceId, null)).length > 0)
    await platform.jobs.enqueue(db, "domains.check", { instanceId, actorId: null, id: null });
}

/** Checks host names, each in a transaction of its own after the DNS has answered. */
export async function checkDomains(
  platform: Platform,
  { instanceId, id }: { instanceId: number; id: number | null },
): Promise<void> {
  const due = await inInstance(platform.database, instanceId, (db) => queries.listDue(db, instanceId, id));
  for (const { id, host } of due) {
    const found = await lookUp(platform, instanceId, host);
    await inInstance(platform.database, instanceId, async (db) => {
      await settle(platform, { db, instanceId }, id, found);
      await announceChange(db, "hosts");
    });
    platform.customHosts.forget();
  }
}

/** What the DNS says: the proof, no record, only other records, or no answer. */
type Found = "proof" | "missing" | "wrong" | "unreachable";

async function lookUp({ config, secret }: Platform, instanceId: number, host: string): Promise<Found> {
  const { name, value } = toProof(secret, instanceId, host);
  try {
    const texts = await findTxtRecords(config.DNS_SERVERS, name);
    if (texts.some((text) => text.trim() === value)) return "proof";
    return texts.length > 0 ? "wrong" : "missing";
  } catch {
    return "unreachable";
  }
}

/** How long a proof may be gone, and how long a new name may wait for one. */
const GRACE_MS = 3 * 24 * 60 * 60 * 1000;
const PATIENCE_MS = 7 * 24 * 60 * 60 * 1000;

async function settle(platform: Platform, at: { db: Db; instanceId: number }, id: number, found: Found): Promise<void> {
  const { db, instanceId } = at;
  const domain = await queries.lockDomain(db, instanceId, id);
  if (!domain) return;
  const { host, branch_id, state, is_primary } = domain;
  if (found === "unreachable")
    // Without an answer, the proof may still be there.
    return queries.storeCheck(at, id, { state, problem: "unreachable", missing: "keep", is_primary });
  if (found === "proof") {
    if (!(await queries.claimHost(db, { host, ownerId: instanceId, branchId: branch_id })))
      return queries.storeCheck(at, id, {
        state: state === "verified" ? "failed" : state,
        problem: "taken",
        missing: "none",
        is_primary: false,
      });
    // Later checks leave it as the admin chose, who may want none.
    const isFirst = state !== "verified" && !(await queries.hasPrimary(db, instanceId, branch_id));
    const isUsed = is_primary || isFirst;
    await queries.storeCheck(at, id, { state: "verified", problem: null, missing: "none", is_primary: isUsed });
    if (state !== "verified") await audit(platform, at, "domain.verified", domain);
    return;
  }
  const now = Date.now();
  if (state === "verified") {
    const isLost = domain.missing_since !== null && now - domain.missing_since.getTime() >= GRACE_MS;
    await queries.storeCheck(at, id, {
      state: isLost ? "failed" : "verified",
      problem: found,
      missing: "now",
      is_primary: is_primary && !isLost,
    });
    if (isLost) await announceLoss(platform, at, domain);
    return;
  }
  const isOver = now - domain.created_at.getTime() >= PATIENCE_MS;
  await queries.storeCheck(at, id, {
    state: isOver ? "failed" : state,
    problem: found,
    missing: "keep",
    is_primary: false,
  });
}

/** Lets others prove the name, and notifies the admins. Until then it is still served. */
async function announceLoss(
  platform: Platform,
  at: { db: Db; instanceId: number },
  domain: queries.DomainRow,
): Promise<void> {
  const { db, instanceId } = at;
  await queries.markLost(db, domain.host, instanceId);
  await audit(platform, at, "domain.lost", domain);
  const { admins, label } = await queries.findAdmins(db, instanceId);
  const { config } = platform;
  const origin = siteOrigin(`http://localhost:${config.PORT}`, config, label);
  const recipients = admins.map((userId) => ({ userId, data: { domain: domain.host } }));
  await notifyFromJob(platform, { db, instanceId, userId: null }, "domain_lost", recipients, origin);
}

async function audit(
  platform: Platform,
  at: { db: Db; instanceId: number },
  action: "domain.verified" | "domain.lost",
  { id, host }: queries.DomainRow,
): Promise<void> {
  await recordSystemAudit(platform, at, { action, subject: { type: "custom_domain", id, name: host } });
}
