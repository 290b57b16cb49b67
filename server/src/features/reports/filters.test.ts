import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startServer, type TestServer } from "../../testing/server.ts";
import { openRows } from "../../testing/report-rows.ts";

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
const CHOICES = `{ reportChoices { branches { name } groups { id name } categories { id name } } }`;

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

const users = async (email: string, chosen: object) =>
  (await (await server.as(email)).data(USERS, { search: null, ...chosen })).reportsAllUsers;
const listRows = (report: { usersPage: { rows: { name: string }[] } }) => report.usersPage.rows.map(({ name }) => name);

describe("report on all users", () => {
  test("counts the courses of a chosen category and those below it, and lists only users who have one", async () => {
    const report = await users("admin@demo.test", { category_id: parentId });
    expect(report.stats).toEqual({
      completedCourses: 1,
      coursesInProgress: 1,
      coursesNotStarted: 0,
      trainingTime: 120,
    });
    expect(listRows(report).toSorted()).toEqual(["Grace Adeyemi", "Samuel Okonkwo"].toSorted());
  });

  test("counts what was assigned on the chosen days, including the last day", async () => {
    expect((await users("admin@demo.test", { from: "2026-04-01", to: "2026-04-02" })).stats).toMatchObject({
      completedCourses: 0,
      coursesInProgress: 1,
      coursesNotStarted: 1,
    });
    expect(listRows(await users("admin@demo.test", { from: "2026-04-02" })).toSorted()).toEqual([
      "Amara Diallo",
      "Samuel Okonkwo",
    ]);
    expect(listRows(await users("admin@demo.test", { from: "2026-04-02", to: "2026-04-02" }))).toEqual([
      "Samuel Okonkwo",
    ]);
  });

  test("contains only the members of a chosen group, also when it is paged and searched", async () => {
    const report = await users("admin@demo.test", { group_ids: [groupId], sort: "-completed", limit: 1 });
    expect(report.usersPage.total).toBe(2);
    expect(listRows(report)).toEqual(["Amara Diallo"]);
    expect(listRows(await users("admin@demo.test", { group_ids: [groupId], search: "okonk" }))).toEqual([
      "Samuel Okonkwo",
    ]);
  });

  test("returns the same figures from stored totals and from counting", async () => {
    const kept = await users("admin@demo.test", {});
    const counted = await users("admin@demo.test", { from: "1990-01-01" });
    expect(counted.stats).toEqual(kept.stats);
  });
});

