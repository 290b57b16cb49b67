import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { packageWorld } from "../../testing/package-world.ts";
import { scormPackage } from "../../testing/packages.ts";
import type { Client } from "../../testing/server.ts";
import { readPages, parseRows, takeTable, unzip } from "../../testing/tables.ts";

const { server, author, learner, bridge, course } = await packageWorld();
afterAll(() => server.close());

const take = (client: Client, asked: object) => takeTable(server, client, { kind: "package-questions", ...asked });

/** Creates a course with a package in which the learner has answered two questions, the first at the second try. */
async function answered() {
  const made = await course(scormPackage());
  const values: [string, string][] = [
    ["cmi.interactions.0.id", "rope"],
    ["cmi.interactions.0.type", "choice"],
    ["cmi.interactions.0.result", "wrong"],
    ["cmi.interactions.1.id", "rope"],
    ["cmi.interactions.1.type", "choice"],
    ["cmi.interactions.1.result", "correct"],
    ["cmi.interactions.2.id", "whistle"],
    ["cmi.interactions.2.type", "true-false"],
    ["cmi.interactions.2.result", "wrong"],
  ];
  for (const [key, value] of values) await bridge(learner).post("set-value", { ...made.ids, key, value });
  await bridge(learner).post("finish", made.ids);
  return made;
}

test("the questions in packages are exported as CSV, Excel and PDF, with the search of the screen", async () => {
  const { courseId } = await answered();
  const manager = await server.as("manager@demo.test");
  const csv = await take(manager, { course_id: courseId });
  expect(csv.headers["content-disposition"]).toContain("package-questions.csv");
  expect(parseRows(csv.body)).toEqual([
    { Unit: "Package 1", Question: "rope", Type: "Multiple Choice", Answered: "1", Correct: "1", Tries: "2" },
    { Unit: "Package 1", Question: "whistle", Type: "True or false", Answered: "1", Correct: "0", Tries: "1" },
  ]);
  expect(parseRows((await take(manager, { course_id: courseId, search: "WHIST" })).body)).toHaveLength(1);

  const workbook = await take(manager, { course_id: courseId, format: "xlsx", language: "fr" });
  const sheet = (await unzip(workbook.rawPayload)).get("xl/worksheets/sheet1.xml")!;
  for (const cell of ["Justes", "whistle", "<c><v>2</v></c>"]) expect(sheet).toContain(cell);

  const [page] = await readPages((await take(manager, { course_id: courseId, format: "pdf" })).rawPayload);
  for (const text of ["Questions in packages: Packages", "rope", "True or false"]) expect(page!.text).toContain(text);
});

test("the questions in packages are exported only to readers and authors of the instance, and only for their people", async () => {
  const { courseId } = await answered();
  expect((await take(await server.as("admin@riverside.test"), { course_id: courseId })).statusCode).toBe(404);
  expect((await take(await server.as("admin@demo.test"), {})).statusCode).toBe(404);
  expect((await take(learner, { course_id: courseId })).statusCode).toBe(403);
  expect((await take(author, { course_id: courseId })).statusCode).toBe(200);
});

test("deleted people and units are not counted in the questions of packages", async () => {
  const { courseId, unit } = await answered();
  const manager = await server.as("manager@demo.test");
  const user = await server.userId("learner@demo.test");
  const rows = async () => parseRows((await take(manager, { course_id: courseId })).body);
  const setDeleted = (table: "users" | "units", id: number, deleted_at: Date | null) =>
    server.inside("demo", (db, instance_id) =>
      db.updateTable(table).set({ deleted_at }).where("instance_id", "=", instance_id).where("id", "=", id).execute(),
    );
  for (const [table, id] of [
    ["users", user],
    ["units", unit.id],
  ] as const) {
    await setDeleted(table, id, new Date());
    expect(await rows()).toEqual([]);
    await setDeleted(table, id, null);
    expect(await rows()).toHaveLength(2);
  }
});

test("the results of packages say passed or failed before complete, and need a course", async () => {
  const { courseId } = await answered();
  const manager = await server.as("manager@demo.test");
  const read = async (success_status: string, completion_status: string) => {
    await server.inside("demo", (db, instance_id) =>
      db
        .updateTable("scorm_results")
        .set({ success_status, completion_status })
        .where("instance_id", "=", instance_id)
        .where("course_id", "=", courseId)
        .execute(),
    );
    const { body } = await takeTable(server, manager, { kind: "package-results", course_id: courseId, language: "en" });
    return parseRows(body).map(({ Status }) => Status);
  };
  expect(await read("failed", "completed")).toEqual(["Failed"]);
  expect(await read("passed", "incomplete")).toEqual(["Passed"]);
  expect(await read("unknown", "completed")).toEqual(["Completed"]);
  expect(await read("unknown", "incomplete")).toEqual(["In Progress"]);
  expect(await read("unknown", "unknown")).toEqual(["Started"]);
  expect((await takeTable(server, manager, { kind: "package-results" })).statusCode).toBe(404);
});

test("the answers and the calls of one attempt at a package are exported, with results that are numbers as they are", async () => {
  const { unit } = await answered();
  const user_id = await server.userId("learner@demo.test");
  const cmi = {
    "cmi.interactions.0.id": "rope",
    "cmi.interactions.0.description": "Which rope?",
    "cmi.interactions.0.result": "correct",
    "cmi.interactions.1.id": "whistle",
    "cmi.interactions.1.result": "0.5",
    "cmi.interactions.2.id": "knot",
  };
  const attempt_id = await server.inside("demo", async (db, instance) => {
    const { rows } = await sql<{ id: number }>`
      UPDATE scorm_attempts SET cmi = ${JSON.stringify(cmi)}::jsonb, is_open = false
      WHERE instance_id = ${instance} AND unit_id = ${unit.id} RETURNING id`.execute(db);
    await sql`INSERT INTO scorm_attempts (instance_id, user_id, unit_id, course_id, sco_id, attempt, is_open)
      SELECT instance_id, user_id, unit_id, course_id, sco_id, attempt + 1, false FROM scorm_attempts
      WHERE instance_id = ${instance} AND unit_id = ${unit.id}`.execute(db);
    return rows[0]!.id;
  });
  const manager = await server.as("manager@demo.test");
  const asked = { unit_id: unit.id, user_id, attempt_id, language: "en" };
  const read = async (kind: string) => parseRows((await takeTable(server, manager, { ...asked, kind })).body);
  expect((await read("package-answers")).map((row) => [row["Question"], row["Result"]])).toEqual([
    ["Which rope?", "Correct"],
    ["whistle", "0.5"],
    ["knot", ""],
  ]);
  expect((await read("package-calls")).length).toBeGreaterThan(5);
  const unknown = { ...asked, kind: "package-answers", attempt_id: 2_000_000_000 };
  expect((await takeTable(server, manager, unknown)).statusCode).toBe(404);
});
