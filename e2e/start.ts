import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { freePort } from "../server/src/testing/faults/parts.ts";

const ROOT = path.dirname(import.meta.dirname);

/** A running server. */
export interface Running {
  /** The process of the launcher. */
  pid: number;
  port: number;
  /** What it has printed. */
  output: string;
  stop: () => Promise<void>;
}

/** Creates an empty data folder. */
export const createDataDir = () => mkdtempSync(path.join(tmpdir(), "cairn-e2e-"));

/** Creates a data folder with the demo data that `global-setup.ts` has made. */
export function copyDemo(): string {
  const dataDir = createDataDir();
  // Node's own copy would give the files of PostgreSQL another owner.
  const { status, stderr } = spawnSync("cp", ["-a", `${process.env["E2E_DEMO"]}/.`, dataDir], { encoding: "utf8" });
  if (status !== 0) throw new Error(`The demo data could not be copied: ${stderr}`);
  return dataDir;
}

const TRIES = 3;

/** Starts a server on a free port, and tries another port when a different program takes it first. */
export async function start(dataDir: string, smtpUrl: string, settings: Record<string, string> = {}): Promise<Running> {
  for (let attempt = 1; ; attempt++) {
    const port = await freePort();
    const child = spawn(process.execPath, ["scripts/launch.mjs", "--restart", "server/src/main.ts"], {
      cwd: ROOT,
      env: {
        ...process.env,
        DATA_DIR: dataDir,
        PORT: String(port),
        LOG_LEVEL: "warn",
        DEMO: "on",
        // Where tests start identity providers.
        IDENTITY_NETWORKS: "127.0.0.1",
        SMTP_URL: smtpUrl,
        ...settings,
      },
      stdio: ["ignore", "pipe", "inherit"],
    });
    try {
      const output = await readWelcome(child);
      const ended = new Promise((resolve) => child.once("exit", resolve));
      const stop = async () => {
        child.kill("SIGTERM");
        await ended;
      };
      return { pid: child.pid!, port, output, stop };
    } catch (error) {
      if (attempt === TRIES) throw error;
    }
  }
}

/** Returns what a server prints when it is ready. */
function readWelcome(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = "";
    child.stdout!.on("data", (chunk: Buffer) => {
      output += chunk.toString();
      if (/is ready\.[\s\S]*\n\n$/.test(output)) resolve(output);
    });
    child.once("exit", (code) =>
      reject(new Error(`The server ended with code ${code} before it was ready:\n${output}`)),
    );
  });
}
