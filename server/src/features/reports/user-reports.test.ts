import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { inInstance } from "../../access/tenancy.ts";
import { startServer, type TestServer } from "../../testing/server.ts";
import { parseRows, takeTable } from "../../testing/tables.ts";

const REPORT = `query ($branchUrl: String, $branchUrls: [String!]) { reportsAllUsers(branchUrl: $branchUrl, branchUrls: $branchUrls) {
  stats { completionRate completedCourses coursesInProgress coursesNotStarted trainingTime }
  users { id name email completedCourses coursesInProgress coursesNotStarted } } }`;
const PAGE = `query ($search: String, $sort: String, $limit: Int, $offset: Int) { reportsAllUsers {
  usersPage(search: $search, sort: $sort, limit: $limit, offset: $offset) { total rows { name email completedCourses coursesInProgress coursesNotStarted } } } }`;

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

const report = async (email: string, variables: object = {}) =>
  (await (await server.as(email)).data(REPORT, variables)).reportsAllUsers;
const page = async (variables: object) =>
  (await (await server.as("manager@demo.test")).data(PAGE, variables)).reportsAllUsers.usersPage;

/** Returns the stored totals and the recounted ones. */
async function keptAndCounted(domain: string) {
  return server.inside(domain, async (db, id) => {
    const { rows: kept } = await sql`
      SELECT user_id, assigned, completed, in_progress, time_spent::integer FROM learner_totals
      WHERE instance_id = ${id} AND assigned > 0 ORDER BY user_id`.execute(db);
    const { rows: counted } = await sql`
      SELECT user_id, count(*)::integer AS assigned, (count(*) FILTER (WHERE status = 'completed'))::integer AS completed,
        (count(*) FILTER (WHERE status = 'in_progress'))::integer AS in_progress, sum(time_spent)::integer AS time_spent
      FROM course_progress WHERE instance_id = ${id} GROUP BY user_id ORDER BY user_id`.execute(db);
    const { rows: keptOfCourses } = await sql`
      SELECT course_id, sum(assigned)::integer AS assigned, sum(completed)::integer AS completed,
        sum(in_progress)::integer AS in_progress, sum(time_spent)::integer AS time_spent
      FROM course_totals WHERE instance_id = ${id} GROUP BY course_id HAVING sum(assigned) > 0 ORDER BY course_id`.execute(
      db,
    );
    const { rows: countedOfCourses } = await sql`
      SELECT course_id, count(*)::integer AS assigned,
        (count(*) FILTER (WHERE enrolment_status(completed_at, units_completed) = 'completed'))::integer AS completed,
        (count(*) FILTER (WHERE enrolment_status(completed_at, units_completed) = 'in_progress'))::integer AS in_progress,
        sum(time_spent)::integer AS time_spent
      FROM enrolments WHERE instance_id = ${id} GROUP BY course_id ORDER BY course_id`.execute(db);
    return { kept: { people: kept, courses: keptOfCourses }, counted: { people: counted, courses: countedOfCourses } };
  });
}

