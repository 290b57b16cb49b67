// `npm run bench -- screens`: the work of whole screens. A real browser opens each screen, its requests are recorded, and
// the same requests are sent again with 1 and 16 connections. --against <folder> measures another installed checkout of
// Cairn in the same run and compares. Linux only: processor times are read from /proc.
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { type Browser, chromium, type Page } from "@playwright/test";
import autocannon from "autocannon";
import { callApi } from "../e2e/graphql.ts";
import { signIn } from "../e2e/sign-in.ts";
import { findChromium } from "../scripts/chromium.ts";
import { writeSection } from "./performance-page.ts";
import { buildLarge, freePort, ROOT, startServer, stopServer } from "./served.ts";

const { values: options } = parseArgs({
  options: {
    seconds: { type: "string", default: "5" },
    against: { type: "string" },
    only: { type: "string" },
    out: { type: "string", default: "bench/screens.json" },
  },
});
const SIZE = { instances: 1, users: 1_000, courses: 50, units: 20, enrolments: 200 };
const HOST = "large-1.localhost";
const WARM_UP_SECONDS = 2;
/** Clock ticks per second of /proc/<pid>/stat; 100 on every current Linux. */
const TICKS = 100;

/** A screen and the users who open it. `path` may name a course of the user. */
const SCREENS = [
  { name: "dashboard", user: "learner", path: () => "/learner/dashboard" },
  { name: "My Courses", user: "learner", path: () => "/learner/courses" },
  { name: "catalogue", user: "learner", path: () => "/learner/course-catalog" },
  { name: "course", user: "learner", path: (course: number) => `/learner/catalog/course/${course}` },
  { name: "unit", user: "learner", path: (course: number) => `/learner/course/${course}/unit/1` },
  { name: "users", user: "admin", path: () => "/users" },
  { name: "course report", user: "admin", path: (course: number) => `/reports/courses/${course}` },
  { name: "users report", user: "admin", path: () => "/reports/users" },
] as const;
const USERS = { learner: "user4@large-1.test", admin: "admin@large-1.test" };

/** One request of a screen, as it is sent again. */
interface Recorded {
  method: "GET" | "POST";
  path: string;
  headers: Record<string, string>;
  body?: string;
}

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
  /** Mean time until all requests of the screen are answered, one after the other. */
  meanMs: number;
  failed: number;
}

const browser = await chromium.launch({
  ...(findChromium() && { executablePath: findChromium()! }),
  args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
});
const now = await measureCheckout(ROOT);
const before = options.against === undefined ? null : await measureCheckout(path.resolve(options.against));
await browser.close();
await report(now, before);

/** Starts the server of a checkout on large data, records its screens and measures them. */
async function measureCheckout(root: string): Promise<Figures[]> {
  const dataDir = mkdtempSync(path.join(tmpdir(), "cairn-screens-"));
  const environment = {
    ...process.env,
    DATA_DIR: dataDir,
    LOG_LEVEL: "warn",
    DEMO: "on",
    PORT: String(await freePort()),
    CONTENT_PORT: String(await freePort()),
  };
  await buildLarge(environment, SIZE, root);
  const server = await startServer(environment, root);
  const figures: Figures[] = [];
  try {
    const site = `http://${HOST}:${environment.PORT}`;
    for (const [user, email] of Object.entries(USERS)) {
      const page = await openPage(browser, site, email);
      const course = await findCourse(page, user);
      for (const screen of SCREENS.filter((each) => each.user === user)) {
        if (options.only && screen.name !== options.only) continue;
        const { requests, bytes } = await record(page, site + screen.path(course));
        for (const connections of [1, 16]) {
          const measured = await measure(requests, connections, environment.PORT, server.pid!);
          figures.push({ screen: screen.name, connections, requests: requests.length, bytes, ...measured });
          process.stdout.write(`${JSON.stringify(figures.at(-1))}\n`);
        }
      }
      await page.context().close();
    }
  } finally {
    await stopServer(server);
    rmSync(dataDir, { recursive: true, force: true });
  }
  return figures;
}

