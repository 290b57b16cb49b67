import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startServer, type TestServer } from "../../testing/server.ts";

const DASHBOARD = `query ($branchUrl: String) { dashboardData(branchUrl: $branchUrl) {
  recentUsers { id name first_name last_name email role type assignedCourses completedCourses }
  recentCourses { id name users }
  analyticsData { completionRate completedCourses inProgressCourses notStartedCourses trainingTime assignedCourses activeUsers inactiveUsers totalCourses }
} }`;

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

const loadDashboard = async (email: string, branchUrl?: string) =>
  (await (await server.as(email)).data(DASHBOARD, { branchUrl })).dashboardData;

test("the dashboard shows the three newest users and courses", async () => {
  const userId = await insertPerson("riverside", "newest@riverside.test", {});
  const { recentUsers, recentCourses } = await loadDashboard("admin@riverside.test");
  expect(recentUsers).toHaveLength(3);
  expect(recentUsers[0]).toEqual({
    id: userId,
    name: "New Person",
    first_name: "New",
    last_name: "Person",
    email: "newest@riverside.test",
    role: "learner",
    type: "Learner",
    assignedCourses: 0,
    completedCourses: 0,
  });
  expect(recentCourses.length).toBeLessThanOrEqual(3);
});

test("the dashboard's figures agree with each other and with the lists", async () => {
  const { analyticsData: before } = await loadDashboard("admin@demo.test");
  expect(before.completedCourses + before.inProgressCourses + before.notStartedCourses).toBe(before.assignedCourses);
  expect(before.completionRate).toBe(Math.round((before.completedCourses / before.assignedCourses) * 100));

  const courseId = await server.inside("demo", async (db, instance_id) => {
    const { id } = await db
      .insertInto("courses")
      .values({ instance_id, title: "Newest", status: "published", unit_count: 1 })
      .returning("id")
      .executeTakeFirstOrThrow();
    return id;
  });
  const done = await insertPerson("demo", "done@demo.test", {});
  const people = [
    done,
    await insertPerson("demo", "inactive@demo.test", { is_active: false }),
    await insertPerson("demo", "over@demo.test", { deactivate_at: "2020-01-01" }),
    await insertPerson("demo", "gone@demo.test", { deleted_at: new Date() }),
    await insertPerson("demo", "visitor@demo.test", { role: "super_admin", platform_user_id: 1 }),
  ];
  await server.inside("demo", async (db, instance_id) => {
    const enrolments = people.map((user_id) => ({
      instance_id,
      user_id,
      course_id: courseId,
      units_completed: user_id === done ? 1 : 0,
      time_spent: 100,
      completed_at: user_id === done ? new Date() : null,
    }));
    await db.insertInto("enrolments").values(enrolments).execute();
  });

  const { analyticsData: after, recentCourses, recentUsers } = await loadDashboard("admin@demo.test");
  expect(after).toEqual({
    ...before,
    totalCourses: before.totalCourses + 1,
    activeUsers: before.activeUsers + 1,
    inactiveUsers: before.inactiveUsers + 2,
    assignedCourses: before.assignedCourses + 3,
    completedCourses: before.completedCourses + 1,
    notStartedCourses: before.notStartedCourses + 2,
    trainingTime: before.trainingTime + 300,
    completionRate: Math.round(((before.completedCourses + 1) / (before.assignedCourses + 3)) * 100),
  });
  expect(recentCourses[0]).toEqual({ id: courseId, name: "Newest", users: 3 });
  expect(recentUsers.map((user: { email: string }) => user.email)).toEqual([
    "over@demo.test",
    "inactive@demo.test",
    "done@demo.test",
  ]);
});

test("a branch's dashboard counts its own users and courses", async () => {
  const whole = (await loadDashboard("admin@demo.test")).analyticsData;
  const north = (await loadDashboard("admin@demo.test", "north")).analyticsData;
  const south = (await loadDashboard("admin@demo.test", "south")).analyticsData;
  expect(north.activeUsers + south.activeUsers).toBeLessThan(whole.activeUsers);
  expect(north.assignedCourses).toBeGreaterThan(0);
  expect(north.totalCourses).toBeLessThan(whole.totalCourses);
});