describe("report on all users", () => {
  test("lists all users by name, and the cards are the sums of the rows", async () => {
    const { stats, users } = await report("manager@demo.test");
    const sum = (field: string) =>
      users.reduce((total: number, user: Record<string, number>) => total + user[field]!, 0);
    expect(users.length).toBeGreaterThan(30);
    expect(stats).toMatchObject({
      completedCourses: sum("completedCourses"),
      coursesInProgress: sum("coursesInProgress"),
      coursesNotStarted: sum("coursesNotStarted"),
    });
    const all = stats.completedCourses + stats.coursesInProgress + stats.coursesNotStarted;
    expect(stats.completionRate).toBeCloseTo((stats.completedCourses / all) * 100, 1);
    expect(stats.trainingTime).toBeGreaterThan(0);
  });

  test("counts for a user what their own page counts", async () => {
    const { users } = await report("manager@demo.test");
    const grace = users.find((user: { email: string }) => user.email === "learner@demo.test");
    const own = (
      await (
        await server.as("learner@demo.test")
      ).data(`{ userProgress { completedCourses inProgressCourses notStartedCourses } }`)
    ).userProgress;
    expect(grace).toMatchObject({
      completedCourses: own.completedCourses,
      coursesInProgress: own.inProgressCourses,
      coursesNotStarted: own.notStartedCourses,
    });
  });

  test("counts for a user what their report and its export list, drafts that they take too", async () => {
    const course = await server.courseId("Safeguarding essentials");
    const setStatus = (status: string) =>
      server.inside("demo", (db, id) =>
        db.updateTable("courses").set({ status }).where("instance_id", "=", id).where("id", "=", course).execute(),
      );
    await setStatus("draft");
    const { users } = await report("manager@demo.test");
    const { id, completedCourses, coursesInProgress, coursesNotStarted } = users.find(
      (user: { email: string }) => user.email === "learner@demo.test",
    );
    const manager = await server.as("manager@demo.test");
    const OF_USER = `query ($id: Int!) { userProgress(userId: $id) {
      totalCourses completedCourses inProgressCourses notStartedCourses courses { title } } }`;
    const { userProgress } = await manager.data(OF_USER, { id });
    const exported = parseRows((await takeTable(server, manager, { kind: "user-courses", user_id: id })).body);
    const { user: viewed } = await manager.data(
      `query ($id: Int!) { user(id: $id) { enrolledCourses { course_title } } }`,
      { id },
    );
    const listed = parseRows(
      (await takeTable(server, await server.as("admin@demo.test"), { kind: "user-courses-list", user_id: id })).body,
    );
    const own = (await (await server.as("learner@demo.test")).data(OF_USER, { id })).userProgress;
    await setStatus("published");
    expect(userProgress).toMatchObject({
      totalCourses: completedCourses + coursesInProgress + coursesNotStarted,
      completedCourses,
      inProgressCourses: coursesInProgress,
      notStartedCourses: coursesNotStarted,
    });
    const titles = userProgress.courses.map((row: { title: string }) => row.title);
    expect(titles).toContain("Safeguarding essentials");
    // In the order of the screen.
    expect(exported.map((row) => row["Course Name"])).toEqual(titles);
    expect(viewed.enrolledCourses.map((row: { course_title: string }) => row.course_title)).toEqual(titles);
    expect(listed.map((row) => row["Course"])).toEqual(titles);
    expect(own.totalCourses).toBe(userProgress.totalCourses - 1);
  });

  test("finds names, e-mails and titles of courses, and returns pages with the total", async () => {
    expect((await page({ search: "grace ade" })).rows).toEqual([
      expect.objectContaining({ email: "learner@demo.test" }),
    ]);
    expect((await page({ search: "manager.north@" })).total).toBe(1);
    const byCourse = await page({ search: "Safeguarding essentials", limit: 500 });
    const { rows } = await server.inside("demo", (db, id) =>
      sql<{ people: number }>`SELECT count(*) AS people FROM course_progress p
        JOIN courses c ON c.instance_id = p.instance_id AND c.id = p.course_id
        JOIN users u ON u.instance_id = p.instance_id AND u.id = p.user_id AND u.deleted_at IS NULL
        WHERE p.instance_id = ${id} AND c.title = 'Safeguarding essentials'`.execute(db),
    );
    expect(byCourse.total).toBe(rows[0]!.people);
    expect(byCourse.rows).toHaveLength(rows[0]!.people);
    const all = await page({ limit: 500, sort: "-completed" });
    const counts = all.rows.map((row: { completedCourses: number }) => row.completedCourses);
    expect(counts).toEqual(counts.toSorted((a: number, b: number) => b - a));
    expect((await page({ limit: 5, offset: 5, sort: "-completed" })).rows).toEqual(all.rows.slice(5, 10));
    expect(await page({ search: "nobody is called that" })).toEqual({ total: 0, rows: [] });
  });

  test("finds nobody by the title of a course that is deleted", async () => {
    const search = "Safeguarding essentials";
    const course = await server.courseId(search);
    const bin = (deleted_at: Date | null) =>
      server.inside("demo", (db, id) =>
        db.updateTable("courses").set({ deleted_at }).where("instance_id", "=", id).where("id", "=", course).execute(),
      );
    await bin(new Date());
    expect((await page({ search })).total).toBe(0);
    await bin(null);
    expect((await page({ search })).total).toBeGreaterThan(0);
  });

  test("contains only the people of chosen branches, and of a manager's own", async () => {
    const north = await report("manager@demo.test", { branchUrls: ["north"] });
    expect(north.users.map((user: { email: string }) => user.email)).toContain("learner@demo.test");
    expect(north.users.length).toBeLessThan((await report("manager@demo.test")).users.length);
    expect(await report("manager.north@demo.test")).toEqual(north);
    const client = await server.as("manager.north@demo.test");
    expect(await client.refusal(REPORT, { branchUrls: ["south"] })).toBe("NOT_FOUND");
  });

  test("runs two statements for the cards and a page", async () => {
    const manager = await server.as("manager@demo.test");
    const before = server.platform.database.statements;
    await manager.data(`{ reportsAllUsers { stats { completionRate } usersPage { total rows { id } } } }`);
    expect(server.platform.database.statements - before).toBe(1 + 2);
  });

  test("contains nobody of another instance, and rejects learners and instructors", async () => {
    const { users } = await report("admin@riverside.test");
    expect(users.every((user: { email: string }) => user.email.endsWith("@riverside.test"))).toBe(true);
    for (const email of ["learner@demo.test", "instructor@demo.test"])
      expect(await (await server.as(email)).refusal(REPORT)).toBe("FORBIDDEN");
  });
});

