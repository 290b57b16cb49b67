import { inInstance } from "../../access/tenancy.ts";
import { getFolder } from "../../platform/files.ts";
import type { Platform } from "../../platform/platform.ts";
import * as queries from "./files.queries.ts";
import { deleteIdleUploads, listParts } from "./resumable.queries.ts";

// An author may leave a course open over the weekend before saving an upload.
const KEPT_DAYS = 7;
const KEPT_MS = KEPT_DAYS * 24 * 60 * 60 * 1000;

/**
 * Deletes the files of an instance that nothing refers to: uploads never saved with a course, and bytes whose row was
 * never written because the server stopped. Deletes rows first, so that an interrupted sweep continues the next time.
 */
export async function sweepFiles(platform: Platform, instanceId: number): Promise<number> {
  await inInstance(platform.database, instanceId, async (db) => {
    await deleteIdleUploads(db, instanceId, KEPT_DAYS);
    await queries.deleteUnused(db, instanceId, KEPT_DAYS);
  });
  const known = await inInstance(platform.database, instanceId, async (db) => {
    const keys = await queries.listKeys(db, instanceId);
    for (const part of await listParts(db, instanceId)) keys.add(part);
    return keys;
  });
  let removed = 0;
  for await (const { key, modified } of platform.files.list(`${instanceId}/`)) {
    if (known.has(getFolder(key)) || modified.getTime() > Date.now() - KEPT_MS) continue;
    await platform.files.remove(key);
    removed++;
  }
  return removed;
}
