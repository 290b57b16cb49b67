import path from "node:path";
import type pg from "pg";
import { openFileStore } from "../platform/files.ts";
import type { Platform } from "../platform/platform.ts";
import { openArchiveStore } from "./archive-store.ts";
import { toPlace } from "./archive-mark.ts";
import { Archiver, stopKeeping } from "./archiver.ts";

const EVERY_MS = 60_000;

/**
 * Archives the built-in database and its files every minute, if ARCHIVE_URL names an archive. Without one, PostgreSQL
 * no longer keeps its log for the archive of an earlier start.
 * @returns a function that stops it
 */
export function startArchiving({ config, log }: Platform, owner: pg.PoolConfig): () => Promise<void> {
  const { ARCHIVE_URL, ARCHIVE_DAYS, DATA_DIR, DATABASE_URL, STORAGE_URL } = config;
  if (ARCHIVE_URL === undefined) {
    const stopped = DATABASE_URL === undefined ? stopKeeping(owner) : Promise.resolve();
    const settled = stopped.catch((err: unknown) => log.error({ err }, "the log is still kept for an archive"));
    return () => settled;
  }
  const archiver = new Archiver({
    connection: owner,
    dataDir: path.resolve(DATA_DIR),
    store: openArchiveStore(ARCHIVE_URL),
    place: toPlace(ARCHIVE_URL),
    files: STORAGE_URL === undefined ? openFileStore({ DATA_DIR }) : null,
    days: ARCHIVE_DAYS,
  });
  let running: Promise<void> | null = null;
  const run = () => {
    running ??= archiver
      .run()
      .then(
        () => {},
        (err: unknown) => log.error({ err }, "archiving failed: the write-ahead log is kept until it is archived"),
      )
      .finally(() => (running = null));
  };
  run();
  const timer = setInterval(run, EVERY_MS);
  return async () => {
    clearInterval(timer);
    await running;
  };
}
