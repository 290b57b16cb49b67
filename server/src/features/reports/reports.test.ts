import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startServer, type TestServer } from "../../testing/server.ts";
import { addDays, dayIn, getWeekStart } from "./weeks.ts";

const REPORT = `query ($id: Int!, $branchUrl: String) { courseReport(courseId: $id, branchUrl: $branchUrl) {
  id title category thumbnail createdAt updatedAt
  activityOverTime { weekStart weekEnd assignedCount completedCount }
  stats { completionRate completedLearners learnersInProgress learnersNotStarted trainingTime assignedLearners }
  timeSpentWeekly { weekStart averageTimeSpent }
  users { id name role progress assignedDate completionDate timeSpent }
} }`;
const PAGE = `query ($id: Int!, $search: String, $sort: String, $limit: Int, $offset: Int) {
  courseReport(courseId: $id) { usersPage(search: $search, sort: $sort, limit: $limit, offset: $offset) { total rows { name } } } }`;
const ALL = `query ($branchUrl: String, $branchUrls: [String!]) { reportsAllCourses(branchUrl: $branchUrl, branchUrls: $branchUrls) {
  totalCourses
  courses { id title category assignedLearners completedLearners learnersInProgress learnersNotStarted trainingTime progress date_assigned }
} }`;

const today = dayIn("UTC");
let server: TestServer;
let courseId: number;

beforeAll(async () => {
  server = await startServer();
  courseId = await insertCourse("Rowing on open water");
});
afterAll(() => server.close());

/** Creates a course of 4 units with learners in each status: two in the north, one in the south, and two who do not count. */
async function insertCourse(title: string): Promise<number> {
  return server.inside("demo", async (db, instance_id) => {
    const { id } = await db
      .insertInto("courses")
      .values({ instance_id, title, status: "published", unit_count: 4 })
      .returning("id")
      .executeTakeFirstOrThrow();
    const gone = await db
      .insertInto("users")
      .values([
        { instance_id, first_name: "Gone", last_name: "Away", email: "gone@demo.test", deleted_at: new Date() },
        {
          instance_id,
          first_name: "Just",
          last_name: "Visiting",
          email: "visitor@demo.test",
          role: "super_admin",
          platform_user_id: 1,
        },
      ])
      .returning("id")
      .execute();
    const enrol = (
      user_id: number,
      daysAgo: number,
      units_completed: number,
      time_spent: number,
      completedDaysAgo: number | null,
    ) =>
      db
        .insertInto("enrolments")
        .values({
          instance_id,
          user_id,
          course_id: id,
          assigned_at: noon(daysAgo),
          units_completed,
          time_spent,
          completed_at: completedDaysAgo === null ? null : noon(completedDaysAgo),
        })
        .execute();
    await enrol(await server.userId("learner@demo.test"), 14, 4, 3_600, 7);
    await enrol(await server.userId("samuel.okonkwo@demo.test"), 14, 2, 61, null);
    await enrol(await server.userId("amara.diallo@demo.test"), 0, 0, 0, null);
    for (const person of gone) await enrol(person.id, 14, 4, 9_999, 1);
    await db
      .insertInto("daily_time")
      .values([
        {
          instance_id,
          course_id: id,
          day: addDays(today, -7),
          user_id: await server.userId("learner@demo.test"),
          seconds: 3_600,
        },
        {
          instance_id,
          course_id: id,
          day: addDays(today, -7),
          user_id: await server.userId("samuel.okonkwo@demo.test"),
          seconds: 60,
        },
        {
          instance_id,
          course_id: id,
          day: today,
          user_id: await server.userId("samuel.okonkwo@demo.test"),
          seconds: 1,
        },
        { instance_id, course_id: id, day: today, user_id: gone[0]!.id, seconds: 5_000 },
      ])
      .execute();
    return id;
  });
}

const noon = (daysAgo: number) => new Date(`${addDays(today, -daysAgo)}T12:00:00Z`);

