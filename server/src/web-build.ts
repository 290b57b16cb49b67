import { spawn } from "node:child_process";
import { createHash, randomUUID } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const STAMP = ".built-from";
/** The names of folders of builds that have not ended. */
const UNFINISHED = "dist.new-";
const SOURCES = [
  "web/src",
  "web/build",
  "web/public",
  "web/index.html",
  "web/scorm.html",
  "web/vite.config.ts",
  "web/vite.player.config.ts",
  "web/vite.runtime.config.ts",
  "web/vite.setup.config.ts",
  "web/lingui.config.ts",
  "web/package.json",
  "docs/guide",
  "schema.graphql",
  "package-lock.json",
];

/**
 * Builds the web client if it is missing or older than its sources. A copy without sources is served as it is. Of several
 * processes, one builds and the others wait for it.
 * @param build builds into a folder of `web`, in tests
 * @throws Error with the output of a failed build
 */
export async function buildWebClient(root = ROOT, build = runBuild): Promise<void> {
  const web = path.join(root, "web");
  if (!existsSync(path.join(web, "src")) || isBuilt(root)) return;
  const release = await takeLock(path.join(web, ".build-lock"));
  try {
    if (isBuilt(root)) return;
    process.stdout.write("Building the web client …\n");
    for (const name of readdirSync(web))
      if (name.startsWith(UNFINISHED)) rmSync(path.join(web, name), { recursive: true, force: true });
    const wanted = fingerprint(root);
    // In a folder of its own: a build that a killed process has left behind may still be writing.
    const folder = `${UNFINISHED}${randomUUID()}`;
    const fresh = path.join(web, folder);
    mkdirSync(fresh);
    await build(folder);
    writeFileSync(path.join(fresh, STAMP), wanted);
    const dist = path.join(web, "dist");
    const former = `${fresh}.former`;
    if (existsSync(dist)) renameSync(dist, former);
    renameSync(fresh, dist);
    rmSync(former, { recursive: true, force: true });
  } finally {
    release();
  }
}

function isBuilt(root: string): boolean {
  const stamp = path.join(root, "web/dist", STAMP);
  return existsSync(stamp) && readFileSync(stamp, "utf8") === fingerprint(root);
}

/**
 * Waits until no other process has the lock, and takes it. The operating system releases it when this process ends,
 * however that happens.
 * @returns releases the lock
 */
async function takeLock(file: string): Promise<() => void> {
  const { DatabaseSync } = await import("node:sqlite");
  // Nothing is stored: SQLite is used for its locks, which work alike on all systems.
  const lock = new DatabaseSync(file, { timeout: 0 });
  for (let tries = 0; ; tries++) {
    try {
      lock.exec("BEGIN EXCLUSIVE");
      return () => lock.close();
    } catch (error) {
      if ((error as { errcode?: number }).errcode !== SQLITE_BUSY) throw error;
    }
    if (tries === 0) process.stdout.write("Waiting for another process, which builds the web client …\n");
    await wait(250);
  }
}

const SQLITE_BUSY = 5;

/** Builds in a process of its own, whose memory is given back. */
async function runBuild(folder: string): Promise<void> {
  const child = spawn(process.execPath, ["build/client.ts", folder], {
    cwd: path.join(ROOT, "web"),
    // With that of tests, React would be built with its checks for developers.
    env: { ...process.env, NODE_ENV: "production" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = new Promise<string>((resolve) => {
    child.once("error", (error) => resolve(error.message));
    child.once("close", (code) => resolve(code === 0 ? "" : `It ended with code ${code}.`));
  });
  const [problem, ...output] = await Promise.all([ended, text(child.stdout), text(child.stderr)]);
  if (problem) throw new Error(`The web client could not be built:\n${output.join("")}${problem}`);
}

/** Hashes all sources by path and content, without the generated types. */
function fingerprint(root: string): string {
  const hash = createHash("sha256");
  for (const source of SOURCES) addTo(hash, root, source);
  return hash.digest("hex");
}

function addTo(hash: ReturnType<typeof createHash>, root: string, relative: string): void {
  const full = path.join(root, relative);
  if (!existsSync(full) || relative === "web/src/gen") return;
  const entries = readdirSyncOrNull(full);
  if (entries) for (const entry of entries.sort()) addTo(hash, root, `${relative}/${entry}`);
  else hash.update(relative).update(readFileSync(full));
}

function readdirSyncOrNull(full: string): string[] | null {
  try {
    return readdirSync(full);
  } catch {
    return null;
  }
}
