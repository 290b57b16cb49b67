import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Client, startServer, type TestServer } from "../../testing/server.ts";
import { getExpiry } from "../certificates/expiry.service.ts";
import { dayIn } from "./weeks.ts";

const READ = `query ($category: Int) { compliance(category_id: $category) { totals { assigned compliant due overdue expired }
  months { day assigned compliant overdue } } }`;
const ZONES = ["Europe/Berlin", "Pacific/Auckland", "America/New_York", "Pacific/Kiritimati", "UTC"];

/** Local times, so many days ago. */
interface Moment {
  daysAgo: number;
  time: string;
}
interface History {
  assigned: Moment;
  completed: Moment | null;
  before: Moment | null;
  due: number | null;
  revokedDaysAgo: number | null;
}

let server: TestServer;
let admin: Client;
let category: number;
let learner: number;
beforeAll(async () => {
  server = await startServer();
  admin = await server.as("admin@demo.test");
  learner = await server.userId("learner@demo.test");
  category = await server.inside("demo", async (db, instance_id) => {
    const values = { instance_id, name: "Histories" };
    return (await db.insertInto("categories").values(values).returning("id").executeTakeFirstOrThrow()).id;
  });
});
afterAll(() => server.close());

const addDays = (day: string, days: number) => new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);

/** What the screen should say of a day, enrolment by enrolment: the definition in words of ADR 079. */
function countOn(day: string, today: string, histories: readonly History[]) {
  const toDay = (moment: Moment | null) => moment && addDays(today, -moment.daysAgo);
  const counts = { assigned: 0, compliant: 0, overdue: 0 };
  for (const { assigned, completed, before, due, revokedDaysAgo } of histories) {
    const [done, last] = [toDay(completed), toDay(completed ?? before)];
    const dueOn = due === null ? null : addDays(today, due);
    const isRevoked = revokedDaysAgo !== null && addDays(today, -revokedDaysAgo) <= day;
    const hasLapsed = last === null || getExpiry(last) < day || isRevoked;
    if (toDay(assigned)! <= day) counts.assigned++;
    if (last !== null && last <= day && !hasLapsed) counts.compliant++;
    if (dueOn !== null && dueOn < day && (done === null ? hasLapsed : done > day)) counts.overdue++;
  }
  return counts;
}

/** Replaces the courses of the category by one for each history, in which the learner is enrolled. */
async function store(zone: string, today: string, histories: readonly History[]): Promise<void> {
  await server.inside("demo", async (db, instance_id) => {
    await db.updateTable("instances").set({ time_zone: zone }).where("id", "=", instance_id).execute();
    await sql`DELETE FROM courses WHERE instance_id = ${instance_id} AND title LIKE 'History %'`.execute(db);
    const at = (moment: Moment | null) =>
      moment && sql<Date>`${`${addDays(today, -moment.daysAgo)} ${moment.time}`}::timestamp AT TIME ZONE ${zone}`;
    for (const [index, { assigned, completed, before, due, revokedDaysAgo }] of histories.entries()) {
      const title = `History ${index}`;
      const { id: course_id } = await db
        .insertInto("courses")
        .values({ instance_id, title, status: "published", unit_count: 1 })
        .returning("id")
        .executeTakeFirstOrThrow();
      const own = { instance_id, user_id: learner, course_id };
      await db
        .insertInto("course_categories")
        .values({ instance_id, course_id, category_id: category, position: 1 })
        .execute();
      await db
        .insertInto("enrolments")
        .values({
          ...own,
          assigned_at: at(assigned)!,
          completed_at: at(completed),
          completed_before: at(before),
          due_on: due === null ? null : addDays(today, due),
        })
        .execute();
      const last = completed ?? before;
      if (last === null || revokedDaysAgo === null) continue;
      const certificate = { code: `a-certificate-of-history-${index}`, certificate_type: "Default", user_name: "x" };
      const days = { completed_on: addDays(today, -last.daysAgo), expires_on: "2099-01-01" };
      const revoked = { revoked_at: at({ daysAgo: revokedDaysAgo, time: "12:00:00" }), revoke_reason: "x" };
      await db
        .insertInto("certificates")
        .values({ ...own, ...certificate, ...days, ...revoked, course_title: title })
        .execute();
    }
  });
}

const moment: fc.Arbitrary<Moment> = fc.record({
  daysAgo: fc.oneof(
    fc.integer({ min: 0, max: 800 }),
    fc.integer({ min: 362, max: 368 }),
    fc.integer({ min: 0, max: 3 }),
  ),
  time: fc.constantFrom("00:00:00", "00:00:01", "12:00:00", "23:59:59"),
});
const history: fc.Arbitrary<History> = fc
  .record({
    assigned: moment,
    completed: fc.option(moment),
    before: fc.option(moment),
    due: fc.option(fc.oneof(fc.integer({ min: -500, max: 30 }), fc.integer({ min: -2, max: 2 }))),
    revoked: fc.option(fc.nat()),
  })
  .map(({ revoked, ...rest }) => {
    const last = rest.completed ?? rest.before;
    // A certificate is revoked after the completion.
    return { ...rest, revokedDaysAgo: revoked === null || last === null ? null : revoked % (last.daysAgo + 1) };
  });

test("the months and totals are those of each enrolment on each day, in every time zone", async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...ZONES), fc.array(history, { maxLength: 30 }), async (zone, histories) => {
      const today = dayIn(zone);
      await store(zone, today, histories);
      const { months, totals } = (await admin.data(READ, { category })).compliance;
      expect(months).toHaveLength(12);
      for (const { day, ...counts } of months) expect(counts).toEqual(countOn(day, today, histories));
      const { assigned, compliant, overdue, due, expired } = totals;
      expect({ assigned, compliant, overdue }).toEqual(countOn(today, today, histories));
      expect(due + expired).toBe(assigned - compliant - overdue);
    }),
    { numRuns: 25 },
  );
});
