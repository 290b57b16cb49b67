// `npm run bench:start`: starts a clean clone as a new user does, with the packages in the cache of npm, then starts it again
// --times <number>, 5 by default. A start ends when the login page is served. Writes docs/performance.md.
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { writeSection } from "./performance-page.ts";
import { freePort, readMemory, ROOT } from "./served.ts";

const ASKED_EVERY_MS = 50;
const IDLE_MS = 10_000;

const { values: options } = parseArgs({
  options: { times: { type: "string", default: "5" }, out: { type: "string" } },
});
const folder = mkdtempSync(path.join(tmpdir(), "cairn-start-"));
const clone = path.join(folder, "cairn");
const port = await freePort();
const environment = {
  ...process.env,
  DATA_DIR: path.join(folder, "data"),
  PORT: String(port),
  CONTENT_PORT: String(await freePort()),
  LOG_LEVEL: "warn",
  npm_config_prefer_offline: "true",
};

try {
  execFileSync("git", ["clone", "--quiet", ROOT, clone]);
  const first = await measureStart();
  await first.stop();
  const later: number[] = [];
  let idle = 0;
  for (let turn = 0; turn < Number(options.times); turn++) {
    const { seconds, stop } = await measureStart();
    later.push(seconds);
    if (turn === 0) {
      await sleep(IDLE_MS);
      idle = await readMemory(String(port));
    }
    await stop();
  }
  await writeSection("Start", page(first.seconds, later, idle), options.out);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Starts the clone and waits until it serves the login page. */
async function measureStart(): Promise<{ seconds: number; stop: () => Promise<void> }> {
  const began = performance.now();
  const server = spawn("npm", ["start"], { cwd: clone, env: environment, stdio: ["ignore", "ignore", "inherit"] });
  const ended = new Promise<void>((resolve) => server.once("exit", () => resolve()));
  while (!(await isServed())) {
    if (server.exitCode !== null) throw new Error(`The server ended with code ${server.exitCode}.`);
    await sleep(ASKED_EVERY_MS);
  }
  const seconds = (performance.now() - began) / 1_000;
  return { seconds, stop: () => stop(server, ended) };
}

async function isServed(): Promise<boolean> {
  const response = await fetch(`http://127.0.0.1:${port}/login`).catch(() => null);
  return response?.ok ?? false;
}

async function stop(server: ChildProcess, ended: Promise<void>): Promise<void> {
  server.kill("SIGTERM");
  await ended;
  // The launcher outlives npm by a moment, and the next start needs its port.
  while (await isServed()) await sleep(ASKED_EVERY_MS);
}

function page(first: number, later: number[], idle: number): string {
  const sorted = later.toSorted((a, b) => a - b);
  const median = sorted[Math.floor(sorted.length / 2)]!;
  return `\`npm run bench:start\` writes this section. \`npm start\` in a clean clone with the demo data, until the login page is served; the packages are in
the cache of npm; ${cpus().length} x ${cpus()[0]!.model}, Node ${process.version}. The first start installs the packages, builds the client, and creates the
database and the demo data.

|                                        | result |
| -------------------------------------- | -----: |
| first start                            | ${first.toFixed(1)} s |
| later start, median of ${later.length}               | ${median.toFixed(1)} s |
| memory of the server, idle after ${IDLE_MS / 1_000} s | ${idle} MB |
`;
}