async function openPage(from: Browser, site: string, email: string): Promise<Page> {
  const page = await (await from.newContext()).newPage();
  await signIn(page, site, email);
  return page;
}

/** Finds a course that the user has not completed. */
async function findCourse(page: Page, user: string): Promise<number> {
  if (user === "admin") {
    const { courses } = await callApi<{ courses: { id: number }[] }>(page, "{ courses { id } }");
    return courses[0]!.id;
  }
  const { myCourses } = await callApi<{ myCourses: { id: number; progress: number }[] }>(
    page,
    "{ myCourses { id progress } }",
  );
  return (myCourses.find(({ progress }) => progress < 100) ?? myCourses[0]!).id;
}

/** Opens a screen twice, and records what the second, warm visit sends to the server: not what the browser had cached. */
async function record(page: Page, address: string): Promise<{ requests: Recorded[]; bytes: number }> {
  const client = await page.context().newCDPSession(page);
  const sent = new Map<string, Recorded>();
  let bytes = 0;
  client.on("Network.requestWillBeSent", ({ requestId, request }) => {
    const { origin, pathname, search } = new URL(request.url);
    if (origin === new URL(address).origin) sent.set(requestId, toRecorded(request, pathname + search));
  });
  // Headers of the cache are not part of the event above.
  client.on("Network.requestWillBeSentExtraInfo", ({ requestId, headers }) => {
    const etag = Object.entries(headers).find(([name]) => name.toLowerCase() === "if-none-match")?.[1];
    if (etag && sent.has(requestId)) sent.get(requestId)!.headers["if-none-match"] = etag;
  });
  client.on("Network.requestServedFromCache", ({ requestId }) => void sent.delete(requestId));
  client.on("Network.responseReceived", ({ requestId, response }) => {
    if (response.fromDiskCache) sent.delete(requestId);
  });
  client.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    if (sent.has(requestId)) bytes += encodedDataLength;
  });
  await page.goto(address);
  await page.waitForLoadState("networkidle");
  await client.send("Network.enable");
  await page.reload();
  await page.waitForLoadState("networkidle");
  await client.detach();
  return { requests: [...sent.values()], bytes };
}

function toRecorded(
  { method, headers, postData }: { method: string; headers: Record<string, string>; postData?: string },
  target: string,
): Recorded {
  const kept = new Set(["authorization", "content-type", "accept-language", "accept"]);
  const chosen = Object.entries(headers).filter(([name]) => kept.has(name.toLowerCase()));
  return {
    method: method === "POST" ? "POST" : "GET",
    path: target,
    headers: { ...Object.fromEntries(chosen), host: HOST, "accept-encoding": "gzip, br, zstd" },
    ...(postData !== undefined && { body: postData }),
  };
}

async function measure(
  requests: Recorded[],
  connections: number,
  port: string,
  pid: number,
): Promise<Omit<Figures, "screen" | "connections" | "requests" | "bytes">> {
  let failed = 0;
  const send = (duration: number) =>
    autocannon({
      url: `http://127.0.0.1:${port}`,
      connections,
      duration,
      requests: requests.map((request) => ({
        ...request,
        onResponse: (status: number, body: string) => {
          if (status >= 400 || body.includes('"errors":')) failed++;
        },
      })),
    });
  await send(WARM_UP_SECONDS);
  const [cpu, statements] = [readCpu(pid), await readStatements(port)];
  const { requests: answered, duration } = await send(Number(options.seconds));
  const [cpuAfter, statementsAfter] = [readCpu(pid), await readStatements(port)];
  const screens = answered.total / requests.length;
  const perScreen = (value: number) => Math.round((value * 100) / screens) / 100;
  return {
    statements: statements === null ? null : Math.round(perScreen(statementsAfter! - statements) * 10) / 10,
    serverCpuMs: perScreen((cpuAfter.server - cpu.server) * 1_000),
    databaseCpuMs: perScreen((cpuAfter.database - cpu.database) * 1_000),
    meanMs: perScreen(duration * 1_000 * connections),
    failed,
  };
}

