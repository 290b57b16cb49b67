// `npm run bench:programmes`: how long compliance, the training matrix, learning paths and the leaderboard take with 200
// courses and 1,000 and 100,000 users, as a table in docs/performance.md. Each of 50 learning paths has a tenth of all
// users. --users 1000 measures fewer; --data <folder> keeps the data, which takes some minutes to create for 100,000;
// --only <part of a name> measures some rows and writes nothing. The limits of the rows are for 1,000 users; with more, an
// answer of two seconds is accepted, since it is worked out from all of their enrolments.
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, cpus, tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { inInstance } from "../server/src/access/tenancy.ts";
import { buildLarge } from "../server/src/demo/large.ts";
import { furnishProgrammes } from "../server/src/demo/large-programmes.ts";
import { startPlatform } from "../server/src/start.ts";
import { loadWorld, type Measure, MEASURES, measureTimes, type Times } from "./measures.ts";
import { writeSection } from "./performance-page.ts";
import { freePort, startServer, stopServer } from "./served.ts";

const { values: options } = parseArgs({
  options: {
    users: { type: "string", default: "1000,100000" },
    data: { type: "string" },
    times: { type: "string", default: "30" },
    only: { type: "string" },
    out: { type: "string" },
  },
});
const COURSES = 200;
const PATHS = 50;
const MOST_WITH_MORE_USERS = 2000;
const COUNTS = "counts { assigned compliant due overdue expired }";
const CELL = "state progress isComplete due expires";

/** The id of the first path, which each size sets. */
let firstPath = 0;
const admin = (name: string, most: number, query: string, variables?: Measure["variables"]): Measure => ({
  name,
  most,
  as: "admin",
  query,
  ...(variables && { variables }),
});
const ofPath = () => ({ id: firstPath });
const ROWS: Measure[] = [
  admin(
    "training matrix: courses and first people",
    300,
    `{ trainingMatrix { courses { id name ${COUNTS} } people(limit: 40) { total rows { id name cells { courseId ${CELL} } } } } }`,
  ),
  admin(
    "training matrix: more people",
    300,
    `query ($offset: Int) { trainingMatrix { people(limit: 40, offset: $offset) { total rows { id name cells { courseId ${CELL} } } } } }`,
    ({ users }, turn) => ({ offset: (turn * 7919) % (users / 2) }),
  ),
  admin(
    "training matrix: people with an overdue course",
    300,
    `{ trainingMatrix { people(limit: 40, state: "overdue") { total rows { id name cells { courseId ${CELL} } } } } }`,
  ),
  admin(
    "training matrix of learning paths",
    300,
    `{ trainingMatrix { paths { id name ${COUNTS} } path_people(limit: 40) { total rows { id name cells { pathId ${CELL} } } } } }`,
  ),
  admin(
    "compliance: totals and months",
    500,
    "{ compliance { totals { assigned compliant due overdue expired } months { day assigned compliant overdue } } }",
  ),
  admin(
    "compliance by course",
    500,
    `{ compliance { courses(limit: 10, sort: "share") { total rows { id name ${COUNTS} } } } }`,
  ),
  admin(
    "compliance by learning path",
    500,
    `{ compliance { paths(limit: 10, sort: "share") { total rows { id name ${COUNTS} } } } }`,
  ),
  admin(
    "compliance of the largest course",
    300,
    "query ($id: Int) { compliance(course_id: $id) { totals { assigned compliant } months { day compliant } people(limit: 10) { total rows { id name state } } } }",
    ({ largest }) => ({ id: largest }),
  ),
  admin(
    "compliance of a learning path",
    300,
    "query ($id: Int) { compliance(path_id: $id) { totals { assigned compliant } months { day compliant } people(limit: 10) { total rows { id name state } } } }",
    ofPath,
  ),
  admin(
    "learning paths: first page",
    150,
    "{ learningPaths(limit: 10) { total rows { id title courses people completed } } }",
  ),
  admin(
    "learning path: figures and people",
    300,
    `query ($id: Int!) { learningPath(id: $id) { figures { people completed in_progress overdue }
      peoplePage(limit: 10, sort: "-progress") { total rows { id name progress due_status } } } }`,
    ofPath,
  ),
  ...MEASURES.filter(({ name }) => name.startsWith("leaderboard")),
].filter(({ name }) => !options.only || name.includes(options.only));

