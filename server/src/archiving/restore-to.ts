import pg from "pg";
import { ConfigError } from "../config.ts";
import { readManifest, restore } from "../db/backup.ts";
import { startEmbedded } from "../db/embedded.ts";
import type { FileStore } from "../platform/file-store.ts";
import { openFileStore } from "../platform/files.ts";
import { listFileKeys } from "./file-keys.ts";
import { recover, type RecoveryTarget } from "./recovery.ts";

export interface Restored {
  /** The former data folder; null when there was none. */
  former: string | null;
  /** When the last transaction of the archive was committed that is in it; null when there is none after the backup. */
  replayed: Date | null;
}

/**
 * Replaces the data folder by a backup and what the archive has from after it.
 * @param hasFiles whether stored files are in the data folder and not in a bucket of their own
 * @throws Error when the archive does not reach from the backup to the target; nothing is replaced then
 */
export async function restoreTo(
  { backup, dataDir, store, hasFiles }: { backup: string; dataDir: string; store: FileStore; hasFiles: boolean },
  target: RecoveryTarget,
): Promise<Restored> {
  const made = (await readManifest(backup))?.finished_at;
  if (target.until instanceof Date && made !== undefined && target.until < new Date(made))
    throw new Error(`The backup was made on ${made}: choose a later moment, or an older backup.`);
  let replayed: Date | null = null;
  const former = await restore(backup, dataDir, async (copy) => {
    replayed = await recover(copy, store, target);
    if (hasFiles) await addFiles(copy, store);
  });
  return { former, replayed };
}

/** Adds the stored files that rows of the copy name, and that the backup does not have yet. */
async function addFiles(copy: string, store: FileStore): Promise<void> {
  const postgres = await startEmbedded(copy);
  const client = new pg.Client({ host: postgres.host, port: postgres.port, user: "postgres", database: "cairn" });
  try {
    await client.connect();
    const { rows } = await client.query<{ system: string }>(
      "SELECT system_identifier::text AS system FROM pg_control_system()",
    );
    const files = openFileStore({ DATA_DIR: copy });
    const there = new Set<string>();
    for await (const { key } of files.list("")) there.add(key);
    const wanted = new Set(await listFileKeys(client));
    const prefix = `${rows[0]!.system}/files/`;
    for await (const { key } of store.list(prefix)) {
      const name = key.slice(prefix.length);
      if (there.has(name) || !wanted.has(name.split("/").slice(0, 3).join("/"))) continue;
      await files.put(name, await store.get(key), { type: "application/octet-stream" });
    }
  } finally {
    await client.end().catch(() => {});
    await postgres.stop();
  }
}

/** Reads `--until`: "latest", or a moment with its time zone. @throws ConfigError */
export function readUntil(given: string | undefined): RecoveryTarget["until"] {
  if (given === undefined) return null;
  if (given === "latest") return "latest";
  const isMoment = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)$/.test(given);
  const moment = new Date(given);
  if (!isMoment || Number.isNaN(moment.getTime()))
    throw new ConfigError(
      "Give the moment with its time zone, such as --until 2026-11-27T14:30:00+01:00, or --until latest.",
    );
  return moment;
}
