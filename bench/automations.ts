// `npm run bench:automations`: how soon one worker handles an event, and how long a pass over all people takes, with
// 100,000 people and 200 automations, as a table in docs/performance.md. --users 10000 measures fewer people; --data
// <folder> keeps the data.
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, cpus, tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import { inInstance } from "../server/src/access/tenancy.ts";
import { buildLarge } from "../server/src/demo/large.ts";
import { furnishAutomations, joinGroup, readTimes, type Times } from "../server/src/demo/large-automations.ts";
import { hasEvents } from "../server/src/features/automations/events.queries.ts";
import { handleEvents } from "../server/src/features/automations/handling.service.ts";
import { lookAtEverybody } from "../server/src/features/automations/looking.service.ts";
import { startAutomations } from "../server/src/features/automations/worker.service.ts";
import { startPlatform } from "../server/src/start.ts";
import { writeSection } from "./performance-page.ts";
import { freePort } from "./served.ts";

const { values: options } = parseArgs({
  options: {
    users: { type: "string", default: "100000" },
    automations: { type: "string", default: "200" },
    /** So many people join a group each second, for so many seconds. */
    rate: { type: "string", default: "20" },
    seconds: { type: "string", default: "60" },
    data: { type: "string" },
    out: { type: "string" },
  },
});
const users = Number(options.users);
const automations = Number(options.automations);
const rate = Number(options.rate);
const folder = options.data ?? mkdtempSync(path.join(tmpdir(), "cairn-automations-"));
const isMade = existsSync(path.join(folder, "pg18"));
const { platform, asOwner, close } = await startPlatform({
  ...process.env,
  DATA_DIR: folder,
  LOG_LEVEL: "warn",
  PORT: String(await freePort()),
});
try {
  if (!isMade) {
    await buildLarge(platform, {
      instances: 1,
      users,
      courses: 200,
      units: 5,
      enrolments: users / 20,
      largest: users / 5,
    });
    await asOwner("VACUUM ANALYZE");
  }
  const found = await platform.database.pool.query<{ id: number }>("SELECT id FROM instances WHERE domain = 'large-1'");
  const instanceId = found.rows[0]!.id;
  const inside = <T>(work: Parameters<typeof inInstance<T>>[2]) => inInstance(platform.database, instanceId, work);
  const { groups, people } = await inside((db) =>
    furnishAutomations(db, instanceId, { automations, people: rate * Number(options.seconds) }),
  );
  await asOwner("ANALYZE");

  const pass = await measure(() => lookAtEverybody(platform, instanceId));
  const handling = await measure(() => handleEvents(platform, instanceId));

  const stop = startAutomations(platform);
  const begin = performance.now();
  for (const [index, person] of people.entries()) {
    const ahead = (index / rate) * 1000 - (performance.now() - begin);
    if (ahead > 0) await wait(ahead);
    const group = groups[(index * 2 + 1) % groups.length]!;
    await inside((db) => joinGroup(db, instanceId, group, person));
  }
  while (await inside((db) => hasEvents({ db, instanceId }))) await wait(200);
  await stop();
  const events = await inside((db) => readTimes(db, instanceId));
  await writeSection("Automations", page({ pass, handling, events }), options.out);
} finally {
  await close();
  if (!options.data) rmSync(folder, { recursive: true, force: true });
}

async function measure(work: () => Promise<number>): Promise<{ count: number; seconds: number }> {
  const begin = performance.now();
  const count = await work();
  return { count, seconds: (performance.now() - begin) / 1000 };
}

type Measured = { count: number; seconds: number };

function page({ pass, handling, events }: { pass: Measured; handling: Measured; events: Times }): string {
  const number = (value: number) => value.toLocaleString("en-GB");
  const met = (is: boolean) => (is ? "yes" : "NO");
  return `\`npm run bench:automations\` writes this section. ${number(users)} people and ${automations} automations in one instance; one worker and PostgreSQL
on one machine (${availableParallelism()} x ${cpus()[0]?.model ?? "unknown"}, Node ${process.version}).

Half of the automations enrol people who join a group, half look at everybody once a day for overdue courses and people who
do not sign in, and send messages. ${rate} people join a group each second, ${number(events.handled)} in all, of which ${events.failed} failed. The
time of an event is from the start of its transaction to that of the transaction that handles it.

| | measured | limit | met |
| --- | ---: | ---: | --- |
| An event is handled, p50 | ${events.p50.toFixed(2)} s | | |
| An event is handled, p95 | ${events.p95.toFixed(2)} s | 5 s | ${met(events.p95 <= 5)} |
| A pass over all people, which found ${number(pass.count)} events | ${pass.seconds.toFixed(1)} s | 120 s | ${met(pass.seconds <= 120)} |
| Handling these events | ${handling.seconds.toFixed(1)} s | | |
`;
}
