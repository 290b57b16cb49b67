import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer } from "node:net";
import path from "node:path";

const ROOT = path.dirname(import.meta.dirname);

/** The server, started as `npm start` does. */
export async function startServer(environment: NodeJS.ProcessEnv): Promise<ChildProcess> {
  const { scripts } = JSON.parse(readFileSync(path.join(ROOT, "package.json"), "utf8")) as {
    scripts: { start: string };
  };
  const asStarted = scripts.start.split(" ").slice(2);
  const child = spawn(process.execPath, asStarted, {
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
