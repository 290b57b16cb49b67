import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Client, startServer, type TestServer } from "../../testing/server.ts";
import { COURSE, CREATE, delta, EDIT, smallCourse } from "./course.testdata.ts";

let server: TestServer;
let author: Client;
beforeAll(async () => {
  server = await startServer();
  author = await server.as("instructor@demo.test");
});
afterAll(() => server.close());

const LIST = `query ($branchUrl: String, $includeHidden: Boolean, $search: String) { courses(branchUrl: $branchUrl, includeHidden: $includeHidden, search: $search) { id title price category { id name } categories { id name parent_id } date } }`;
const DELETE = `mutation ($id: Int!) { deleteCourse(id: $id) { id } }`;
const create = async (title: string, extra: object = {}) =>
  (await author.data(CREATE, smallCourse(title, extra))).createCourse as { id: number; version: number };
const read = async (id: number, client = author) => (await client.data(COURSE, { id })).course;

describe("creating and editing a course", () => {
  test("returns what was written", async () => {
    const { id } = await create("Written");
    const course = await read(id);
    expect(course).toMatchObject({ title: "Written", status: "published", version: 1 });
    expect(course.units.map((unit: { type: string; unit_order: number }) => [unit.unit_order, unit.type])).toEqual([
      [1, "Content"],
      [2, "Video"],
      [3, "Test"],
    ]);
    expect(course.contents[0]).toMatchObject({ __typename: "Content", time_limit: 5, content: delta("Read this.") });
    expect(course.videos[0].youtube_link).toBe("https://www.youtube.com/watch?v=dQw4w9WgXcQ");
    expect(course.tests[0].tests).toHaveLength(5);
  });

  test("lists every reason and saves nothing when an unfinished course is published", async () => {
    const before = (await author.data(LIST, { includeHidden: true })).courses.length;
    const { errors } = await author.query(CREATE, {
      title: "",
      description: "",
      content: [{ unit_order: 1, title: "", content: delta("") }],
      video: [{ unit_order: 2, title: "V" }],
      test_units: [{ unit_order: 3 }],
    });
    expect(errors?.[0]?.extensions.validation).toEqual({
      course: [
        "Course Title is required",
        "Course Description is required",
        "Content Unit 1 title is required",
        "Content Unit 1 content is required",
        "Video Unit 2 video file or YouTube link is required",
        "Test Unit 3 must have at least one question",
      ],
    });
    expect((await author.data(LIST, { includeHidden: true })).courses).toHaveLength(before);
  });

  test("saves an unfinished draft, which only authors see", async () => {
    const { id } = await create("Draft of mine", {
      status: "draft",
      content: [],
      video: [],
      test_units: [],
      tests: [],
    });
    const learner = await server.as("learner@demo.test");
    expect(await learner.refusal(COURSE, { id })).toBe("NOT_FOUND");
    expect((await read(id)).status).toBe("draft");
  });

  test("keeps the ids of units and questions, deletes what is left out, and numbers the units again", async () => {
    const { id } = await create("Edited");
    const before = await read(id);
    const questions = before.tests[0].tests.map(
      ({ id, type, question, options, pairs, rules, required_points }: Record<string, unknown>) => ({
        id,
        type,
        question,
        options,
        pairs,
        rules,
        required_points,
        unit_order: 5,
      }),
    );
    const input = {
      id,
      title: "Edited again",
      description: "Still",
      version: 1,
      tests: [{ id: before.tests[0].id, unit_order: 5, title: "Check" }],
      contents: [
        { id: before.contents[0].id, unit_order: 9, title: "Read", content: delta("Changed.") },
        { unit_order: 1, title: "New", content: delta("New.") },
      ],
      unit_tests: questions.slice(1),
    };
    expect((await author.data(EDIT, { input })).editCourse.version).toBe(2);
    const after = await read(id);
    expect(after.units.map((unit: { title: string; unit_order: number }) => [unit.unit_order, unit.title])).toEqual([
      [1, "New"],
      [2, "Check"],
      [3, "Read"],
    ]);
    expect(after.contents.find((unit: { title: string }) => unit.title === "Read").id).toBe(before.contents[0].id);
    expect(after.tests[0].tests.map((question: { id: number }) => question.id)).toEqual(
      before.tests[0].tests.slice(1).map((question: { id: number }) => question.id),
    );
    expect(after.videos).toEqual([]);
  });

  test("refuses the second of two saves from the same version, and overwrites nothing", async () => {
    const { id } = await create("Two authors");
    const input = {
      id,
      title: "Mine",
      description: "Mine",
      version: 1,
      contents: [{ unit_order: 1, title: "a", content: delta("a") }],
    };
    await author.data(EDIT, { input });
    expect(await author.refusal(EDIT, { input: { ...input, title: "Theirs" } })).toBe("CONFLICT");
    expect((await read(id)).title).toBe("Mine");
  });

  test("refuses a unit or question of another course", async () => {
    const [mine, other] = [await create("Mine"), await create("Other")];
    const { contents } = await read(other.id);
    const input = {
      id: mine.id,
      title: "x",
      description: "x",
      contents: [{ id: contents[0].id, unit_order: 1, title: "x", content: delta("x") }],
    };
    expect(await author.refusal(EDIT, { input })).toBe("VALIDATION");
    expect((await read(other.id)).contents[0].title).toBe("Read");
  });

  test("refuses a course as its own prerequisite, directly or through others", async () => {
    const a = await create("A");
    const b = await create("B", { learning_path: [a.id] });
    const { errors } = await author.query(EDIT, {
      input: {
        id: a.id,
        title: "A",
        description: "A",
        learning_path: [b.id],
        contents: [{ unit_order: 1, title: "a", content: delta("a") }],
      },
    });
    expect(errors?.[0]?.extensions.validation).toEqual({ learning_path: ["A course cannot come before itself."] });
  });

  test("keeps a text that is not a Quill document as it is", async () => {
    const { id } = await create("Odd text", { content: [{ unit_order: 1, title: "Odd", content: "{not json" }] });
    expect((await read(id)).contents[0].content).toBe("{not json");
  });

  test("returns a message for each invalid field and saves nothing", async () => {
    const validation = async (extra: object) =>
      (await author.query(CREATE, smallCourse("Bad", extra))).errors?.[0]?.extensions;
    expect((await validation({ title: "x".repeat(201) }))?.validation).toEqual({
      title: ["The title may have 200 characters at most."],
    });
    expect((await validation({ start_date: "31/01/2026" }))?.validation).toEqual({
      start_date: ["Use a date of the form yyyy-mm-dd."],
    });
    expect((await validation({ start_date: "2026-02-01", end_date: "2026-01-01" }))?.validation).toEqual({
      end_date: ["The end must come after the start."],
    });
    expect((await validation({ thumbnail: "/etc/passwd" }))?.code).toBe("VALIDATION");
    expect((await validation({ capacity: "many" }))?.code).toBe("VALIDATION");
    expect((await validation({ learning_path: [999_999] }))?.code).toBe("VALIDATION");
  });

  test("limits the statements for saving a course of 200 units and 1,000 questions", async () => {
    const tests = Array.from({ length: 200 }, (_, unit) =>
      Array.from({ length: 5 }, () => ({ ...smallCourse("").tests[0]!, unit_order: unit + 1 })),
    ).flat();
    const test_units = Array.from({ length: 200 }, (_, unit) => ({ unit_order: unit + 1, title: `Test ${unit}` }));
    const before = server.platform.database.statements;
    await create("Large", { content: [], video: [], test_units, tests });
    expect(server.platform.database.statements - before).toBeLessThan(20);
  });
});