/** Reads the SQL statements so far from the server's metrics; null where it does not count them. */
async function readStatements(port: string): Promise<number | null> {
  const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  const found = /^database_statements_total (\S+)/m.exec(metrics)?.[1];
  return found === undefined ? null : Number(found);
}

/** Reads the processor seconds of the process and all below it, apart from those of PostgreSQL. */
function readCpu(pid: number): { server: number; database: number } {
  const processes = readdirSync("/proc").flatMap((entry) => (/^\d+$/.test(entry) ? (readProcess(entry) ?? []) : []));
  const below = new Set([pid]);
  for (let size = 0; size !== below.size;) {
    size = below.size;
    for (const each of processes) if (below.has(each.parent)) below.add(each.pid);
  }
  const sum = (isDatabase: boolean) =>
    processes
      .filter((each) => below.has(each.pid) && each.isDatabase === isDatabase)
      .reduce((total, { seconds }) => total + seconds, 0);
  return { server: sum(false), database: sum(true) };
}

function readProcess(entry: string): { pid: number; parent: number; isDatabase: boolean; seconds: number } | null {
  try {
    const [, name, rest] = /^\d+ \((.*)\) (.*)$/s.exec(readFileSync(`/proc/${entry}/stat`, "utf8"))!;
    const fields = rest!.split(" ");
    // Fields 14 to 17 of proc(5): own user and system time, and those of ended children.
    const ticks = fields.slice(11, 15).reduce((total, each) => total + Number(each), 0);
    return {
      pid: Number(entry),
      parent: Number(fields[1]),
      isDatabase: name!.startsWith("postgres"),
      seconds: ticks / TICKS,
    };
  } catch {
    return null; // It has ended.
  }
}

async function report(figures: Figures[], earlier: Figures[] | null): Promise<void> {
  const machine = `${cpus().length} x ${cpus()[0]?.model ?? "unknown"}, Node ${process.version}`;
  writeFileSync(options.out, `${JSON.stringify({ machine, data: SIZE, figures, earlier }, null, 2)}\n`);
  const cpuOf = (each: Figures) => each.serverCpuMs + each.databaseCpuMs;
  const head = [
    "screen",
    "connections",
    "requests",
    "kB",
    "statements",
    "server CPU ms",
    "database CPU ms",
    "mean ms",
    ...(earlier ? ["CPU ms before", "CPU compared"] : []),
  ];
  const rows = figures.map((each) => {
    const old = earlier?.find(({ screen, connections }) => screen === each.screen && connections === each.connections);
    return [
      each.screen,
      each.connections,
      each.requests,
      (each.bytes / 1_000).toFixed(1),
      each.statements ?? "–",
      each.serverCpuMs.toFixed(2),
      each.databaseCpuMs.toFixed(2),
      each.meanMs.toFixed(1),
      ...(old ? [cpuOf(old).toFixed(2), `${Math.round((cpuOf(each) / cpuOf(old)) * 100)} %`] : []),
    ];
  });
  const table = [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
  const text = `Written by \`npm run bench -- screens\`. The requests of each screen are recorded from Chromium with a warm cache, and
sent again for ${options.seconds} s with one connection and with 16; the server, PostgreSQL and the sender share one machine
(${machine}). The instance has ${SIZE.users} users and ${SIZE.courses} courses of ${SIZE.units} units. Processor times are per screen.

${table}`;
  if (options.only === undefined) await writeSection("Screens", text);
  else process.stdout.write(`\n${text}\n`);
  const failures = figures.reduce((total, { failed }) => total + failed, 0);
  if (failures > 0) throw new Error(`${failures} requests failed.`);
}
