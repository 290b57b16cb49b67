import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addLearner, insertCourses } from "../../testing/learning-paths.ts";
import { type Client, startServer, type TestServer } from "../../testing/server.ts";

const FIGURES = "totalCourses completedCourses inProgressCourses notStartedCourses averageCompletionRate";
const PROGRESS = `query ($userId: Int, $category_id: Int, $from: String, $to: String) {
  userProgress(userId: $userId, category_id: $category_id, from: $from, to: $to) {
    ${FIGURES} courses { id units { contents { title is_complete } } } } }`;
const VALUES = `{
  userProgress { courses { id completionPercentage is_complete unitsCompleted totalUnits timeSpent enrolledDate
    units { contents { title } videos { title } } } }
  myCourses { id progress date_assigned } }`;
const OFFERED = `query ($userId: Int, $limit: Int, $branchUrl: String) {
  userProgress(userId: $userId, branchUrl: $branchUrl) { unenrolledCourses(limit: $limit) { title } } }`;

let server: TestServer;
let admin: Client;
let learner: Client;
let learnerId: number;
let otherId: number;
let courses: { complete: number; begun: number; fresh: number; draft: number };

/** Enrols a person in a course of two units. */
const enrol = (user_id: number, course_id: number, more: object = {}) =>
  server.inside("demo", (db, instance_id) =>
    db
      .insertInto("enrolments")
      .values({ instance_id, user_id, course_id, ...more })
      .execute(),
  );

beforeAll(async () => {
  server = await startServer();
  admin = await server.as("admin@demo.test");
  learnerId = await addLearner(admin, "progress@demo.test");
  otherId = await addLearner(admin, "other.progress@demo.test");
  learner = await server.as("progress@demo.test");
  const add = async (title: string, more: object = {}) =>
    (await insertCourses(server, [title], { unit_count: 2, ...more }))[0]!;
  courses = {
    complete: await add("Complete"),
    begun: await add("Begun"),
    fresh: await add("Fresh"),
    draft: await add("Draft", { status: "draft" }),
  };
  const at = (time: string) => new Date(`2026-03-${time}Z`);
  await enrol(learnerId, courses.complete, {
    assigned_at: at("01T00:00:00"),
    started_at: at("01T00:00:00"),
    completed_at: at("05T00:00:00"),
    units_completed: 2,
  });
  await enrol(learnerId, courses.begun, {
    assigned_at: at("01T23:59:59"),
    started_at: at("02T00:00:00"),
    units_completed: 1,
  });
  await enrol(learnerId, courses.fresh, { assigned_at: at("02T00:00:00") });
  await enrol(learnerId, courses.draft, { assigned_at: at("02T00:00:00") });
  await enrol(otherId, courses.complete);
});
afterAll(() => server.close());

const read = async (given: object = {}, by = learner) => (await by.data(PROGRESS, given)).userProgress;
const toIds = ({ courses: list }: { courses: { id: number }[] }) => list.map(({ id }) => id);

