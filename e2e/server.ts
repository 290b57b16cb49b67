import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { test as base } from "@playwright/test";
import { type Mailbox, openMailbox } from "./mailbox.ts";
import { startTwo } from "../server/src/testing/two-machines.ts";

/** A whole server as a person would start it, on a free port and an empty data folder, with the demo world. */
export interface Server {
  /** Where its mails arrive. */
  mailbox: Mailbox;
  /** The address of an instance, such as http://demo.localhost:40123. */
  at: (host: string) => string;
}

const ROOT = path.dirname(import.meta.dirname);

export const test = base.extend<object, { server: Server }>({
  server: [
    async ({ browserName: _ }, use) => {
      const dataDir = mkdtempSync(path.join(tmpdir(), "cairn-e2e-"));
      const mailbox = await openMailbox();
      const { port, stop } = await startFor(dataDir, mailbox.url);
      await use({ mailbox, at: (host) => `http://${host}.localhost:${port}` });
      await stop();
      await mailbox.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
    { scope: "worker", timeout: 180_000 },
  ],
});

export { expect } from "@playwright/test";

/** One server, or with JOURNEYS_ON=two what `testing/two-machines.ts` of the server starts. */
async function startFor(dataDir: string, smtpUrl: string): Promise<{ port: number; stop: () => Promise<void> }> {
  if (process.env["JOURNEYS_ON"] === "two") return startTwo(dataDir, smtpUrl);
  const { child, port } = await start(dataDir, smtpUrl);
  const ended = new Promise((resolve) => child.once("exit", resolve));
  return {
    port,
    stop: async () => {
      child.kill("SIGTERM");
      await ended;
    },
  };
}

/** Starts a server of one instance, whose packages share a port beside the application's; its address. */
export async function startForOne(instance: string): Promise<{ site: string; stop: () => Promise<void> }> {
  const dataDir = mkdtempSync(path.join(tmpdir(), "cairn-e2e-"));
  const settings = { SINGLE_INSTANCE: instance, CONTENT_PORT: String(await freePort()), SMTP_URL: "" };
  const { child, port } = await start(dataDir, "", settings);
  const ended = new Promise((resolve) => child.once("exit", resolve));
  return {
    site: `http://localhost:${port}`,
    stop: async () => {
      child.kill("SIGTERM");
      await ended;
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

const TRIES = 3;

/** A server at a free port; another program may take the port before the server has it, so that it is tried again. */
async function start(
  dataDir: string,
  smtpUrl: string,
  settings: Record<string, string> = {},
): Promise<{ child: ChildProcess; port: number }> {
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
        SMTP_URL: smtpUrl,
        ...settings,
      },
      stdio: ["ignore", "pipe", "inherit"],
    });
    try {
      await isReady(child);
      return { child, port };
    } catch (error) {
      if (attempt === TRIES) throw error;
    }
  }
}

function isReady(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = "";
    child.stdout!.on("data", (chunk: Buffer) => {
      said += chunk.toString();
      if (said.includes("is ready.")) resolve();
    });
    child.once("exit", (code) => reject(new Error(`The server ended with code ${code} before it was ready:\n${said}`)));
  });
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });
}
