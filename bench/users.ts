// `npm run bench:users`: the users list of an instance with 100,000 users and 50 fields of its own, and the people of its
// largest course, by 16 connections that send what the client sends, as a section of docs/performance.md. --users 10000 measures fewer; --data <folder> keeps the data, which takes some minutes
// to create; --only <part of a name> measures some calls and writes nothing. Linux only: processor times are read from /proc.
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { request } from "node:http";
import { cpus, tmpdir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { parseArgs } from "node:util";
import autocannon from "autocannon";
import { inInstance } from "../server/src/access/tenancy.ts";
import { buildLarge } from "../server/src/demo/large.ts";
import { addFields } from "../server/src/demo/large-fields.ts";
import type { Platform } from "../server/src/platform/platform.ts";
import { startPlatform } from "../server/src/start.ts";
import { loadWorld } from "./measures.ts";
import { CLIENT_HEADERS, findDocument } from "./documents.ts";
import { writeSection } from "./performance-page.ts";
import { readCpu } from "./processors.ts";
import { freePort, startServer, stopServer } from "./served.ts";

const { values: options } = parseArgs({
  options: {
    users: { type: "string", default: "100000" },
    data: { type: "string" },
    seconds: { type: "string", default: "8" },
    only: { type: "string" },
    out: { type: "string" },
  },
});
const USERS = Number(options.users);
/** How many people the largest course has. */
const LARGEST = USERS / 2;
const CONNECTIONS = 16;
const WARM_UP_SECONDS = 4;
const TARGET_MS = 50;
/** How many fields of each type. Ten of them are shown in the list. */
const FIELDS = { choice: 20, text: 12, date: 10, number: 4, checkbox: 4 };
const LISTED = 10;

/** A call of the users list, whose arguments differ from request to request; or of the people of the largest course. */
interface Case {
  name: string;
  isOfCourse?: true;
  variables: (n: number, fields: Fields) => object;
}

type Fields = Record<keyof typeof FIELDS, number[]>;

const CASES: Case[] = [
  { name: "pages of all users", variables: (n) => ({ offset: Math.floor((USERS * ((n * 37) % 100)) / 100) }) },
  {
    name: "with 40 more fields as columns",
    variables: (n, fields) => ({ offset: (n * 7919) % USERS, field_ids: all(fields) }),
  },
  {
    name: "a value that a tenth of the users has",
    variables: (n, { choice }) => ({ field_id: choice[n % choice.length], field_value: `Choice ${1 + (n % 10)}` }),
  },
  {
    name: "a value of few users",
    variables: (n, { text }) => ({ field_id: text[n % text.length], field_value: `Desk ${(n * 7919) % USERS}` }),
  },
  {
    name: "a day that one in a hundred users has",
    variables: (n, { date }) => ({ field_id: date[n % date.length], field_value: toDay(n % 100) }),
  },
  { name: "one role", variables: () => ({ role: "instructor" }) },
  { name: "not active for 30 days", variables: () => ({ idle_days: 30 }) },
  { name: "with an overdue course", variables: () => ({ is_overdue: true }) },
  { name: "a search", variables: (n) => ({ search: `user${(n * 7919) % USERS}@` }) },
  { name: "people of a course", isOfCourse: true, variables: (n) => ({ offset: (n * 37) % (LARGEST - 10) }) },
  {
    name: "people of a course, completed, latest first",
    isOfCourse: true,
    variables: (n) => ({ status: "completed", sort: "-completed", offset: (n * 10) % 1000 }),
  },
  {
    name: "people of a course, a search",
    isOfCourse: true,
    variables: (n) => ({ search: `user${(n * 7919) % USERS}@` }),
  },
];

const folder = options.data ?? mkdtempSync(path.join(tmpdir(), "cairn-users-"));
const isMade = existsSync(path.join(folder, "pg18"));
const environment = { ...process.env, DATA_DIR: folder, LOG_LEVEL: "warn", PORT: String(await freePort()) };
const { platform, asOwner, close } = await startPlatform(environment);
if (!isMade) {
  await buildLarge(platform, {
    instances: 1,
    users: USERS,
    courses: 20,
    units: 5,
    enrolments: USERS / 20,
    largest: LARGEST,
  });
  await addFields(platform, await findInstance(platform.database), FIELDS, LISTED);
  await asOwner("VACUUM ANALYZE");
}
const { admin, largest } = await loadWorld(platform, "large-1", USERS);
const fields = await readFields(platform);
const server = await startServer(environment);
// This process has started PostgreSQL, and the server uses it.
const postmaster = Number(readFileSync(path.join(folder, "pg18", "postmaster.pid"), "utf8").split("\n")[0]);
const DOCUMENTS = { users: findDocument("UsersPage"), people: findDocument("CoursePeople") };
const lines: Awaited<ReturnType<typeof measure>>[] = [];
try {
  for (const each of CASES.filter(({ name }) => !options.only || name.includes(options.only)))
    lines.push(await measure(each));
} finally {
  await stopServer(server);
  await close();
  if (!options.data) rmSync(folder, { recursive: true, force: true });
}
if (options.only === undefined) await writeSection("Users list with own fields", page(), options.out);

async function measure({ name, variables, isOfCourse }: Case) {
  let sent = 0;
  const failures: string[] = [];
  const writeBody = (n: number) =>
    JSON.stringify({
      documentId: isOfCourse ? DOCUMENTS.people : DOCUMENTS.users,
      variables: {
        limit: 10,
        offset: 0,
        ...variables(n, fields),
        ...(isOfCourse && { course_id: largest }),
        branchUrl: null,
      },
    });
  const headers = { ...CLIENT_HEADERS, host: "large-1.localhost", authorization: `Bearer ${admin}` };
  await refuseErrors(writeBody(0), headers);
  const send = (seconds: number) =>
    autocannon({
      url: `http://127.0.0.1:${environment.PORT}`,
      connections: CONNECTIONS,
      duration: seconds,
      requests: [
        {
          method: "POST",
          path: "/graphql",
          setupRequest: (request) => ({ ...request, headers, body: writeBody(sent++) }),
          onResponse: (status, body) => {
            // The text of small answers only: others are compressed.
            if (status !== 200 || body.includes('"errors"')) failures.push(`${status} ${body.slice(0, 300)}`);
          },
        },
      ],
    });
  await send(WARM_UP_SECONDS);
  const before = { server: readCpu(server.pid!).server, database: readCpu(postmaster).database };
  const outcome = await send(Number(options.seconds));
  const after = { server: readCpu(server.pid!).server, database: readCpu(postmaster).database };
  if (failures.length > 0) process.stderr.write(`${name}: ${failures.length} failed, such as ${failures[0]}\n`);
  const { p50, p99 } = outcome.latency;
  const toMs = (seconds: number) => Number(((seconds * 1_000) / outcome.requests.total).toFixed(2));
  const line = {
    name,
    rate: Math.round(outcome.requests.average),
    p50,
    p99,
    serverMs: toMs(after.server - before.server),
    databaseMs: toMs(after.database - before.database),
    isMet: failures.length === 0 && p99 < TARGET_MS,
  };
  process.stdout.write(`${JSON.stringify(line)}\n`);
  return line;
}

/** Sends a request once. @throws Error for an answer with errors */
async function refuseErrors(body: string, headers: Record<string, string>): Promise<void> {
  const plain = { ...headers, "accept-encoding": "identity" };
  await new Promise<void>((resolve, reject) => {
    const sent = request({ port: environment.PORT, path: "/graphql", method: "POST", headers: plain }, (response) => {
      text(response)
        .then((answer) => (answer.startsWith('{"data":') ? resolve() : reject(new Error(answer.slice(0, 300)))))
        .catch(reject);
    });
    sent.once("error", reject).end(body);
  });
}

async function readFields({ database }: Platform): Promise<Fields> {
  const instance = await findInstance(database);
  const rows = await inInstance(database, instance, (db) =>
    db.selectFrom("user_fields").where("instance_id", "=", instance).select(["id", "type"]).orderBy("id").execute(),
  );
  const byType = Object.fromEntries(Object.keys(FIELDS).map((type) => [type, [] as number[]])) as Fields;
  for (const { id, type } of rows) byType[type as keyof Fields].push(id);
  return byType;
}

async function findInstance({ pool }: Platform["database"]): Promise<number> {
  const { rows } = await pool.query<{ id: number }>("SELECT id FROM instances WHERE domain = 'large-1'");
  return rows[0]!.id;
}

function all(byType: Fields): number[] {
  return Object.values(byType).flat();
}

function toDay(days: number): string {
  return new Date(Date.UTC(2026, 0, 1 + days)).toISOString().slice(0, 10);
}

function page(): string {
  const count = Object.values(FIELDS).reduce((sum, each) => sum + each, 0);
  const machine = `${cpus().length} x ${cpus()[0]?.model ?? "unknown"}, Node ${process.version}`;
  const rows = lines.map((line) => [
    line.name,
    line.rate,
    line.serverMs,
    line.databaseMs,
    line.p50,
    line.p99,
    TARGET_MS,
    line.isMet ? "yes" : "no",
  ]);
  const table = [
    [
      "list of users, or of people of a course: ",
      "requests/s",
      "server CPU",
      "database CPU",
      "p50",
      "p99",
      "limit",
      "met",
    ],
    ["---", "--:", "--:", "--:", "--:", "--:", "--:", "---"],
    ...rows,
  ]
    .map((cells) => `| ${cells.join(" | ")} |`)
    .join("\n");
  return `\`npm run bench:users\` writes this section. Durations in milliseconds of the users list with ${CONNECTIONS} connections for ${options.seconds} s, after ${WARM_UP_SECONDS} s of warming
up; the server, PostgreSQL and the sender run on one machine (${machine}). The instance has ${USERS.toLocaleString("en")} users and ${count} fields of its own, of
which the list shows ${LISTED}; each user has a value of nearly every field. The course has ${LARGEST.toLocaleString("en")} people. The
requests are those of the client, with hashes of its documents. Server and database CPU are the processor time of one request.

${table}`;
}
