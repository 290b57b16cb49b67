import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Client, startServer, type TestServer } from "../../testing/server.ts";
import {
  addLearner,
  ASSIGN,
  complete,
  createPath,
  insertCourses,
  listSources,
  MEASURE,
  pathInput,
  PEOPLE,
  UPDATE,
} from "../../testing/learning-paths.ts";

const LIST = `query ($search: String, $sort: String, $status: String, $limit: Int, $branchUrl: String) { learningPaths(search: $search, sort: $sort, status: $status, limit: $limit, branchUrl: $branchUrl) {
  total rows { id title status courses people completed owning_branch may_edit } } }`;
const DELETE = `mutation ($id: Int!, $branchUrl: String) { deleteLearningPath(id: $id, branchUrl: $branchUrl) { id } }`;

let server: TestServer;
let admin: Client;
let [first, second, third, fourth]: number[] = [];
beforeAll(async () => {
  server = await startServer();
  admin = await server.as("admin@demo.test");
  [first, second, third, fourth] = await insertCourses(server, ["Step one", "Step two", "Step three", "Step four"]);
});
afterAll(() => server.close());

const people = async (id: number, filter: object = {}) =>
  (await admin.data(PEOPLE, { id, ...filter })).learningPath as Record<string, any>;
const update = (id: number, version: number, input: object, by = admin) => by.query(UPDATE, { id, version, input });

describe("createLearningPath", () => {
  test("stores sections with their rules and courses in order", async () => {
    const { id } = await createPath(admin, "Induction", [
      { title: "First week", course_ids: [second!, first!], in_order: true },
      { title: "Choose", course_ids: [third!, fourth!], needed: 1 },
    ]);
    const { learningPath } = await admin.data(
      `query ($id: Int!) { learningPath(id: $id) { version status sections { title needed in_order courses { id title is_published } } } }`,
      { id },
    );
    expect(learningPath).toEqual({
      version: 1,
      status: "published",
      sections: [
        {
          title: "First week",
          needed: null,
          in_order: true,
          courses: [
            { id: second, title: "Step two", is_published: true },
            { id: first, title: "Step one", is_published: true },
          ],
        },
        { title: "Choose", needed: 1, in_order: false, courses: expect.any(Array) },
      ],
    });
  });

  test.each([
    ["a blank title", { title: " " }, "title"],
    ["an unknown status", { status: "hidden" }, "status"],
    ["a negative due rule", { due_days: -1 }, "due_days"],
    ["more courses needed than there are", { sections: [{ course_ids: [1], needed: 2 }] }, "sections.0.needed"],
    ["no course needed", { sections: [{ course_ids: [1], needed: 0 }] }, "sections.0.needed"],
    ["a course twice", { sections: [{ course_ids: [1] }, { course_ids: [1] }] }, "sections"],
    ["31 sections", { sections: Array.from({ length: 31 }, () => ({ course_ids: [] })) }, "sections"],
    ["101 courses", { sections: [{ course_ids: Array.from({ length: 101 }, (_, n) => n + 1) }] }, "sections"],
    ["an empty section in a published path", { sections: [{ course_ids: [] }] }, "sections.0.courses"],
    ["a published path without courses", { sections: [] }, "sections"],
    ["a cover that is not known", { cover: "/api/files/unknown", sections: [] }, "cover"],
  ])("refuses %s", async (_, fields, field) => {
    const { errors } = await admin.query(
      `mutation ($input: LearningPathInput!) { createLearningPath(input: $input) { id } }`,
      { input: { title: "Wrong", status: "published", sections: [{ course_ids: [first] }], ...fields } },
    );
    expect(errors?.[0]?.extensions.validation ?? errors).toHaveProperty([field]);
  });

  test("refuses courses of another instance", async () => {
    const foreign = await server.courseId("Reading a river", "riverside").catch(() => 999_999);
    const input = { title: "Foreign", status: "draft", sections: [{ course_ids: [foreign] }] };
    expect(
      await admin.refusal(`mutation ($input: LearningPathInput!) { createLearningPath(input: $input) { id } }`, {
        input,
      }),
    ).toBe("NOT_FOUND");
  });
});

