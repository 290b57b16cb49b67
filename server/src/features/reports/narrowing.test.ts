import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startServer, type TestServer } from "../../testing/server.ts";

const ARGS = `($branchUrl: String, $branchUrls: [String!], $group_ids: [Int!], $category_id: Int, $from: String, $to: String, $search: String, $sort: String, $limit: Int, $offset: Int)`;
const GIVEN = `branchUrl: $branchUrl, branchUrls: $branchUrls, group_ids: $group_ids, category_id: $category_id, from: $from, to: $to`;
const PAGE = `search: $search, sort: $sort, limit: $limit, offset: $offset`;
const USERS = `query ${ARGS} { reportsAllUsers(${GIVEN}) {
  stats { completedCourses coursesInProgress coursesNotStarted trainingTime }
  usersPage(${PAGE}) { total rows { name completedCourses coursesInProgress coursesNotStarted } } } }`;
const COURSES = `query ${ARGS} { reportsAllCourses(${GIVEN}) {
  totalCourses coursesPage(${PAGE}) { total stats { completionRate completed inProgress notStarted trainingTime }
    rows { title category assignedLearners completedLearners } } } }`;
const COURSE = `query ($id: Int!, $group_ids: [Int!], $from: String, $to: String) {
  courseReport(courseId: $id, group_ids: $group_ids, from: $from, to: $to) {
    stats { assignedLearners completedLearners } usersPage { total rows { name } } } }`;
const CHOICES = `{ reportChoices { groups { id name } categories { id name } } }`;

let server: TestServer;
let courses: { rowing: number; knots: number };
let groupId: number;
let parentId: number;
beforeAll(async () => {
  server = await startServer();
  const [grace, samuel, amara] = await Promise.all(
    ["learner@demo.test", "samuel.okonkwo@demo.test", "amara.diallo@demo.test"].map(server.userId),
  );
  ({ courses, groupId, parentId } = await server.inside("demo", async (db, instance_id) => {
    await db.deleteFrom("enrolments").where("instance_id", "=", instance_id).execute();
    const course = (title: string) =>
      db
        .insertInto("courses")
        .values({ instance_id, title, status: "published", unit_count: 2 })
        .returning("id")
        .executeTakeFirstOrThrow();
    const category = (name: string, parent_id: number | null) =>
      db.insertInto("categories").values({ instance_id, name, parent_id }).returning("id").executeTakeFirstOrThrow();
    const rowing = await course("Rowing by night");
    const knots = await course("Knots in the dark");
    const parent = await category("Afloat", null);
    const child = await category("In boats", parent.id);
    await db
      .insertInto("course_categories")
      .values({ instance_id, course_id: rowing.id, category_id: child.id, position: 1 })
      .execute();
    const group = await db
      .insertInto("groups")
      .values({ instance_id, name: "Night crew" })
      .returning("id")
      .executeTakeFirstOrThrow();
    await db
      .insertInto("group_users")
      .values([samuel, amara].map((user_id) => ({ instance_id, group_id: group.id, user_id: user_id! })))
      .execute();
    const enrol = (user_id: number, course_id: number, day: string, units_completed: number, completed: boolean) => ({
      instance_id,
      user_id,
      course_id,
      units_completed,
      time_spent: 60,
      assigned_at: new Date(`${day}T12:00:00Z`),
      completed_at: completed ? new Date(`${day}T13:00:00Z`) : null,
    });
    await db
      .insertInto("enrolments")
      .values([
        enrol(grace!, rowing.id, "2026-03-01", 2, true),
        enrol(grace!, knots.id, "2026-04-01", 0, false),
        enrol(samuel!, rowing.id, "2026-04-02", 1, false),
        enrol(amara!, knots.id, "2026-05-01", 2, true),
      ])
      .execute();
    return { courses: { rowing: rowing.id, knots: knots.id }, groupId: group.id, parentId: parent.id };
  }));
});
afterAll(() => server.close());

const users = async (email: string, narrowing: object) =>
  (await (await server.as(email)).data(USERS, { search: null, ...narrowing })).reportsAllUsers;
const rowsOf = (report: { usersPage: { rows: { name: string }[] } }) => report.usersPage.rows.map(({ name }) => name);

describe("the report on people", () => {
  test("narrowed to a category counts the courses of it and below it, and lists who has one", async () => {
    const report = await users("admin@demo.test", { category_id: parentId });
    expect(report.stats).toEqual({
      completedCourses: 1,
      coursesInProgress: 1,
      coursesNotStarted: 0,
      trainingTime: 120,
    });
    expect(rowsOf(report).toSorted()).toEqual(["Grace Adeyemi", "Samuel Okonkwo"].toSorted());
  });

  test("narrowed to days counts what was assigned on them, the last day included", async () => {
    expect((await users("admin@demo.test", { from: "2026-04-01", to: "2026-04-02" })).stats).toMatchObject({
      completedCourses: 0,
      coursesInProgress: 1,
      coursesNotStarted: 1,
    });
    expect(rowsOf(await users("admin@demo.test", { from: "2026-04-02" })).toSorted()).toEqual([
      "Amara Diallo",
      "Samuel Okonkwo",
    ]);
  });

  test("narrowed to a group is about its people alone, with pages and search of its own", async () => {
    const report = await users("admin@demo.test", { group_ids: [groupId], sort: "-completed", limit: 1 });
    expect(report.usersPage.total).toBe(2);
    expect(rowsOf(report)).toEqual(["Amara Diallo"]);
    expect(rowsOf(await users("admin@demo.test", { group_ids: [groupId], search: "okonk" }))).toEqual([
      "Samuel Okonkwo",
    ]);
  });

  test("of a whole instance says the same whether totals are kept or counted", async () => {
    const kept = await users("admin@demo.test", {});
    const counted = await users("admin@demo.test", { from: "1990-01-01" });
    expect(counted.stats).toEqual(kept.stats);
  });
});

