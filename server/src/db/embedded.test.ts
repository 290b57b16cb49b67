import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type EmbeddedPostgres, startEmbedded } from "./embedded.ts";

const NOBODY = 65534;

let folder: string;
let template: string;
let started: EmbeddedPostgres[];

function newFolder(): string {
  const made = mkdtempSync(path.join(tmpdir(), "cairn-embedded-"));
  chmodSync(made, 0o755); // PostgreSQL runs as nobody when the tests run as root.
  clearWhenGone(made);
  return made;
}

/** Removes what these servers leave when a run is interrupted, because they are not throw-away servers. */
function clearWhenGone(made: string): void {
  const script =
    'read -r _; cat "$0"/pg18/*.pid "$0"/own/pg18/*.pid | grep -E "^[0-9]+$" | head -n 1 | xargs kill -QUIT; sleep 1; rm -rf "$0"';
  const leash = spawn("sh", ["-c", script, made], { detached: true, stdio: ["pipe", "ignore", "ignore"] });
  leash.unref();
  (leash.stdin as unknown as { unref(): void }).unref();
}

beforeAll(async () => {
  template = newFolder();
  const postgres = await startEmbedded(template);
  await postgres.stop();
  return () => rmSync(template, { recursive: true });
});

beforeEach(() => {
  folder = newFolder();
  started = [];
});

afterEach(async () => {
  for (const postgres of started) await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
});

