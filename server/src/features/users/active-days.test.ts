import { type RawBuilder, sql } from "kysely";
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

test("the users of each last active day are those who are counted, after days and users come and go", async () => {
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
  expect(await findDifferent()).toEqual([]);
  const ids = await server.inside("demo", async (db, instance) => {
    const { rows } = await sql<{ id: number }>`
      INSERT INTO users (instance_id, first_name, last_name, email, role)
      SELECT ${instance}, 'Daily', 'Learner', 'daily.' || n || '@demo.test', 'learner' FROM generate_series(1, 5) n RETURNING id`.execute(
      db,
    );
    return rows.map(({ id }) => id);
  });
  const run = (statement: (instance: number) => RawBuilder<unknown>) =>
    server.inside("demo", (db, instance) => statement(instance).execute(db));
  const spend = (people: number[], day: string) =>
    run(
      (instance) => sql`INSERT INTO daily_time (instance_id, course_id, day, user_id, seconds)
        SELECT ${instance}, ${course}, ${day}, id, 60 FROM unnest(${people}::integer[]) id`,
    );
  const changes = [
    () =>
      run(
        (instance) => sql`INSERT INTO enrolments (instance_id, course_id, user_id)
          SELECT ${instance}, ${course}, id FROM unnest(${ids}::integer[]) id`,
      ),
    () => spend(ids, "2026-02-01"),
    () => spend(ids.slice(1), "2026-02-03"),
    // Earlier than the latest day, which stays.
    () => spend(ids.slice(0, 2), "2026-01-20"),
    () =>
      run(
        (instance) =>
          sql`DELETE FROM enrolments WHERE instance_id = ${instance} AND user_id = ANY (${ids.slice(2, 4)})`,
      ),
    () => run((instance) => sql`DELETE FROM users WHERE instance_id = ${instance} AND id = ${ids[4]}`),
  ];
  for (const change of changes) {
    await change();
    expect(await findDifferent()).toEqual([]);
  }
});

test("users who learn for the first time on a day at the same moment do not wait for one another", async () => {
  const [one, other] = await server.inside("demo", async (db, instance) => {
    const { rows } = await sql<{ id: number }>`
      INSERT INTO users (instance_id, first_name, last_name, email, role)
      SELECT ${instance}, 'Early', 'Learner', 'early.' || n || '@demo.test', 'learner' FROM generate_series(1, 2) n RETURNING id`.execute(
      db,
    );
    await sql`INSERT INTO enrolments (instance_id, course_id, user_id)
      SELECT ${instance}, ${course}, id FROM unnest(${rows.map(({ id }) => id)}::integer[]) id`.execute(db);
    return rows.map(({ id }) => id);
  });
  const learn = (user: number | undefined, meanwhile: () => Promise<void>) =>
    server.inside("demo", async (db, instance) => {
      await sql`INSERT INTO daily_time (instance_id, course_id, day, user_id, seconds)
        VALUES (${instance}, ${course}, '2026-02-09', ${user}, 60)`.execute(db);
      await meanwhile();
    });
  // The first transaction is open until the second one has ended.
  await learn(one, () => learn(other, async () => {}));
  const users = await server.inside("demo", async (db, instance) => {
    const { rows } = await sql<{ users: number }>`
      SELECT sum(users) AS users FROM last_active_days WHERE instance_id = ${instance} AND day = '2026-02-09'`.execute(
      db,
    );
    return rows[0]!.users;
  });
  expect(users).toBe(2);
});
