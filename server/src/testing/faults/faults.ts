// `npm run faults`: runs two servers and two workers on one database and one bucket under load, while everything around
// them fails:
//   npm run faults -- --seconds 300 [--seed 7] [--disks]
//   With --disks, as root on Linux, the database and the files (then in a folder) have small disks of their own, which fill up.
//   Exits with 1 when an acknowledged write is lost, a job is not done, or a server does not recover by itself.
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import pg from "pg";
import { startEmbedded } from "../../db/embedded.ts";
import { check, drain, twice } from "./check.ts";
import { graphql, Ledger, send, write, type World } from "./load.ts";
import { bucket, createDatabase, freePort, mailServer, restartPostgres, smallDisk, Supervised } from "./parts.ts";

const { values } = parseArgs({
  options: {
    seconds: { type: "string" },
    seed: { type: "string" },
    only: { type: "string" },
    disks: { type: "boolean", default: false },
  },
});
const seconds = Number(values.seconds ?? 300);
let seed = Number(values.seed ?? Date.now() % 100_000);
const random = () => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
const print = (line: string) => process.stdout.write(`${line}\n`);
const say = (text: string) => print(`${new Date().toISOString().slice(11, 19)} ${text}`);

const folder = mkdtempSync(path.join(tmpdir(), "cairn-faults-"));
say(`seed ${seed}, ${seconds} seconds, in ${folder}`);
const data = path.join(folder, "database");
// PostgreSQL keeps up to a gigabyte of its log.
const disks = values.disks
  ? {
      "PostgreSQL's disk full": smallDisk(data, 2_500),
      "the files' disk full": smallDisk(path.join(folder, "data"), 600),
    }
  : {};
const postgres = await startEmbedded(data);
const owner = new pg.Pool({ host: postgres.host, port: postgres.port, user: "postgres", database: "cairn", max: 2 });
owner.on("error", () => {});
await createDatabase(postgres);

const [s3Port, smtpPort, ...ports] = await Promise.all([freePort(), freePort(), freePort(), freePort()]);
const mails: string[] = [];
const parts = { S3: bucket(s3Port!, path.join(folder, "s3")), SMTP: mailServer(smtpPort!, mails) };
mkdirSync(path.join(folder, "s3"));
await Promise.all(Object.values(parts).map((part) => part.start()));

const env = (more: Record<string, string>) => ({
  ...process.env,
  DATABASE_URL: `postgres://postgres:x@localhost/cairn?host=${encodeURIComponent(postgres.host)}&port=${postgres.port}`,
  ...(!values.disks && { STORAGE_URL: `s3://S3RVER:S3RVER@127.0.0.1:${s3Port}/cairn?tls=off` }),
  SMTP_URL: `smtp://127.0.0.1:${smtpPort}`,
  LOG_LEVEL: "error",
  DATA_DIR: path.join(folder, "data"),
  ...more,
});
const servers = ports.map(
  (port, i) =>
    new Supervised(
      "server/src/main.ts",
      env({ PORT: String(port), WORKER: "off" }),
      path.join(folder, `server${i}.log`),
    ),
);
const workers = [0, 1].map((i) => new Supervised("server/src/worker.ts", env({}), path.join(folder, `worker${i}.log`)));
const reminding = [0, 1].map(
  (i) => new Supervised("server/src/testing/faults/reminding.ts", env({}), path.join(folder, `reminding${i}.log`)),
);

