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

describe("writing a course", () => {
  test("what was written is what is read", async () => {
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

  test("publishing an unfinished course lists every reason and saves nothing", async () => {
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

  test("a draft may be unfinished, and is seen by authors only", async () => {
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

  test("editing keeps the ids of units and questions, takes out what is left out, and numbers anew", async () => {
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

  test("the second of two authors who began from the same version is told, and overwrites nothing", async () => {
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

  test("a unit or question of another course cannot be taken over", async () => {
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

  test("a course cannot come before itself, directly or by way of others", async () => {
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

  test("text that is not a Quill document is kept as it is", async () => {
    const { id } = await create("Odd text", { content: [{ unit_order: 1, title: "Odd", content: "{not json" }] });
    expect((await read(id)).contents[0].content).toBe("{not json");
  });

  test("input of a wrong form gets a message at its field and saves nothing", async () => {
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

  test("saving a course of 200 units and 1,000 questions takes a bounded number of statements", async () => {
    const tests = Array.from({ length: 200 }, (_, unit) =>
      Array.from({ length: 5 }, () => ({ ...smallCourse("").tests[0]!, unit_order: unit + 1 })),
    ).flat();
    const test_units = Array.from({ length: 200 }, (_, unit) => ({ unit_order: unit + 1, title: `Test ${unit}` }));
    const before = server.platform.database.statements;
    await create("Large", { content: [], video: [], test_units, tests });
    expect(server.platform.database.statements - before).toBeLessThan(20);
  });
});

describe("who may see and change what", () => {
  test("learners and managers may not author", async () => {
    const { id } = await create("Theirs");
    for (const email of ["learner@demo.test", "manager@demo.test"]) {
      const client = await server.as(email);
      expect(await client.refusal(CREATE, smallCourse("No"))).toBe("FORBIDDEN");
      expect(await client.refusal(DELETE, { id })).toBe("FORBIDDEN");
      expect(await client.refusal(`{ coursesPage { total } }`)).toBe("FORBIDDEN");
    }
  });

  test("another instance's course is not found, by any call", async () => {
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

  test("a branch's catalogue holds the courses assigned to it, the main site's all", async () => {
    const learner = await server.as("learner@demo.test");
    const titles = async (branchUrl: string | null) =>
      (await learner.data(LIST, { branchUrl })).courses.map((course: { title: string }) => course.title);
    expect(await titles(null)).toContain("Moving and handling");
    expect(await titles("north")).toContain("Moving and handling");
    expect(await titles("north")).not.toContain("Written");
    expect(await learner.refusal(LIST, { branchUrl: "nowhere" })).toBe("NOT_FOUND");
  });

  test("an instructor of one branch, without the main site, sees and makes courses of that branch only", async () => {
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

  test("a deleted course is gone from every list", async () => {
    const { id } = await create("Going");
    await author.data(DELETE, { id });
    expect(await author.refusal(COURSE, { id })).toBe("NOT_FOUND");
  });

  test("nobody signed in gets nothing", async () => {
    expect(await server.anonymous().refusal(LIST)).toBe("UNAUTHENTICATED");
  });
});

describe("lists", () => {
  test("search, sort and paging are done by the server, with the real total", async () => {
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

describe("input that no form would send", () => {
  test("a character that cannot be stored, and a number beyond an id, are the sender's error and not ours", async () => {
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

  test("an unknown order is the usual order", async () => {
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

  test("a resource of another course, or in an unknown category, is refused and not dropped in silence", async () => {
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
