import { rmSync } from "node:fs";
import { test as base } from "@playwright/test";
import { skipInFirefox, typeInFirefox } from "./firefox.ts";
import { type Mailbox, openMailbox } from "./mailbox.ts";
import { type DnsServer, openDns } from "../server/src/testing/dns.ts";
import { copyDemo, createDataDir, start } from "./start.ts";
import { freePort } from "../server/src/testing/faults/parts.ts";
import { startTwo } from "../server/src/testing/two-machines.ts";

/** A whole server on a free port with a data folder of its own and the demo data. */
export interface Server {
  /** Receives its mails. */
  mailbox: Mailbox;
  /** Answers its questions about DNS records. */
  dns: DnsServer;
  /** Returns the address of an instance, such as http://demo.localhost:40123. */
  at: (host: string) => string;
}

/** A running server to test instead of own ones, such as https://localhost:8443: it has the demo data and nobody else. */
const RUNNING = process.env["E2E_URL"];
const STARTS_TWO = process.env["E2E_SERVERS"] === "two";

export const test = base.extend<{ skipping: void; closing: void }, { server: Server; typing: void }>({
  skipping: [
    async ({ browserName }, use, test) => {
      if (browserName === "firefox") skipInFirefox(test);
      await use();
    },
    { auto: true },
  ],
  // Pages of earlier tests would stay open beside later ones, play their media and ask the server for news.
  closing: [
    async ({ browser }, use) => {
      await use();
      await Promise.all(browser.contexts().map((context) => context.close()));
    },
    { auto: true },
  ],
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
      const dataDir = STARTS_TWO ? createDataDir() : copyDemo();
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
  return STARTS_TWO ? startTwo(dataDir, smtpUrl) : start(dataDir, smtpUrl);
}

/** Starts a server with an empty database, and returns the set-up link that it prints. */
export async function startEmpty(): Promise<{ link: string; port: number; stop: () => Promise<void> }> {
  if (RUNNING !== undefined) skip("a server with settings of its own");
  const dataDir = createDataDir();
  const { port, output, stop } = await start(dataDir, "", { DEMO: "off", SMTP_URL: "" });
  return {
    link: /http:\S+\/setup\?token=\S+/.exec(output)![0],
    port,
    stop: async () => {
      await stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Starts a server of one instance whose packages share a port beside the application's, and returns its address. */
export async function startForOne(
  instance: string,
  more: Record<string, string> = {},
): Promise<{ site: string; stop: () => Promise<void> }> {
  if (RUNNING !== undefined) skip("a server with settings of its own");
  const dataDir = copyDemo();
  const settings = { SINGLE_INSTANCE: instance, CONTENT_PORT: String(await freePort()), SMTP_URL: "", ...more };
  const { port, stop } = await start(dataDir, "", settings);
  return {
    site: `http://localhost:${port}`,
    stop: async () => {
      await stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
