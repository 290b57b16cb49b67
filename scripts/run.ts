import { spawn } from "node:child_process";

export interface Outcome {
  ok: boolean;
  /** All the command printed, both streams in the order they came. */
  output: string;
  milliseconds: number;
}

/**
 * Runs a command of node_modules/.bin or the system from the root of the repository.
 * @param show whether to pass its output on as it comes
 */
export function run(
  command: string,
  args: readonly string[],
  show = false,
  env: NodeJS.ProcessEnv = process.env,
): Promise<Outcome> {
  const started = performance.now();
  const child = spawn(command, args, { env, stdio: ["ignore", "pipe", "pipe"], shell: process.platform === "win32" });
  let output = "";
  const collect = (to: NodeJS.WriteStream) => (chunk: string) => {
    output += chunk;
    if (show) to.write(chunk);
  };
  child.stdout.setEncoding("utf8").on("data", collect(process.stdout));
  child.stderr.setEncoding("utf8").on("data", collect(process.stderr));
  return new Promise((resolve) => {
    const finish = (ok: boolean) => resolve({ ok, output, milliseconds: performance.now() - started });
    child.on("error", (error) => {
      output += `${command} could not start: ${error.message}\n`;
      finish(false);
    });
    child.on("close", (code) => finish(code === 0));
  });
}