describe("report on all courses", () => {
  test("is searched, sorted and paged by the server, with the totals of all courses that are found", async () => {
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

  test("counts the people who were assigned a course on the chosen days", async () => {
    const admin = await server.as("admin@demo.test");
    const { coursesPage } = (await admin.data(COURSES, { search: "rowing by", from: "2026-04-01", to: "2026-04-30" }))
      .reportsAllCourses;
    expect(coursesPage.rows).toMatchObject([{ assignedLearners: 1, completedLearners: 0 }]);
  });
});

test("the report on a course applies its filters to figures and people alike", async () => {
  const admin = await server.as("admin@demo.test");
  const of = async (chosen: object) => (await admin.data(COURSE, { id: courses.rowing, ...chosen })).courseReport;
  expect(await of({ group_ids: [groupId] })).toEqual({
    stats: { assignedLearners: 1, completedLearners: 0 },
    usersPage: { total: 1, rows: [{ name: "Samuel Okonkwo" }] },
  });
  expect(await of({ to: "2026-03-31" })).toEqual({
    stats: { assignedLearners: 1, completedLearners: 1 },
    usersPage: { total: 1, rows: [{ name: "Grace Adeyemi" }] },
  });
});

test("a branch manager may filter by the groups of the branch's people, and never sees other members of a group", async () => {
  const north = await server.as("manager.north@demo.test");
  const { groups } = (await north.data(CHOICES)).reportChoices;
  expect(groups).toContainEqual({ id: groupId, name: "Night crew" });
  // Amara is in the group but in another branch.
  expect(listRows(await users("manager.north@demo.test", { group_ids: [groupId] }))).toEqual(["Samuel Okonkwo"]);
});

test("categories are listed by their paths", async () => {
  const { categories } = (await (await server.as("manager@demo.test")).data(CHOICES)).reportChoices;
  expect(categories.map(({ name }: { name: string }) => name)).toContain("Afloat > In boats");
});

test("deleted categories, and those below them, are no choices, and each category is one once", async () => {
  const rows = openRows(server);
  const category = (name: string, fields: object = {}) => rows.one("categories", { name, ...fields });
  const kept = await category("Apart");
  await category("Within", { parent_id: await category("Below", { parent_id: kept }) });
  await category("Gone", { parent_id: kept, deleted_at: new Date() });
  await category("Orphan", { parent_id: await category("Apart and gone", { deleted_at: new Date() }) });
  const { categories } = (await (await server.as("manager@demo.test")).data(CHOICES)).reportChoices;
  const names = categories.map(({ name }: { name: string }) => name);
  expect(names.filter((name: string) => /Apart|Below|Within|Gone|Orphan/.test(name))).toEqual([
    "Apart",
    "Apart > Below",
    "Apart > Below > Within",
  ]);
});

test("a manager has the branches and groups of the whole instance to choose from, and a branch manager those of the branch", async () => {
  const rows = openRows(server);
  await rows.one("branches", { name: "Closed harbour", url: "closed", deleted_at: new Date() });
  const group = async (name: string, email: string, fields: object = {}) => {
    const group_id = await rows.one("groups", { name, ...fields });
    await rows.insert("group_users", { group_id, user_id: await server.userId(email) });
  };
  await group("Apart of the north", "learner@demo.test");
  await group("Apart of the south", "amara.diallo@demo.test");
  await group("Apart and gone", "learner@demo.test", { deleted_at: new Date() });
  // A group of another branch, with a member who is in the north as well.
  const south = await server.inside("demo", (db, id) =>
    db
      .selectFrom("branches")
      .where("instance_id", "=", id)
      .where("url", "=", "south")
      .select("id")
      .executeTakeFirstOrThrow(),
  );
  await group("Apart, owned by the south", "learner@demo.test", { branch_id: south.id });
  const choices = async (email: string) => {
    const { branches, groups } = (await (await server.as(email)).data(CHOICES)).reportChoices;
    const listNames = (of: { name: string }[]) => of.map(({ name }) => name);
    return [listNames(branches), listNames(groups).filter((name) => name.startsWith("Apart"))];
  };
  expect(await choices("manager@demo.test")).toEqual([
    ["Northgate North", "Northgate Sud"],
    ["Apart of the north", "Apart of the south", "Apart, owned by the south"],
  ]);
  expect(await choices("manager.north@demo.test")).toEqual([["Northgate North"], ["Apart of the north"]]);
});

test("a filter by an unknown group, category or branch, or one of another instance, fails as not found", async () => {
  const strangers = await server.as("admin@riverside.test");
  for (const chosen of [{ group_ids: [groupId] }, { category_id: parentId }, { branchUrls: ["north"] }])
    expect([chosen, await strangers.refusal(USERS, chosen)]).toEqual([chosen, "NOT_FOUND"]);
  const admin = await server.as("admin@demo.test");
  expect(await admin.refusal(USERS, { group_ids: [groupId, 999_999] })).toBe("NOT_FOUND");
});

test("an invalid day and a last day before the first are reported by field", async () => {
  const admin = await server.as("admin@demo.test");
  const problems = async (chosen: object) => (await admin.query(USERS, chosen)).errors?.[0]?.extensions.validation;
  expect(await problems({ from: "2026-02-30" })).toEqual({ from: ["This is not a valid date."] });
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