let isOver = false;
const gone = new Set<object>();
const faults: Record<string, () => Promise<void> | void> = {
  "PostgreSQL restarted": () => restartPostgres(data, "SIGINT"),
  "PostgreSQL killed": () => restartPostgres(data, "SIGQUIT"),
  "S3 gone": () => away(parts.S3, seconds >= 300 ? 60 : 10),
  "SMTP down": () => away(parts.SMTP, seconds >= 300 ? 40 : 10),
  "a server killed": () => pick(servers).kill(),
  "a worker killed": () => pick(workers).kill(),
  "reminding killed": () => pick(reminding).kill(),
  ...Object.fromEntries(Object.entries(disks).map(([name, disk]) => [name, () => full(disk)])),
};
const counts = new Map<string, number>();
const under: Promise<void>[] = [];
let code = 1;
try {
  servers[0]!.start();
  await ready(ports[0]!);
  for (const each of [...servers.slice(1), ...workers, ...reminding]) each.start();
  await Promise.all(ports.map(ready));
  const world = await furnish();
  const ledger = new Ledger();
  say("the load begins");
  const writers = Array.from({ length: 8 }, (_, i) => write(world, ledger, i, () => isOver));
  const end = Date.now() + seconds * 1000;
  // Each kind once in random order, then at random.
  const kinds = Object.keys(faults).filter((name) => !values.only || name.includes(values.only));
  const order = kinds.toSorted(() => random() - 0.5);
  while (Date.now() < end - 5_000) {
    const name = order.shift() ?? pick(kinds);
    counts.set(name, (counts.get(name) ?? 0) + 1);
    say(name);
    under.push(Promise.resolve(faults[name]!()));
    await wait(4_000 + random() * (seconds >= 300 ? 10_000 : 3_000));
  }
  isOver = true;
  await Promise.all(under);
  await Promise.all(writers);
  say("the load is over; waiting for what is left to do");
  await Promise.all(ports.map(ready));
  const left = await drain(owner);
  const problems = await check(owner, world, ledger, mails);
  if (left > 0) problems.push(`${left} jobs are not done`);
  report(ledger, problems);
  code = problems.length === 0 ? 0 : 1;
} finally {
  isOver = true;
  await Promise.all([...servers, ...workers, ...reminding].map((each) => each.stop()));
  await Promise.all(Object.values(parts).map((part) => part.stop()));
  await owner.end();
  await postgres.stop();
  for (const disk of Object.values(disks)) disk.remove();
  if (code === 0) rmSync(folder, { recursive: true, force: true });
  else say(`the logs are in ${folder}`);
}
process.exit(code);

function report(ledger: Ledger, problems: string[]): void {
  print([...counts].map(([name, count]) => `${name}: ${count}`).join("; "));
  print(
    `${ledger.acknowledged} writes acknowledged (${ledger.completed.length} units, ${ledger.groups.length} groups, ${ledger.uploads.length} uploads, ` +
      `${ledger.invited.length} invitations, ${ledger.exports.length} exports, ${ledger.due.length} due dates), ${ledger.refused} refused; longest time without one: ${(ledger.longestSilence / 1000).toFixed(1)} s`,
  );
  print(
    `servers started ${servers.map((each) => each.starts).join(" and ")} times, workers ${workers.map((each) => each.starts).join(" and ")}; mails to them sent twice: ${twice(ledger, mails)}`,
  );
  for (const [words, count] of ledger.messages) print(`  messages ${count} times: ${words}`);
  print(problems.length === 0 ? "nothing is lost, everything is done" : problems.slice(0, 20).join("\n"));
}

async function full(disk: ReturnType<typeof smallDisk>): Promise<void> {
  if (gone.has(disk)) return;
  gone.add(disk);
  disk.fill();
  await wait(15_000);
  disk.empty();
  gone.delete(disk);
}

async function away(part: { start: () => Promise<void>; stop: () => Promise<void> }, most: number): Promise<void> {
  if (gone.has(part)) return;
  gone.add(part);
  await part.stop();
  await wait(most * 1000);
  await part.start();
  gone.delete(part);
}

function pick<T>(list: readonly T[]): T {
  return list[Math.floor(random() * list.length)]!;
}

async function ready(port: number): Promise<void> {
  for (const until = Date.now() + 120_000; Date.now() < until; await wait(500)) {
    const answer = await send(port, null, "/readyz").catch(() => null);
    if (answer?.status === 200) return;
  }
  throw new Error(`the server on port ${port} does not answer`);
}

