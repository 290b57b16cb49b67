// `npm run attack`: floods a server on this machine, as `npm start` starts it, and reports what a bystander in another instance
// experiences. Bounded in requests and time; nothing is sent beyond loopback.
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { constants, cpus, setPriority, tmpdir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { FLOODS, type Flood } from "./floods.ts";
import { buildLarge, freePort, startServer, stopServer } from "./served.ts";
import { createSender, signIn } from "./sender.ts";

const { values: options } = parseArgs({
  options: {
    seconds: { type: "string", default: "60" },
    users: { type: "string", default: "20000" },
    only: { type: "string" },
  },
});
const TARGETS = { memoryMB: 600, queryMs: 250, loginMs: 2_000 };
const SIZE = { instances: 2, users: Number(options.users), courses: 20, units: 10, enrolments: 200 };
const ATTACKED = "large-1.localhost";
const BYSTANDERS = "large-2.localhost";
const DASHBOARD = `{ userProgress { totalCourses completedCourses averageCompletionRate
  courses(limit: 3) { id title completionPercentage unitsCompleted totalUnits timeSpent } } }`;

interface Outcome {
  flood: string;
  sent: number;
  statuses: string;
  isUp: boolean;
  restarts: number;
  memoryMB: number;
  queryP95: number;
  loginMax: number;
  failures: string[];
}

const dataDir = mkdtempSync(path.join(tmpdir(), "cairn-attack-"));
const port = await freePort();
const environment = { ...process.env, DATA_DIR: dataDir, LOG_LEVEL: "fatal", DEMO: "on", PORT: String(port) };
await buildLarge(environment, SIZE);
const launcher = await startServer(environment);
const outcomes: Outcome[] = [];
try {
  for (const flood of FLOODS)
    if (!options.only || flood.name.includes(options.only)) outcomes.push(await attack(flood));
} finally {
  await stopServer(launcher);
  rmSync(dataDir, { recursive: true, force: true });
}
report();

/** Runs one flood, with the bystander's clicks and sign-ins meanwhile. */
async function attack({ name }: Flood): Promise<Outcome> {
  // An address of loopback of its own, so that the limits for the attacker's do not meet the bystander.
  const bystander = createSender({ port, host: BYSTANDERS, from: "127.0.0.3" });
  const server = findServer(launcher);
  const token = await signIn(bystander, "user10@large-2.test");
  const until = Date.now() + Number(options.seconds) * 1000;
  const failures: string[] = [];
  const [queries, logins, memoryMB, flooded] = await Promise.all([
    measure(until, 250, failures, () => bystander.graphql(DASHBOARD, token)),
    measure(until, 3_000, failures, async () => ({ data: await signIn(bystander, "user11@large-2.test") })),
    watchMemory(until, server),
    flood(name),
  ]);
  const outcome = {
    flood: name,
    sent: flooded.sent,
    statuses: flooded.statuses.map(([status, count]) => `${status}: ${count}`).join(", "),
    isUp: (await bystander.graphql(DASHBOARD, token)).data !== undefined,
    restarts: findServer(launcher) === server ? 0 : 1,
    memoryMB,
    queryP95: percentile(queries, 0.95),
    loginMax: Math.round(Math.max(...logins)),
    failures: failures.slice(0, 3),
  };
  bystander.close();
  process.stdout.write(`${JSON.stringify(outcome)}\n`);
  return outcome;
}

/** Runs a flood in a process of its own. */
async function flood(name: string): Promise<{ sent: number; statuses: [status: string, count: number][] }> {
  const named = { flood: name, port: String(port), host: ATTACKED, seconds: options.seconds };
  const args = Object.entries(named).flatMap(([option, value]) => [`--${option}`, value]);
  const child = spawn(process.execPath, [path.join(import.meta.dirname, "floods.ts"), ...args], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  // An attacker brings processors of their own: here the flood takes what the server leaves.
  setPriority(child.pid!, constants.priority.PRIORITY_LOW);
  return JSON.parse(await text(child.stdout)) as Awaited<ReturnType<typeof flood>>;
}

/** Does something again and again, and returns how many milliseconds each took. */
async function measure(
  until: number,
  pauseMs: number,
  failures: string[],
  work: () => Promise<{ data?: unknown; errors?: unknown }>,
): Promise<number[]> {
  const times: number[] = [];
  while (Date.now() < until) {
    const began = performance.now();
    const { data, errors } = await work().catch((error: unknown) => ({ data: undefined, errors: String(error) }));
    times.push(performance.now() - began);
    if (!data || errors) failures.push(JSON.stringify(errors).slice(0, 200));
    await sleep(pauseMs);
  }
  return times;
}

/** The most megabytes that the server had. */
async function watchMemory(until: number, pid: number): Promise<number> {
  let most = 0;
  while (Date.now() < until) {
    most = Math.max(most, memoryOf(pid));
    await sleep(100);
  }
  return most;
}

function memoryOf(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
  } catch {
    return Infinity;
  }
}

/** The process of the server below that of the launcher. */
function findServer({ pid }: ChildProcess): number {
  const child = readdirSync(`/proc/${pid}/task`)
    .flatMap((task) => readFileSync(`/proc/${pid}/task/${task}/children`, "utf8").trim().split(" "))
    .find(Boolean);
  return Number(child);
}

function percentile(times: number[], part: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Infinity);
}

function report(): void {
  const line = (cells: (string | number)[]) => `| ${cells.join(" | ")} |\n`;
  process.stdout.write(
    `\n${cpus().length} x ${cpus()[0]?.model ?? "unknown"}, Node ${process.version}, ${options.seconds} s each\n\n`,
  );
  process.stdout.write(
    line([
      "flood",
      "requests sent",
      "answers",
      "memory MB",
      "bystander's dashboard p95 ms",
      "bystander's slowest login ms",
      "met",
    ]) + line(Array.from({ length: 7 }, () => "---")),
  );
  for (const each of outcomes) {
    const { flood, sent, statuses, memoryMB, queryP95, loginMax } = each;
    process.stdout.write(line([flood, sent, statuses, memoryMB, queryP95, loginMax, isMet(each) ? "yes" : "NO"]));
  }
  process.exitCode = outcomes.every(isMet) ? 0 : 1;
}

function isMet({ isUp, restarts, memoryMB, queryP95, loginMax, failures }: Outcome): boolean {
  const isServed = isUp && restarts === 0 && failures.length === 0;
  return isServed && memoryMB < TARGETS.memoryMB && queryP95 < TARGETS.queryMs && loginMax < TARGETS.loginMs;
}
