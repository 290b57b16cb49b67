// `npm run bench:scale`: how long each report takes with 1,000, 10,000 and 100,000 users, as a table in
// docs/performance.md. Each user is in 20 courses of 20 units, half of which are complete; the first course has a fifth
// of all users. --users 1000,10000 measures fewer; --data <folder> keeps the data, which takes a quarter of an hour to
// create for 100,000.
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, cpus, tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { buildLarge } from "../server/src/demo/large.ts";
import { startPlatform } from "../server/src/start.ts";
import { MEASURES, measureTimes, type Times, loadWorld } from "./measures.ts";
import { writeSection } from "./performance-page.ts";
import { freePort, startServer, stopServer } from "./served.ts";

const { values: options } = parseArgs({
  options: {
    users: { type: "string", default: "1000,10000,100000" },
    data: { type: "string" },
    times: { type: "string", default: "60" },
    out: { type: "string" },
  },
});
const sizes = options.users.split(",").map(Number);
const columns: { users: number; figures: Times[] }[] = [];
for (const users of sizes) columns.push({ users, figures: await measureAt(users) });
await writeSection("Reports with more people", page(), options.out);

async function measureAt(users: number): Promise<Times[]> {
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
  const world = await loadWorld(platform, "large-1", users);
  const server = await startServer(environment);
  try {
    const figures = [];
    for (const measure of MEASURES)
      figures.push(await measureTimes(measure, world, Number(environment.PORT), Number(options.times)));
    return figures;
  } finally {
    await stopServer(server);
    await close();
    if (!options.data) rmSync(folder, { recursive: true, force: true });
  }
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
  return `\`npm run bench:scale\` writes this section. Durations in milliseconds of sequential requests; the server, PostgreSQL and the client run on
one machine (${availableParallelism()} x ${cpus()[0]?.model ?? "unknown"}, Node ${process.version}); ${options.times} requests each.

Each user is enrolled in 20 courses of 20 units, half of them complete. 100,000 users in one instance have 2 million enrolments in 2,000 courses and
20 million rows of progress. The first course has a fifth of all users. The last columns are the limit for the 95th percentile with the most
users, and whether it is met.

${line(["", ...heads, "limit", "met"])}${line(["---", ...heads.map(() => "---:"), "---:", "---"])}${rows.join("")}`;
}
