import { inInstance, TENANCY } from "../../access/tenancy.ts";
import type { Platform } from "../../platform/platform.ts";
import * as queries from "./purge.queries.ts";

declare module "../../platform/jobs.ts" {
  interface JobMap {
    "instance.purge": JobPayload & { instanceId: number };
  }
}

const ROWS_AT_ONCE = 5_000;

// TENANCY lists parents first: in reverse, each table is deleted before those it refers to, and nothing cascades far.
const TABLES = Object.entries(TENANCY)
  .flatMap(([table, rule]) => (rule === "instance" ? [table] : []))
  .reverse();

/**
 * Removes the files, unsent mails and rows of a deleted instance, then the instance itself. It may be interrupted anywhere and called
 * again. An instance that is not deleted stays.
 */
export async function purgeInstance(platform: Platform, instanceId: number, rowsAtOnce = ROWS_AT_ONCE): Promise<void> {
  if (!(await queries.isDue(platform.database, instanceId))) return;
  // Mails that were written to the outbox, as no mail server is set.
  await platform.mailer.forget(instanceId, () => true);
  for await (const { key } of platform.files.list(`${instanceId}/`)) await platform.files.remove(key);
  for (const table of TABLES) {
    let deleted = rowsAtOnce;
    while (deleted === rowsAtOnce) {
      deleted = await inInstance(platform.database, instanceId, (db) =>
        queries.deleteSome(db, instanceId, table, rowsAtOnce),
      );
    }
  }
  await inInstance(platform.database, instanceId, (db) => queries.deleteInstanceRow(db, instanceId));
}

/** Removes deleted instances that no job removed in time; part of housekeeping. One that cannot be removed stays. */
export async function purgeOverdueInstances(platform: Platform): Promise<void> {
  for (const id of await queries.listOverdue(platform.database))
    await purgeInstance(platform, id).catch((error: unknown) =>
      platform.log.error({ err: error, instanceId: id }, "A deleted instance could not be removed"),
    );
}