test("the dashboard of a site without users has a rate of zero", async () => {
  await server.inside("riverside", (db, id) => db.deleteFrom("enrolments").where("instance_id", "=", id).execute());
  expect((await loadDashboard("admin@riverside.test")).analyticsData).toMatchObject({
    assignedCourses: 0,
    completionRate: 0,
    trainingTime: 0,
  });
});

test("the dashboard takes three statements", async () => {
  const admin = await server.as("admin@demo.test");
  const before = server.platform.database.statements;
  await admin.data(DASHBOARD);
  expect(server.platform.database.statements - before).toBe(1 + 3);
});

test.each([["instructor@demo.test"], ["manager@demo.test"], ["manager.north@demo.test"]])(
  "%s has a dashboard",
  async (email) => {
    expect((await loadDashboard(email)).recentUsers).toHaveLength(3);
  },
);

test("learners and anonymous callers have no dashboard", async () => {
  expect(await (await server.as("learner@demo.test")).refusal(DASHBOARD)).toBe("FORBIDDEN");
  expect(await server.anonymous().refusal(DASHBOARD)).toBe("UNAUTHENTICATED");
  expect(await (await server.as("admin@demo.test")).refusal(DASHBOARD, { branchUrl: "nowhere" })).toBe("NOT_FOUND");
});

function insertPerson(domain: string, email: string, extra: object): Promise<number> {
  return server.inside(domain, async (db, instance_id) => {
    const values = { instance_id, first_name: "New", last_name: "Person", email, ...extra };
    return (await db.insertInto("users").values(values).returning("id").executeTakeFirstOrThrow()).id;
  });
}

test("the dashboard tells reviewers how many submissions wait and which learners have stopped, and nobody else", async () => {
  const TEACHING = "{ dashboardData { teaching { submissionsWaiting learnersInProgress learnersInactive } } }";
  const read = async (email: string) => (await (await server.as(email)).data(TEACHING)).dashboardData.teaching;
  expect(await read("manager@demo.test")).toBeNull();
  const before = await read("instructor@demo.test");
  const { submissionsPage } = await (await server.as("instructor@demo.test")).data("{ submissionsPage { waiting } }");
  expect(before.submissionsWaiting).toBe(submissionsPage.waiting);

  const today = await insertPerson("demo", "learned.today@demo.test", {});
  const lately = await insertPerson("demo", "learned.lately@demo.test", {});
  const long = await insertPerson("demo", "stopped@demo.test", {});
  const never = await insertPerson("demo", "not.begun@demo.test", {});
  const inactive = await insertPerson("demo", "left@demo.test", { is_active: false });
  await server.inside("demo", async (db, instance_id) => {
    const { id: course_id } = await db
      .insertInto("courses")
      .values({ instance_id, title: "Taught", status: "published", unit_count: 2 })
      .returning("id")
      .executeTakeFirstOrThrow();
    for (const [user_id, units_completed, days] of [
      [today, 1, 0],
      [lately, 1, 13],
      [long, 1, 14],
      [never, 0, null],
      [inactive, 1, 40],
    ] as const) {
      await db.insertInto("enrolments").values({ instance_id, user_id, course_id, units_completed }).execute();
      if (days !== null)
        await sql`INSERT INTO daily_time (instance_id, user_id, course_id, day, seconds)
          SELECT i.id, ${user_id}, ${course_id}, (now() AT TIME ZONE i.time_zone)::date - ${days}::integer, 60
          FROM instances i WHERE i.id = ${instance_id}`.execute(db);
    }
  });
  const after = await read("instructor@demo.test");
  expect(after.learnersInProgress - before.learnersInProgress).toBe(3);
  expect(after.learnersInactive - before.learnersInactive).toBe(1);
});