describe("report on a course", () => {
  test("runs one statement each for the cards, the weeks and the people, and only when they are requested", async () => {
    const manager = await server.as("manager@demo.test");
    const before = server.platform.database.statements;
    await manager.data(REPORT, { id: courseId });
    expect(server.platform.database.statements - before).toBe(1 + 3);
    await manager.data(`query ($id: Int!) { courseReport(courseId: $id) { title stats { assignedLearners } } }`, {
      id: courseId,
    });
    expect(server.platform.database.statements - before).toBe(1 + 3 + 1 + 1);
  });

  test("counts enrolled people, without deleted people and visitors", async () => {
    const { courseReport } = await (await server.as("admin@demo.test")).data(REPORT, { id: courseId });
    expect(courseReport).toMatchObject({
      id: courseId,
      title: "Rowing on open water",
      category: null,
      thumbnail: null,
    });
    expect(courseReport.stats).toEqual({
      assignedLearners: 3,
      completedLearners: 1,
      learnersInProgress: 1,
      learnersNotStarted: 1,
      completionRate: 33.3,
      trainingTime: 3_661,
    });
    expect(courseReport.users.map((user: { name: string; progress: number }) => [user.name, user.progress])).toEqual([
      ["Amara Diallo", 0],
      ["Grace Adeyemi", 100],
      ["Samuel Okonkwo", 50],
    ]);
    expect(courseReport.users[1]).toMatchObject({
      role: "learner",
      assignedDate: noon(14).toISOString().replace(".000Z", "+00:00"),
      completionDate: noon(7).toISOString().replace(".000Z", "+00:00"),
      timeSpent: 3_600,
    });
  });

  test("returns every week since the first assignment, including weeks without activity", async () => {
    const { courseReport } = await (await server.as("manager@demo.test")).data(REPORT, { id: courseId });
    const weeks = [14, 7, 0].map((days) => getWeekStart(addDays(today, -days), 1));
    expect(courseReport.activityOverTime).toEqual([
      { weekStart: weeks[0], weekEnd: addDays(weeks[0]!, 6), assignedCount: 2, completedCount: 0 },
      { weekStart: weeks[1], weekEnd: addDays(weeks[1]!, 6), assignedCount: 0, completedCount: 1 },
      { weekStart: weeks[2], weekEnd: addDays(weeks[2]!, 6), assignedCount: 1, completedCount: 0 },
    ]);
    expect(courseReport.timeSpentWeekly).toEqual([
      { weekStart: weeks[0], averageTimeSpent: 0 },
      { weekStart: weeks[1], averageTimeSpent: 1_830 },
      { weekStart: weeks[2], averageTimeSpent: 1 },
    ]);
  });

  test("pages, searches and sorts the people", async () => {
    const admin = await server.as("admin@demo.test");
    const page = async (variables: object) => {
      const { total, rows } = (await admin.data(PAGE, { id: courseId, ...variables })).courseReport.usersPage;
      return [total, rows.map((row: { name: string }) => row.name)];
    };
    expect(await page({ limit: 2, sort: "-progress" })).toEqual([3, ["Grace Adeyemi", "Samuel Okonkwo"]]);
    expect(await page({ limit: 2, offset: 2, sort: "timeSpent" })).toEqual([3, ["Grace Adeyemi"]]);
    expect(await page({ sort: "-name" })).toEqual([3, ["Samuel Okonkwo", "Grace Adeyemi", "Amara Diallo"]]);
    expect(await page({ sort: "completionDate", limit: 1 })).toEqual([3, ["Grace Adeyemi"]]);
    expect(await page({ search: "okon" })).toEqual([1, ["Samuel Okonkwo"]]);
    expect(await page({ search: "%" })).toEqual([0, []]);
  });

  test("contains only the people of the requested branch", async () => {
    const { courseReport } = await (
      await server.as("admin@demo.test")
    ).data(REPORT, { id: courseId, branchUrl: "south" });
    expect(courseReport.users.map((user: { name: string }) => user.name)).toEqual(["Amara Diallo"]);
    expect(courseReport.stats).toMatchObject({ assignedLearners: 1, completionRate: 0 });
  });

  test("shows a branch manager only the people of that branch", async () => {
    const manager = await server.as("manager.north@demo.test");
    const { courseReport } = await manager.data(REPORT, { id: courseId });
    expect(courseReport.users.map((user: { name: string }) => user.name)).toEqual(["Grace Adeyemi", "Samuel Okonkwo"]);
    expect(await manager.refusal(REPORT, { id: courseId, branchUrl: "south" })).toBe("NOT_FOUND");
  });

  test("shows the leader of a group its members", async () => {
    await server.inside("demo", async (db, instance_id) => {
      const group = await db
        .selectFrom("groups")
        .select("id")
        .where("instance_id", "=", instance_id)
        .where("name", "=", "Family support")
        .executeTakeFirstOrThrow();
      const [leader] = await db
        .insertInto("users")
        .values({
          instance_id,
          first_name: "Lea",
          last_name: "Der",
          email: "leader@demo.test",
          role: "manager",
          is_primary: true,
        })
        .returning("id")
        .execute();
      await db
        .insertInto("group_users")
        .values({ instance_id, group_id: group.id, user_id: leader!.id, is_leader: true })
        .execute();
    });
    const { courseReport } = await (await server.as("leader@demo.test")).data(REPORT, { id: courseId });
    expect(courseReport.users.map((user: { name: string }) => user.name)).toEqual(["Amara Diallo"]);
  });

  test("fails as not found for a course of another instance, an unknown course, and one without people of the branch", async () => {
    expect(await (await server.as("admin@riverside.test")).refusal(REPORT, { id: courseId })).toBe("NOT_FOUND");
    expect(await (await server.as("admin@demo.test")).refusal(REPORT, { id: 999_999 })).toBe("NOT_FOUND");
    const southOnly = await server.inside("demo", async (db, instance_id) => {
      const { id } = await db
        .insertInto("courses")
        .values({ instance_id, title: "South only", status: "published" })
        .returning("id")
        .executeTakeFirstOrThrow();
      await sql`INSERT INTO branch_courses (instance_id, branch_id, course_id)
        SELECT instance_id, id, ${id} FROM branches WHERE instance_id = ${instance_id} AND url = 'south'`.execute(db);
      return id;
    });
    expect(await (await server.as("manager.north@demo.test")).refusal(REPORT, { id: southOnly })).toBe("NOT_FOUND");
    expect((await (await server.as("admin@demo.test")).data(REPORT, { id: southOnly })).courseReport).toMatchObject({
      activityOverTime: [],
      timeSpentWeekly: [],
      users: [],
    });
  });

  test("fails as not found for a draft until a learner is enrolled in it", async () => {
    const admin = await server.as("admin@demo.test");
    const learner = await server.userId("learner@demo.test");
    const id = await server.inside("demo", async (db, instance_id) => {
      const draft = db.insertInto("courses").values({ instance_id, title: "Only a draft", status: "draft" });
      return (await draft.returning("id").executeTakeFirstOrThrow()).id;
    });
    expect(await admin.refusal(REPORT, { id })).toBe("NOT_FOUND");
    await server.inside("demo", (db, instance_id) =>
      db.insertInto("enrolments").values({ instance_id, course_id: id, user_id: learner }).execute(),
    );
    expect(await admin.refusal(REPORT, { id })).toBeNull();
  });

  test.each([["instructor@demo.test"], ["learner@demo.test"]])("is refused to %s", async (email) => {
    expect(await (await server.as(email)).refusal(REPORT, { id: courseId })).toBe("FORBIDDEN");
  });

  test("rejects anonymous callers", async () => {
    expect(await server.anonymous().refusal(REPORT, { id: courseId })).toBe("UNAUTHENTICATED");
  });
});