describe("permissions for courses", () => {
  test("refuses authoring to learners and managers", async () => {
    const { id } = await create("Theirs");
    for (const email of ["learner@demo.test", "manager@demo.test"]) {
      const client = await server.as(email);
      expect(await client.refusal(CREATE, smallCourse("No"))).toBe("FORBIDDEN");
      expect(await client.refusal(DELETE, { id })).toBe("FORBIDDEN");
      expect(await client.refusal(`{ coursesPage { total } }`)).toBe("FORBIDDEN");
    }
  });

  test("hides a course from another instance in every operation", async () => {
    const { id } = await create("Of demo");
    const stranger = await server.as("admin@riverside.test");
    expect(await stranger.refusal(COURSE, { id })).toBe("NOT_FOUND");
    expect(await stranger.refusal(DELETE, { id })).toBe("NOT_FOUND");
    expect(await stranger.refusal(EDIT, { input: { id, title: "x", description: "x", status: "draft" } })).toBe(
      "NOT_FOUND",
    );
    expect(await stranger.refusal(`query ($id: Int!) { courseImpact(id: $id) { learners } }`, { id })).toBe(
      "NOT_FOUND",
    );
    const titles = (await stranger.data(LIST, { includeHidden: true })).courses.map(
      (course: { title: string }) => course.title,
    );
    expect(titles).not.toContain("Of demo");
  });

  test("lists the courses assigned to a branch in its catalogue, and all on the main site", async () => {
    const learner = await server.as("learner@demo.test");
    const titles = async (branchUrl: string | null) =>
      (await learner.data(LIST, { branchUrl })).courses.map((course: { title: string }) => course.title);
    expect(await titles(null)).toContain("Moving and handling");
    expect(await titles("north")).toContain("Moving and handling");
    expect(await titles("north")).not.toContain("Written");
    expect(await learner.refusal(LIST, { branchUrl: "nowhere" })).toBe("NOT_FOUND");
  });

  test("limits an instructor of one branch to the courses of that branch", async () => {
    await server.inside("demo", (db, id) =>
      db
        .updateTable("users")
        .set({ is_primary: false })
        .where("instance_id", "=", id)
        .where("email", "=", "priya.raman@demo.test")
        .execute(),
    );
    const priya = await server.as("priya.raman@demo.test", "north.demo.localhost");
    const { id } = await create("Main site only");
    expect(await priya.refusal(COURSE, { id })).toBe("NOT_FOUND");
    expect(await priya.refusal(LIST, { branchUrl: "south" })).toBe("NOT_FOUND");
    const own = (await priya.data(CREATE, smallCourse("Of north"))).createCourse;
    expect(
      (await priya.data(LIST, { branchUrl: "north", includeHidden: true })).courses.map(
        (course: { id: number }) => course.id,
      ),
    ).toContain(own.id);
  });

  test("removes a deleted course from every list", async () => {
    const { id } = await create("Going");
    await author.data(DELETE, { id });
    expect(await author.refusal(COURSE, { id })).toBe("NOT_FOUND");
  });

  test("refuses callers without a session", async () => {
    expect(await server.anonymous().refusal(LIST)).toBe("UNAUTHENTICATED");
  });
});