describe("stored totals per user and course", () => {
  test("equal recounted values with the demo data and after a course is deleted and restored", async () => {
    const before = await keptAndCounted("demo");
    expect(before.kept).toEqual(before.counted);
    const course = await server.courseId("Safeguarding essentials");
    const bin = (deleted_at: Date | null) =>
      server.inside("demo", (db, id) =>
        db.updateTable("courses").set({ deleted_at }).where("instance_id", "=", id).where("id", "=", course).execute(),
      );
    await bin(new Date());
    const without = await keptAndCounted("demo");
    expect(without.kept).toEqual(without.counted);
    expect(without.kept.people).not.toEqual(before.kept.people);
    await bin(null);
    expect(await keptAndCounted("demo")).toEqual(before);
  });

  test("are correct after concurrent changes in any order", async () => {
    const { id, pairs } = await server.inside("demo", async (db, id) => ({
      id,
      pairs: await db
        .selectFrom("enrolments")
        .select(["user_id", "course_id"])
        .where("instance_id", "=", id)
        .orderBy("user_id")
        .execute(),
    }));
    // A fixed pseudo-random sequence: the same changes in each run, whatever their order.
    let seed = 7;
    const next = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below;
    const changes = Array.from({ length: 160 }, () => ({ pair: pairs[next(pairs.length)]!, kind: next(6) }));
    await Promise.all(
      changes.map(({ pair, kind }) =>
        inInstance(server.platform.database, id, async (db) => {
          const where = sql`WHERE instance_id = ${id} AND user_id = ${pair.user_id} AND course_id = ${pair.course_id}`;
          if (kind === 0) await sql`UPDATE enrolments SET time_spent = time_spent + 7 ${where}`.execute(db);
          if (kind === 1)
            await sql`UPDATE enrolments SET completed_at = coalesce(completed_at, now()) ${where}`.execute(db);
          if (kind === 2)
            await sql`UPDATE enrolments SET completed_at = NULL, units_completed = 0 ${where}`.execute(db);
          if (kind === 3) await sql`DELETE FROM enrolments ${where}`.execute(db);
          if (kind === 4)
            await sql`INSERT INTO enrolments (instance_id, user_id, course_id, units_completed, time_spent)
              SELECT instance_id, ${pair.user_id}, id, 1, 5 FROM courses WHERE instance_id = ${id}
              ON CONFLICT DO NOTHING`.execute(db);
          if (kind === 5)
            await sql`UPDATE enrolments SET units_completed = 1, completed_at = NULL, time_spent = time_spent + 1
              WHERE instance_id = ${id} AND user_id = ${pair.user_id}`.execute(db);
        }),
      ),
    );
    const after = await keptAndCounted("demo");
    expect(after.kept).toEqual(after.counted);
  });

  test("give the report on all courses the recounted figures, also after users are deleted", async () => {
    const manager = await server.as("manager@demo.test");
    const figures = async (variables: object) =>
      (
        await manager.data(
          `query ($from: String) { reportsAllCourses(from: $from) {
            coursesPage(limit: 500) { total stats { completed inProgress notStarted trainingTime }
              rows { id assignedLearners completedLearners learnersInProgress trainingTime progress date_assigned } } } }`,
          variables,
        )
      ).reportsAllCourses;
    const everybody = await figures({});
    expect(everybody).toEqual(await figures({ from: "1970-01-01" }));
    await server.inside("demo", (db, id) =>
      db
        .updateTable("users")
        .set({ deleted_at: new Date() })
        .where("instance_id", "=", id)
        .where("email", "=", "learner@demo.test")
        .execute(),
    );
    const others = await figures({});
    expect(others).not.toEqual(everybody);
    expect(others).toEqual(await figures({ from: "1970-01-01" }));
  });

  test("are deleted with a course that is purged", async () => {
    const left = () =>
      server.inside("demo", async (db, id) => {
        await db.deleteFrom("courses").where("instance_id", "=", id).execute();
        return sql`SELECT FROM course_totals WHERE instance_id = ${id}`.execute(db);
      });
    expect((await left()).rows).toEqual([]);
  });
});
