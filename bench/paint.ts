// `npm run bench -- paint`: when a learner's dashboard is painted, over ten loads each with an empty cache, with a warm one,
// and with an empty one on a slow device and network. Writes docs/performance.md.
import { cpus } from "node:os";
import { parseArgs } from "node:util";
import { type Browser, type BrowserContext, chromium, type Page } from "@playwright/test";
import { findChromium } from "../scripts/chromium.ts";
import { writeSection } from "./performance-page.ts";
import { ROOT } from "./served.ts";
import { openPage, openSite, type Site, USERS } from "./site.ts";

const { values: options } = parseArgs({ options: { loads: { type: "string", default: "10" } } });

interface Condition {
  name: string;
  /** Whether the browser has loaded the page before. */
  isWarm: boolean;
  isSlow: boolean;
  /** What is aimed at, in milliseconds. */
  target: { first?: number; largest?: number };
}

const CONDITIONS: readonly Condition[] = [
  { name: "empty cache", isWarm: false, isSlow: false, target: { first: 400 } },
  { name: "warm cache", isWarm: true, isSlow: false, target: { first: 300 } },
  { name: "empty cache, 4x slower processor, slow 4G", isWarm: false, isSlow: true, target: { largest: 1_800 } },
];
/** As Lighthouse simulates a phone on slow 4G. */
const SLOW_4G = { offline: false, latency: 150, downloadThroughput: 204_800, uploadThroughput: 96_000 };
const SLOWER = 4;

/** Runs in the page before its own scripts. */
const NOTE_LARGEST = `new PerformanceObserver((list) => (globalThis.largest = list.getEntries().at(-1).startTime))
  .observe({ type: "largest-contentful-paint", buffered: true });`;

interface Paint {
  first: number;
  largest: number;
}

const browser = await chromium.launch({
  ...(findChromium() && { executablePath: findChromium()! }),
  args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
});
const site = await openSite(ROOT);
try {
  const signedIn = await (await openPage(browser, site, USERS.learner)).context().storageState();
  const rows: string[][] = [];
  for (const condition of CONDITIONS) {
    const paints: Paint[] = [];
    for (let load = 0; load < Number(options.loads); load++)
      paints.push(await loadDashboard(browser, site, signedIn, condition));
    rows.push(toRow(condition, paints));
    process.stdout.write(`${JSON.stringify(rows.at(-1))}\n`);
  }
  await report(rows);
} finally {
  await browser.close();
  await site.close();
}

/** Opens the dashboard in a new profile and returns when it was painted, in milliseconds after the navigation. */
async function loadDashboard(
  from: Browser,
  { address }: Site,
  storageState: Awaited<ReturnType<BrowserContext["storageState"]>>,
  { isWarm, isSlow }: Condition,
): Promise<Paint> {
  const context = await from.newContext({ storageState });
  const page = await context.newPage();
  await page.addInitScript({ content: NOTE_LARGEST });
  const dashboard = `${address}/learner/dashboard`;
  if (isWarm) await openQuietly(page, dashboard);
  if (isSlow) {
    const client = await context.newCDPSession(page);
    await client.send("Network.enable");
    await client.send("Network.emulateNetworkConditions", SLOW_4G);
    await client.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
  }
  await openQuietly(page, dashboard);
  const paint = await page.evaluate(() => ({
    first: performance.getEntriesByName("first-contentful-paint")[0]!.startTime,
    largest: (globalThis as unknown as { largest: number }).largest,
  }));
  await context.close();
  return paint;
}

async function openQuietly(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.waitForLoadState("networkidle");
}

function toRow({ name, target }: Condition, paints: readonly Paint[]): string[] {
  const median = (of: keyof Paint) => {
    const sorted = paints.map((paint) => paint[of]).toSorted((a, b) => a - b);
    return Math.round(sorted[Math.floor(sorted.length / 2)]!);
  };
  const [first, largest] = [median("first"), median("largest")];
  const isMet = first <= (target.first ?? Infinity) && largest <= (target.largest ?? Infinity);
  const aim = target.first === undefined ? `largest <= ${target.largest}` : `first <= ${target.first}`;
  return [name, String(first), String(largest), aim, isMet ? "yes" : "no"];
}

async function report(rows: readonly string[][]): Promise<void> {
  const machine = `${cpus().length} x ${cpus()[0]?.model ?? "unknown"}, Node ${process.version}`;
  const head = ["load", "first paint ms", "largest paint ms", "target", "met"];
  const table = [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
  await writeSection(
    "First paint",
    `Written by \`npm run bench -- paint\`. The learner's dashboard is opened ${options.loads} times in new profiles of
Chromium; medians. The server, PostgreSQL and the browser share one machine (${machine}), and other programs on it delay a
paint: compare runs of the same machine only.

${table}`,
  );
}
