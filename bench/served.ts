import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer } from "node:net";
import path from "node:path";

const ROOT = path.dirname(import.meta.dirname);

/** Starts the server as `npm start` does: the process that is answered with is the launcher's. */
export async function startServer(environment: NodeJS.ProcessEnv): Promise<ChildProcess> {
  const { scripts } = JSON.parse(readFileSync(path.join(ROOT, "package.json"), "utf8")) as {
    scripts: { start: string };
  };
  const child = spawn(process.execPath, scripts.start.split(" ").slice(1), {
    cwd: ROOT,
    env: environment,
    stdio: ["ignore", "pipe", "inherit"],
  });
  await new Promise<void>((resolve, reject) => {
    child.stdout.on("data", (chunk: Buffer) => chunk.includes("is ready.") && resolve());
    child.once("exit", (code) => reject(new Error(`The server ended with code ${code}.`)));
  });
  return child;
}

/** The data of `demo:large`, made by a process of its own: one that had made it would stop to tidy up while it measures. */
export async function buildLarge(environment: NodeJS.ProcessEnv, size: Record<string, number>): Promise<void> {
  const said = Object.entries(size).flatMap(([name, value]) => [`--${name}`, String(value)]);
  const child = spawn(process.execPath, [path.join(ROOT, "server/src/demo/large.ts"), ...said], {
    cwd: ROOT,
    env: environment,
    stdio: ["ignore", "ignore", "inherit"],
  });
  const code = await new Promise<number | null>((resolve) => child.once("exit", resolve));
  if (code !== 0) throw new Error(`The data could not be made: code ${code}.`);
}

/** Megabytes that the server holds now, as it says itself. */
export async function memoryOf(port: string): Promise<number> {
  const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  return Math.round(Number(/^process_resident_memory_bytes (\S+)/m.exec(metrics)?.[1]) / 1024 / 1024);
}

export async function stopServer(server: ChildProcess): Promise<void> {
  server.kill("SIGTERM");
  await new Promise((resolve) => server.once("exit", resolve));
}

export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });
}
