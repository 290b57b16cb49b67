import {
  chmod,
  chown,
  copyFile,
  lstat,
  mkdir,
  readdir,
  readFile,
  readlink,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from "node:fs/promises";
import path from "node:path";
import pg from "pg";
import { startEmbedded } from "./embedded.ts";
import { SURVEY_SECRET_FILE } from "../access/survey-secret.ts";
import { type CountRange, countRows, toRanges } from "./row-counts.ts";

const DATABASE = "pg18";

// What a base backup omits: it belongs to the running server or is created at the next start (PostgreSQL, 'Making a
// Base Backup Using the Low Level API').
const LEFT_OUT = new Set(["postmaster.pid", "postmaster.opts", "pg_internal.init", "current_logfiles"]);
const EMPTIED = new Set([
  "pg_wal",
  "pg_replslot",
  "pg_dynshmem",
  "pg_notify",
  "pg_serial",
  "pg_snapshots",
  "pg_stat_tmp",
  "pg_subtrans",
]);

/**
 * Copies a data folder, with the embedded database and the stored files, while the server may keep running. The copy is
 * a data folder with all data that was committed before the start, and no partial data.
 * @param target must not exist; it appears when it is complete
 */
export async function backUp(dataDir: string, target: string): Promise<void> {
  await refuseIfThere(target);
  const unfinished = `${target}.part`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { recursive: true, mode: 0o755 });
  const postgres = await startEmbedded(dataDir);
  let counts: BackupManifest["counts"];
  try {
    const before = await countInDatabase(postgres);
    await copyDatabase(postgres, path.join(dataDir, DATABASE), path.join(unfinished, DATABASE));
    counts = toRanges(before, await countInDatabase(postgres));
  } finally {
    await postgres.stop();
  }
  // Last, because a file exists before its row: each row of the copied database finds its file.
  for (const name of await readdir(dataDir))
    if (name !== DATABASE && name !== MANIFEST && name !== SURVEY_SECRET_FILE && !name.endsWith(".log"))
      await copyTree(path.join(dataDir, name), path.join(unfinished, name));
  const finished_at = new Date().toISOString();
  const manifest: BackupManifest = { finished_at, counts };
  await writeFile(path.join(unfinished, MANIFEST), JSON.stringify(manifest));
  await rename(unfinished, target);
  const mark: BackupMark = { finished_at, folder: target };
  await writeFile(path.join(dataDir, MARK), JSON.stringify(mark));
}

/** What a backup says of itself. */
export interface BackupManifest {
  /** ISO 8601 */
  finished_at: string;
  /** Rows of each table before and after the copy: the copy has a number between them. */
  counts: Record<string, CountRange>;
}

const MANIFEST = "backup.json";

/** Returns what a backup says of itself; null for one of a version that wrote nothing. */
export async function readManifest(backup: string): Promise<BackupManifest | null> {
  const text = await readFile(path.join(backup, MANIFEST), "utf8").catch(unlessGone);
  return text === undefined ? null : (JSON.parse(text) as BackupManifest);
}

/** Counts the rows of the application's database; none if it is not there yet. */
async function countInDatabase({ host, port }: { host: string; port: number }): Promise<Map<string, number>> {
  const client = new pg.Client({ host, port, user: "postgres", database: "cairn" });
  try {
    await client.connect();
    return await countRows(client);
  } catch (error) {
    if ((error as { code?: string }).code === "3D000") return new Map();
    throw error;
  } finally {
    await client.end().catch(() => {});
  }
}

/** The last backup of a data folder. */
export interface BackupMark {
  /** ISO 8601 */
  finished_at: string;
  folder: string;
}

const MARK = "last-backup.json";

/** Returns when a data folder was last backed up, and to where; null if never. */
export async function findLastBackup(dataDir: string): Promise<BackupMark | null> {
  const text = await readFile(path.join(dataDir, MARK), "utf8").catch(unlessGone);
  return text === undefined ? null : (JSON.parse(text) as BackupMark);
}

