import { access, mkdir, rm } from "node:fs/promises";
import path from "node:path";
import { parseArgs } from "node:util";
import pg from "pg";
import { openArchiveStore } from "./archiving/archive-store.ts";
import { readUntil, restoreTo } from "./archiving/restore-to.ts";
import { ConfigError, loadConfig } from "./config.ts";
import { backUp, readManifest, restore } from "./db/backup.ts";
import { findConnections } from "./db/open.ts";
import { compareCounts, type Finding, verifyPages } from "./drill/database.ts";
import { compareFiles } from "./drill/files.ts";
import { signInEverywhere } from "./drill/sign-in.ts";
import { openFileStore } from "./platform/files.ts";
import { startPlatform } from "./start.ts";

// `npm run restore:drill -- [<backup> [--until <moment>|latest]]`: restores a backup (or one that it makes now) into a folder of its own, starts this
// version on the copy, and proves that rows, pages, files and sign-in are there. Neither the backup nor the server's data
// change. `-- --database <url>` proves a restored copy of a database at DATABASE_URL instead. Ends with 1 if a proof fails.
try {
  const { values, positionals } = parseArgs({
    options: { database: { type: "string" }, until: { type: "string" } },
    allowPositionals: true,
  });
  if (positionals.length > 1 || (values.database !== undefined && positionals.length > 0))
    throw new ConfigError("Name one backup, or none: npm run restore:drill -- /backups/2026-11-21");
  const findings = await (values.database === undefined
    ? drillFolder(positionals[0], values.until)
    : drillDatabase(values.database));
  const STATES = new Map([
    [true, "ok"],
    [false, "FAILED"],
    [null, "unknown"],
  ]);
  for (const { subject, holds, detail } of findings)
    process.stdout.write(`${STATES.get(holds)!.padEnd(9)}${subject.padEnd(10)}${detail}\n`);
  process.exit(findings.every(({ holds }) => holds !== false) ? 0 : 1);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}

/** Restores a backup of the built-in database beside the data folder, and proves the copy. */
async function drillFolder(given: string | undefined, until: string | undefined): Promise<Finding[]> {
  const { DATA_DIR, DATABASE_URL, STORAGE_URL, ARCHIVE_URL } = loadConfig(process.env);
  if (DATABASE_URL)
    throw new ConfigError("The database is not the built-in one: restore it elsewhere and use --database <url>.");
  if (until !== undefined && (ARCHIVE_URL === undefined || given === undefined))
    throw new ConfigError("Set ARCHIVE_URL, and name the backup that --until begins with.");
  const work = `${DATA_DIR}.drill`;
  await rm(work, { recursive: true, force: true });
  await mkdir(work, { recursive: true });
  try {
    const backup = given === undefined ? path.join(work, "backup") : path.resolve(given);
    if (given === undefined) await backUp(DATA_DIR, backup);
    const copy = path.join(work, "data");
    if (until === undefined) await restore(backup, copy);
    else
      await restoreTo(
        { backup, dataDir: copy, store: openArchiveStore(ARCHIVE_URL!), hasFiles: STORAGE_URL === undefined },
        { until: readUntil(until) },
      );
    const isThere = await access(path.join(DATA_DIR, "files")).then(
      () => true,
      () => false,
    );
    // What was committed after the backup was not counted.
    return await prove({ DATA_DIR: copy }, until === undefined ? await readManifest(backup) : null, {
      original: STORAGE_URL || !isThere ? null : DATA_DIR,
    });
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/** Proves a database that was restored by other means. It is changed: it must not be the one in use. */
async function drillDatabase(url: string): Promise<Finding[]> {
  const { DATABASE_URL, DATA_DIR } = loadConfig(process.env);
  if (!DATABASE_URL || isSameDatabase(url, DATABASE_URL))
    throw new ConfigError("Name the restored copy with --database, and the database in use with DATABASE_URL.");
  return prove({ DATABASE_URL: url, DATABASE_APP_URL: "", DATA_DIR }, null, { original: null });
}

function isSameDatabase(one: string, other: string): boolean {
  const [a, b] = [new URL(one), new URL(other)];
  return a.host === b.host && a.pathname === b.pathname && a.search === b.search;
}

async function prove(
  settings: Record<string, string>,
  manifest: Awaited<ReturnType<typeof readManifest>>,
  { original }: { original: string | null },
): Promise<Finding[]> {
  // The copy sends no mail, runs no job and serves nobody.
  const env = {
    ...process.env,
    SMTP_URL: "",
    ARCHIVE_URL: "",
    DEMO: "off",
    WORKER: "off",
    HOST: "127.0.0.1",
    TRUST_PROXY: "off",
    LOG_LEVEL: "silent",
    ...settings,
  };
  const config = loadConfig(env);
  const { connections, embedded } = await findConnections(config);
  const owner = new pg.Client(connections.owner);
  try {
    await owner.connect();
    // Counted before this version migrates the copy.
    const counts = await attempt("Rows", () => compareCounts(owner, manifest));
    const pages = await attempt("Pages", () => verifyPages(owner));
    if (pages.holds === false) return [counts, pages];
    const { platform, close } = await startPlatform(env);
    try {
      const there = original === null ? null : openFileStore({ DATA_DIR: original });
      const files = await attempt("Files", () => compareFiles(owner, platform.files, there));
      return [counts, pages, files, await attempt("Sign-in", () => signInEverywhere(owner, platform))];
    } finally {
      await close();
    }
  } finally {
    await owner.end().catch(() => {});
    await embedded?.stop();
  }
}

/** Returns what is thrown as a finding, so that the other parts are still looked at. */
async function attempt(subject: string, look: () => Promise<Finding>): Promise<Finding> {
  return look().catch((error: Error) => ({ subject, holds: false, detail: error.message }));
}
