import type { Reach } from "../../access/actor.ts";
import { inInstance } from "../../access/tenancy.ts";
import { listWithoutJob } from "../../platform/job-payloads.ts";
import type { Platform } from "../../platform/platform.ts";
import * as certificates from "../certificates/certificates.service.ts";
import { planAgain } from "../reports/sending.service.ts";
import type { SettingsRow } from "./settings.queries.ts";
import * as queries from "./time-zone.queries.ts";

declare module "../../platform/jobs.ts" {
  interface JobMap {
    "settings.time_zone": JobPayload & { instanceId: number };
  }
}

/** A request moves up to this many certificates itself. */
const AT_ONCE = 5_000;

/** The columns of the time zone: `next_time_zone` applies once a job has moved the certificates. */
export type ZoneColumns = Pick<SettingsRow, "time_zone" | "next_time_zone">;

/**
 * Returns what a chosen time zone stores. In an instance with very many certificates the former one applies until a job has
 * moved them, so that every screen has days and certificates of one time zone; elsewhere they are moved now.
 */
export async function changeTimeZone(
  platform: Platform,
  reach: Reach<"settings.manage">,
  before: ZoneColumns,
  chosen: string,
): Promise<ZoneColumns> {
  const { time_zone, next_time_zone } = before;
  if (chosen === (next_time_zone ?? time_zone)) return { time_zone, next_time_zone };
  if (chosen === time_zone) return { time_zone, next_time_zone: null };
  if (await certificates.hasMoreCertificates(reach, AT_ONCE)) {
    await enqueueMove(platform, reach);
    return { time_zone, next_time_zone: chosen };
  }
  await certificates.moveCompletions(reach, { from: time_zone, to: chosen });
  await planAgain(platform, reach, chosen);
  return { time_zone: chosen, next_time_zone: null };
}

function enqueueMove({ jobs }: Platform, { db, instanceId }: queries.Zoned): Promise<void> {
  return jobs.enqueue(db, "settings.time_zone", { instanceId, actorId: null });
}

/** Enqueues the job again for a time zone that waits without one (ADR 234); part of housekeeping. */
export async function resumeTimeZone(platform: Platform, instanceId: number): Promise<void> {
  await inInstance(platform.database, instanceId, async (db) => {
    const waiting = (await queries.findZoneChange({ db, instanceId })) ? [instanceId] : [];
    const lost = await listWithoutJob(db, instanceId, "settings.time_zone", "instanceId", waiting);
    if (lost.length > 0) await enqueueMove(platform, { db, instanceId });
  });
}

/**
 * Moves the certificates to the time zone that waits and lets it apply, in one transaction: stopped at any moment, nothing
 * has changed, and a second run finds nothing to do. A change of the time zone meanwhile takes the place of this one.
 */
export async function applyTimeZone(platform: Platform, instanceId: number): Promise<void> {
  await inInstance(
    platform.database,
    instanceId,
    async (db) => {
      const at = { db, instanceId };
      const change = await queries.findZoneChange(at);
      if (!change) return false;
      await queries.allowLongStatements(db);
      await certificates.moveCompletions(at, change);
      if (!(await queries.lockZoneChange(at, change))) return false;
      // Those that were issued while the others were moved.
      await certificates.moveCompletions(at, change, { recent: true });
      await queries.applyZoneChange(at);
      await planAgain(platform, at, change.to);
      return true;
    },
    (isDone) => isDone,
  );
}
