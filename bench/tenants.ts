// `npm run bench:tenants`: what one instance takes alone, and among thousands of others in one database; and what its people
// feel while a neighbour reads heavy reports without a pause. Two tables in docs/performance.md.
// --instances 2000 beside the one that is measured; --data <folder> keeps what was made.
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { Agent } from "node:http";
import { availableParallelism, cpus, tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { buildLarge, type Size } from "../server/src/demo/large.ts";
import { startPlatform } from "../server/src/start.ts";
import { ask, MEASURES, timesOf, type Times, type World, worldOf } from "./measures.ts";
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
/** How many of the neighbour's people ask at a time, each again as soon as there is an answer. */
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
const dashboard = MEASURES.find(({ name }) => name === "learner's dashboard")!;
const heavy = MEASURES.filter(({ name }) => name.startsWith("all ") || name.includes("report"));

const isMade = existsSync(path.join(folder, "pg18"));
const started = await startPlatform(environment);
if (!isMade) await fill(MEASURED);
const world = await worldOf(started.platform, "large-1", MEASURED.users);
const alone = isMade ? null : await measured(world);
if (!isMade) {
  await fill(NEIGHBOUR);
  await fill(SMALL);
}
const neighbour = await worldOf(started.platform, "large-2", NEIGHBOUR.users);
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
    for (const measure of MEASURES) figures.push(await timesOf(measure, of, port, TIMES));
    return figures;
  });
}

interface Beside {
  times: Times;
  /** Of the neighbour's requests, in a second. */
  answered: number;
  refused: number;
}

/** The dashboard while the neighbour's people read reports, as many at a time as they like. */
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
    const times = await timesOf(dashboard, world, port, TIMES);
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
  return `Written by \`npm run bench:tenants\`. Milliseconds of one request after the other in an instance of 1,000 people and 10,000 enrolments, alone in the
database and among ${OTHERS.toLocaleString("en-GB")} others with ${people.toLocaleString("en-GB")} people in all; ${availableParallelism()} x ${cpus()[0]?.model ?? "unknown"}, Node ${process.version}; ${TIMES} requests each.

${line(["", "alone: p50", "p95", "among others: p50", "p95"])}${line(["---", "---:", "---:", "---:", "---:"])}${rows.join("")}
The learner's dashboard of the same instance while ${EAGER} people of a neighbour with 10,000 read reports, each again as soon as there is an answer; with the limit on
operations of one instance as it is set by itself, and with none that would matter. The neighbour shares the two cores as well as the connections.

${line(["", "p50", "p95", "answered to the neighbour in a second", "refused in a second"])}${line(["---", "---:", "---:", "---:", "---:"])}${[
    line(["nobody else", ...both(quiet), "", ""]),
    line(["beside the neighbour, limited", ...rated(capped)]),
    line(["beside the neighbour, not limited", ...rated(uncapped)]),
  ].join("")}`;
}
