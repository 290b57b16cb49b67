// `npm run bench:scale`: how long each report takes with 1,000, 10,000 and 100,000 people, as one table in docs/performance.md.
// Each of them is in 20 courses of 20 units, half of which are complete; the first course has a fifth of all people.
// --users 1000,10000 measures fewer; --data <folder> keeps what was made, which for 100,000 takes a quarter of an hour.
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { availableParallelism, cpus, tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { openSession } from "../server/src/access/session.ts";
import { inInstance } from "../server/src/access/tenancy.ts";
import { buildLarge } from "../server/src/demo/large.ts";
import { startPlatform } from "../server/src/start.ts";
import { freePort, startServer, stopServer } from "./served.ts";

const { values: options } = parseArgs({
  options: {
    users: { type: "string", default: "1000,10000,100000" },
    data: { type: "string" },
    times: { type: "string", default: "60" },
    out: { type: "string", default: path.join(import.meta.dirname, "../docs/performance.md") },
  },
});
const HOST = "large-1.localhost";
const WARM = 8;

const TOTALS = "stats { completionRate completedCourses coursesInProgress coursesNotStarted trainingTime }";
const PERSON = "rows { id name email completedCourses coursesInProgress coursesNotStarted }";

interface Measure {
  name: string;
  /** The most that it may take at its largest, in ms at the 95th percentile. */
  most: number;
  as: "admin" | "learner";
  query: string;
  variables?: (world: World, turn: number) => object;
}

const MEASURES: Measure[] = [
  {
    name: "learner's dashboard",
    most: 50,
    as: "learner",
    query: `{ userProgress { totalCourses completedCourses averageCompletionRate notStartedCourses inProgressCourses
      courses(limit: 3) { id title thumbnail completionPercentage unitsCompleted totalUnits timeSpent enrolledDate }
      unenrolledCourses(limit: 3) { id title thumbnail } } }`,
  },
  {
    name: "all users: cards and first page",
    most: 150,
    as: "admin",
    query: `{ reportsAllUsers { ${TOTALS} usersPage(limit: 10) { total ${PERSON} } } }`,
  },
  {
    name: "all users: a search",
    most: 150,
    as: "admin",
    query: `query ($search: String) { reportsAllUsers { usersPage(search: $search, limit: 10) { total ${PERSON} } } }`,
    variables: ({ users }, turn) => ({ search: `costa ${(turn * 7919) % users}` }),
  },
  {
    name: "all courses: cards and first page",
    most: 200,
    as: "admin",
    query: `{ reportsAllCourses { coursesPage(limit: 10) { total stats { completionRate completed inProgress notStarted trainingTime }
      rows { id title category assignedLearners completedLearners } } } }`,
  },
  {
    name: "course report of the largest course",
    most: 200,
    as: "admin",
    query: `query ($id: Int!) { courseReport(courseId: $id) { title stats { completionRate assignedLearners trainingTime }
      activityOverTime { weekStart assignedCount completedCount } timeSpentWeekly { weekStart averageTimeSpent } } }`,
    variables: ({ largest }) => ({ id: largest }),
  },
  {
    name: "its people, first page",
    most: 200,
    as: "admin",
    query: `query ($id: Int!) { courseReport(courseId: $id) { usersPage(limit: 10) { total rows { id name progress assignedDate timeSpent } } } }`,
    variables: ({ largest }) => ({ id: largest }),
  },
  {
    name: "activity log of a person",
    most: 20,
    as: "admin",
    query: `query ($id: Int!) { userActivityLog(id: $id, page: 1, limit: 10) { data { id message created_at } paginatorInfo { total } } }`,
    variables: ({ people }, turn) => ({ id: people[turn % people.length]! }),
  },
  {
    name: "users list, last page",
    most: 50,
    as: "admin",
    query: `query ($offset: Int) { usersPage(limit: 10, offset: $offset) { total rows { id first_name last_name email } } }`,
    variables: ({ users }) => ({ offset: users - 10 }),
  },
];

interface World {
  users: number;
  admin: string;
  learners: string[];
  people: number[];
  largest: number;
}

const sizes = options.users.split(",").map(Number);
const columns: { users: number; figures: { p50: number; p95: number }[] }[] = [];
for (const users of sizes) columns.push({ users, figures: await measureAt(users) });
writeFileSync(options.out, page());
process.stdout.write(page());

async function measureAt(users: number): Promise<{ p50: number; p95: number }[]> {
  const folder = options.data
    ? path.join(options.data, String(users))
    : mkdtempSync(path.join(tmpdir(), "cairn-scale-"));
  const isMade = existsSync(path.join(folder, "pg18"));
  const environment = { ...process.env, DATA_DIR: folder, LOG_LEVEL: "warn", PORT: String(await freePort()) };
  const { platform, asOwner, close } = await startPlatform(environment);
  if (!isMade) {
    await buildLarge(platform, {
      instances: 1,
      users,
      courses: users / 50,
      units: 20,
      enrolments: 1000,
      largest: users / 5,
    });
    await asOwner("VACUUM ANALYZE");
  }
  const world = await worldOf(platform, users);
  const server = await startServer(environment);
  try {
    const figures = [];
    for (const measure of MEASURES) figures.push(await timesOf(measure, world, Number(environment.PORT)));
    return figures;
  } finally {
    await stopServer(server);
    await close();
    if (!options.data) rmSync(folder, { recursive: true, force: true });
  }
}

async function worldOf(
  { database }: Awaited<ReturnType<typeof startPlatform>>["platform"],
  users: number,
): Promise<World> {
  const found = await database.pool.query<{ id: number }>("SELECT id FROM instances WHERE domain = 'large-1'");
  const instanceId = found.rows[0]!.id;
  const visit = {
    host: HOST,
    origin: `http://${HOST}`,
    address: "127.0.0.1",
    userAgent: "bench",
    requestId: "bench",
    instanceLabel: "large-1",
    branchLabel: null,
  };
  return inInstance(database, instanceId, async (db) => {
    const people = await db
      .selectFrom("users")
      .where("instance_id", "=", instanceId)
      .select("id")
      .orderBy("id")
      .limit(60)
      .execute();
    const { id: largest } = await db
      .selectFrom("courses")
      .where("instance_id", "=", instanceId)
      .select("id")
      .orderBy("id")
      .executeTakeFirstOrThrow();
    const tokens: string[] = [];
    for (const { id } of people) tokens.push(await openSession(db, instanceId, id, visit));
    // The first three are the administrator, a manager and an instructor.
    return {
      users,
      admin: tokens[0]!,
      learners: tokens.slice(3),
      people: people.slice(3).map(({ id }) => id),
      largest,
    };
  });
}

/** Milliseconds of one request after the other, as their sender sees them. */
async function timesOf(measure: Measure, world: World, port: number): Promise<{ p50: number; p95: number }> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const took: number[] = [];
  for (let turn = 0; turn < WARM + Number(options.times); turn++) {
    const token = measure.as === "admin" ? world.admin : world.learners[turn % world.learners.length]!;
    const began = performance.now();
    await post(agent, port, token, { query: measure.query, variables: measure.variables?.(world, turn) ?? {} });
    if (turn >= WARM) took.push(performance.now() - began);
  }
  agent.destroy();
  took.sort((a, b) => a - b);
  return { p50: took[Math.floor(took.length * 0.5)]!, p95: took[Math.floor(took.length * 0.95)]! };
}

