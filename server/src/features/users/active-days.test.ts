import { readFile } from "node:fs/promises";
import { type RawBuilder, sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startServer, type TestServer } from "../../testing/server.ts";

let server: TestServer;
let course: number;
beforeAll(async () => {
  server = await startServer();
  ({ id: course } = await server.inside("demo", (db, instance_id) =>
    db
      .insertInto("courses")
      .values({ instance_id, title: "Every day", status: "published" })
      .returning("id")
      .executeTakeFirstOrThrow(),
  ));
});
afterAll(() => server.close());

/** Adds learners of the demo instance to the course, and returns their ids. */
const addLearners = (name: string, count: number) =>
  server.inside("demo", async (db, instance) => {
    const { rows } = await sql<{ id: number }>`
      INSERT INTO users (instance_id, first_name, last_name, email, role)
      SELECT ${instance}, ${name}, 'Learner', lower(${name}::text) || n || '@demo.test', 'learner'
      FROM generate_series(1, ${count}) n RETURNING id`.execute(db);
    const ids = rows.map(({ id }) => id);
    await sql`INSERT INTO enrolments (instance_id, course_id, user_id)
      SELECT ${instance}, ${course}, id FROM unnest(${ids}::integer[]) id`.execute(db);
    return ids;
  });

const run = (statement: (instance: number) => RawBuilder<unknown>) =>
  server.inside("demo", (db, instance) => statement(instance).execute(db));

const spend = (people: number[], day: string) =>
  run(
    (instance) => sql`INSERT INTO daily_time (instance_id, course_id, day, user_id, seconds)
      SELECT ${instance}, ${course}, ${day}, id, 60 FROM unnest(${people}::integer[]) id`,
  );

const removeUsers = (ids: number[]) =>
  run((instance) => sql`DELETE FROM users WHERE instance_id = ${instance} AND id = ANY (${ids})`);

/** Reads the days whose users are not those who are counted. */
const findDifferent = () =>
  server.inside("demo", async (db, instance) => {
    const { rows } = await sql<{ day: string }>`
      SELECT day FROM (SELECT last_active_on AS day, count(*) AS users FROM learner_totals
        WHERE instance_id = ${instance} AND last_active_on IS NOT NULL GROUP BY 1) counted
      FULL JOIN (SELECT day, sum(users) AS users FROM last_active_days WHERE instance_id = ${instance}
        GROUP BY 1 HAVING sum(users) <> 0) kept USING (day)
      WHERE counted.users IS DISTINCT FROM kept.users`.execute(db);
    return rows;
  });

/** Reads the parts of a day. */
const readParts = (day: string) =>
  server.inside("demo", async (db, instance) => {
    const { rows } = await sql<{ users: number }>`
      SELECT users FROM last_active_days WHERE instance_id = ${instance} AND day = ${day}`.execute(db);
    return rows.map(({ users }) => users);
  });

test("the users of each last active day are those who are counted, after days and users come and go", async () => {
  expect(await findDifferent()).toEqual([]);
  const ids = await addLearners("Daily", 8);
  const changes = [
    () => spend(ids.slice(0, 6), "2026-02-01"),
    () => spend(ids.slice(1, 6), "2026-02-03"),
    // Earlier than the latest day, which stays.
    () => spend(ids.slice(0, 2), "2026-01-20"),
    () =>
      run(
        (instance) =>
          sql`DELETE FROM enrolments WHERE instance_id = ${instance} AND user_id = ANY (${ids.slice(2, 4)})`,
      ),
    // Two of one day, and two who have not learned at all.
    () => removeUsers(ids.slice(4)),
  ];
  for (const change of changes) {
    await change();
    expect(await findDifferent()).toEqual([]);
  }
});

test("a day on which nobody was active last has no entry", async () => {
  const ids = await addLearners("Leaving", 2);
  await spend(ids, "2026-02-05");
  expect(await readParts("2026-02-05")).toEqual([2]);
  await removeUsers(ids);
  expect(await readParts("2026-02-05")).toEqual([]);
});

test("an instance goes together with the days of its users", async () => {
  const owner = new pg.Client({ ...server.connection, user: "postgres" });
  const readDays = async () => {
    const { rows } = await owner.query<{ users: number }>("SELECT users FROM last_active_days WHERE instance_id = 71");
    return rows.map(({ users }) => users);
  };
  await owner.connect();
  try {
    await owner.query(`
      INSERT INTO instances (id, name, domain) OVERRIDING SYSTEM VALUE VALUES (71, 'To go', 'to-go');
      INSERT INTO users (instance_id, id, first_name, last_name, email, role) OVERRIDING SYSTEM VALUE
      VALUES (71, 7101, 'One', 'Learner', 'one@to-go.test', 'learner'), (71, 7102, 'Other', 'Learner', 'other@to-go.test', 'learner');
      INSERT INTO courses (instance_id, id, title) OVERRIDING SYSTEM VALUE VALUES (71, 711, 'Last course');
      INSERT INTO enrolments (instance_id, course_id, user_id) VALUES (71, 711, 7101), (71, 711, 7102);
      INSERT INTO daily_time (instance_id, course_id, day, user_id, seconds)
      VALUES (71, 711, '2026-02-01', 7101, 60), (71, 711, '2026-02-01', 7102, 60);`);
    expect(await readDays()).toEqual([2]);
    await owner.query("DELETE FROM instances WHERE id = 71");
    expect(await readDays()).toEqual([]);
  } finally {
    await owner.end();
  }
});

test("the migration counts the users who were active before it", async () => {
  await spend(await addLearners("Former", 2), "2026-02-07");
  await addLearners("Idle", 1);
  await run((instance) => sql`UPDATE last_active_days SET users = 9 WHERE instance_id = ${instance}`);
  const owner = new pg.Client({ ...server.connection, user: "postgres" });
  const file = new URL("../../../migrations/0296_fill_users_by_last_active_day.sql", import.meta.url);
  const migration = await readFile(file, "utf8");
  await owner.connect();
  await owner.query(migration).finally(() => owner.end());
  expect(await findDifferent()).toEqual([]);
});

test("users who learn on a day at the same moment do not wait for one another", async () => {
  const [first, one, other] = await addLearners("Early", 3);
  // The day has an entry, which only one of the two can take.
  await spend([first!], "2026-02-09");
  const learn = (user: number, meanwhile: () => Promise<void>) =>
    server.inside("demo", async (db, instance) => {
      await sql`INSERT INTO daily_time (instance_id, course_id, day, user_id, seconds)
        VALUES (${instance}, ${course}, '2026-02-09', ${user}, 60)`.execute(db);
      await meanwhile();
    });
  // The first transaction is open until the second one has ended.
  await learn(one!, () => learn(other!, async () => {}));
  expect((await readParts("2026-02-09")).toSorted()).toEqual([1, 2]);
});
