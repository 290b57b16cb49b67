// `npm run bench`: requests per second and duration of each call, on the data of demo:large. Everything runs on this
// machine: the server, started like `npm start`, PostgreSQL and the load.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import autocannon from "autocannon";
import { openSession } from "../server/src/access/session.ts";
import { inInstance } from "../server/src/access/tenancy.ts";
import { startPlatform } from "../server/src/start.ts";
import * as calls from "./calls.ts";
import { writeSection } from "./performance-page.ts";
import { sumMetric } from "../server/src/testing/sum-metric.ts";
import { buildLarge, freePort, readMemory, startServer, stopServer } from "./served.ts";

const { values: options } = parseArgs({
  options: {
    seconds: { type: "string", default: "5" },
    only: { type: "string" },
    users: { type: "string", default: "1000" },
    out: { type: "string", default: "bench/results.json" },
  },
});
const SIZE = { instances: 2, users: Number(options.users), courses: 50, units: 20, enrolments: 200 };
const HOST = "large-1.localhost";
// Not measured: PostgreSQL plans statements again on each connection, and code is compiled on first use. One second is
// not enough on a slow machine.
const WARM_UP_SECONDS = 3;

const dataDir = mkdtempSync(path.join(tmpdir(), "cairn-bench-"));
const environment = {
  ...process.env,
  DATA_DIR: dataDir,
  LOG_LEVEL: "warn",
  DEMO: "on",
  PORT: String(await freePort()),
};
await buildLarge(environment, SIZE);
const { platform, close } = await startPlatform(environment);
const world = await prepareWorld();
const server = await startServer(environment);
const results: Result[] = [];
const failures: string[] = [];
try {
  for (const call of calls.all(world)) {
    if (options.only && !call.name.includes(options.only)) continue;
    for (const connections of [1, 16]) results.push(await measure(call, connections));
  }
} finally {
  await stopServer(server);
  await close();
  rmSync(dataDir, { recursive: true, force: true });
}
await report();

interface Result {
  call: string;
  connections: number;
  requestsPerSecond: number;
  p50: number;
  p99: number;
  failed: number;
  /** Processor time per request; unlike rates, it hardly depends on other load of the machine. */
  serverCpuMs: number;
  memoryMB: number;
  target: string;
  met: boolean;
}

async function measure(call: calls.Call, connections: number): Promise<Result> {
  let sent = 0;
  const before = await serverCpu();
  const outcome = await autocannon({
    url: `http://127.0.0.1:${environment.PORT}`,
    connections,
    duration: Number(options.seconds),
    warmup: { connections, duration: WARM_UP_SECONDS },
    requests: [
      {
        method: "POST",
        path: "/graphql",
        setupRequest: (request) => ({ ...request, ...toHttpRequest(call.next(sent++)) }),
        onResponse: (status, body) => {
          if (status !== 200 || body.includes('"errors"')) failures.push(body.slice(0, 300));
        },
      },
    ],
  });
  const failed = failures.splice(0);
  if (failed.length > 0) process.stderr.write(`${call.name}: ${failed.length} failed, such as ${failed[0]}\n`);
  const requestsPerSecond = Math.round(outcome.requests.average);
  const { p50, p99 } = outcome.latency;
  const met = failed.length === 0 && (connections === 1 || call.isMet({ requestsPerSecond, p99 }));
  const result = {
    call: call.name,
    connections,
    requestsPerSecond,
    p50,
    p99,
    failed: failed.length,
    serverCpuMs: Math.round((((await serverCpu()) - before) * 100_000) / Math.max(sent, 1)) / 100,
    memoryMB: await readMemory(environment.PORT),
    target: connections === 1 ? "" : call.target,
    met,
  };
  process.stdout.write(`${JSON.stringify(result)}\n`);
  return result;
}

function toHttpRequest({ token, query, variables }: calls.Request) {
  const headers: Record<string, string> = { host: HOST, "content-type": "application/json" };
  if (token) headers["authorization"] = `Bearer ${token}`;
  return { headers, body: JSON.stringify({ query, variables }) };
}

