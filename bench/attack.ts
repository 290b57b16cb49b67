// `npm run attack`: floods a local server that was started like `npm start`, and reports what a bystander in another
// instance experiences. Requests and time are limited; nothing is sent beyond loopback. `-- --only lists,parsers` runs the
// floods whose names contain one of these words, in one server and in the order of floods.ts.
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { constants, cpus, setPriority, tmpdir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { FLOODS, type Flood } from "./floods.ts";
import { writeSection } from "./performance-page.ts";
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
const processes = listProcesses(launcher).length;
const outcomes: Outcome[] = [];
try {
  const words = (options.only ?? "").split(",");
  for (const flood of FLOODS) if (words.some((word) => flood.name.includes(word))) outcomes.push(await attack(flood));
} finally {
  await stopServer(launcher);
  rmSync(dataDir, { recursive: true, force: true });
}
await report();

/** Runs one flood while the bystander loads pages and signs in. */
async function attack({ name }: Flood): Promise<Outcome> {
  // A loopback address of its own, so that the attacker's limits do not apply to the bystander.
  const bystander = createSender({ port, host: BYSTANDERS, from: "127.0.0.3" });
  const server = listProcesses(launcher);
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
    restarts: server.filter((pid) => !listProcesses(launcher).includes(pid)).length,
    memoryMB,
    queryP95: percentile(queries, 0.95),
    loginMax: Math.round(Math.max(...logins)),
    failures: failures.slice(0, 3),
  };
  bystander.close();
  process.stdout.write(`${JSON.stringify(outcome)}\n`);
  return outcome;
}

/** Runs a flood in a separate process. */
async function flood(name: string): Promise<{ sent: number; statuses: [status: string, count: number][] }> {
  const named = { flood: name, port: String(port), host: ATTACKED, seconds: options.seconds };
  const args = Object.entries(named).flatMap(([option, value]) => [`--${option}`, value]);
  const child = spawn(process.execPath, [path.join(import.meta.dirname, "floods.ts"), ...args], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  // A real attacker has other processors; here the flood uses what the server leaves.
  setPriority(child.pid!, constants.priority.PRIORITY_LOW);
  return JSON.parse(await text(child.stdout)) as Awaited<ReturnType<typeof flood>>;
}

/** Repeats an action and returns how many milliseconds each run took. */
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

/** Returns the peak memory of the largest process of the server, in megabytes. */
async function watchMemory(until: number, pids: number[]): Promise<number> {
  let most = 0;
  while (Date.now() < until) {
    most = Math.max(most, ...pids.map(readMemory));
    await sleep(100);
  }
  return most;
}

function readMemory(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
  } catch {
    return Infinity;
  }
}

/** Lists the processes of the server: the main process below the launcher's, and those below it that run its program. */
function listProcesses({ pid }: ChildProcess): number[] {
  const [main] = listChildren(pid!);
  const isServer = (child: number) => readFileSync(`/proc/${child}/cmdline`, "utf8").includes("server/src/");
  return [main!, ...listChildren(main!).filter(isServer)];
}

function listChildren(pid: number): number[] {
  return readdirSync(`/proc/${pid}/task`)
    .flatMap((task) => readFileSync(`/proc/${pid}/task/${task}/children`, "utf8").trim().split(" "))
    .filter(Boolean)
    .map(Number);
}

function percentile(times: number[], part: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Infinity);
}

/** Writes the section of the page when every flood ran for its whole time, otherwise prints it. */
async function report(): Promise<void> {
  const head = [
    "flood",
    "requests sent",
    "answers",
    "memory MB",
    "bystander's dashboard p95 ms",
    "bystander's slowest login ms",
    "met",
  ];
  const rows = outcomes.map((each) => {
    const { flood, sent, statuses, memoryMB, queryP95, loginMax } = each;
    return [flood, sent, statuses, memoryMB, queryP95, loginMax, isMet(each) ? "yes" : "no"];
  });
  const text = `Written by \`npm run attack\`. Each flood runs for ${options.seconds} s against one instance, from a process of its own on the same
machine (${cpus().length} x ${cpus()[0]?.model ?? "unknown"}, Node ${process.version}), while a learner of another instance loads the dashboard four times a
second and another signs in every three seconds. Targets: the server stays up, memory of each of its ${processes} processes below ${TARGETS.memoryMB} MB, the dashboard's p95 below
${TARGETS.queryMs} ms, each login below ${TARGETS.loginMs / 1000} s.

${toTable([head, head.map(() => "---"), ...rows])}`;
  if (outcomes.length === FLOODS.length && Number(options.seconds) >= 60) await writeSection("Under attack", text);
  else process.stdout.write(`\n${text}\n`);
  process.exitCode = outcomes.every(isMet) ? 0 : 1;
}

function toTable(rows: (string | number)[][]): string {
  return rows.map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

function isMet({ isUp, restarts, memoryMB, queryP95, loginMax, failures }: Outcome): boolean {
  const isServed = isUp && restarts === 0 && failures.length === 0;
  return isServed && memoryMB < TARGETS.memoryMB && queryP95 < TARGETS.queryMs && loginMax < TARGETS.loginMs;
}
