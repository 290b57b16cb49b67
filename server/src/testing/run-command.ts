import { spawn } from "node:child_process";
import path from "node:path";
import { text } from "node:stream/consumers";

/** Runs a command of the server, such as `doctor.ts`, with nothing else in its environment. */
export async function runCommand(file: string, env: Record<string, string>, ...args: string[]) {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, "..", file), ...args], {
    env: { PATH: process.env["PATH"], ...env },
  });
  const [out, errors, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise((ended) => child.on("exit", ended)),
  ]);
  return { out, errors, code };
}
