// `npm run bench:servers`: a server with 1, 2 and 4 processes (PROCESSES). A section of docs/performance.md. --data <folder> keeps the data; --seconds 8 measures so long.
// Linux only: processor times are read from /proc.
import { type ChildProcess } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import autocannon from "autocannon";
import { buildLarge } from "../server/src/demo/large.ts";
import { startPlatform } from "../server/src/start.ts";
import { loadWorld, type Measure, MEASURES } from "./measures.ts";
import { writeSection } from "./performance-page.ts";
import { readCpu } from "./processors.ts";
import { freePort, readMemory, startServer, stopServer } from "./served.ts";

const { values: options } = parseArgs({
  options: { data: { type: "string" }, seconds: { type: "string", default: "8" }, out: { type: "string" } },
});
const PROCESSES = [1, 2, 4];
const CONNECTIONS = 32;
const WARM_UP_SECONDS = 4;
const USERS = 1_000;
const CALLS = ["learner dashboard", "users list, last page", "all courses: totals and first page"];

const folder = options.data ?? mkdtempSync(path.join(tmpdir(), "cairn-servers-"));
const isMade = existsSync(path.join(folder, "pg18"));
const environment = { ...process.env, DATA_DIR: folder, LOG_LEVEL: "error", WORKER: "off" };
const { platform, asOwner, close } = await startPlatform({ ...environment, PORT: String(await freePort()) });
if (!isMade) {
  await buildLarge(platform, { instances: 1, users: USERS, courses: 50, units: 20, enrolments: 200, largest: 200 });
  await asOwner("VACUUM ANALYZE");
}
const world = await loadWorld(platform, "large-1", USERS);
// This process has started PostgreSQL, and the servers use it.
const postmaster = Number(readFileSync(path.join(folder, "pg18", "postmaster.pid"), "utf8").split("\n")[0]);
const lines: Awaited<ReturnType<typeof measure>>[] = [];
for (const count of PROCESSES) {
  const port = await freePort();
  const server = await startServer({ ...environment, PORT: String(port), PROCESSES: String(count) });
  for (const name of CALLS)
    lines.push(
      await measure(
        MEASURES.find((each) => each.name === name)!,
        { server, port, count },
      ),
    );
  await stopServer(server);
}
await close();
if (!options.data) rmSync(folder, { recursive: true, force: true });
await writeSection("Several processes on one machine", page(), options.out);

interface Measured {
  server: ChildProcess;
  port: number;
  /** Its processes. */
  count: number;
}

async function measure({ name, as, query, variables }: Measure, { server, port, count }: Measured) {
  let turn = 0;
  let failures = 0;
  const send = (seconds: number) =>
    autocannon({
      url: `http://127.0.0.1:${port}`,
      connections: CONNECTIONS,
      duration: seconds,
      requests: [
        {
          method: "POST",
          path: "/graphql",
          setupRequest: (request) => {
            const token = as === "admin" ? world.admin : world.learners[turn % world.learners.length]!;
            const headers = {
              host: world.host,
              "content-type": "application/json",
              authorization: `Bearer ${token}`,
            };
            return {
              ...request,
              headers,
              body: JSON.stringify({ query, variables: variables?.(world, turn++) ?? {} }),
            };
          },
          onResponse: (status, body) => {
            if (status !== 200 || body.includes('"errors"')) failures++;
          },
        },
      ],
    });
  const readAll = () => ({
    server: readCpu(server.pid!).server,
    database: readCpu(postmaster).database,
  });
  await send(WARM_UP_SECONDS);
  const before = readAll();
  const { latency, requests } = await send(Number(options.seconds));
  const after = readAll();
  if (failures > 0) throw new Error(`${name}: ${failures} requests failed.`);
  const toMs = (seconds: number) => Number(((seconds * 1_000) / requests.total).toFixed(2));
  const line = {
    name,
    processes: count,
    rate: Math.round(requests.average),
    p50: latency.p50,
    p99: latency.p99,
    serverMs: toMs(after.server - before.server),
    databaseMs: toMs(after.database - before.database),
    memory: await readMemory(String(port)),
  };
  process.stdout.write(`${JSON.stringify(line)}\n`);
  return line;
}

function page(): string {
  const machine = `${cpus().length} x ${cpus()[0]?.model ?? "unknown"}, Node ${process.version}`;
  const rows = CALLS.flatMap((call) =>
    lines
      .filter(({ name }) => name === call)
      .map(({ name, ...line }) => `| ${[name, ...Object.values(line)].join(" | ")} |`),
  );
  return `\`npm run bench:servers\` writes this section: a server with ${PROCESSES.join(", ")} processes at one port, with ${CONNECTIONS} connections
for ${options.seconds} s, after ${WARM_UP_SECONDS} s of warming up; server, PostgreSQL and the sender run on one machine (${machine}). The instance has
${USERS.toLocaleString("en")} users and 50 courses. Server and database CPU are the processor time of one request in ms; memory is that of all processes in MB.

| call | processes | requests/s | p50 | p99 | server CPU | database CPU | memory |
| --- | --: | --: | --: | --: | --: | --: | --: |
${rows.join("\n")}`;
}