const sizes = options.users.split(",").map(Number);
const columns: { users: number; figures: Times[] }[] = [];
for (const users of sizes) columns.push({ users, figures: await measureAt(users) });
if (options.only === undefined) await writeSection("Programmes with more people", page(), options.out);

async function measureAt(users: number): Promise<Times[]> {
  const folder = options.data
    ? path.join(options.data, String(users))
    : mkdtempSync(path.join(tmpdir(), "cairn-programmes-"));
  const isMade = existsSync(path.join(folder, "pg18"));
  const environment = { ...process.env, DATA_DIR: folder, LOG_LEVEL: "warn", PORT: String(await freePort()) };
  const { platform, asOwner, close } = await startPlatform(environment);
  const { pool } = platform.database;
  const findInstance = async () =>
    (await pool.query<{ id: number }>("SELECT id FROM instances WHERE domain = 'large-1'")).rows[0]!.id;
  if (!isMade) {
    const enrolments = users === 1000 ? 500 : users / 20;
    await buildLarge(platform, { instances: 1, users, courses: COURSES, units: 5, enrolments, largest: users / 5 });
    await asOwner("VACUUM ANALYZE");
    const instanceId = await findInstance();
    await inInstance(platform.database, instanceId, (db) =>
      furnishProgrammes(db, instanceId, { paths: PATHS, courses: 6, people: users / 10 }),
    );
    await asOwner("VACUUM ANALYZE");
  }
  const instanceId = await findInstance();
  firstPath = await inInstance(platform.database, instanceId, async (db) => {
    const { id } = await db
      .selectFrom("learning_paths")
      .where("instance_id", "=", instanceId)
      .select("id")
      .orderBy("id")
      .executeTakeFirstOrThrow();
    return id;
  });
  const world = await loadWorld(platform, "large-1", users);
  const server = await startServer(environment);
  try {
    const figures = [];
    for (const measure of ROWS) {
      const times = await measureTimes(measure, world, Number(environment.PORT), Number(options.times));
      process.stdout.write(
        `${users} users, ${measure.name}: p50 ${times.p50.toFixed(0)}, p95 ${times.p95.toFixed(0)} ms\n`,
      );
      figures.push(times);
    }
    return figures;
  } finally {
    await stopServer(server);
    await close();
    if (!options.data) rmSync(folder, { recursive: true, force: true });
  }
}

function page(): string {
  const machine = `${availableParallelism()} x ${cpus()[0]?.model ?? "unknown"}, Node ${process.version}`;
  const header = [
    "screen",
    ...sizes.flatMap((users) => [`${users.toLocaleString("en")} users: p50`, "p95"]),
    "limit (p95), 1,000 users",
    "more users",
    "met",
  ];
  const table = [
    header,
    header.map((_, at) => (at === 0 || at === header.length - 1 ? "---" : "--:")),
    ...ROWS.map(({ name, most }, row) => {
      const figures = columns.map((column) => column.figures[row]!);
      return [
        name,
        ...figures.flatMap(({ p50, p95 }) => [p50.toFixed(0), p95.toFixed(0)]),
        most,
        MOST_WITH_MORE_USERS,
        figures.every(({ p95 }, size) => p95 < (sizes[size] === 1000 ? most : MOST_WITH_MORE_USERS)) ? "yes" : "no",
      ];
    }),
  ];
  return `\`npm run bench:programmes\` writes this section. Durations in milliseconds of requests one after the other; the server and
PostgreSQL run on one machine (${machine}). ${COURSES} courses; each of ${PATHS} learning paths has six courses and a tenth of all users.

${table.map((cells) => `| ${cells.join(" | ")} |`).join("\n")}`;
}
