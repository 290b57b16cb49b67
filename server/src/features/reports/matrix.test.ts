import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { delta } from "../courses/course.testdata.ts";
import { type Client, startServer, type TestServer } from "../../testing/server.ts";
import { parseRows, readPages, takeTable } from "../../testing/tables.ts";

const MATRIX = `query ($id: Int!, $branchUrl: String, $group_ids: [Int!], $search: String, $sort: String, $limit: Int, $offset: Int) {
  courseReport(courseId: $id, branchUrl: $branchUrl, group_ids: $group_ids) {
    users { name progress completionDate }
    matrix(search: $search, sort: $sort, limit: $limit, offset: $offset) {
      total units { id title type } rows { id name progress completionDate cells { unitId state date score result } } } } }`;
const CARDS = `query ($id: Int!) { courseReport(courseId: $id) { title } }`;
const MATRIX_ALONE = `query ($id: Int!) { courseReport(courseId: $id) { matrix { total units { id } rows { name cells { state } } } } }`;

let server: TestServer;
let manager: Client;
let courseId: number;
let units: { read: number; exam: number; essay: number; parcel: number };

beforeAll(async () => {
  server = await startServer();
  manager = await server.as("manager@demo.test");
  const author = await server.as("instructor@demo.test");
  ({ id: courseId } = (
    await author.data(
      `mutation ($text: String!) { createCourse(title: "Knots", description: "x", status: "published",
        content: [{ unit_order: 1, title: "Read", content: $text }], test_units: [{ unit_order: 2, title: "" }],
        tests: [
          { unit_order: 2, type: "Fill the Gaps", question: "A [bowline] holds." },
          { unit_order: 2, type: "Fill the Gaps", question: "A [granny] slips." },
          { unit_order: 2, type: "Fill the Gaps", question: "A [deleted] question." }],
        assignment: [{ unit_order: 3, title: "=Essay", content: $text, completion_option: "instructor-accepts" }]) { id } }`,
      { text: delta("x") },
    )
  ).createCourse);
  const { course } = await author.data(
    `query ($id: Int!) { course(id: $id) { units { id type } tests { tests { id } } } }`,
    { id: courseId },
  );
  const [read, exam, essay] = course.units.map(({ id }: { id: number }) => id);
  units = { read, exam, essay, parcel: 0 };
  const questions = course.tests[0].tests.map(({ id }: { id: number }) => id);
  await server.inside("demo", async (db, instance_id) => {
    const deleted = { type: "Content", unit_order: 4, title: "Deleted", deleted_at: new Date() };
    await db
      .insertInto("units")
      .values({ instance_id, course_id: courseId, ...deleted })
      .execute();
    const enrol = async (email: string, attempt = 1, completed_at: Date | null = null) => {
      const user_id = await server.userId(email);
      const row = { instance_id, user_id, course_id: courseId, attempt, completed_at };
      await db.insertInto("enrolments").values(row).execute();
      const at = (unit_id: number) => ({ instance_id, user_id, course_id: courseId, unit_id });
      return {
        progress: (unit: number, completed_at: Date | null) =>
          db
            .insertInto("unit_progress")
            .values({ ...at(unit), first_contact_at: OPENED, completed_at })
            .execute(),
        answer: (unit: number, at_question: number, is_correct: boolean | null) =>
          db
            .insertInto("responses")
            .values({
              ...at(unit),
              input_type: "question",
              input_key: String(questions[at_question]),
              question_id: questions[at_question],
              response: "{}",
              is_correct,
            })
            .execute(),
        submit: (state: string, of: number | null = null) =>
          db
            .insertInto("submissions")
            .values({ ...at(essay), kind: "AssignmentText", content: "x", state, attempt: of })
            .execute(),
      };
    };
    const grace = await enrol("learner@demo.test", 1, COMPLETED);
    await grace.progress(read, COMPLETED);
    await grace.progress(exam, COMPLETED);
    await grace.answer(exam, 0, true);
    await grace.answer(exam, 1, true);
    // Counts in no figure.
    await grace.answer(exam, 2, false);
    await db
      .updateTable("questions")
      .set({ deleted_at: new Date() })
      .where("instance_id", "=", instance_id)
      .where("id", "=", questions[2])
      .execute();
    await grace.progress(essay, COMPLETED);
    await grace.submit("returned");
    await grace.submit("accepted");
    const samuel = await enrol("samuel.okonkwo@demo.test", 2);
    await samuel.progress(read, null);
    await samuel.answer(exam, 0, true);
    await samuel.answer(exam, 1, false);
    await samuel.submit("accepted");
    await samuel.submit("submitted", 2);
    const amara = await enrol("amara.diallo@demo.test", 2);
    await amara.submit("accepted");
    await amara.answer(exam, 0, null);
    await amara.answer(exam, 1, true);
  });
});
afterAll(() => server.close());