describe("learningPaths", () => {
  test("searches, filters, sorts and pages, with figures", async () => {
    const user = await addLearner(admin, "figures@demo.test");
    const { id } = await createPath(admin, "Zebra crossing", [{ course_ids: [first!] }]);
    await createPath(admin, "Zebra draft", [{ course_ids: [first!] }], { status: "draft" });
    await admin.data(ASSIGN, { id, to: { user_ids: [user] } });
    await complete(admin, user, [first!]);
    const { learningPaths } = await admin.data(LIST, { search: "zebra", sort: "-title" });
    expect(learningPaths.total).toBe(2);
    expect(learningPaths.rows.map(({ title }: { title: string }) => title)).toEqual(["Zebra draft", "Zebra crossing"]);
    expect(learningPaths.rows[1]).toMatchObject({ courses: 1, people: 1, completed: 1, may_edit: true });
    expect((await admin.data(LIST, { search: "zebra", status: "draft" })).learningPaths.total).toBe(1);
    expect((await admin.data(LIST, { search: "%" })).learningPaths.total).toBe(0);
    expect((await admin.data(LIST, { limit: 1 })).learningPaths.rows).toHaveLength(1);
  });

  test("shows a branch its own paths, and those of the main site of which it has every course", async () => {
    await server.inside("demo", (db, instanceId) =>
      db
        .updateTable("users")
        .set({ is_primary: false })
        .where("instance_id", "=", instanceId)
        .where("email", "=", "priya.raman@demo.test")
        .execute(),
    );
    const north = await server.as("priya.raman@demo.test");
    const [shared] = await insertCourses(server, ["Shared with north"]);
    await server.inside("demo", async (db, instance_id) => {
      const { id } = await db
        .selectFrom("branches")
        .select("id")
        .where("instance_id", "=", instance_id)
        .where("url", "=", "north")
        .executeTakeFirstOrThrow();
      await db.insertInto("branch_courses").values({ instance_id, branch_id: id, course_id: shared! }).execute();
    });
    const whole = await createPath(admin, "Branch whole", [{ course_ids: [shared!] }]);
    const partly = await createPath(admin, "Branch partly", [{ course_ids: [shared!, first!] }]);
    const own = await createPath(north, "Branch own", [{ course_ids: [shared!] }]);
    expect(own.owning_branch).not.toBeNull();
    const { learningPaths } = await north.data(LIST, { search: "branch " });
    expect(learningPaths.rows.map((row: Record<string, unknown>) => [row["title"], row["may_edit"]])).toEqual([
      ["Branch own", true],
      ["Branch whole", false],
    ]);
    expect((await admin.data(LIST, { search: "branch ", branchUrl: "south" })).learningPaths.total).toBe(0);
    expect(await north.refusal(DELETE, { id: whole.id })).toBe("FORBIDDEN");
    expect(await north.refusal(DELETE, { id: partly.id })).toBe("NOT_FOUND");
    const foreign = await server.as("admin@riverside.test");
    expect(await foreign.refusal(DELETE, { id: whole.id })).toBe("NOT_FOUND");
    expect(
      (await update(whole.id, 1, pathInput("Taken", [{ course_ids: [shared!] }]), north)).errors?.[0],
    ).toMatchObject({
      extensions: { code: "FORBIDDEN" },
    });
    // A course outside the branch cannot come into its path.
    const outside = pathInput("Branch own", [{ course_ids: [shared!, first!] }]);
    expect((await update(own.id, 1, outside, north)).errors?.[0]?.extensions.code).toBe("NOT_FOUND");
  });
});