describe("the embedded PostgreSQL", () => {
  it("starts, stops, and starts again with its data", async () => {
    const first = await start();
    await query(first, "CREATE TABLE notes (text text); INSERT INTO notes VALUES ('kept')");
    await first.stop();
    expect(isRunning(postmaster())).toBe(false);
    expect(existsSync(first.host)).toBe(false);
    const second = await start();
    expect(await query(second, "SELECT text FROM notes")).toEqual([{ text: "kept" }]);
  });

  it("loses no committed data when it is killed, and restarts by itself", async () => {
    copyTemplate();
    const first = await start();
    await query(first, "CREATE TABLE notes (id int)");
    for (let id = 1; id <= 20; id++) await query(first, `INSERT INTO notes VALUES (${id})`);
    const pid = postmaster()!;
    process.kill(pid, "SIGKILL");
    const count = () => query(first, "SELECT count(*)::int AS count FROM notes");
    await expect.poll(() => count().catch(() => null)).toEqual([{ count: 20 }]);
    expect(postmaster()).not.toBe(pid);
  });

  it("is adopted after its server was killed, and stopped by the adopting process", async () => {
    copyTemplate();
    const server = await inProcess(folder);
    await query(server, "CREATE TABLE notes (id int)");
    const pid = postmaster()!;
    server.child.kill("SIGKILL");
    await once(server.child, "exit");
    expect(isRunning(pid)).toBe(true);

    const adopted = await start();
    expect(postmaster()).toBe(pid);
    expect(await query(adopted, "SELECT * FROM notes")).toEqual([]);
    await adopted.stop();
    expect(isRunning(pid)).toBe(false);
  });

  it("runs until the last process that uses it stops", async () => {
    const [first, second] = await Promise.all([start(), start()]);
    const pid = postmaster()!;
    await second!.stop();
    expect(await query(first!, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
    await first!.stop();
    expect(isRunning(pid)).toBe(false);
  });

  it("keeps the folder of its socket when there is anything in it", async () => {
    copyTemplate();
    const { host, stop } = await start();
    writeFileSync(path.join(host, "another socket"), "");
    await stop();
    expect(existsSync(host)).toBe(true);
    rmSync(host, { recursive: true });
  });

  it("starts when a process that stops it removes the folder of its socket meanwhile", async () => {
    copyTemplate();
    const { host, stop } = await start();
    await stop();
    // Acts as a PostgreSQL that is shutting down.
    const program = path.join(folder, "postgres");
    symlinkSync("/bin/sh", program);
    const leaving = spawn(program, ["-c", "read -r _; exit"], { stdio: ["pipe", "ignore", "ignore"] });
    await once(leaving, "spawn");
    writeFileSync(path.join(folder, "pg18/postmaster.pid"), `${leaving.pid}\n`);
    const starting = start();
    rmdirSync(host);
    leaving.kill("SIGKILL");
    await expect(query(await starting, "SELECT 1 AS one")).resolves.toEqual([{ one: 1 }]);
  });

  it("starts again when the folder of its socket is removed while it starts", async () => {
    copyTemplate();
    const { host, stop } = await start();
    await stop();
    const starting = start();
    // By now the program has been started, and needs some milliseconds until it looks for the folder.
    await new Promise((resume) => setImmediate(resume));
    rmSync(host, { recursive: true });
    await expect(query(await starting, "SELECT 1 AS one")).resolves.toEqual([{ one: 1 }]);
  });

  it("is not confused with another program that has its process id after a reboot", async () => {
    copyTemplate();
    const first = await start();
    await first.stop();
    writeFileSync(path.join(folder, "pg18/postmaster.pid"), `${process.pid}\n`);
    const second = await start();
    expect(await query(second, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
  });

  it("starts after an earlier first start was killed half-way", async () => {
    mkdirSync(path.join(folder, "pg18.new-killed"));
    writeFileSync(path.join(folder, "pg18.new-killed/PG_VERSION"), "18\n");
    expect(await query(await start(), "SELECT 1 AS one")).toEqual([{ one: 1 }]);
  });

  it("refuses a socket folder that is a link", async () => {
    copyTemplate();
    const { host, stop } = await start();
    await stop();
    symlinkSync(folder, host);
    await expect(startEmbedded(folder)).rejects.toThrow("belongs to another user");
    rmSync(host);
  });

  it("reports why it cannot start", async () => {
    copyTemplate();
    await expect(startEmbedded(folder, { fsync: "perhaps" })).rejects.toThrow(/did not start.*fsync/s);
  });

  it("disappears with its folder when the test process is killed", async () => {
    copyTemplate();
    const server = await inProcess(folder, true);
    const pid = postmaster()!;
    server.child.kill("SIGKILL");
    await expect.poll(() => isRunning(pid) || existsSync(folder) || existsSync(server.host)).toBe(false);
  });
});

const isRoot = process.getuid?.() === 0;

describe.runIf(isRoot)("the embedded PostgreSQL, started by root", () => {
  it("runs as nobody when nobody can reach its folder", async () => {
    copyTemplate();
    await start();
    expect(owner(postmaster()!)).toBe(NOBODY);
  });

  it("runs in a folder that only root can read, and stays there when others get access", async () => {
    chmodSync(folder, 0o700);
    const first = await start();
    await query(first, "CREATE TABLE notes (id int)");
    await first.stop();
    chmodSync(folder, 0o755);
    expect(await query(await start(), "SELECT * FROM notes")).toEqual([]);
  });

  it("works for an ordinary user", async () => {
    const own = path.join(folder, "own");
    mkdirSync(own);
    chownSync(own, NOBODY, NOBODY);
    const server = await inProcess(own, false, ["setpriv", `--reuid=${NOBODY}`, `--regid=${NOBODY}`, "--clear-groups"]);
    const pid = postmaster(own)!;
    expect(owner(pid)).toBe(NOBODY);
    server.child.stdin!.end();
    await once(server.child, "exit");
    expect(isRunning(pid)).toBe(false);
  });
});

/** Copies a prepared data folder, because creating one takes longer than the rest of a test. */
function copyTemplate(): void {
  spawnSync("cp", ["-a", `${template}/.`, folder]);
}

async function start(): Promise<EmbeddedPostgres> {
  const postgres = await startEmbedded(folder);
  started.push(postgres);
  return postgres;
}

interface Remote {
  host: string;
  port: number;
  child: ChildProcess;
}

/** Starts PostgreSQL in a process that stops it when its input ends. */
async function inProcess(dataDir: string, isThrowAway = false, wrap: string[] = []): Promise<Remote> {
  const code = `
    import { startEmbedded } from ${JSON.stringify(new URL("embedded.ts", import.meta.url).href)};
    const { host, port, stop } = await startEmbedded(${JSON.stringify(dataDir)}, {}, { isThrowAway: ${isThrowAway} });
    console.log(JSON.stringify({ host, port }));
    process.stdin.on("end", () => stop().then(() => process.exit())).resume();`;
  const command = [...wrap, process.execPath, "--input-type=module-typescript", "--eval", code];
  const child = spawn(command[0]!, command.slice(1), { stdio: ["pipe", "pipe", "inherit"] });
  const [line] = (await Promise.race([once(child.stdout, "data"), once(child, "exit").then(() => ["{}"])])) as [Buffer];
  return { ...(JSON.parse(line.toString()) as { host: string; port: number }), child };
}

async function query({ host, port }: { host: string; port: number }, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ host, port, user: "postgres", database: "postgres" });
  await client.connect();
  try {
    return (await client.query<object>(sql)).rows ?? [];
  } finally {
    await client.end();
  }
}

function postmaster(dataDir = folder): number | null {
  const file = path.join(dataDir, "pg18/postmaster.pid");
  return existsSync(file) ? Number(readFileSync(file, "utf8").split("\n")[0]) : null;
}

function isRunning(pid: number | null): boolean {
  if (pid === null) return false;
  const { stdout } = spawnSync("ps", ["-o", "stat=", "-p", String(pid)], { encoding: "utf8" });
  return /^[^Z]/.test(stdout.trim());
}

function owner(pid: number): number {
  return Number(spawnSync("ps", ["-o", "uid=", "-p", String(pid)], { encoding: "utf8" }).stdout);
}