function post(agent: Agent, port: number, token: string, body: object): Promise<void> {
  const headers = { host: HOST, "content-type": "application/json", authorization: `Bearer ${token}` };
  return new Promise((resolve, reject) => {
    const sent = request({ agent, port, host: "127.0.0.1", path: "/graphql", method: "POST", headers }, (answer) => {
      let text = "";
      answer.on("data", (chunk: Buffer) => (text += String(chunk)));
      answer.on("end", () =>
        answer.statusCode === 200 && !text.includes('"errors"') ? resolve() : reject(new Error(text.slice(0, 500))),
      );
    });
    sent.once("error", reject).end(JSON.stringify(body));
  });
}

function page(): string {
  const line = (cells: (string | number)[]) => `| ${cells.join(" | ")} |\n`;
  const number = (value: number) => value.toLocaleString("en-GB");
  const heads = columns.flatMap(({ users }) => [`${number(users)}: p50`, "p95"]);
  const rows = MEASURES.map(({ name, most }, index) =>
    line([
      name,
      ...columns.flatMap(({ figures }) => [figures[index]!.p50, figures[index]!.p95].map((ms) => ms.toFixed(1))),
      most,
      columns.at(-1)!.figures[index]!.p95 <= most ? "yes" : "NO",
    ]),
  );
  return `# Performance

Written by \`npm run bench:scale\`. Milliseconds of one request after the other, with the server, PostgreSQL and the sender on
one machine (${availableParallelism()} x ${cpus()[0]?.model ?? "unknown"}, Node ${process.version}); ${options.times} requests each.

Everybody is in 20 courses of 20 units, half of which are complete: with 100,000 people that is 2 million enrolments and 20 million rows
of progress in one instance, in 2,000 courses. The first course has a fifth of all people. The last columns are the most that the 95th
percentile may be with the most people, and whether it is kept.

${line(["", ...heads, "most", "kept"])}${line(["---", ...heads.map(() => "---:"), "---:", "---"])}${rows.join("")}`;
}
