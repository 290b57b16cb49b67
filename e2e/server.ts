import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { test as base } from "@playwright/test";
import { typeInFirefox } from "./firefox.ts";
import { type Mailbox, openMailbox } from "./mailbox.ts";
import { type DnsServer, openDns } from "../server/src/testing/dns.ts";
import { startTwo } from "../server/src/testing/two-machines.ts";

/** A whole server on a free port with an empty data folder and the demo data. */
export interface Server {
  /** Receives its mails. */
  mailbox: Mailbox;
  /** Answers its questions about DNS records. */
  dns: DnsServer;
  /** Returns the address of an instance, such as http://demo.localhost:40123. */
  at: (host: string) => string;
}

const ROOT = path.dirname(import.meta.dirname);
/** A running server to test instead of own ones, such as https://localhost:8443: it has the demo data and nobody else. */
const RUNNING = process.env["E2E_URL"];

export const test = base.extend<object, { server: Server; typing: void }>({
  // For tests without the fixture `server` too.
  typing: [
    async ({ browser }, use) => {
      await typeInFirefox(browser);
      await use();
    },
    { scope: "worker", auto: true },
  ],
  server: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright asks for a pattern.
    async ({}, use) => {
      if (RUNNING !== undefined) return use(getRunning(new URL(RUNNING)));
      const dataDir = mkdtempSync(path.join(tmpdir(), "cairn-e2e-"));
      const mailbox = await openMailbox();
      const dns = await openDns();
      process.env["DNS_SERVERS"] = dns.address;
      const { port, stop } = await startFor(dataDir, mailbox.url);
      await use({ mailbox, dns, at: (host) => `http://${host}.localhost:${port}` });
      await stop();
      await mailbox.close();
      await dns.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
    { scope: "worker", timeout: 180_000 },
  ],
});

export { expect } from "@playwright/test";

/** Returns the server of E2E_URL. Tests that need its mails or its questions about DNS records are skipped. */
function getRunning({ protocol, host: running }: URL): Server {
  return {
    get mailbox() {
      return skip("the mails of the server");
    },
    get dns() {
      return skip("the DNS records that the server reads");
    },
    at: (host) => `${protocol}//${host}.${running}`,
  };
}

function skip(what: string): never {
  base.skip(true, `needs ${what}, which a server at E2E_URL does not give`);
  throw new Error("A skipped test does not go on.");
}

/** Starts one server, or with E2E_SERVERS=two those of `testing/two-machines.ts` of the server. */
async function startFor(dataDir: string, smtpUrl: string): Promise<{ port: number; stop: () => Promise<void> }> {
  if (process.env["E2E_SERVERS"] === "two") return startTwo(dataDir, smtpUrl);
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

/** Starts a server with an empty database, and returns the set-up link that it prints. */
export async function startEmpty(): Promise<{ link: string; port: number; stop: () => Promise<void> }> {
  if (RUNNING !== undefined) skip("a server with settings of its own");
  const dataDir = mkdtempSync(path.join(tmpdir(), "cairn-e2e-"));
  const { child, port, output } = await start(dataDir, "", { DEMO: "off", SMTP_URL: "" });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  return {
    link: /http:\S+\/setup\?token=\S+/.exec(output)![0],
    port,
    stop: async () => {
      child.kill("SIGTERM");
      await ended;
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Starts a server of one instance whose packages share a port beside the application's, and returns its address. */
export async function startForOne(instance: string): Promise<{ site: string; stop: () => Promise<void> }> {
  if (RUNNING !== undefined) skip("a server with settings of its own");
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

/** Starts a server on a free port, and tries another port when a different program takes it first. */
async function start(
  dataDir: string,
  smtpUrl: string,
  settings: Record<string, string> = {},
): Promise<{ child: ChildProcess; port: number; output: string }> {
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
      return { child, port, output: await readWelcome(child) };
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

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });
}
