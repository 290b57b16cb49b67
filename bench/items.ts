// `npm run bench:items`: the item analysis of a test of 10 questions with 100,000 attempts: how long a job works on it, and
// how long reading it takes, as a section of docs/performance.md. --attempts 10000 measures fewer; --data <folder> keeps the data,
// which takes some minutes to create.
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { inInstance } from "../server/src/access/tenancy.ts";
import { buildLarge } from "../server/src/demo/large.ts";
import { furnishAttempts } from "../server/src/demo/large-items.ts";
import { openItems, workOutItems } from "../server/src/features/reports/item-analysis.service.ts";
import { withUser } from "../server/src/access/with-actor.ts";
import { startPlatform } from "../server/src/start.ts";
import { loadWorld, type Measure, measureTimes } from "./measures.ts";
import { writeSection } from "./performance-page.ts";
import { freePort, startServer, stopServer } from "./served.ts";

const { values: options } = parseArgs({
  options: {
    attempts: { type: "string", default: "100000" },
    reads: { type: "string", default: "100" },
    data: { type: "string" },
    out: { type: "string" },
  },
});
const ATTEMPTS = Number(options.attempts);
const QUESTIONS = 10;
const TARGET_MS = 300;
const folder = options.data ?? mkdtempSync(path.join(tmpdir(), "cairn-items-"));
const isMade = existsSync(path.join(folder, "pg18"));
const environment = { ...process.env, DATA_DIR: folder, LOG_LEVEL: "warn", PORT: String(await freePort()) };
const { platform, asOwner, close } = await startPlatform(environment);
const users = ATTEMPTS + 3;
if (!isMade)
  await buildLarge(platform, { instances: 1, users, courses: 2, units: 3, enrolments: 10, largest: ATTEMPTS });
const world = await loadWorld(platform, "large-1", users);
const { rows } = await platform.database.pool.query<{ id: number }>(
  "SELECT id FROM instances WHERE domain = 'large-1'",
);
const instanceId = rows[0]!.id;
if (!isMade) {
  const course = world.largest;
  await inInstance(platform.database, instanceId, (db) =>
    furnishAttempts(db, instanceId, { course, questions: QUESTIONS }),
  );
  await asOwner("VACUUM ANALYZE");
}
const admin = await inInstance(platform.database, instanceId, (db) =>
  db
    .selectFrom("users")
    .where("instance_id", "=", instanceId)
    .where("role", "=", "admin")
    .select("id")
    .executeTakeFirstOrThrow(),
);
const began = performance.now();
const asked = { course_id: world.largest };
await withUser(platform, { instanceId, userId: admin.id }, async (actor) =>
  workOutItems(await openItems(actor, asked), asked),
);
const worked = (performance.now() - began) / 1000;

const READ: Measure = {
  name: "item analysis",
  most: TARGET_MS,
  as: "admin",
  query: `query ($id: Int!) { itemAnalysis(course_id: $id) { is_pending computed_at attempts group_size mean_score alpha alpha_attempts
    items { question_id version question answered facility discrimination seconds marks { kind option }
      options { text is_right chosen upper lower } } } }`,
  variables: ({ largest }) => ({ id: largest }),
};
const server = await startServer(environment);
try {
  const { p50, p95 } = await measureTimes(READ, world, Number(environment.PORT), Number(options.reads));
  process.stdout.write(`${JSON.stringify({ worked, p50, p95 })}\n`);
  await writeSection("Item analysis", page(p50, p95), options.out);
} finally {
  await stopServer(server);
  await close();
  if (!options.data) rmSync(folder, { recursive: true, force: true });
}

function page(p50: number, p95: number): string {
  return `\`npm run bench:items\` writes this section. The item analysis of a test of ${QUESTIONS} questions with ${ATTEMPTS.toLocaleString("en")} attempts; the server, PostgreSQL and the
sender run on one machine (${cpus().length} x ${cpus()[0]?.model ?? "unknown"}, Node ${process.version}). A test with more than 2,000 attempts is analysed by a job, at most once an
hour; requests read what it has stored (ADR 099).

| | measured | limit | met |
| --- | --: | --: | --- |
| Reading the analysis, ${options.reads} times, p50 | ${Math.round(p50)} ms | | |
| Reading the analysis, p95 | ${Math.round(p95)} ms | ${TARGET_MS} ms | ${p95 < TARGET_MS ? "yes" : "NO"} |
| The job | ${worked.toFixed(1)} s | | |`;
}