describe("updateLearningPath", () => {
  test("refuses a version that is no longer the newest, and changes nothing", async () => {
    const { id, version } = await createPath(admin, "Versions", [{ course_ids: [first!] }]);
    expect((await update(id, version, pathInput("Versions A", [{ course_ids: [first!] }]))).errors).toBeUndefined();
    const late = await update(id, version, pathInput("Versions B", [{ course_ids: [second!] }]));
    expect(late.errors?.[0]?.extensions.code).toBe("CONFLICT");
    const measured = await admin.query(MEASURE, {
      id,
      version,
      input: pathInput("Versions B", [{ course_ids: [second!] }]),
    });
    expect(measured.errors?.[0]?.extensions.code).toBe("CONFLICT");
    expect((await admin.data(LIST, { search: "versions" })).learningPaths.rows).toMatchObject([
      { title: "Versions A" },
    ]);
  });

  test("leaves the version for input without a change, so that others who edit it may save", async () => {
    const sections = [{ title: "One", needed: 1, in_order: true, course_ids: [first!, second!] }];
    const { id, version } = await createPath(admin, "Unchanged", sections);
    const input = pathInput("Unchanged", sections);
    expect((await admin.data(UPDATE, { id, version, input })).updateLearningPath.version).toBe(version);
    const changed = pathInput("Unchanged", [{ ...sections[0]!, course_ids: [second!, first!] }]);
    expect((await admin.data(UPDATE, { id, version, input: changed })).updateLearningPath.version).toBe(version + 1);
    const entries = await server.inside("demo", (db, instanceId) =>
      db
        .selectFrom("audit_log")
        .select("action")
        .where("instance_id", "=", instanceId)
        .where("subject_type", "=", "learning_path")
        .where("subject_id", "=", id)
        .orderBy("id")
        .execute(),
    );
    expect(entries.map(({ action }) => action)).toEqual(["learning_path.created", "learning_path.updated"]);
  });

  test("takes out deleted courses when nothing else changes, so that they do not come back with a restored course", async () => {
    const [stays, goes] = await insertCourses(server, ["Stays in it", "Goes from it"]);
    const { id, version } = await createPath(admin, "With a deleted course", [{ course_ids: [stays!, goes!] }]);
    await admin.data(`mutation ($id: Int!) { deleteCourse(id: $id) { id } }`, { id: goes });
    const input = pathInput("With a deleted course", [{ course_ids: [stays!] }]);
    expect((await admin.data(UPDATE, { id, version, input })).updateLearningPath.version).toBe(version + 1);
    expect((await admin.data(UPDATE, { id, version: version + 1, input })).updateLearningPath.version).toBe(
      version + 1,
    );
  });

  test("does to people what it measured before", async () => {
    const [begun, idle, finished] = [
      await addLearner(admin, "begun@demo.test"),
      await addLearner(admin, "idle@demo.test"),
      await addLearner(admin, "finished@demo.test"),
    ];
    const { id, version } = await createPath(admin, "Effects", [{ course_ids: [first!, second!] }]);
    await admin.data(ASSIGN, { id, to: { user_ids: [begun, idle, finished] } });
    await complete(admin, begun, [second!]);
    await complete(admin, finished, [first!, second!]);

    const grown = pathInput("Effects", [{ course_ids: [first!, second!, third!] }]);
    const measure = async (input: object, at: number) =>
      (await admin.data(MEASURE, { id, version: at, input })).measureLearningPathChange;
    expect(await measure(grown, version)).toEqual({
      people: 3,
      gain: 3,
      keep: 0,
      lose: 0,
      complete: 0,
      stay_complete: 1,
    });
    expect((await people(id)).peoplePage.rows).toMatchObject([{ courses_needed: 2 }, {}, {}]);
    expect((await listSources(server, idle)).map((each) => each.course_id)).toEqual([first, second]);

    const completedAt = (await people(id, { status: "completed" })).peoplePage.rows[0].completed_at;
    expect((await update(id, version, grown)).errors).toBeUndefined();
    expect((await listSources(server, idle)).map((each) => each.course_id)).toEqual([first, second, third]);
    expect((await people(id, { status: "completed" })).peoplePage.rows).toMatchObject([
      { id: finished, completed_at: completedAt, is_met: false, courses_done: 2, courses_needed: 3 },
    ]);

    const shrunk = pathInput("Effects", [{ course_ids: [second!] }]);
    expect(await measure(shrunk, version + 1)).toEqual({
      people: 3,
      gain: 0,
      keep: 1,
      lose: 3,
      complete: 1,
      stay_complete: 0,
    });
    expect((await update(id, version + 1, shrunk)).errors).toBeUndefined();
    expect((await people(id, { status: "completed" })).peoplePage.total).toBe(2);
    // Who had started the first course keeps it, as a course that a person assigned.
    expect(await listSources(server, finished)).toMatchObject([
      { course_id: first, source: "person" },
      { course_id: second, source: "path", group_id: id },
    ]);
    expect((await listSources(server, idle)).map((each) => each.course_id)).toEqual([second]);
  });
});

