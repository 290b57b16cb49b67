import { spawn } from "node:child_process";

export interface Outcome {
  ok: boolean;
  /** All the command printed, both streams in the order they came. */
  output: string;
  milliseconds: number;
}

export interface RunOptions {
  /** Passes its output on as it comes. */
  show?: boolean;
  cwd?: string;
  env?: NodeJS.ProcessEnv;
}

/** Runs a command of node_modules/.bin or of the system. Never throws: a command that cannot start is not ok. */
export function run(
  command: string,
  args: readonly string[],
  { show = false, ...options }: RunOptions = {},
): Promise<Outcome> {
  const started = performance.now();
  const shell = process.platform === "win32";
  const child = spawn(command, args, { ...options, stdio: ["ignore", "pipe", "pipe"], shell });
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
