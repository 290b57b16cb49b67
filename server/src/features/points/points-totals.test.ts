import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addLearner, insertCourses } from "../../testing/learning-paths.ts";
import { type Client, startServer, type TestServer } from "../../testing/server.ts";

const LEADERBOARD = `query ($period: String) { leaderboard(period: $period, limit: 500) { rows { user_name points } } }`;

let server: TestServer;
let admin: Client;
const users: number[] = [];
let courses: number[] = [];
beforeAll(async () => {
  server = await startServer();
  admin = await server.as("admin@demo.test");
  courses = await insertCourses(server, ["Counted 1", "Counted 2", "Counted 3"]);
  for (const email of ["counted1@demo.test", "counted2@demo.test"]) users.push(await addLearner(admin, email));
  await server.inside("demo", (db, id) =>
    db.updateTable("instances").set({ points_on: true, points_for_course: 10 }).where("id", "=", id).execute(),
  );
  await server.inside("demo", (db, id) =>
    sql`UPDATE users SET last_name = 'Counted ' || id WHERE instance_id = ${id} AND id = ANY (${users}::integer[])`.execute(
      db,
    ),
  );
});
afterAll(() => server.close());

/** What changes the achievements of people, on every way in which an enrolment or course changes. */
const CHANGES = {
  enrol: sql`INSERT INTO enrolments (instance_id, user_id, course_id) SELECT i, u, c FROM chosen ON CONFLICT DO NOTHING`,
  complete: sql`UPDATE enrolments SET completed_at = now() FROM chosen WHERE instance_id = i AND user_id = u AND course_id = c`,
  completeLastYear: sql`UPDATE enrolments SET completed_at = now() - interval '400 days' FROM chosen
    WHERE instance_id = i AND user_id = u AND course_id = c`,
  retake: sql`UPDATE enrolments SET completed_before = completed_at, completed_at = NULL, attempt = attempt + 1 FROM chosen
    WHERE instance_id = i AND user_id = u AND course_id = c AND completed_at IS NOT NULL`,
  takeBack: sql`UPDATE enrolments SET completed_at = NULL FROM chosen WHERE instance_id = i AND user_id = u AND course_id = c`,
  completeAll: sql`UPDATE enrolments SET completed_at = now() FROM chosen WHERE instance_id = i AND course_id = c`,
  end: sql`DELETE FROM enrolments USING chosen WHERE instance_id = i AND user_id = u AND course_id = c`,
  deleteCourse: sql`UPDATE courses SET deleted_at = now() FROM chosen WHERE instance_id = i AND id = c`,
  restoreCourse: sql`UPDATE courses SET deleted_at = NULL FROM chosen WHERE instance_id = i AND id = c`,
};
const NAMES = Object.keys(CHANGES) as (keyof typeof CHANGES)[];

const toPoints = (rows: { user_name: string; points: number }[]) =>
  Object.fromEntries(
    rows.filter(({ user_name }) => user_name.includes("Counted")).map((row) => [row.user_name, row.points]),
  );

test("the leaderboards, of which one reads stored totals, are those of the achievements after any history", async () => {
  const step = fc.record({ change: fc.constantFrom(...NAMES), user: fc.nat(1), course: fc.nat(2) });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
      for (const { change, user, course } of steps)
        await server.inside("demo", (db, i) =>
          sql`WITH chosen (i, u, c) AS (VALUES (${i}::integer, ${users[user]}::integer, ${courses[course]}::integer)) ${CHANGES[change]}`.execute(
            db,
          ),
        );
      for (const period of ["all", "month"]) {
        const { rows } = await server.inside("demo", (db, i) =>
          sql<{ user_name: string; points: number }>`
            SELECT u.first_name || ' ' || u.last_name AS user_name, (10 * count(*))::integer AS points
            FROM achievements a JOIN users u ON u.instance_id = a.instance_id AND u.id = a.user_id
            WHERE a.instance_id = ${i} AND a.kind = 'course'
              AND (${period} = 'all' OR a.achieved_at > now() - interval '300 days')
            GROUP BY u.id, u.first_name, u.last_name`.execute(db),
        );
        const shown = (await admin.data(LEADERBOARD, { period })).leaderboard.rows;
        expect(toPoints(shown)).toEqual(toPoints(rows));
      }
    }),
    { numRuns: 30 },
  );
});
