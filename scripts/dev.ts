// `npm run dev`: the server, restarted at each change, and in front of it the client with hot reload (DEV_PORT, 5173).
import { type ChildProcess, spawn } from "node:child_process";
import path from "node:path";
import { run } from "./run.ts";

const root = path.dirname(import.meta.dirname);
process.chdir(root);
const port = process.env["PORT"] ?? "3000";

const generated = await run(process.execPath, ["scripts/generate.ts", "client documents"]);
if (!generated.ok) console.error(generated.output);

const vite = path.join(root, "node_modules/vite/bin/vite.js");
const server = start(["--watch", "--watch-preserve-output", "server/src/main.ts"], root, { PROCESSES: "1" });
const client = start([vite, "--port", process.env["DEV_PORT"] ?? "5173"], path.join(root, "web"), {
  CAIRN_SERVER: `http://127.0.0.1:${port}`,
});

const children = [server, client];
let isStopping = false;
for (const child of children) child.on("exit", (code) => stop(code ?? 1));
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => stop(0));

function start(args: string[], cwd: string, env: NodeJS.ProcessEnv): ChildProcess {
  return spawn(process.execPath, args, { cwd, env: { ...process.env, ...env }, stdio: "inherit" });
}

/** Ends both processes when one ends or a signal arrives, and waits: the server shuts its database down cleanly. */
function stop(code: number): void {
  if (isStopping) return;
  isStopping = true;
  process.exitCode = code;
  for (const child of children) if (child.exitCode === null) child.kill("SIGTERM");
}
