// Runs on any Node >= 18, without dependencies: `node scripts/launch.mjs [--restart] <node arguments>`.
// Installs what the lock file names, for programs of the server without the tools of developers, picks the pinned Node and
// runs the arguments with it. With --restart, a program that was
// ready and ends unexpectedly is started again.
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";

const MIN_NODE_MAJOR = 26;
const STAMP = "node_modules/.setup-stamp";
const LOCK = ".setup-lock"; // Beside node_modules, because `npm ci` empties that folder.
const LOCK_HEARTBEAT_MS = 2_000;
const LOCK_STALE_MS = 30_000;
// Caches compiled code: the next start takes two thirds of the time, and 18 MB less memory without the TypeScript
// compiler.
const COMPILED = { NODE_COMPILE_CACHE: "node_modules/.cache/compiled" };
// glibc keeps freed memory in one arena per thread; with two arenas the server needs 10 to 15 MB less.
const FRUGAL = { MALLOC_ARENA_MAX: "2" };

// A program that keeps ending is not restarted any more: a person has to look at it.
const RESTARTS = { most: 5, withinMs: 5 * 60_000 };

process.chdir(path.dirname(path.dirname(fileURLToPath(import.meta.url))));
const [first, ...rest] = process.argv.slice(2);
await installOnce({ isForDevelopers: !isProgramOfServer(first === "--restart" ? rest[0] : first) });
const node = findNode();
const options = { env: { ...COMPILED, ...FRUGAL, ...withPath(path.dirname(node), path.resolve("node_modules/.bin")) } };
if (first === "--restart") {
  // Libraries skip their checks for developers: graphql-js takes 10 % less time.
  options.env.NODE_ENV ??= "production";
  finishLike(await runAgain(node, rest, options));
} else finishLike(await run(node, [first, ...rest], options));

/** Tells whether a program runs without the tools of developers, which are half of the packages. */
function isProgramOfServer(program = "") {
  return program.startsWith("server/src/") && !program.startsWith("server/src/testing/");
}

/**
 * Runs `npm ci` when the lock file differs from the one last installed, and adds the tools of developers when they are
 * needed for the first time. A second launch waits for the first.
 */
async function installOnce({ isForDevelopers }) {
  const all = createHash("sha256").update(readFileSync("package-lock.json")).digest("hex");
  const withoutTools = `${all} without developers' tools`;
  const readStamp = () => (existsSync(STAMP) ? readFileSync(STAMP, "utf8") : "");
  const isInstalled = () => readStamp() === all || (!isForDevelopers && readStamp() === withoutTools);
  if (isInstalled()) return;
  await takeLock();
  try {
    if (isInstalled()) return;
    console.log("Installing packages (once per version, a minute or two) …");
    // `npm ci` empties the folder, from which a server may be running; `npm install` adds what is missing.
    const command = readStamp() === withoutTools ? ["install", "--no-save"] : ["ci"];
    const { code, signal, error } = await run(...npm(...command, isForDevelopers ? "--include=dev" : "--omit=dev"));
    if (signal) return finishLike({ signal });
    if (code !== 0)
      fail(
        `Set-up failed: npm ${command[0]} ended with ${error?.message ?? `code ${code}`}. Check the network and run it again.`,
      );
    writeFileSync(STAMP, isForDevelopers ? all : withoutTools);
  } finally {
    rmSync(LOCK, { force: true });
  }
}

async function takeLock() {
  let announced = false;
  for (;;) {
    try {
      writeFileSync(LOCK, String(process.pid), { flag: "wx" });
      await sleep(100); // Two launches may clear the same stale lock: the later one wins.
      if (readLock().pid === process.pid) break;
    } catch (error) {
      if (error.code !== "EEXIST") throw error;
    }
    const { pid, age } = readLock();
    if (pid !== undefined && (age > LOCK_STALE_MS || !isAlive(pid))) rmSync(LOCK, { force: true });
    else if (!announced) {
      announced = true;
      console.log(`Waiting for the installation already under way (process ${pid}) …`);
    }
    await sleep(250);
  }
  setInterval(() => existsSync(LOCK) && utimesSync(LOCK, new Date(), new Date()), LOCK_HEARTBEAT_MS).unref();
  process.on("exit", () => readLock().pid === process.pid && rmSync(LOCK, { force: true }));
}

function readLock() {
  try {
    return { pid: Number(readFileSync(LOCK, "utf8")), age: Date.now() - statSync(LOCK).mtimeMs };
  } catch {
    return {};
  }
}

