import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer } from "node:net";
import path from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { countProcesses } from "../server/src/processes/count.ts";
import { sumMetric } from "../server/src/testing/sum-metric.ts";

/** This checkout. */
export const ROOT = path.dirname(import.meta.dirname);

/** How an error begins in the server's log. A request that fails under load has to be found again by its number. */
const ERROR = '{"level":50,';

/**
 * Starts the server of a checkout like `npm start`, and waits until all its processes answer: their start would disturb a
 * measurement.
 * @returns the launcher's process
 */
export async function startServer(environment: NodeJS.ProcessEnv, root = ROOT): Promise<ChildProcess> {
  const { scripts } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8")) as {
    scripts: { start: string };
  };
  const child = spawn(process.execPath, scripts.start.split(" ").slice(1), {
    cwd: root,
    env: environment,
    stdio: ["ignore", "pipe", "inherit"],
  });
  await new Promise<void>((resolve, reject) => {
    createInterface(child.stdout).on("line", (line) => {
      if (line.includes("is ready.")) resolve();
      if (line.startsWith(ERROR)) process.stderr.write(`${line}\n`);
    });
    child.once("exit", (code) => reject(new Error(`The server ended with code ${code}.`)));
  });
  if (root === ROOT) await waitForProcesses(environment);
  return child;
}

async function waitForProcesses({ PORT, PROCESSES }: NodeJS.ProcessEnv): Promise<void> {
  const wanted = countProcesses(PROCESSES ? Number(PROCESSES) : "auto");
  for (;;) {
    const metrics = await (await fetch(`http://127.0.0.1:${PORT}/metrics`)).text();
    if (metrics.match(/^process_start_time_seconds/gm)?.length === wanted) return;
    await sleep(100);
  }
}

/**
 * Creates the data of `demo:large` in a separate process: the same process would pause for garbage collection during
 * the measurement.
 */
export async function buildLarge(
  environment: NodeJS.ProcessEnv,
  size: Record<string, number>,
  root = ROOT,
): Promise<void> {
  const sizes = Object.entries(size).flatMap(([name, value]) => [`--${name}`, String(value)]);
  const child = spawn(process.execPath, [path.join(root, "server/src/demo/large.ts"), ...sizes], {
    cwd: root,
    env: environment,
    stdio: ["ignore", "ignore", "inherit"],
  });
  const code = await new Promise<number | null>((resolve) => child.once("exit", resolve));
  if (code !== 0) throw new Error(`The data could not be made: code ${code}.`);
}

/** Reads the memory of all processes of a server from its metrics, in megabytes. */
export async function readMemory(port: string): Promise<number> {
  const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  return Math.round((sumMetric(metrics, "process_resident_memory_bytes") ?? NaN) / 1024 / 1024);
}

/** Stops a server as an operator does, and waits for its end. */
export async function stopServer(server: ChildProcess): Promise<void> {
  server.kill("SIGTERM");
  await new Promise((resolve) => server.once("exit", resolve));
}

/** Returns a port that nothing listens to. */
export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });
}