describe("deleteLearningPath", () => {
  test("ends what only the path gave; restoring it brings that back with its progress", async () => {
    const [both, only] = [await addLearner(admin, "both@demo.test"), await addLearner(admin, "only@demo.test")];
    const { id } = await createPath(admin, "To delete", [{ course_ids: [first!, second!] }]);
    await admin.data(
      `mutation ($ids: [Int!]!, $course: Int!) { enrolUsers(user_ids: $ids, course_ids: [$course]) { count } }`,
      { ids: [both], course: first },
    );
    await admin.data(ASSIGN, { id, to: { user_ids: [both, only] } });
    await complete(admin, only, [first!]);
    const removal = await admin.data(`query ($id: Int!) { learningPathRemoval(id: $id) { ends keeps } }`, { id });
    expect(removal.learningPathRemoval).toEqual({ ends: 3, keeps: 1 });
    await admin.data(DELETE, { id });
    expect(await admin.refusal(PEOPLE, { id })).toBe("NOT_FOUND");
    expect(await listSources(server, both)).toMatchObject([{ course_id: first, source: "person" }]);
    expect(await listSources(server, only)).toEqual([]);
    const { deletedPage } = await admin.data(`{ deletedPage(kind: "learning_path") { rows { id name deleted_by } } }`);
    expect(deletedPage.rows).toMatchObject([{ id, name: "To delete", deleted_by: expect.any(String) }]);

    await admin.data(`mutation ($id: Int!) { restoreDeleted(kind: "learning_path", id: $id) { id } }`, { id });
    expect(await listSources(server, only)).toMatchObject([
      { course_id: first, source: "path" },
      { course_id: second, source: "path" },
    ]);
    const { rows } = (await people(id, { status: "in_progress" })).peoplePage;
    expect(rows).toMatchObject([{ id: only, courses_done: 1, courses_needed: 2 }]);
  });

  test("does not count a deleted course, and completes the path for whom it was the last", async () => {
    const user = await addLearner(admin, "lesscourse@demo.test");
    const [stays, goes] = await insertCourses(server, ["Stays", "Goes"]);
    const { id } = await createPath(admin, "Shrinks", [{ course_ids: [stays!, goes!] }]);
    await admin.data(ASSIGN, { id, to: { user_ids: [user] } });
    await complete(admin, user, [stays!]);
    expect((await people(id)).figures).toMatchObject({ completed: 0, in_progress: 1 });
    await admin.data(`mutation ($id: Int!) { deleteCourse(id: $id) { id } }`, { id: goes });
    expect((await people(id)).figures).toMatchObject({ completed: 1, in_progress: 0 });
  });
});

test("every change leaves an audit entry", async () => {
  const user = await addLearner(admin, "audited@demo.test");
  const { id } = await createPath(admin, "Audited", [{ course_ids: [first!] }]);
  await update(id, 1, pathInput("Audited twice", [{ course_ids: [first!, second!] }]));
  await admin.data(ASSIGN, { id, to: { user_ids: [user] } });
  await admin.data(
    `mutation ($id: Int!, $ids: [Int!]!) { unassignLearningPath(id: $id, from: { user_ids: $ids }) { id } }`,
    { id, ids: [user] },
  );
  await admin.data(DELETE, { id });
  const log = await server.inside("demo", (db, instanceId) =>
    db
      .selectFrom("audit_log")
      .select("action")
      .where("instance_id", "=", instanceId)
      .where("subject_type", "=", "learning_path")
      .where("subject_id", "=", id)
      .orderBy("id")
      .execute(),
  );
  expect(log.map(({ action }) => action)).toEqual([
    "learning_path.created",
    "learning_path.updated",
    "learning_path.assigned",
    "learning_path.unassigned",
    "learning_path.deleted",
  ]);
});
