import { sql } from "kysely";
import type { PoolClient } from "pg";
import { inInstance } from "./access/tenancy.ts";
import { resumeSending } from "./features/announcements/sending.service.ts";
import { endLostImports } from "./features/archives/import.service.ts";
import { sweepAutomations } from "./features/automations/looking.service.ts";
import { issuePathCertificates } from "./features/certificates/certificates.service.ts";
import { sweepAuSessions } from "./features/cmi5/overdue.service.ts";
import { requestPictures } from "./features/courses/pictures.service.ts";
import { enqueuePurge } from "./features/deleted/deleted.service.ts";
import { enqueueDomainChecks } from "./features/domains/checks.service.ts";
import { resumeRuns } from "./features/enrolments/runs.service.ts";
import { resumeConversions } from "./features/files/document-views.service.ts";
import { sweepFiles } from "./features/files/sweep.service.ts";
import { enqueueRefreshes } from "./features/identity/refresh.service.ts";
import { sweepSignIns } from "./features/identity/sweep.service.ts";
import { purgeOverdueInstances } from "./features/instances/purge.service.ts";
import { resumeSubmissions } from "./features/learning/test-attempts.service.ts";
import { recertifyPeople } from "./features/learning/recertification.service.ts";
import { resumeMails } from "./features/notifications/mailing.service.ts";
import { remindPeople } from "./features/notifications/reminders.service.ts";
import { resumeErasures } from "./features/personal-data/erasure.service.ts";
import { sweepPersonalData } from "./features/personal-data/export.service.ts";
import { enqueueRetention } from "./features/personal-data/retention.service.ts";
import { sweepRegistrations } from "./features/registration/sweep.service.ts";
import { sweepExports } from "./features/reports/exports/exports.service.ts";
import { resumeSchedules } from "./features/reports/sending.service.ts";
import { sweepLaunches } from "./features/scorm/launches.service.ts";
import { resumeUnpacking, sweepPackages } from "./features/scorm/packages.service.ts";
import { sweepProvisioningLog } from "./features/scim/scim-log.service.ts";
import { rereadPackages } from "./features/scorm/reread.service.ts";
import { resumeTimeZone } from "./features/settings/time-zone.service.ts";
import { recordUsage } from "./features/usage/usage.service.ts";
import type { Platform } from "./platform/platform.ts";

const EVERY_MS = 60 * 60 * 1000;
const LOCK = 727_003;

/**
 * Starts the hourly maintenance: deletes expired sessions and codes and unused files, and sends reminders. At the start
 * it rereads packages that an older version read, and queues images of older texts.
 * @returns a function that stops it
 */
export function startHousekeeping(platform: Platform): () => Promise<void> {
  const stopping = new AbortController();
  let running = logFailure(platform, catchUp(platform, stopping.signal));
  const timer = setInterval(() => (running = logFailure(platform, runHousekeeping(platform))), EVERY_MS);
  return async () => {
    clearInterval(timer);
    stopping.abort();
    await running;
  };
}

/**
 * Runs the maintenance once for all instances. Of several servers, one does it and the others skip it. A failure is
 * logged, and keeps neither other instances nor other work from their turn.
 */
export async function runHousekeeping(platform: Platform): Promise<void> {
  await alone(platform, async (client, instances) => {
    await client.query("DELETE FROM rate_limits WHERE expire < $1", [Date.now()]);
    for (const id of instances) await logFailure(platform, keepInstance(platform, id), id);
    await purgeOverdueInstances(platform);
  });
}

/** Logs a failure; the next run tries again. Unhandled, it would end the process. */
async function logFailure(platform: Platform, work: Promise<unknown>, instanceId?: number): Promise<void> {
  await work.catch((error: unknown) => platform.log.error({ err: error, instanceId }, "Housekeeping failed"));
}

async function catchUp(platform: Platform, stopping: AbortSignal): Promise<void> {
  await alone(platform, async (_, instances) => {
    for (const id of instances) await logFailure(platform, rereadPackages(platform, id, stopping), id);
    for (const id of instances) {
      if (stopping.aborted) return;
      await logFailure(platform, requestPictures(platform, id), id);
    }
  });
}

async function alone(
  platform: Platform,
  work: (client: PoolClient, instances: number[]) => Promise<void>,
): Promise<void> {
  const client = await platform.database.pool.connect();
  try {
    const { rows } = await client.query<{ mine: boolean }>("SELECT pg_try_advisory_lock($1) AS mine", [LOCK]);
    if (!rows[0]!.mine) return;
    try {
      const instances = await client.query<{ id: number }>("SELECT id FROM instances");
      await work(
        client,
        instances.rows.map(({ id }) => id),
      );
    } finally {
      await client.query("SELECT pg_advisory_unlock($1)", [LOCK]);
    }
  } finally {
    client.release();
  }
}

async function keepInstance(platform: Platform, instanceId: number): Promise<void> {
  await inInstance(platform.database, instanceId, async (db) => {
    for (const table of [
      "sessions",
      "login_codes",
      "password_tokens",
      "passkey_challenges",
      "remembered_devices",
      "email_changes",
    ] as const) {
      await db
        .deleteFrom(table)
        .where("instance_id", "=", instanceId)
        .where("expires_at", "<", sql<Date>`now()`)
        .execute();
    }
    await enqueuePurge(platform, db, instanceId);
    await sweepRegistrations(db, instanceId);
    await sweepSignIns(db, instanceId);
    await enqueueRefreshes(platform, db, instanceId);
    await enqueueRetention(platform, db, instanceId);
    await enqueueDomainChecks(platform, db, instanceId);
    await recordUsage(platform, db, instanceId);
    await sweepProvisioningLog(db, instanceId);
  });
  const steps = [
    sweepPackages,
    resumeUnpacking,
    resumeConversions,
    resumeErasures,
    resumeSending,
    resumeRuns,
    resumeSchedules,
    resumeSubmissions,
    resumeMails,
    resumeTimeZone,
    sweepAuSessions,
    sweepLaunches,
    sweepExports,
    sweepPersonalData,
    endLostImports,
    requestPictures,
    sweepFiles,
    // Before the reminders, which then speak of the new due dates.
    recertifyPeople,
    issuePathCertificates,
    remindPeople,
    sweepAutomations,
  ];
  for (const step of steps) await logFailure(platform, step(platform, instanceId), instanceId);
}