/** Prepares tokens of learners and the units that they have not completed, so that no request of a run repeats another. */
async function prepareWorld(): Promise<calls.World> {
  const { rows } = await platform.database.pool.query<{ id: number }>(
    "SELECT id FROM instances WHERE domain = 'large-1'",
  );
  const instanceId = rows[0]!.id;
  const visit = {
    host: HOST,
    origin: `http://${HOST}`,
    address: "127.0.0.1",
    userAgent: "bench",
    language: "en" as const,
    requestId: "bench",
    instanceLabel: "large-1",
    branchLabel: null,
  };
  return inInstance(platform.database, instanceId, async (db) => {
    const people = await db
      .selectFrom("users")
      .select(["id", "email"])
      .where("instance_id", "=", instanceId)
      .orderBy("id")
      .limit(400)
      .execute();
    const tokens = new Map<number, string>();
    for (const { id } of people) tokens.set(id, await openSession(db, instanceId, id, visit));
    const open = await db
      .selectFrom("enrolments as e")
      .innerJoin("units as u", (join) =>
        join.onRef("u.instance_id", "=", "e.instance_id").onRef("u.course_id", "=", "e.course_id"),
      )
      .leftJoin("unit_progress as p", (join) =>
        join
          .onRef("p.instance_id", "=", "e.instance_id")
          .onRef("p.user_id", "=", "e.user_id")
          .onRef("p.unit_id", "=", "u.id"),
      )
      .where("e.instance_id", "=", instanceId)
      .where("u.type", "in", ["Content", "Video"])
      .where("p.unit_id", "is", null)
      .select(["e.user_id", "e.course_id", "u.id as unit_id", "u.type"])
      .execute();
    const tokenAt = (place: number) => tokens.get(people[place]!.id)!;
    return {
      learners: people.slice(3).map(({ id, email }) => ({ email, token: tokens.get(id)! })),
      admin: tokenAt(0),
      users: SIZE.users,
      manager: tokenAt(1),
      open: open.flatMap(({ user_id, ...unit }) =>
        tokens.has(user_id) ? [{ ...unit, token: tokens.get(user_id)! }] : [],
      ),
      enrolled: open.flatMap(({ user_id, course_id }) =>
        tokens.has(user_id) ? [{ course_id, token: tokens.get(user_id)! }] : [],
      ),
      courseIds: [...new Set(open.map(({ course_id }) => course_id))],
    };
  });
}

/** Reads the processor seconds of the server from its metrics. */
async function serverCpu(): Promise<number> {
  const metrics = await (await fetch(`http://127.0.0.1:${environment.PORT}/metrics`)).text();
  return sumMetric(metrics, "process_cpu_seconds_total") ?? NaN;
}

/** Writes the figures as JSON, and the section of the page when all calls were measured. */
async function report(): Promise<void> {
  const machine = `${cpus().length} x ${cpus()[0]?.model ?? "unknown"}, Node ${process.version}`;
  const seconds = Number(options.seconds);
  writeFileSync(options.out, `${JSON.stringify({ machine, data: SIZE, seconds, results }, null, 2)}\n`);
  const head = ["call", "connections", "requests/s", "p50 ms", "p99 ms", "server CPU ms", "memory MB", "target", "met"];
  const rows = results.map((each) => [
    each.call,
    each.connections,
    each.requestsPerSecond,
    each.p50,
    each.p99,
    each.serverCpuMs,
    each.memoryMB,
    each.target,
    each.met ? "yes" : "no",
  ]);
  const table = [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
  const text = `Written by \`npm run bench\`. Each call runs for ${seconds} s with one connection and with 16, after ${WARM_UP_SECONDS} s of warming up; the server,
PostgreSQL and the sender share one machine (${machine}). Each of the two instances has ${SIZE.users} users and ${SIZE.courses} courses
of ${SIZE.units} units. Server CPU is the processor time of one request in the server alone.

${table}`;
  if (options.only === undefined) await writeSection("Requests", text);
  else process.stdout.write(`\n${text}\n`);
}
