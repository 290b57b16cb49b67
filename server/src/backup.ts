import path from "node:path";
import { parseArgs } from "node:util";
import { openArchiveStore } from "./archiving/archive-store.ts";
import { readUntil, restoreTo } from "./archiving/restore-to.ts";
import { type Config, ConfigError, loadConfig } from "./config.ts";
import { backUp, restore } from "./db/backup.ts";

// `npm run backup -- <folder>` and `npm run restore -- <folder> [--until <moment>|latest] [--timeline <number>]`: back up and
// restore the data folder of this server, up to a moment with an archive.
try {
  const config = loadConfig(process.env);
  const { values, positionals } = parseArgs({
    options: { until: { type: "string" }, timeline: { type: "string" } },
    allowPositionals: true,
  });
  const [command, folder, ...rest] = positionals;
  if (config.DATABASE_URL)
    throw new ConfigError(
      "The database is not the built-in one (DATABASE_URL): back it up with pg_dump or as its host does.",
    );
  if (!folder || rest.length > 0) throw new ConfigError(`Name one folder: npm run ${command} -- /backups/2026-11-21`);
  const target = path.resolve(folder);
  if (command === "backup") {
    await backUp(config.DATA_DIR, target);
    process.stdout.write(`Everything of ${config.DATA_DIR} is in ${target}.\n`);
  } else await bringBack(config, target, values);
  if (config.STORAGE_URL) process.stdout.write("Files are in the bucket of STORAGE_URL and not in this folder.\n");
  process.exit(0);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}

async function bringBack(
  { DATA_DIR, ARCHIVE_URL, STORAGE_URL }: Config,
  backup: string,
  { until, timeline }: { until?: string; timeline?: string },
): Promise<void> {
  if (ARCHIVE_URL === undefined) {
    if (until !== undefined) throw new ConfigError("Set ARCHIVE_URL to the archive that --until needs.");
    return tell(DATA_DIR, await restore(backup, DATA_DIR), `what ${backup} was`);
  }
  if (timeline !== undefined && !/^[1-9]\d{0,8}$/.test(timeline))
    throw new ConfigError("Give the number of a timeline, such as --timeline 2.");
  const target = { until: readUntil(until), timeline: timeline === undefined ? undefined : Number(timeline) };
  const { former, replayed } = await restoreTo(
    { backup, dataDir: DATA_DIR, store: openArchiveStore(ARCHIVE_URL), hasFiles: STORAGE_URL === undefined },
    target,
  );
  const end = replayed === null ? "" : `, with all that was committed until ${replayed.toISOString()}`;
  tell(DATA_DIR, former, `what ${backup} was${end}`);
}

function tell(dataDir: string, former: string | null, what: string): void {
  process.stdout.write(`${dataDir} is ${what}.${former ? ` What it was before is in ${former}.` : ""}\n`);
}