/** Creates learners with many courses of one unit each, enough that a report on all of them is created by a job. */
async function furnish(): Promise<World> {
  const { rows } = await owner.query<{ id: number }>("SELECT id FROM instances WHERE domain = 'demo'");
  const instance = rows[0]!.id;
  await owner.query(
    `INSERT INTO users (instance_id, first_name, last_name, email, password_hash, is_primary)
     SELECT $1, 'Many', 'Person ' || n, 'many' || n || '@demo.test', (SELECT password_hash FROM users WHERE email = 'learner@demo.test'), true
     FROM generate_series(1, 8) n`,
    [instance],
  );
  await owner.query(
    `WITH made AS (
       INSERT INTO courses (instance_id, title, status, unit_count) SELECT $1, 'Fault ' || n, 'published', 1 FROM generate_series(1, 1500) n RETURNING id
     ), units AS (
       INSERT INTO units (instance_id, course_id, type, unit_order, title) SELECT $1, id, 'Content', 1, 'Only unit' FROM made RETURNING id
     )
     INSERT INTO enrolments (instance_id, user_id, course_id)
     SELECT $1, u.id, made.id FROM users u, made WHERE u.instance_id = $1 AND u.first_name = 'Many'`,
    [instance],
  );
  const units = await owner.query<World["units"][number]>(
    "SELECT u.id, u.course_id AS course FROM units u JOIN courses c ON c.instance_id = u.instance_id AND c.id = u.course_id WHERE c.title LIKE 'Fault %' ORDER BY u.id",
  );
  const dueCourses = await owner.query<{ id: number }>(
    "INSERT INTO courses (instance_id, title, status, unit_count) SELECT $1, 'Due ' || n, 'published', 1 FROM generate_series(1, 200) n RETURNING id",
    [instance],
  );
  await owner.query(
    `INSERT INTO enrolments (instance_id, user_id, course_id) SELECT $1, u.id, c.id
     FROM users u, courses c WHERE u.instance_id = $1 AND u.first_name = 'Many' AND c.instance_id = $1 AND c.title LIKE 'Due %'`,
    [instance],
  );
  // Each new person is to get one message, and to be in one group.
  await owner.query(
    `WITH made AS (INSERT INTO groups (instance_id, name) VALUES ($1, 'Newcomers') RETURNING id)
     INSERT INTO automations (instance_id, name, is_on, trigger, actions, updated_by)
     SELECT $1, 'Welcome', true, 'person_created', jsonb_build_array(
       jsonb_build_object('kind', 'add_to_group', 'group_id', made.id),
       jsonb_build_object('kind', 'notify', 'to', 'person', 'subject', 'Welcome', 'text', 'Hello')),
       (SELECT id FROM users WHERE email = 'admin@demo.test') FROM made`,
    [instance],
  );
  // Each completed course is to be handled once.
  await owner.query(
    `WITH made AS (INSERT INTO groups (instance_id, name) VALUES ($1, 'Finishers') RETURNING id)
     INSERT INTO automations (instance_id, name, is_on, trigger, actions, updated_by)
     SELECT $1, 'Finish', true, 'course_completed', jsonb_build_array(
       jsonb_build_object('kind', 'add_to_group', 'group_id', made.id)),
       (SELECT id FROM users WHERE email = 'admin@demo.test') FROM made`,
    [instance],
  );
  const learners: World["learners"] = [];
  for (let n = 1; n <= 8; n++) learners.push(await logIn(`many${n}@demo.test`));
  const { token: admin } = await logIn("admin@demo.test");
  return { ports, admin, learners, units: units.rows, dueCourses: dueCourses.rows.map(({ id }) => id) };
}

async function logIn(email: string) {
  const query = `mutation ($email: String!) { loginUser(email: $email, password: "cairn-demo", instance_url: "demo") { token user { id } } }`;
  const { loginUser } = await graphql(ports[0]!, null, query, { email });
  return { id: loginUser.user.id as number, token: loginUser.token as string };
}
