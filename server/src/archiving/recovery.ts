import { spawnSync } from "node:child_process";
import { closeSync, constants, createWriteStream, openSync, writeSync } from "node:fs";
import { chmod, chown, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { Socket } from "node:net";
import path from "node:path";
import { createInterface } from "node:readline";
import { pipeline } from "node:stream/promises";
import pg from "pg";
import { startEmbedded } from "../db/embedded.ts";
import { NotFound } from "../errors.ts";
import type { FileStore } from "../platform/file-store.ts";
import { openSegment } from "./reading.ts";
import { HISTORY, SEGMENT } from "./segments.ts";

/** Up to where an archive is replayed on a backup. */
export interface RecoveryTarget {
  /** The last moment of which everything is taken; null for the end of the backup itself, "latest" for all of the archive. */
  until: Date | "latest" | null;
  /** The number of a timeline; the latest by default. */
  timeline?: number | undefined;
}

/** Long enough for a month of a busy server. */
const LONGEST_MS = 24 * 60 * 60_000;

/**
 * Replays an archive on the database of a restored backup, on a new timeline, so that what is archived from then on never
 * mixes with what was archived before.
 * @returns when the last transaction that it contains was committed; null when none was replayed
 * @throws Error when the archive does not reach the target, has a gap, or cannot be read
 */
export async function recover(dataDir: string, store: FileStore, target: RecoveryTarget): Promise<Date | null> {
  const data = path.join(dataDir, "pg18");
  const system = await readSystem(data);
  const owner = await stat(path.join(data, "PG_VERSION"));
  const own = async (file: string) => {
    if (process.getuid?.() === 0) await chown(file, owner.uid, owner.gid);
  };
  const signal = path.join(data, "recovery.signal");
  await writeFile(signal, "", { mode: 0o600 });
  await own(signal);
  // Below /tmp, because the path goes into a command of the shell.
  const desk = await mkdtemp("/tmp/cairn-recovery-");
  try {
    await own(desk);
    const supplier = await supply(desk, store, system, own);
    try {
      const postgres = await startEmbedded(dataDir, toSettings(desk, target), { patience: LONGEST_MS });
      const replayed = await readReplayed(postgres).finally(() => postgres.stop());
      if (target.until === "latest") supplier.refuseGap();
      return replayed;
    } catch (error) {
      throw supplier.failure ?? explain(error, target);
    } finally {
      await supplier.close();
    }
  } finally {
    await rm(desk, { recursive: true, force: true });
  }
}

/** Reads the system identifier of a database that does not run. */
async function readSystem(data: string): Promise<string> {
  const control = await readFile(path.join(data, "global", "pg_control"));
  return control.readBigUInt64LE(0).toString();
}

function toSettings(desk: string, { until, timeline }: RecoveryTarget): Record<string, string> {
  return {
    // One request at a time. Only a segment that is not there ends the log; any other answer stops the recovery.
    restore_command: `echo %f > ${desk}/request && read -r answer < ${desk}/answer && case "$answer" in found) cp ${desk}/file "%p";; missing) exit 1;; *) exit 255;; esac`,
    recovery_target_action: "promote",
    recovery_target_timeline: timeline === undefined ? "latest" : String(timeline),
    ...(until === null && { recovery_target: "immediate" }),
    ...(until instanceof Date && { recovery_target_time: until.toISOString().replace("T", " ").replace("Z", "+00") }),
    // It answers when it is recovered, and not before.
    hot_standby: "off",
  };
}

/** Hands archived files to PostgreSQL, which asks for them one after the other through a pipe. */
async function supply(desk: string, store: FileStore, system: string, own: (file: string) => Promise<void>) {
  const [request, answer, file] = ["request", "answer", "file"].map((name) => path.join(desk, name)) as [
    string,
    string,
    string,
  ];
  const made = spawnSync("mkfifo", ["-m", "600", request, answer], { encoding: "utf8" });
  if (made.status !== 0) throw new Error(`A pipe could not be made: ${made.error?.message ?? made.stderr}`);
  for (const pipe of [request, answer]) await own(pipe);
  // Opened for both ways, so that neither waits for the other side. As a socket, because reading it as a file would keep a
  // thread that nothing ends.
  const requests = new Socket({ fd: openSync(request, constants.O_RDWR | constants.O_NONBLOCK), writable: false });
  const answers = openSync(answer, constants.O_RDWR);
  const missing: string[] = [];
  let failure: Error | null = null;
  const archived = await listSegments(store, system);

  const provide = async (name: string): Promise<"found" | "missing"> => {
    if (!SEGMENT.test(name) && !HISTORY.test(name)) return "missing";
    const key = `${system}/wal/${name}`;
    try {
      const stream = SEGMENT.test(name) ? await openSegment(store, `${key}.zst`) : await store.get(key);
      await pipeline(stream, createWriteStream(file));
      await own(file);
      await chmod(file, 0o600);
      return "found";
    } catch (error) {
      if (!(error instanceof NotFound)) throw error;
      if (SEGMENT.test(name)) missing.push(name);
      return "missing";
    }
  };
  const lines = createInterface({ input: requests });
  const serving = (async () => {
    for await (const name of lines) {
      const found = await provide(name).catch((error: unknown) => {
        failure = error as Error;
        return "failed";
      });
      writeSync(answers, `${found}\n`);
    }
  })();
  return {
    /** Why the archive could not be read. */
    get failure() {
      return failure;
    },
    /** @throws Error when the log ended at a segment that is missing before others */
    refuseGap() {
      const last = missing.at(-1);
      // PostgreSQL asks for a segment of the newest timeline first, then for that of those before.
      const newest = missing
        .filter((name) => name.slice(8) === last?.slice(8))
        .toSorted()
        .at(-1);
      const isBefore = (name: string) =>
        newest !== undefined && name > newest && name.slice(0, 8) === newest.slice(0, 8);
      if (archived.some(isBefore)) throw new Error(`The archive has a gap: segment ${newest} is missing.`);
    },
    async close() {
      lines.close();
      requests.destroy();
      await serving;
      closeSync(answers);
    },
  };
}

async function listSegments(store: FileStore, system: string): Promise<string[]> {
  const names: string[] = [];
  for await (const { key } of store.list(`${system}/wal/`))
    if (key.endsWith(".zst")) names.push(path.basename(key, ".zst"));
  return names.toSorted();
}

async function readReplayed({ host, port }: { host: string; port: number }): Promise<Date | null> {
  const client = new pg.Client({ host, port, user: "postgres", database: "postgres" });
  await client.connect();
  try {
    const { rows } = await client.query<{ at: Date | null }>("SELECT pg_last_xact_replay_timestamp() AS at");
    return rows[0]!.at;
  } finally {
    await client.end();
  }
}

/** Says in words for operators why PostgreSQL did not reach the target. */
function explain(error: unknown, { until }: RecoveryTarget): Error {
  const { message } = error as Error;
  if (/recovery ended before configured recovery target was reached/.test(message))
    return new Error(
      `The archive does not reach ${until instanceof Date ? until.toISOString() : "this point"}. Choose an earlier moment, or --until latest.`,
    );
  return error as Error;
}