describe("lists", () => {
  test("searches, sorts and pages on the server, and returns the total", async () => {
    const PAGE = `query ($search: String, $sort: String, $limit: Int, $offset: Int) { coursesPage(search: $search, sort: $sort, limit: $limit, offset: $offset) { total rows { title learners } } }`;
    const all = (await author.data(PAGE, { sort: "title" })).coursesPage;
    expect(all.rows).toHaveLength(all.total);
    const page = (await author.data(PAGE, { sort: "title", limit: 2, offset: 2 })).coursesPage;
    expect(page).toEqual({ total: all.total, rows: all.rows.slice(2, 4) });
    const found = (await author.data(PAGE, { search: "HANDL" })).coursesPage;
    expect(found.rows.map((row: { title: string }) => row.title)).toEqual(["Moving and handling"]);
    expect(found.rows[0].learners).toBeGreaterThan(0);
    expect((await author.data(PAGE, { search: "100%_" })).coursesPage.total).toBe(0);
  });
});

describe("input that no form sends", () => {
  test("answers a character that cannot be stored, and a number beyond an id, with a validation error", async () => {
    expect(await author.refusal(CREATE, smallCourse("Nul \u0000 inside"))).toBe("VALIDATION");
    expect(
      await author.refusal(
        CREATE,
        smallCourse("Fine", { tests: [{ ...smallCourse("").tests[0], question: "\u0000" }] }),
      ),
    ).toBe("VALIDATION");
    const input = {
      course_id: 1,
      unit_id: 1,
      unit_type: "Test",
      input_type: "question",
      input_key: "99999999999",
      response: "{}",
    };
    const RESPOND = "mutation ($input: StoreUnitResponseInput!) { storeUnitResponse(input: $input) { id } }";
    expect(await author.refusal(RESPOND, { input })).toBe("VALIDATION");
  });

  test("uses the default order for an unknown one", async () => {
    for (const sort of ["constructor", "-toString", "title; DROP TABLE courses"]) {
      expect(
        await author.refusal("query ($sort: String) { coursesPage(sort: $sort) { total rows { id } } }", { sort }),
      ).toBeNull();
      const admin = await server.as("admin@demo.test");
      expect(
        await admin.refusal("query ($sort: String) { usersPage(sort: $sort) { total rows { id } } }", { sort }),
      ).toBeNull();
    }
  });

  test("refuses a resource of another course, or in an unknown category", async () => {
    const file = await server.inside("demo", (db, id) =>
      db.selectFrom("files").select("key").where("instance_id", "=", id).limit(1).executeTakeFirstOrThrow(),
    );
    await server.inside("demo", (db, id) =>
      db
        .updateTable("files")
        .set({ purpose: "resource" })
        .where("instance_id", "=", id)
        .where("key", "=", file.key)
        .execute(),
    );
    const { id } = await create("With resources");
    const edit = (resource: object) =>
      author.refusal(EDIT, {
        input: {
          id,
          title: "x",
          description: "x",
          status: "draft",
          resources: [{ name: "Plan", file_path: `/files/${file.key}`, ...resource }],
        },
      });
    expect(await edit({})).toBeNull();
    expect(await edit({ id: 999_999 })).toBe("VALIDATION");
    expect(await edit({ category: { id: 999_999 } })).toBe("VALIDATION");
  });
});
