// `npm run bench:tenants`: the cost of an instance alone and among thousands of others in one database, and what its
// users experience while another instance reads heavy reports continuously. Two tables in docs/performance.md.
// --instances 2000 besides the measured one; --data <folder> keeps the data.
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { Agent } from "node:http";
import { availableParallelism, cpus, tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { buildLarge, type Size } from "../server/src/demo/large.ts";
import { startPlatform } from "../server/src/start.ts";
import { ask, MEASURES, measureTimes, type Times, type World, loadWorld } from "./measures.ts";
import { writeSection } from "./performance-page.ts";
import { freePort, startServer, stopServer } from "./served.ts";

const { values: options } = parseArgs({
  options: {
    instances: { type: "string", default: "2000" },
    data: { type: "string" },
    times: { type: "string", default: "60" },
    out: { type: "string" },
  },
});
const OTHERS = Number(options.instances);
const TIMES = Number(options.times);
/** How many requests the busy instance sends at a time, each repeated as soon as it is answered. */
const EAGER = 24;

const MEASURED: Size = { instances: 1, users: 1000, courses: 50, units: 20, enrolments: 200, largest: 200 };
const NEIGHBOUR: Size = {
  instances: 1,
  from: 2,
  users: 10_000,
  courses: 200,
  units: 20,
  enrolments: 1000,
  largest: 2000,
};
const SMALL: Size = { instances: OTHERS - 1, from: 3, users: 50, courses: 5, units: 10, enrolments: 20, largest: 20 };

const folder = options.data ?? mkdtempSync(path.join(tmpdir(), "cairn-tenants-"));
const environment = { ...process.env, DATA_DIR: folder, LOG_LEVEL: "error", PORT: String(await freePort()) };
const port = Number(environment.PORT);
const dashboard = MEASURES.find(({ name }) => name === "learner dashboard")!;
const heavy = MEASURES.filter(({ name }) => name.startsWith("all ") || name.includes("report"));

const isMade = existsSync(path.join(folder, "pg18"));
const started = await startPlatform(environment);
if (!isMade) await fill(MEASURED);
const world = await loadWorld(started.platform, "large-1", MEASURED.users);
const alone = isMade ? null : await measured(world);
if (!isMade) {
  await fill(NEIGHBOUR);
  await fill(SMALL);
}
const neighbour = await loadWorld(started.platform, "large-2", NEIGHBOUR.users);
const among = await measured(world);
const capped = await beside({});
const uncapped = await beside({ INSTANCE_OPERATIONS: "1000" });
await started.close();
if (!options.data) rmSync(folder, { recursive: true, force: true });
await writeSection("Many instances", page(), options.out);

async function fill(size: Size): Promise<void> {
  await buildLarge(started.platform, size);
  await started.asOwner("VACUUM ANALYZE");
}

async function serving<Result>(more: NodeJS.ProcessEnv, work: () => Promise<Result>): Promise<Result> {
  const server = await startServer({ ...environment, ...more });
  try {
    return await work();
  } finally {
    await stopServer(server);
  }
}

function measured(of: World): Promise<Times[]> {
  return serving({}, async () => {
    const figures = [];
    for (const measure of MEASURES) figures.push(await measureTimes(measure, of, port, TIMES));
    return figures;
  });
}

interface Beside {
  times: Times;
  /** Requests of the busy instance per second. */
  answered: number;
  refused: number;
}

/** Measures the dashboard while users of another instance read reports in parallel. */
function beside(more: NodeJS.ProcessEnv): Promise<Beside> {
  return serving(more, async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: EAGER });
    let isOver = false;
    const counts = { answered: 0, refused: 0 };
    const eager = Array.from({ length: EAGER }, async (_, person) => {
      for (let turn = person; !isOver; turn++)
        await ask(agent, port, neighbour, heavy[turn % heavy.length]!, turn).then(
          () => counts.answered++,
          () => counts.refused++,
        );
    });
    const began = performance.now();
    const times = await measureTimes(dashboard, world, port, TIMES);
    const seconds = (performance.now() - began) / 1000;
    const { answered, refused } = counts;
    isOver = true;
    await Promise.all(eager);
    agent.destroy();
    return { times, answered: answered / seconds, refused: refused / seconds };
  });
}

function page(): string {
  const line = (cells: (string | number)[]) => `| ${cells.join(" | ")} |\n`;
  const both = ({ p50, p95 }: Times) => [p50.toFixed(1), p95.toFixed(1)];
  const rated = ({ times, answered, refused }: Beside) => [...both(times), answered.toFixed(1), refused.toFixed(1)];
  const quiet = among[MEASURES.indexOf(dashboard)]!;
  const rows = MEASURES.map(({ name }, index) =>
    line([name, ...(alone ? both(alone[index]!) : ["", ""]), ...both(among[index]!)]),
  );
  const people = (OTHERS - 1) * SMALL.users + NEIGHBOUR.users + MEASURED.users;
  return `\`npm run bench:tenants\` writes this section. Durations in milliseconds of sequential requests in an instance of 1,000 users and 10,000 enrolments, alone in
the database and among ${OTHERS.toLocaleString("en-GB")} other instances with ${people.toLocaleString("en-GB")} users in total; ${availableParallelism()} x ${cpus()[0]?.model ?? "unknown"}, Node ${process.version}; ${TIMES} requests each.

${line(["", "alone: p50", "p95", "among others: p50", "p95"])}${line(["---", "---:", "---:", "---:", "---:"])}${rows.join("")}
The learner dashboard of the same instance, while ${EAGER} users of a neighbour instance with 10,000 users request reports without a pause: with the default limit on operations per
instance, and with a limit too high to matter. The neighbour shares the cores and the connections.

${line(["", "p50", "p95", "neighbour's answers per second", "refused per second"])}${line(["---", "---:", "---:", "---:", "---:"])}${[
    line(["no neighbour", ...both(quiet), "", ""]),
    line(["neighbour, limited", ...rated(capped)]),
    line(["neighbour, not limited", ...rated(uncapped)]),
  ].join("")}`;
}
