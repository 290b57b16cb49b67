import { sql } from "kysely";
import { inInstance } from "./access/tenancy.ts";
import { sweepAuSessions } from "./features/cmi5/overdue.service.ts";
import { enqueuePurge } from "./features/deleted/deleted.service.ts";
import { sweepFiles } from "./features/files/sweep.service.ts";
import { purgeOverdueInstances } from "./features/instances/purge.service.ts";
import { remindPeople } from "./features/notifications/reminders.service.ts";
import { sweepExports } from "./features/reports/exports.service.ts";
import { sweepLaunches } from "./features/scorm/launches.service.ts";
import { sweepPackages } from "./features/scorm/packages.service.ts";
import type { Platform } from "./platform/platform.ts";

const EVERY_MS = 60 * 60 * 1000;
const LOCK = 727_003;

/** Does once an hour what nobody asks for: clears away sessions and codes whose time is over and files that nothing uses, and reminds people. Returns how to stop it. */
export function startHousekeeping(platform: Platform): () => Promise<void> {
  let running: Promise<void> = Promise.resolve();
  const timer = setInterval(() => (running = keepHouse(platform)), EVERY_MS);
  return async () => {
    clearInterval(timer);
    await running;
  };
}

/** One round through every instance; of several servers one does it, the others pass. */
export async function keepHouse(platform: Platform): Promise<void> {
  const client = await platform.database.pool.connect();
  try {
    const { rows } = await client.query<{ mine: boolean }>("SELECT pg_try_advisory_lock($1) AS mine", [LOCK]);
    if (!rows[0]!.mine) return;
    try {
      await client.query("DELETE FROM rate_limits WHERE expire < $1", [Date.now()]);
      const instances = await client.query<{ id: number }>("SELECT id FROM instances");
      for (const { id } of instances.rows) await keepInstance(platform, id);
      await purgeOverdueInstances(platform);
    } finally {
      await client.query("SELECT pg_advisory_unlock($1)", [LOCK]);
    }
  } finally {
    client.release();
  }
}

async function keepInstance(platform: Platform, instanceId: number): Promise<void> {
  await inInstance(platform.database, instanceId, async (db) => {
    for (const table of ["sessions", "login_codes", "password_tokens"] as const) {
      await db
        .deleteFrom(table)
        .where("instance_id", "=", instanceId)
        .where("expires_at", "<", sql<Date>`now()`)
        .execute();
    }
    await enqueuePurge(platform, db, instanceId);
  });
  await sweepPackages(platform, instanceId);
  await sweepAuSessions(platform, instanceId);
  await sweepLaunches(platform, instanceId);
  await sweepExports(platform, instanceId);
  await sweepFiles(platform, instanceId);
  await remindPeople(platform, instanceId);
}