const OPENED = new Date("2026-01-02T12:00:00Z");
const COMPLETED = new Date("2026-02-03T12:00:00Z");
const iso = (date: Date) => date.toISOString().replace(".000Z", "+00:00");

const read = async (client: Client, variables: object = {}) =>
  (await client.data(MATRIX, { id: courseId, ...variables })).courseReport;

test("the score of an enrolment leaves out answers to deleted questions, as the matrix does", async () => {
  const { body } = await takeTable(server, manager, { kind: "everything", search: "Grace" });
  expect(parseRows(body).find(({ Course }) => Course === "Knots")).toMatchObject({ Score: "100" });
});

describe("matrix of learners and units", () => {
  test("says for each unit in order what each learner did in it", async () => {
    const { matrix } = await read(manager);
    expect(matrix.units).toEqual([
      { id: units.read, title: "Read", type: "Content" },
      { id: units.exam, title: "", type: "Test" },
      { id: units.essay, title: "=Essay", type: "Assignment" },
    ]);
    const cells = Object.fromEntries(
      matrix.rows.map((row: { name: string; cells: object[] }) => [row.name, row.cells]),
    );
    const done = { state: "completed", date: iso(COMPLETED) };
    const opened = { state: "opened", date: null, score: null, result: null };
    expect(cells["Grace Adeyemi"]).toEqual([
      { ...done, unitId: units.read, score: null, result: null },
      { ...done, unitId: units.exam, score: 100, result: "passed" },
      { ...done, unitId: units.essay, score: null, result: "accepted" },
    ]);
    expect(cells["Samuel Okonkwo"]).toEqual([
      { ...opened, unitId: units.read, date: iso(OPENED) },
      { ...opened, unitId: units.exam, score: 50, result: "failed" },
      { ...opened, unitId: units.essay, result: "submitted" },
    ]);
    // Her accepted submission belongs to the attempt before this one. An emptied answer has no grade, and an unfinished test has neither been passed nor failed.
    expect(cells["Amara Diallo"]).toEqual([{ ...opened, unitId: units.exam, score: 100 }]);
  });

  test("agrees with the list of assigned users in progress and completion", async () => {
    const { matrix, users } = await read(manager);
    const toFigures = ({ name, progress, completionDate }: Record<string, string | null>) => {
      return { name, progress, completed: completionDate && new Date(completionDate) };
    };
    expect(matrix.rows.map(toFigures)).toEqual(users.map(toFigures));
    expect(matrix.rows.map(toFigures)).toMatchObject([
      { completed: null },
      { completed: COMPLETED },
      { completed: null },
    ]);
  });

  test("reads three statements for its learners, however many there are", async () => {
    const count = async (document: string) => {
      const before = server.platform.database.statements;
      await manager.data(document, { id: courseId });
      return server.platform.database.statements - before;
    };
    expect((await count(MATRIX_ALONE)) - (await count(CARDS))).toBe(3);
  });

  test("pages, searches and sorts its learners", async () => {
    const names = async (variables: object) => {
      const { total, rows } = (await read(manager, variables)).matrix;
      return [total, rows.map(({ name }: { name: string }) => name)];
    };
    expect(await names({ limit: 2 })).toEqual([3, ["Amara Diallo", "Grace Adeyemi"]]);
    expect(await names({ limit: 2, offset: 2 })).toEqual([3, ["Samuel Okonkwo"]]);
    expect(await names({ limit: 2, offset: 9 })).toEqual([3, []]);
    expect(await names({ sort: "-name", limit: 1 })).toEqual([3, ["Samuel Okonkwo"]]);
    expect(await names({ search: "okon" })).toEqual([1, ["Samuel Okonkwo"]]);
    expect(await names({ search: "%" })).toEqual([0, []]);
  });

  test("shows a branch manager only the learners of that branch", async () => {
    const north = await server.as("manager.north@demo.test");
    const { matrix } = await read(north);
    expect(matrix.rows.map(({ name }: { name: string }) => name)).toEqual(["Grace Adeyemi", "Samuel Okonkwo"]);
    expect(await north.refusal(MATRIX, { id: courseId, branchUrl: "south" })).toBe("NOT_FOUND");
    const { body } = await takeTable(server, north, { kind: "course-matrix", course_id: courseId });
    expect(parseRows(body).map(({ Name }) => Name)).toEqual(["Grace Adeyemi", "Samuel Okonkwo"]);
  });

  test("shows only the members of the chosen groups", async () => {
    const group = await server.inside("demo", async (db, instance_id) => {
      const { id } = await db
        .insertInto("groups")
        .values({ instance_id, name: "Knot group" })
        .returning("id")
        .executeTakeFirstOrThrow();
      const user_id = await server.userId("amara.diallo@demo.test");
      await db.insertInto("group_users").values({ instance_id, group_id: id, user_id }).execute();
      return id;
    });
    const { matrix } = await read(manager, { group_ids: [group] });
    expect([matrix.total, matrix.rows[0].name]).toEqual([1, "Amara Diallo"]);
  });

  test("is refused to learners and instructors", async () => {
    for (const role of ["learner", "instructor"])
      expect(await (await server.as(`${role}@demo.test`)).refusal(MATRIX, { id: courseId })).toBe("FORBIDDEN");
  });
});