/**
 * Replaces the data folder by a backup. The former folder is kept beside it, with the time in its name.
 * @param prepare changes the copy before it takes the place; nothing is replaced if it throws
 * @returns the former folder's new path; null when there was none
 */
export async function restore(
  backup: string,
  dataDir: string,
  prepare: (copy: string) => Promise<void> = async () => {},
): Promise<string | null> {
  if (!(await isThere(path.join(backup, DATABASE, "PG_VERSION"))))
    throw new Error(`${backup} is no backup: it holds no database.`);
  if (await isThere(path.join(dataDir, DATABASE, "postmaster.pid")))
    throw new Error("The server is running, or was killed: stop it, or start it and stop it once, and then restore.");
  const incoming = `${dataDir}.part`;
  await rm(incoming, { recursive: true, force: true });
  await copyTree(backup, incoming);
  await prepare(incoming);
  const former = (await isThere(dataDir)) ? `${dataDir}.before-${new Date().toISOString().replaceAll(":", "-")}` : null;
  if (former) await rename(dataDir, former);
  await rename(incoming, dataDir);
  return former;
}

async function copyDatabase(connection: { host: string; port: number }, from: string, to: string): Promise<void> {
  const client = new pg.Client({ ...connection, user: "postgres", database: "postgres" });
  await client.connect();
  try {
    // Keeps the write-ahead log until it is copied, whatever checkpoints do; the slot disappears with this connection.
    await client.query("SELECT pg_create_physical_replication_slot('cairn_backup', true, true)");
    await client.query("SELECT pg_backup_start('cairn', true)");
    await copyTree(from, to, { isDatabase: true });
    const { rows } = await client.query<{ labelfile: string }>("SELECT labelfile FROM pg_backup_stop(false)");
    await writeFile(path.join(to, "backup_label"), rows[0]!.labelfile);
    await keepOwner(path.join(from, "PG_VERSION"), path.join(to, "backup_label"));
    await copyTree(path.join(from, "pg_wal"), path.join(to, "pg_wal"));
  } finally {
    await client.end();
  }
}

/**
 * Copies with owners and modes: PostgreSQL refuses a folder of another user. Files that disappear meanwhile are
 * skipped.
 */
async function copyTree(from: string, to: string, { isDatabase = false } = {}): Promise<void> {
  const found = await lstat(from).catch(unlessGone);
  if (!found) return;
  if (found.isSymbolicLink()) return symlink(await readlink(from), to);
  if (!found.isDirectory()) {
    const isCopied = await copyFile(from, to).then(() => true, unlessGone);
    if (isCopied) await keepOwner(from, to);
    return;
  }
  await mkdir(to, { recursive: true });
  await keepOwner(from, to);
  for (const name of await readdir(from)) {
    if (isDatabase && (LEFT_OUT.has(name) || name.startsWith("pgsql_tmp"))) continue;
    if (isDatabase && EMPTIED.has(name)) {
      await mkdir(path.join(to, name), { recursive: true });
      await keepOwner(path.join(from, name), path.join(to, name));
    } else await copyTree(path.join(from, name), path.join(to, name), { isDatabase });
  }
}

async function keepOwner(from: string, to: string): Promise<void> {
  const { uid, gid, mode } = await stat(from).catch(() => stat(to));
  await chmod(to, mode);
  if (process.getuid?.() === 0) await chown(to, uid, gid);
}

function unlessGone(error: NodeJS.ErrnoException): undefined {
  if (error.code !== "ENOENT") throw error;
}

async function isThere(file: string): Promise<boolean> {
  return (await stat(file).catch(unlessGone)) !== undefined;
}

async function refuseIfThere(target: string): Promise<void> {
  if (await isThere(target)) throw new Error(`${target} is there already: name a folder that is not.`);
}
