import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";

/** Tells whether a program is installed on this machine. */
export const isInstalled = (name: string): boolean =>
  (process.env["PATH"] ?? "")
    .split(path.delimiter)
    .concat("/usr/sbin")
    .some((folder) => existsSync(path.join(folder, name)));

/** Says in the output of the tests which of them cannot run on this machine. */
export function reportSkipped(tests: string, program: string): void {
  process.stderr.write(`Skipped: ${tests}. ${program} is not installed here; see CONTRIBUTING.md.\n`);
}

/** Returns a port of the loopback interface that is free now. */
export function findFreePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });
}

/** Ends a program, and waits until it has ended. */
export async function stopProgram(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  await ended;
}

/**
 * Starts a program that serves HTTP, and waits until an address of it answers.
 * @throws Error with what it printed, when it ends before
 */
export async function startHttpProgram(
  command: string,
  parameters: string[],
  { env, address }: { env: Record<string, string>; address: string },
): Promise<ChildProcess> {
  const child = spawn(command, parameters, {
    env: { PATH: process.env["PATH"], ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let printed = "";
  const keep = (chunk: Buffer) => void (printed = (printed + String(chunk)).slice(-20_000));
  child.stdout.on("data", keep);
  child.stderr.on("data", keep);
  let failure: Error | undefined;
  child.once("error", (error) => (failure = error));
  for (;;) {
    if (failure) throw failure;
    if (child.exitCode !== null) throw new Error(`${command} ended with code ${child.exitCode}: ${printed}`);
    const status = await fetch(address).then(
      ({ status: answered }) => answered,
      () => null,
    );
    if (status !== null && status < 500) return child;
    if (status !== null) {
      await stopProgram(child);
      throw new Error(`${command} answered ${status}: ${printed}`);
    }
    await wait(50);
  }
}