describe("file of the matrix", () => {
  const request = () => ({ kind: "course-matrix", course_id: courseId });

  test("has a column for each unit, in words and in the language of the file", async () => {
    const { body } = await takeTable(server, manager, { ...request(), language: "en" });
    const rows = parseRows(body);
    expect(Object.keys(rows[0]!)).toEqual(["Name", "Email", "Progress", "Completion Date", "Read", "Test", "'=Essay"]);
    expect(rows[1]).toMatchObject({
      "Completion Date": "03/02/2026",
      Read: "Completed 03/02/2026",
      Test: "Completed 03/02/2026 · Passed · 100%",
      "'=Essay": "Completed 03/02/2026 · Accepted",
    });
    expect(rows[2]).toMatchObject({
      Read: "Opened 02/01/2026",
      Test: "Opened · Failed · 50%",
      "'=Essay": "Opened · Waiting",
    });
    expect(rows[0]).toMatchObject({ Read: "Not Started" });
    const french = parseRows((await takeTable(server, manager, { ...request(), language: "fr" })).body);
    expect(french[0]).toMatchObject({ Read: "Non commencé" });
  });

  test("is printed in parts with the names in each when the course has too many units for a page", async () => {
    await server.inside("demo", async (db, instance_id) => {
      await db
        .insertInto("units")
        .values(
          Array.from({ length: 57 }, (_, at) => ({
            instance_id,
            course_id: courseId,
            type: "Content",
            unit_order: at + 4,
            title: `Part ${at + 4}`,
          })),
        )
        .execute();
      await sql`UPDATE courses SET unit_count = 60 WHERE instance_id = ${instance_id} AND id = ${courseId}`.execute(db);
    });
    const { rawPayload, statusCode } = await takeTable(server, manager, { ...request(), format: "pdf" });
    expect(statusCode).toBe(200);
    const pages = await readPages(rawPayload);
    // The name and 63 more columns, 12 to a page.
    expect(pages).toHaveLength(6);
    for (const { text } of pages) expect(text).toContain("Grace Adeyemi");
    expect(pages[5]!.text).toContain("Part 60");
    const workbook = await takeTable(server, manager, { ...request(), format: "xlsx" });
    expect(workbook.statusCode).toBe(200);
  });
});
