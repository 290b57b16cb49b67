import { afterAll, beforeAll, expect, test } from "vitest";
import { type Client, startServer, type TestServer } from "../../testing/server.ts";
import { addExamples } from "./examples.ts";

let server: TestServer;
let admin: Client;
let instructor: Client;
beforeAll(async () => {
  server = await startServer();
  await addExamples(server.platform);
  admin = await server.as("admin@demo.test");
  instructor = await server.as("instructor@demo.test");
});
afterAll(() => server.close());

test("the examples have a course with every type of unit, ready to be taken", async () => {
  const types = await server.inside("demo", async (db, instance_id) => {
    const rows = await db
      .selectFrom("units")
      .innerJoin("courses", "courses.id", "units.course_id")
      .select("type")
      .where("units.instance_id", "=", instance_id)
      .where("courses.course_code", "=", "NGT-010")
      .where("courses.status", "=", "published")
      .orderBy("unit_order")
      .execute();
    return rows.map(({ type }) => type);
  });
  expect(types).toEqual([
    "Content",
    "Video",
    "Audio",
    "Presentation",
    "iFrame",
    "Scorm",
    "Assignment",
    "Test",
    "Survey",
    "Test",
  ]);
});

test("the examples have a learning path that is half done, one with a due date, and one completed with its certificate", async () => {
  const learner = await server.as("learner@demo.test");
  const { myLearningPaths } = await learner.data(
    `{ myLearningPaths { title courses_done courses_needed status due_status } }`,
  );
  expect(myLearningPaths).toMatchObject([
    { courses_done: 2, courses_needed: 3, status: "in_progress", due_status: "due" },
    { courses_done: 2, courses_needed: 4, status: "in_progress", due_status: null },
    { title: "Safe hands", status: "completed" },
  ]);
  const { certificatesOfUser } = await learner.data(`{ certificatesOfUser { path_id title } }`);
  expect(certificatesOfUser).toContainEqual({ path_id: expect.any(Number), title: "Safe hands" });
  const { compliance } = await admin.data(`{ compliance { paths { rows { name counts { compliant overdue } } } } }`);
  const hands = compliance.paths.rows.find(({ name }: { name: string }) => name === "Safe hands");
  expect(hands.counts.compliant).toBeGreaterThan(0);
  expect(hands.counts.overdue).toBeGreaterThan(0);
});

test("the examples have an automation with a history, and one that is off", async () => {
  const { automations } = await admin.data(
    `{ automations(sort: "-on") { rows { id is_on last_run_at failed problem } } }`,
  );
  expect(automations.rows).toMatchObject([
    { is_on: true, last_run_at: expect.any(String), failed: 0, problem: null },
    { is_on: false, last_run_at: null, failed: 0, problem: null },
  ]);
  const { automationRuns } = await admin.data(`query ($id: Int!) { automationRuns(id: $id) { total } }`, {
    id: automations.rows[0].id,
  });
  expect(automationRuns.total).toBeGreaterThan(2);
});

test("the examples have submissions waiting, returned and accepted, and essays waiting and marked", async () => {
  const { submissionsPage } = await instructor.data(`{ submissionsPage { total waiting rows { state } } }`);
  const states = submissionsPage.rows.map(({ state }: { state: string }) => state).toSorted();
  expect([submissionsPage.waiting, states]).toEqual([
    3,
    ["accepted", "marked", "returned", "submitted", "submitted", "submitted"],
  ]);
});

test("the examples have tests with settings, and attempts of two people with partly right answers and an essay that waits", async () => {
  const rows = await server.inside("demo", (db, instance_id) =>
    db
      .selectFrom("test_attempts")
      .where("instance_id", "=", instance_id)
      .select(["number", "is_passed", "counts", "score"])
      .orderBy("id")
      .execute(),
  );
  expect(rows).toEqual([
    { number: 1, is_passed: false, counts: false, score: 40 },
    { number: 2, is_passed: false, counts: false, score: 60 },
    { number: 3, is_passed: true, counts: true, score: 90 },
    { number: 1, is_passed: false, counts: true, score: 60 },
    { number: 1, is_passed: null, counts: false, score: null },
    { number: 1, is_passed: true, counts: true, score: 60 },
  ]);
});

test("the examples have an anonymous survey with results", async () => {
  const id = await server.courseId("Working safely at Northgate");
  const { surveyResults } = await admin.data(
    "query ($id: Int!) { surveyResults(course_id: $id) { is_anonymous shown withheld questions { answered } } }",
    { id },
  );
  expect(surveyResults).toMatchObject({ is_anonymous: true, shown: 10, withheld: null });
});

test("the examples have covers, statements, a schedule, an export, an API key, deleted things and certificates about to expire", async () => {
  const tables = await server.inside("demo", async (db, instance_id) => {
    const count = async (
      table: "xapi_statements" | "report_schedules" | "report_exports" | "bank_questions" | "api_keys",
    ) => (await db.selectFrom(table).select("instance_id").where("instance_id", "=", instance_id).execute()).length;
    const covers = await db
      .selectFrom("courses")
      .select("id")
      .where("instance_id", "=", instance_id)
      .where("thumbnail_key", "is not", null)
      .execute();
    return {
      covers: covers.length,
      statements: await count("xapi_statements"),
      schedules: await count("report_schedules"),
      exports: await count("report_exports"),
      questions: await count("bank_questions"),
      keys: await count("api_keys"),
    };
  });
  expect(tables).toEqual({ covers: 7, statements: 9, schedules: 1, exports: 1, questions: 14, keys: 1 });
  const { deletedPage } = await admin.data(`{ deletedPage { rows { kind } } }`);
  expect(deletedPage.rows.map(({ kind }: { kind: string }) => kind).toSorted()).toEqual(["course", "group", "user"]);
  for (const state of ["due", "expired"]) {
    const { certifiedPage } = await admin.data("query ($state: String) { certifiedPage(state: $state) { total } }", {
      state,
    });
    expect([state, certifiedPage.total > 0]).toEqual([state, true]);
  }
});
