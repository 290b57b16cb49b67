import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startServer, type TestServer } from "../../testing/server.ts";
import { addDays, dayIn, getWeekStart } from "./weeks.ts";

const REPORT = `query ($id: Int!) { courseReport(courseId: $id) { activityOverTime { weekStart assignedCount completedCount } } }`;
const HOUR = 3_600_000;

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

/** Finds the first moment of a day in a time zone, in steps of a quarter of an hour. */
function findBeginning(day: string, zone: string): number {
  let time = Date.parse(`${day}T00:00:00Z`) - 15 * HOUR;
  while (dayIn(zone, new Date(time)) < day) time += HOUR / 4;
  return time;
}

test.each(["America/New_York", "Asia/Kolkata", "Pacific/Auckland"])(
  "the charts put the last second of Sunday and the first of Monday into different weeks in %s",
  async (zone) => {
    const thisWeek = getWeekStart(dayIn(zone), 1);
    const mondays = Array.from({ length: 26 }, (_, ago) => addDays(thisWeek, -7 * ago)).reverse();
    const id = await server.inside("riverside", async (db, instance_id) => {
      await sql`UPDATE instances SET time_zone = ${zone} WHERE id = ${instance_id}`.execute(db);
      const course = await db
        .insertInto("courses")
        .values({ instance_id, title: `Tides of ${zone}`, status: "published", unit_count: 1 })
        .returning("id")
        .executeTakeFirstOrThrow();
      const learners = await db
        .insertInto("users")
        .values(
          mondays.map((monday) => ({
            instance_id,
            first_name: "Tide",
            last_name: monday,
            email: `${monday}.${zone.replace("/", ".")}@riverside.test`.toLowerCase(),
          })),
        )
        .returning(["id", "last_name"])
        .execute();
      // Each learner is assigned in the last second of a week and completes in the first moment of the next.
      await db
        .insertInto("enrolments")
        .values(
          learners.map(({ id: user_id, last_name }) => {
            const midnight = findBeginning(last_name, zone);
            return {
              instance_id,
              user_id,
              course_id: course.id,
              assigned_at: new Date(midnight - 1000),
              completed_at: new Date(midnight),
              units_completed: 1,
            };
          }),
        )
        .execute();
      return course.id;
    });
    const { courseReport } = await (await server.as("admin@riverside.test")).data(REPORT, { id });
    expect(courseReport.activityOverTime).toEqual(
      mondays.map((weekStart, at) => ({ weekStart, assignedCount: at < 25 ? 1 : 0, completedCount: 1 })),
    );
  },
);

test.each(["America/New_York", "Asia/Kolkata", "Pacific/Auckland"])(
  "the days of a filter begin and end at midnight in %s, and both are included",
  async (zone) => {
    const day = addDays(dayIn(zone), -10);
    const id = await server.inside("riverside", async (db, instance_id) => {
      await sql`UPDATE instances SET time_zone = ${zone} WHERE id = ${instance_id}`.execute(db);
      const { id: course_id } = await db
        .insertInto("courses")
        .values({ instance_id, title: `Days of ${zone}`, status: "published" })
        .returning("id")
        .executeTakeFirstOrThrow();
      const [begins, ends] = [findBeginning(day, zone), findBeginning(addDays(day, 1), zone)];
      for (const [at, time] of [begins - 1, begins, ends - 1, ends].entries()) {
        const email = `day${at}.${zone.replace("/", ".")}@riverside.test`.toLowerCase();
        const { id: user_id } = await db
          .insertInto("users")
          .values({ instance_id, first_name: "Day", last_name: String(at), email })
          .returning("id")
          .executeTakeFirstOrThrow();
        await db
          .insertInto("enrolments")
          .values({ instance_id, user_id, course_id, assigned_at: new Date(time) })
          .execute();
      }
      return course_id;
    });
    const admin = await server.as("admin@riverside.test");
    const listNames = async (days: { from?: string; to?: string }) => {
      const { courseReport } = await admin.data(
        `query ($id: Int!, $from: String, $to: String) { courseReport(courseId: $id, from: $from, to: $to) { users { name } } }`,
        { id, ...days },
      );
      return courseReport.users.map(({ name }: { name: string }) => name).toSorted();
    };
    expect(await listNames({ from: day, to: day })).toEqual(["Day 1", "Day 2"]);
    expect(await listNames({ from: day })).toEqual(["Day 1", "Day 2", "Day 3"]);
    expect(await listNames({ to: day })).toEqual(["Day 0", "Day 1", "Day 2"]);
  },
);