function isAlive(pid) {
  try {
    return pid > 0 && process.kill(pid, 0);
  } catch (error) {
    return error.code === "EPERM";
  }
}

/**
 * Returns a command for the npm that started this process, else for the one on PATH. EBADENGINE is silenced, because npm
 * may run on an older Node.
 */
function npm(...command) {
  const npm = process.env.npm_execpath;
  const args = [
    ...command,
    "--include=optional",
    "--no-audit",
    "--no-fund",
    "--loglevel=error",
    "--engine-strict=false",
  ];
  if (npm && /\.c?js$/.test(npm)) return [process.execPath, [npm, ...args], {}];
  return ["npm", args, { shell: process.platform === "win32" }];
}

/** Returns the running Node if it is new enough, else the one installed for this machine. */
function findNode() {
  if (Number.parseInt(process.versions.node, 10) >= MIN_NODE_MAJOR) return process.execPath;
  const isWindows = process.platform === "win32";
  const platform = isWindows ? "win" : process.platform;
  const prefix = platform === "darwin" && process.arch === "arm64" ? "node-bin" : "node";
  const packaged = path.resolve(
    "node_modules",
    `${prefix}-${platform}-${process.arch}`,
    "bin",
    isWindows ? "node.exe" : "node",
  );
  const version = spawnSync(packaged, ["--version"], { encoding: "utf8" }).stdout ?? "";
  if (Number.parseInt(version.slice(1), 10) >= MIN_NODE_MAJOR) return packaged;
  return fail(
    `Node ${MIN_NODE_MAJOR} or newer is needed: this is ${process.version}, and no packaged Node runs on ` +
      `${process.platform} ${process.arch}. Install Node ${MIN_NODE_MAJOR} and run it again.`,
  );
}

function withPath(...folders) {
  const env = { ...process.env };
  const name = Object.keys(env).find((key) => key.toUpperCase() === "PATH") ?? "PATH"; // `Path` on Windows.
  env[name] = [...folders, env[name] ?? ""].join(path.delimiter);
  return env;
}

/**
 * Runs a program and restarts it when it ends unexpectedly after sending "ready": by an error, or by a signal that did
 * not come through this process. A program that never becomes ready has a problem that a restart does not solve.
 */
async function runAgain(command, args, options) {
  const deaths = [];
  for (;;) {
    const result = await run(command, args, { ...options, stdio: ["inherit", "inherit", "inherit", "ipc"] });
    const { code, signal, wasReady, wasStopped } = result;
    if (!wasReady || wasStopped || (code === 0 && !signal)) return result;
    deaths.push(Date.now());
    while (deaths[0] < Date.now() - RESTARTS.withinMs) deaths.shift();
    const how = signal ? `by signal ${signal}` : `with code ${code}`;
    if (deaths.length > RESTARTS.most) {
      console.error(`The server ended ${how}, ${deaths.length} times within minutes. It is not started again.`);
      return { code: 1 };
    }
    console.error(`The server ended unexpectedly (${how}). Starting it again …`);
  }
}

/** Runs a command in this terminal, forwards signals and waits for its end. */
function run(command, args, options) {
  let wasReady = false;
  let wasStopped = false;
  const child = spawn(command, args, { stdio: "inherit", ...options });
  child.on("message", (message) => (wasReady ||= message === "ready"));
  const pass = (signal) => {
    wasStopped = true;
    // Ctrl-C reaches the whole group; forwarding it would look like a second Ctrl-C.
    if (signal === "SIGINT" && process.stdin.isTTY) return;
    child.kill(signal);
  };
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"];
  for (const signal of signals) process.on(signal, pass);
  const watch = stopWhenNpmIsGone(() => pass("SIGTERM"));
  return new Promise((resolve) => {
    const finish = (result) => {
      clearInterval(watch);
      for (const signal of signals) process.off(signal, pass);
      resolve({ ...result, wasReady, wasStopped });
    };
    child.on("error", (error) => finish({ code: 1, error }));
    child.on("exit", (code, signal) => finish({ code, signal }));
  });
}

/** Stops the program when npm is gone: some shells do not forward the signal that ends npm. */
function stopWhenNpmIsGone(stop) {
  const parent = process.ppid;
  if (!process.env.npm_lifecycle_event) return undefined;
  return setInterval(() => process.ppid !== parent && stop(), 1_000).unref();
}

function finishLike({ code, signal, error }) {
  if (error) fail(`Could not start ${process.argv[2] ?? "Node"}: ${error.message}`);
  if (signal) process.kill(process.pid, signal);
  else process.exit(code ?? 1);
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