describe("report on all courses", () => {
  const findRow = (data: Record<string, any>) =>
    data.reportsAllCourses.courses.find((course: { id: number }) => course.id === courseId);

  test("has a row per course with the number of learners in each status", async () => {
    const data = await (await server.as("admin@demo.test")).data(ALL);
    expect(data.reportsAllCourses.totalCourses).toBe(data.reportsAllCourses.courses.length);
    expect(findRow(data)).toEqual({
      id: courseId,
      title: "Rowing on open water",
      category: null,
      assignedLearners: 3,
      completedLearners: 1,
      learnersInProgress: 1,
      learnersNotStarted: 1,
      trainingTime: "1h 1m 1s",
      progress: 50,
      date_assigned: noon(0).toISOString(),
    });
    expect(data.reportsAllCourses.courses.map((course: { title: string }) => course.title)).not.toContain(
      "River rescue",
    );
  });

  test("names the first category of a course that is not deleted", async () => {
    const [first] = await server.inside("demo", async (db, instance_id) => {
      const rows = await db
        .insertInto("categories")
        .values(["Boats", "Water"].map((name) => ({ instance_id, name })))
        .returning("id")
        .execute();
      await db
        .insertInto("course_categories")
        .values(rows.map(({ id }, position) => ({ instance_id, course_id: courseId, category_id: id, position })))
        .execute();
      return rows.map(({ id }) => id);
    });
    const admin = await server.as("admin@demo.test");
    const read = async () => {
      const { courseReport } = await admin.data(REPORT, { id: courseId });
      return [courseReport.category, findRow(await admin.data(ALL)).category];
    };
    expect(await read()).toEqual(["Boats", "Boats"]);
    await admin.data(`mutation { deleteCategory(id: ${first}) { id } }`);
    expect(await read()).toEqual(["Water", "Water"]);
  });

  test("omits a draft until a learner is enrolled in it", async () => {
    const id = await server.inside(
      "demo",
      async (db, instance_id) =>
        (
          await db
            .insertInto("courses")
            .values({ instance_id, title: "A draft" })
            .returning("id")
            .executeTakeFirstOrThrow()
        ).id,
    );
    const admin = await server.as("admin@demo.test");
    const titles = async () =>
      (await admin.data(ALL)).reportsAllCourses.courses.map((course: { title: string }) => course.title);
    expect(await titles()).not.toContain("A draft");
    const user_id = await server.userId("learner@demo.test");
    await server.inside("demo", (db, instance_id) =>
      db.insertInto("enrolments").values({ instance_id, user_id, course_id: id }).execute(),
    );
    expect(await titles()).toContain("A draft");
  });

  test("contains only the chosen branches", async () => {
    const admin = await server.as("admin@demo.test");
    expect(findRow(await admin.data(ALL, { branchUrls: ["north"] }))).toMatchObject({
      assignedLearners: 2,
      completedLearners: 1,
    });
    expect(findRow(await admin.data(ALL, { branchUrls: ["north", "south"] }))).toMatchObject({ assignedLearners: 3 });
    expect(findRow(await admin.data(ALL, { branchUrls: [] }))).toMatchObject({ assignedLearners: 3 });
    expect(await admin.refusal(ALL, { branchUrls: ["nowhere"] })).toBe("NOT_FOUND");
  });

  test("shows a branch manager that branch, and rejects any other", async () => {
    const manager = await server.as("manager.north@demo.test");
    expect(findRow(await manager.data(ALL))).toMatchObject({ assignedLearners: 2 });
    expect(await manager.refusal(ALL, { branchUrls: ["south"] })).toBe("NOT_FOUND");
  });

  test("contains nothing of another instance", async () => {
    expect(findRow(await (await server.as("admin@riverside.test")).data(ALL))).toBeUndefined();
  });

  test.each([["instructor@demo.test"], ["learner@demo.test"]])("is refused to %s", async (email) => {
    expect(await (await server.as(email)).refusal(ALL)).toBe("FORBIDDEN");
  });
});