describe("the report on courses", () => {
  test("is searched, sorted and paged by the server, with the figures of all that is found", async () => {
    const admin = await server.as("admin@demo.test");
    const page = (await admin.data(COURSES, { category_id: parentId })).reportsAllCourses.coursesPage;
    expect(page).toMatchObject({
      total: 1,
      rows: [{ title: "Rowing by night", category: "In boats", assignedLearners: 2, completedLearners: 1 }],
    });
    expect(page.stats).toEqual({
      completionRate: 50,
      completed: 1,
      inProgress: 1,
      notStarted: 0,
      trainingTime: "0h 2m 0s",
    });
    const found = (await admin.data(COURSES, { search: "IN boats" })).reportsAllCourses.coursesPage;
    expect(found.rows.map((row: { title: string }) => row.title)).toEqual(["Rowing by night"]);
    const first = (await admin.data(COURSES, { sort: "-assigned", limit: 2 })).reportsAllCourses;
    expect(first.coursesPage.rows.map((row: { title: string }) => row.title)).toEqual([
      "Knots in the dark",
      "Rowing by night",
    ]);
    expect(first.coursesPage.total).toBe(first.totalCourses);
  });

  test("narrowed to days counts the people assigned on them", async () => {
    const admin = await server.as("admin@demo.test");
    const { coursesPage } = (await admin.data(COURSES, { search: "rowing by", from: "2026-04-01", to: "2026-04-30" }))
      .reportsAllCourses;
    expect(coursesPage.rows).toMatchObject([{ assignedLearners: 1, completedLearners: 0 }]);
  });
});

test("the report of a course is narrowed in its figures and its people alike", async () => {
  const admin = await server.as("admin@demo.test");
  const of = async (narrowing: object) => (await admin.data(COURSE, { id: courses.rowing, ...narrowing })).courseReport;
  expect(await of({ group_ids: [groupId] })).toEqual({
    stats: { assignedLearners: 1, completedLearners: 0 },
    usersPage: { total: 1, rows: [{ name: "Samuel Okonkwo" }] },
  });
  expect(await of({ to: "2026-03-31" })).toEqual({
    stats: { assignedLearners: 1, completedLearners: 1 },
    usersPage: { total: 1, rows: [{ name: "Grace Adeyemi" }] },
  });
});

test("a manager of a branch is offered the groups of its people, and narrowed to a group never sees others of it", async () => {
  const north = await server.as("manager.north@demo.test");
  const { groups } = (await north.data(CHOICES)).reportChoices;
  expect(groups).toContainEqual({ id: groupId, name: "Night crew" });
  // Amara is in the group and of another branch.
  expect(rowsOf(await users("manager.north@demo.test", { group_ids: [groupId] }))).toEqual(["Samuel Okonkwo"]);
});

test("categories are offered by their paths", async () => {
  const { categories } = (await (await server.as("manager@demo.test")).data(CHOICES)).reportChoices;
  expect(categories.map(({ name }: { name: string }) => name)).toContain("Afloat > In boats");
});

test("a group, a category or a branch that is not there, or of another instance, is not found", async () => {
  const strangers = await server.as("admin@riverside.test");
  for (const narrowing of [{ group_ids: [groupId] }, { category_id: parentId }, { branchUrls: ["north"] }])
    expect([narrowing, await strangers.refusal(USERS, narrowing)]).toEqual([narrowing, "NOT_FOUND"]);
});

test("a day that is none, and a last day before the first, are told by their fields", async () => {
  const admin = await server.as("admin@demo.test");
  const problems = async (narrowing: object) =>
    (await admin.query(USERS, narrowing)).errors?.[0]?.extensions.validation;
  expect(await problems({ from: "2026-02-30" })).toEqual({ from: ["This is not a day."] });
  expect(await problems({ from: "2026-02-02", to: "2026-02-01" })).toEqual({
    to: ["The last day is before the first."],
  });
});

test.each(["counted", "whole", "narrowed", "searched", "from", "no such column"])(
  "to sort by '%s', which is no column, is to sort as usual",
  async (sort) => {
    const admin = await server.as("admin@demo.test");
    expect(await admin.data(USERS, { sort })).toEqual(await admin.data(USERS));
    expect(await admin.data(COURSES, { sort })).toEqual(await admin.data(COURSES));
  },
);
