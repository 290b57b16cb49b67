import { inInstance, TENANCY } from "../../access/tenancy.ts";
import type { Platform } from "../../platform/platform.ts";
import * as queries from "./purge.queries.ts";

declare module "../../platform/jobs.ts" {
  interface JobMap {
    "instance.purge": JobPayload & { instanceId: number };
  }
}

const ROWS_AT_ONCE = 5_000;

// Tables are named in TENANCY parents first: backwards, each goes before what it refers to and nothing cascades far.
const TABLES = Object.entries(TENANCY)
  .flatMap(([table, rule]) => (rule === "instance" ? [table] : []))
  .reverse();

/**
 * Clears away the files and rows of a deleted instance, then the instance itself. It may be interrupted anywhere and called
 * again: what is gone stays gone, what is left is found. An instance that is not deleted is left alone.
 */
export async function purgeInstance(platform: Platform, instanceId: number, rowsAtOnce = ROWS_AT_ONCE): Promise<void> {
  if (!(await queries.isDue(platform.database, instanceId))) return;
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

/** What no job has cleared away in time; part of the housekeeping. */
export async function purgeOverdueInstances(platform: Platform): Promise<void> {
  for (const id of await queries.listOverdue(platform.database)) await purgeInstance(platform, id);
}
