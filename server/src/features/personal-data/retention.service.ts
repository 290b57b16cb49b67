import type { Actor } from "../../access/actor.ts";
import { siteOrigin } from "../../access/host.ts";
import { inInstance } from "../../access/tenancy.ts";
import type { Db } from "../../db/client.ts";
import type { Platform } from "../../platform/platform.ts";
import { type PrivacyInput, type Retention, toRetention } from "../settings/privacy.service.ts";
import { mark } from "./erasure.queries.ts";
import { toAnonymous } from "./anonymous.ts";
import * as queries from "./retention.queries.ts";

declare module "../../platform/jobs.ts" {
  interface JobMap {
    "retention.run": JobPayload & { instanceId: number };
  }
}

/** How many entries and users periods would delete now; null for a period that is not given. */
export interface RetentionPreview {
  activity: number | null;
  audit: number | null;
  people: number | null;
  /** The largest number that is counted; one more means 'more than that'. */
  most: number;
}

const MOST_COUNTED = 100_000;

/** Counts what periods would delete, before they are saved. @throws Invalid by field */
export async function previewRetention(actor: Actor, input: PrivacyInput): Promise<RetentionPreview> {
  const { db, instanceId } = await actor.reach("settings.manage");
  const periods = toRetention(input);
  const count = async (kind: queries.Kind, months: number | null) =>
    months === null ? null : queries.countOlder(db, instanceId, kind, months, MOST_COUNTED);
  return {
    activity: await count("activity", periods.activity_months),
    audit: await count("audit", periods.audit_months),
    people: await count("people", periods.inactive_months),
    most: MOST_COUNTED,
  };
}

/** Enqueues the job that deletes what is older than the instance's periods, if there is any. */
export async function enqueueRetention(platform: Platform, db: Db, instanceId: number): Promise<void> {
  const periods = await queries.readPeriods(db, instanceId);
  if (!periods) return;
  for (const [kind, months] of byKind(periods))
    if (months !== null && (await queries.countOlder(db, instanceId, kind, months, 0)) > 0)
      return platform.jobs.enqueue(db, "retention.run", { instanceId, actorId: null });
}

const ENTRIES_AT_ONCE = 5_000;
const PEOPLE_AT_ONCE = 50;

/**
 * Deletes what is older than the instance's periods as they are at this moment, some per transaction: after an
 * interruption the next run continues.
 */
export async function runRetention(platform: Platform, { instanceId }: { instanceId: number }): Promise<void> {
  const inside = <T>(work: (db: Db) => Promise<T>) => inInstance(platform.database, instanceId, work);
  for (const kind of ["activity", "audit"] as const)
    while (
      (await inside(async (db) => {
        const months = new Map(byKind((await queries.readPeriods(db, instanceId)) ?? NONE)).get(kind);
        return months == null ? 0 : queries.deleteOlder(db, instanceId, kind, months, ENTRIES_AT_ONCE);
      })) > 0
    );
  while ((await inside((db) => eraseInactive(platform, db, instanceId))) > 0);
}

const NONE: Retention = { activity_months: null, audit_months: null, inactive_months: null };

const byKind = (periods: Retention): [queries.Kind, number | null][] => [
  ["activity", periods.activity_months],
  ["audit", periods.audit_months],
  ["people", periods.inactive_months],
];

/** Marks some users as erased and enqueues their erasure. @returns how many */
async function eraseInactive(platform: Platform, db: Db, instanceId: number): Promise<number> {
  const periods = await queries.readPeriods(db, instanceId);
  if (!periods || periods.inactive_months === null) return 0;
  const ids = await queries.lockInactive(db, instanceId, periods.inactive_months, PEOPLE_AT_ONCE);
  const { config } = platform;
  const origin = siteOrigin(`http://localhost:${config.PORT}`, config, periods.domain);
  for (const userId of ids) {
    await mark(db, instanceId, userId);
    await platform.jobs.enqueue(db, "person.erase", { instanceId, actorId: null, userId, origin });
  }
  if (ids.length > 0)
    await queries.recordErasures(
      db,
      instanceId,
      ids.map((id) => ({ id, name: toAnonymous(id).name })),
    );
  return ids.length;
}
