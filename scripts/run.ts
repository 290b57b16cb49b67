import { type ChildProcess, spawn } from "node:child_process";

export interface Outcome {
  ok: boolean;
  /** The whole output of the command, both streams in order. */
  output: string;
  milliseconds: number;
}

export interface RunOptions {
  /** Prints the output as it arrives. */
  show?: boolean;
  cwd?: string;
  env?: NodeJS.ProcessEnv;
}

const running = new Set<ChildProcess>();
let isInterrupted = false;

/** Ends running commands on Ctrl-C and SIGTERM and starts no others; the caller ends by itself. */
export function endOnSignals(): void {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(signal, () => {
      isInterrupted = true;
      // Ctrl-C in a terminal has reached every process already, and some processes exit hard on a second one.
      if (signal !== "SIGINT" || !process.stdin.isTTY) for (const child of running) child.kill(signal);
    });
  }
}

/** Runs a command of node_modules/.bin or of the system. Never throws: a command that cannot start is not ok. */
export function run(
  command: string,
  args: readonly string[],
  { show = false, ...options }: RunOptions = {},
): Promise<Outcome> {
  if (isInterrupted) return Promise.resolve({ ok: false, output: "Interrupted.\n", milliseconds: 0 });
  const started = performance.now();
  const shell = process.platform === "win32";
  const child = spawn(command, args, { ...options, stdio: ["ignore", "pipe", "pipe"], shell });
  running.add(child);
  let output = "";
  const collect = (to: NodeJS.WriteStream) => (chunk: string) => {
    output += chunk;
    if (show) to.write(chunk);
  };
  child.stdout.setEncoding("utf8").on("data", collect(process.stdout));
  child.stderr.setEncoding("utf8").on("data", collect(process.stderr));
  return new Promise((resolve) => {
    const finish = (ok: boolean) => {
      running.delete(child);
      resolve({ ok, output, milliseconds: performance.now() - started });
    };
    child.on("error", (error) => {
      output += `${command} could not start: ${error.message}\n`;
      finish(false);
    });
    child.on("close", (code) => finish(code === 0));
  });
}