describe("the progress of a person", () => {
  test("counts their published courses by state, for readers of reports drafts too, and rounds the average", async () => {
    const figures = {
      totalCourses: 3,
      completedCourses: 1,
      inProgressCourses: 1,
      notStartedCourses: 1,
      averageCompletionRate: 50,
    };
    expect(await read()).toMatchObject(figures);
    expect(await read({ userId: learnerId }, admin)).toMatchObject({
      ...figures,
      totalCourses: 4,
      notStartedCourses: 2,
      averageCompletionRate: 38,
    });
    expect(await read({ userId: learnerId }, await server.as("instructor@demo.test"))).toMatchObject(figures);
    expect(await read({ userId: learnerId })).toMatchObject(figures);
    expect(toIds(await read())).toEqual([courses.fresh, courses.begun, courses.complete]);
    expect(await read({ userId: otherId }, admin)).toMatchObject({ totalCourses: 1, averageCompletionRate: 0 });
  });

  test("is nothing without courses", async () => {
    const none = { totalCourses: 0, completedCourses: 0, averageCompletionRate: 0, courses: [] };
    expect(await read({ userId: await addLearner(admin, "no.progress@demo.test") }, admin)).toMatchObject(none);
  });

  test("is limited to courses assigned on some days, both included, and to a category", async () => {
    expect(toIds(await read({ to: "2026-03-01" }))).toEqual([courses.begun, courses.complete]);
    expect(toIds(await read({ from: "2026-03-02" }))).toEqual([courses.fresh]);
    expect(toIds(await read({ from: "2026-03-01", to: "2026-03-01" }))).toEqual([courses.begun, courses.complete]);
    const category_id = await server.inside("demo", async (db, instance_id) => {
      const rows = await db
        .insertInto("categories")
        .values(["Chosen", "Not chosen"].map((name) => ({ instance_id, name })))
        .returning("id")
        .execute();
      const [chosen, not] = rows.map(({ id }) => id) as [number, number];
      await db
        .insertInto("course_categories")
        .values([
          { instance_id, course_id: courses.begun, category_id: chosen, position: 0 },
          { instance_id, course_id: courses.fresh, category_id: not, position: 0 },
        ])
        .execute();
      return chosen;
    });
    expect(await read({ category_id })).toMatchObject({ totalCourses: 1, averageCompletionRate: 50 });
    expect(toIds(await read({ category_id }))).toEqual([courses.begun]);
    const { myCourses } = await learner.data("{ myCourses { id categories { name } } }");
    expect(myCourses.map((row: { categories: { name: string }[] }) => row.categories.map(({ name }) => name))).toEqual([
      ["Not chosen"],
      ["Chosen"],
      [],
    ]);
  });

  test("shows the units of each course that are left, as this person has done them", async () => {
    const units = await server.inside("demo", async (db, instance_id) => {
      const first = await db
        .selectFrom("units")
        .select(["id", "course_id"])
        .where("instance_id", "=", instance_id)
        .where("course_id", "in", [courses.complete, courses.begun])
        .orderBy("course_id")
        .execute();
      const unit = { instance_id, course_id: courses.begun, type: "Content" };
      const added = await db
        .insertInto("units")
        .values([
          { ...unit, unit_order: 2, title: "Second" },
          { ...unit, unit_order: 3, title: "Deleted", deleted_at: new Date() },
        ])
        .returning(["id", "course_id"])
        .execute();
      const done = (user_id: number, { id, course_id }: { id: number; course_id: number }) => ({
        instance_id,
        user_id,
        course_id,
        unit_id: id,
        completed_at: new Date(),
      });
      await db
        .insertInto("unit_progress")
        .values([done(learnerId, first[0]!), done(learnerId, first[1]!), done(otherId, first[0]!)])
        .execute();
      return [...first, ...added];
    });
    expect(units).toHaveLength(4);
    const list = (await read()).courses.map((row: { units: { contents: object[] } }) => row.units.contents);
    expect(list).toEqual([
      [{ title: "Read", is_complete: false }],
      [
        { title: "Read", is_complete: true },
        { title: "Second", is_complete: false },
      ],
      [{ title: "Read", is_complete: true }],
    ]);
    const [theirs] = (await read({ userId: otherId }, admin)).courses;
    expect(theirs.units.contents).toEqual([{ title: "Read", is_complete: true }]);
  });

  test("has the values of each course, and its units by their type", async () => {
    await server.inside("demo", async (db, instance_id) => {
      await db
        .insertInto("units")
        .values([
          { instance_id, course_id: courses.begun, type: "Video", title: "Watch", unit_order: 11 },
          { instance_id, course_id: courses.begun, type: "Content", title: "Read", unit_order: 12 },
          { instance_id, course_id: courses.begun, type: "Content", title: "", unit_order: 13 },
        ])
        .execute();
      const ofLearner = db.updateTable("enrolments").where("instance_id", "=", instance_id);
      await ofLearner
        .set({ time_spent: 90 })
        .where("user_id", "=", learnerId)
        .where("course_id", "=", courses.begun)
        .execute();
    });
    const { userProgress, myCourses } = await learner.data(VALUES);
    const find = (id: number, list: { id: number }[]) => list.find((each) => each.id === id);
    const begun = { completionPercentage: 50, unitsCompleted: 1, totalUnits: 2, timeSpent: 90, is_complete: false };
    expect(find(courses.begun, userProgress.courses)).toMatchObject({
      ...begun,
      enrolledDate: "2026-03-01T23:59:59.000Z",
      units: {
        contents: expect.arrayContaining([{ title: "Read" }, { title: null }]),
        videos: [{ title: "Watch" }],
      },
    });
    expect(find(courses.complete, userProgress.courses)).toMatchObject({
      completionPercentage: 100,
      is_complete: true,
    });
    expect(find(courses.begun, myCourses)).toMatchObject({ progress: 50, date_assigned: "2026-03-01T23:59:59.000Z" });
    const { courses: first } = (await learner.data("{ userProgress { courses(limit: 1) { id } } }")).userProgress;
    expect(first).toEqual([{ id: courses.fresh }]);
  });

  test("is not found when they are deleted, or in another branch", async () => {
    const gone = await addLearner(admin, "gone.progress@demo.test", "south");
    const north = await server.as("admin@demo.test");
    const inNorth = { userId: gone, branchUrl: "north" };
    expect(await north.refusal(OFFERED, inNorth)).toBe("NOT_FOUND");
    expect(await north.refusal(OFFERED, { ...inNorth, branchUrl: "south" })).toBeNull();
    await server.inside("demo", (db, instance) =>
      db
        .updateTable("users")
        .set({ deleted_at: new Date() })
        .where("instance_id", "=", instance)
        .where("id", "=", gone)
        .execute(),
    );
    expect(await admin.refusal(PROGRESS, { userId: gone })).toBe("NOT_FOUND");
  });
});

describe("the courses that a person is offered", () => {
  const offered = async (given: object = {}, by = learner): Promise<string[]> =>
    (await by.data(OFFERED, given)).userProgress.unenrolledCourses.map(({ title }: { title: string }) => title);

  test("are the published ones of the catalogue that they do not take, the newest first", async () => {
    const [, , taken] = await insertCourses(server, ["Offered", "Offered later", "Taken by another"]);
    await enrol(otherId, taken!);
    await insertCourses(server, ["Hidden"], { hide_from_catalog: true });
    await insertCourses(server, ["In the bin"], { deleted_at: new Date() });
    await insertCourses(server, ["Still a draft"], { status: "draft" });
    const list = await offered();
    expect(list.slice(0, 3)).toEqual(["Taken by another", "Offered later", "Offered"]);
    for (const title of ["Complete", "Begun", "Fresh", "Hidden", "In the bin", "Still a draft"])
      expect([title, list.includes(title)]).toEqual([title, false]);
    expect(await offered({ userId: otherId }, admin)).not.toContain("Taken by another");
    expect(await offered({ userId: otherId }, admin)).toContain("Begun");
    expect(await offered({ limit: 2 })).toEqual(list.slice(0, 2));
    expect(await offered({ limit: 0 })).toEqual([]);
    expect(await offered({ limit: -1 })).toEqual([]);
    const inNorth = await offered({ branchUrl: "north", userId: await server.userId("learner@demo.test") }, admin);
    expect(inNorth).not.toContain("Offered");
    expect(inNorth.length).toBeGreaterThan(0);
  });
});
