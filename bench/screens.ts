// `npm run bench -- screens`: the work of whole screens. A real browser opens each screen, its requests are recorded, and
// the same requests are sent again with 1 and 16 connections. --against <folder> measures another installed checkout of
// Cairn in turns with this one and compares. Linux only: processor times are read from /proc.
import { writeFileSync } from "node:fs";
import { cpus } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { chromium } from "@playwright/test";
import { findChromium } from "../scripts/chromium.ts";
import { writeSection } from "./performance-page.ts";
import { readCpu } from "./processors.ts";
import { ROOT } from "./served.ts";
import { openSite, readMetric, SIZE, type Site } from "./site.ts";
import { prepareWork, type Work } from "./work.ts";

const { values: options } = parseArgs({
  options: {
    seconds: { type: "string", default: "3" },
    against: { type: "string" },
    only: { type: "string" },
    out: { type: "string", default: "bench/screens.json" },
  },
});
/** Until code is compiled and plans are made; a server in use has done both. */
const WARM_UP_SECONDS = 3;
/** Each measurement is split into turns, so that other load of the machine meets both checkouts. */
const TURNS = 2;
const STATEMENTS = "database_statements_total";
const LAG = "nodejs_eventloop_lag_max_seconds";

interface Figures {
  screen: string;
  connections: number;
  requests: number;
  /** Received bytes, compressed. */
  bytes: number;
  /** SQL statements with BEGIN and COMMIT; null where the server does not count them. */
  statements: number | null;
  serverCpuMs: number;
  databaseCpuMs: number;
  meanMs: number;
  /** The longest time for which the server's event loop was held up. */
  longestLagMs: number | null;
  failed: number;
}

const browser = await chromium.launch({
  ...(findChromium() && { executablePath: findChromium()! }),
  args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
});
const isWanted = (name: string) => options.only === undefined || options.only.split(",").includes(name);
const sites: Site[] = [];
const figures: Figures[][] = [];
try {
  const works: Work[][] = [];
  for (const root of [ROOT, ...(options.against === undefined ? [] : [path.resolve(options.against)])]) {
    const site = await openSite(root);
    sites.push(site);
    works.push(await prepareWork(browser, site, isWanted));
    figures.push([]);
  }
  await browser.close();
  for (const [at, { connections }] of works[0]!.entries())
    for (const count of connections) {
      const measured = await measureInTurns(
        works.map((all) => all[at]!),
        count,
      );
      measured.forEach((each, site) => figures[site]!.push(each));
      process.stdout.write(`${JSON.stringify(measured)}\n`);
    }
} finally {
  for (const site of sites) await site.close();
}
await report(figures[0]!, figures[1] ?? null);

/** Measures the same work on each site, in turns. */
async function measureInTurns(works: Work[], connections: number): Promise<Figures[]> {
  const sums = works.map(() => ({ times: 0, failed: 0, statements: 0, server: 0, database: 0, ms: 0, lag: 0 }));
  const seconds = Number(options.seconds);
  for (const work of works) await work.run(connections, WARM_UP_SECONDS);
  for (let turn = 0; turn < TURNS; turn++)
    for (const [at, work] of works.entries()) {
      const site = sites[at]!;
      // Reading the lag starts its measurement anew.
      await readMetric(site, LAG);
      const before = { cpu: readCpu(site.pid), statements: await readMetric(site, STATEMENTS) };
      const done = await work.run(connections, seconds / TURNS);
      const after = { cpu: readCpu(site.pid), statements: await readMetric(site, STATEMENTS) };
      const sum = sums[at]!;
      sum.times += done.times;
      sum.failed += done.failed;
      sum.ms += done.meanMs * done.times;
      sum.statements += (after.statements ?? NaN) - (before.statements ?? NaN);
      sum.server += after.cpu.server - before.cpu.server;
      sum.database += after.cpu.database - before.cpu.database;
      sum.lag = Math.max(sum.lag, (await readMetric(site, LAG)) ?? 0);
    }
  return sums.map(({ times, failed, statements, server, database, ms, lag }, at) => ({
    screen: works[at]!.name,
    connections,
    requests: works[at]!.requests,
    bytes: works[at]!.bytes,
    statements: Number.isNaN(statements) ? null : round(statements / times, 1),
    serverCpuMs: round((server * 1_000) / times, 2),
    databaseCpuMs: round((database * 1_000) / times, 2),
    meanMs: round(ms / times, 1),
    longestLagMs: round(lag * 1_000, 0),
    failed,
  }));
}

function round(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}

async function report(now: Figures[], before: Figures[] | null): Promise<void> {
  const machine = `${cpus().length} x ${cpus()[0]?.model ?? "unknown"}, Node ${process.version}`;
  writeFileSync(options.out, `${JSON.stringify({ machine, data: SIZE, figures: now, earlier: before }, null, 2)}\n`);
  const sumCpu = (each: Figures) => each.serverCpuMs + each.databaseCpuMs;
  const head = [
    "screen",
    "connections",
    "requests",
    "kB",
    "statements",
    "server CPU ms",
    "database CPU ms",
    "mean ms",
    ...(before ? ["CPU ms before", "CPU compared"] : []),
  ];
  const rows = now.map((each, at) => {
    const old = before?.[at];
    return [
      each.screen,
      each.connections,
      each.requests,
      each.bytes === 0 ? "–" : (each.bytes / 1_000).toFixed(1),
      each.statements ?? "–",
      each.serverCpuMs.toFixed(2),
      each.databaseCpuMs.toFixed(2),
      each.meanMs.toFixed(1),
      ...(old ? [sumCpu(old).toFixed(2), `${Math.round((sumCpu(each) / sumCpu(old)) * 100)} %`] : []),
    ];
  });
  const table = [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
  const text = `Written by \`npm run bench -- screens\`. The requests of each screen are recorded from Chromium with a warm cache, and
sent again for ${options.seconds} s with one connection and with 16; the server, PostgreSQL and the sender share one machine
(${machine}). The instance has ${SIZE.users} users and ${SIZE.courses} courses of ${SIZE.units} units. Learners who have
the course open their screens in turn. Processor times are per screen; those of the export include the job and the questions whether it is finished. "Before" is measured in turns with the present code.

${table}`;
  if (options.only === undefined) await writeSection("Screens", text);
  else process.stdout.write(`\n${text}\n`);
  const failures = now.reduce((total, { failed }) => total + failed, 0);
  if (failures > 0) throw new Error(`${failures} requests failed.`);
}
