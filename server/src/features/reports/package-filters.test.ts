import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { packageWorld } from "../../testing/package-world.ts";
import { scormPackage } from "../../testing/packages.ts";
import type { Client } from "../../testing/server.ts";
import { readPages, parseRows, takeTable } from "../../testing/tables.ts";

const ARGS = "$id: Int!, $branchUrl: String, $branchUrls: [String!], $group_ids: [Int!], $from: String, $to: String";
const GIVEN = "branchUrl: $branchUrl, branchUrls: $branchUrls, group_ids: $group_ids, from: $from, to: $to";
const RESULTS = `query (${ARGS}, $search: String, $sort: String, $limit: Int, $offset: Int) {
  packageResultsPage(course_id: $id, ${GIVEN}, search: $search, sort: $sort, limit: $limit, offset: $offset) {
    total rows { user_id unit_id name unit score } } }`;
const QUESTIONS = `query (${ARGS}) {
  packageQuestions(course_id: $id, ${GIVEN}) { unit question type answered correct tries } }`;
const PEOPLE = `query (${ARGS}) { courseReport(courseId: $id, ${GIVEN}) { usersPage(sort: "name") { rows { name } } } }`;
const ATTEMPTS = `query ($unit: Int!, $user: Int!) { packageAttempts(unit_id: $unit, user_id: $user) { score } }`;
const ENROL = "mutation ($id: Int!) { courseEnrollment(input: { course_id: $id }) { id } }";

const { server, author, bridge, course } = await packageWorld();
afterAll(() => server.close());

let courseId: number;
let crew: number;
let admin: Client;
let north: Client;

beforeAll(async () => {
  const made = await course(scormPackage());
  ({ courseId } = made);
  admin = await server.as("admin@demo.test");
  north = await server.as("manager.north@demo.test");
  const take = async (email: string, day: string, score: string, ...answers: [string, string][]) => {
    const client = await server.as(email);
    await client.data(ENROL, { id: courseId });
    const values = answers.flatMap(([question, result], n) => [
      [`cmi.interactions.${n}.id`, question],
      [`cmi.interactions.${n}.result`, result],
    ]);
    for (const [key, value] of [...values, ["cmi.core.score.raw", score]])
      await bridge(client).post("set-value", { ...made.ids, key, value });
    await bridge(client).post("finish", made.ids);
    const user_id = (await server.userId(email))!;
    await server.inside("demo", (db, instance_id) =>
      db
        .updateTable("enrolments")
        .set({ assigned_at: new Date(`${day}T12:00:00Z`) })
        .where("instance_id", "=", instance_id)
        .where("course_id", "=", courseId)
        .where("user_id", "=", user_id)
        .execute(),
    );
    return user_id;
  };
  await take("learner@demo.test", "2026-03-01", "90", ["rope", "wrong"], ["rope", "correct"], ["whistle", "correct"]);
  const samuel = await take("samuel.okonkwo@demo.test", "2026-04-02", "40", ["rope", "wrong"]);
  const amara = await take("amara.diallo@demo.test", "2026-05-01", "70", ["rope", "correct"]);
  crew = await server.inside("demo", async (db, instance_id) => {
    const { id } = await db
      .insertInto("groups")
      .values({ instance_id, name: "Night crew" })
      .returning("id")
      .executeTakeFirstOrThrow();
    await db
      .insertInto("group_users")
      .values([samuel, amara].map((user_id) => ({ instance_id, group_id: id, user_id })))
      .execute();
    return id;
  });
});

const results = async (client: Client, asked: object = {}) =>
  (await client.data(RESULTS, { id: courseId, sort: "-score", ...asked })).packageResultsPage;
const names = async (client: Client, asked: object = {}) =>
  (await results(client, asked)).rows.map(({ name }: { name: string }) => name);
const questions = async (client: Client, asked: object = {}) =>
  (await client.data(QUESTIONS, { id: courseId, ...asked })).packageQuestions.map(
    (row: { question: string; answered: number; correct: number; tries: number }) =>
      `${row.question}: ${row.correct} of ${row.answered} in ${row.tries}`,
  );

describe("results and questions of packages", () => {
  test("contain only the people of a chosen branch", async () => {
    expect(await names(admin)).toEqual(["Grace Adeyemi", "Amara Diallo", "Samuel Okonkwo"]);
    expect(await questions(admin)).toEqual(["rope: 2 of 3 in 4", "whistle: 1 of 1 in 1"]);
    expect(await names(admin, { branchUrls: ["north"] })).toEqual(["Grace Adeyemi", "Samuel Okonkwo"]);
    expect(await questions(admin, { branchUrls: ["south"] })).toEqual(["rope: 1 of 1 in 1"]);
    expect(await names(admin, { branchUrl: "south" })).toEqual(["Amara Diallo"]);
  });

  test("contain only the members of a chosen group", async () => {
    expect(await names(admin, { group_ids: [crew] })).toEqual(["Amara Diallo", "Samuel Okonkwo"]);
    expect(await questions(admin, { group_ids: [crew] })).toEqual(["rope: 1 of 2 in 2"]);
  });

  test("contain only the people who were assigned the course on the chosen days, including the last day", async () => {
    expect(await names(admin, { from: "2026-04-02" })).toEqual(["Amara Diallo", "Samuel Okonkwo"]);
    expect(await names(admin, { to: "2026-04-02" })).toEqual(["Grace Adeyemi", "Samuel Okonkwo"]);
    expect(await questions(admin, { from: "2026-03-01", to: "2026-03-01" })).toEqual([
      "rope: 1 of 1 in 2",
      "whistle: 1 of 1 in 1",
    ]);
  });

  test("apply all filters together", async () => {
    const all = { branchUrls: ["north"], group_ids: [crew], from: "2026-04-01", to: "2026-04-30" };
    expect(await names(admin, all)).toEqual(["Samuel Okonkwo"]);
    expect(await questions(admin, all)).toEqual(["rope: 0 of 1 in 1"]);
  });

  test("are empty, and the course is still found, when a filter leaves nobody", async () => {
    // No branch has the course; the north knows it only through its people.
    for (const nobody of [
      { branchUrls: ["north"], to: "2026-01-01" },
      { group_ids: [crew], to: "2026-01-01" },
    ]) {
      expect(await results(admin, nobody)).toEqual({ total: 0, rows: [] });
      expect(await questions(admin, nobody)).toEqual([]);
      expect((await admin.data(PEOPLE, { id: courseId, ...nobody })).courseReport.usersPage.rows).toEqual([]);
    }
    expect(await names(north, { to: "2026-01-01" })).toEqual([]);
  });

  test("are paged and searched within the filtered rows", async () => {
    expect(await results(admin, { group_ids: [crew], limit: 1, offset: 1 })).toMatchObject({
      total: 2,
      rows: [{ name: "Samuel Okonkwo" }],
    });
    expect(await results(admin, { group_ids: [crew], search: "grace" })).toEqual({ total: 0, rows: [] });
    expect(await results(admin, { group_ids: [crew], search: "AMARA" })).toMatchObject({ total: 1 });
  });

  test("contain the same people as the other tables of the course report, with any filter", async () => {
    for (const chosen of [
      {},
      { branchUrls: ["north"] },
      { branchUrls: ["north", "south"], from: "2026-04-01" },
      { group_ids: [crew] },
      { to: "2026-04-30" },
    ]) {
      const { rows } = (await admin.data(PEOPLE, { id: courseId, ...chosen })).courseReport.usersPage;
      const people = rows.map(({ name }: { name: string }) => name);
      expect([chosen, await names(admin, { ...chosen, sort: "name" })]).toEqual([chosen, people]);
    }
  });

  test("reject unknown subjects and invalid days like the other reports", async () => {
    const strangers = await server.as("admin@riverside.test");
    for (const query of [RESULTS, QUESTIONS]) {
      for (const chosen of [{ branchUrls: ["nowhere"] }, { group_ids: [0] }])
        expect(await admin.refusal(query, { id: courseId, ...chosen })).toBe("NOT_FOUND");
      for (const chosen of [{}, { branchUrls: ["north"] }, { group_ids: [crew] }])
        expect(await strangers.refusal(query, { id: courseId, ...chosen })).toBe("NOT_FOUND");
      const { errors } = await admin.query(query, { id: courseId, from: "2026-02-02", to: "2026-02-01" });
      expect(errors?.[0]?.extensions.validation).toEqual({ to: ["The last day is before the first."] });
    }
  });

  test.each(["sorted", "searched", "dated", "from", "no such column"])(
    "to sort the results by '%s', which is no column, is to sort as usual",
    async (sort) => expect(await results(admin, { sort })).toEqual(await results(admin, { sort: null })),
  );
});

describe("a branch manager", () => {
  test("cannot read another branch by a filter", async () => {
    expect(await names(north)).toEqual(["Grace Adeyemi", "Samuel Okonkwo"]);
    // Amara is in the group but in another branch.
    expect(await names(north, { group_ids: [crew] })).toEqual(["Samuel Okonkwo"]);
    expect(await questions(north, { group_ids: [crew] })).toEqual(["rope: 0 of 1 in 1"]);
    expect(await names(north, { from: "2026-04-01" })).toEqual(["Samuel Okonkwo"]);
    for (const chosen of [{ branchUrls: ["south"] }, { branchUrls: ["north", "south"] }, { branchUrl: "south" }]) {
      for (const query of [RESULTS, QUESTIONS])
        expect([chosen, await north.refusal(query, { id: courseId, ...chosen })]).toEqual([chosen, "NOT_FOUND"]);
      for (const kind of ["package-results", "package-questions"])
        expect((await takeTable(server, north, { kind, course_id: courseId, ...chosen })).statusCode).toBe(404);
    }
  });

  test("reads what packages reported of the branch's people, also in a course that the branch does not have", async () => {
    // No branch has the course; it is known through its people, as in the other reports.
    const { rows } = await results(north);
    for (const { unit_id, user_id, score } of rows)
      expect((await north.data(ATTEMPTS, { unit: unit_id, user: user_id })).packageAttempts).toEqual([{ score }]);
    const amara = await server.userId("amara.diallo@demo.test");
    expect(await north.refusal(ATTEMPTS, { unit: rows[0].unit_id, user: amara })).toBe("NOT_FOUND");
  });
});

test("an author without reports filters the results of packages, also of a draft", async () => {
  expect(await names(author, { branchUrls: ["south"] })).toEqual(["Amara Diallo"]);
  const { createCourse } = await author.data(
    'mutation { createCourse(title: "Not ready", description: "x", status: "draft") { id } }',
  );
  expect(await results(author, { id: createCourse.id })).toEqual({ total: 0, rows: [] });
  expect(await author.refusal(PEOPLE, { id: courseId })).toBe("FORBIDDEN");
});

test("a visitor from the platform is not counted in the results of packages", async () => {
  const login = 'mutation { loginUser(email: "super@demo.test", password: "cairn-demo") { token } }';
  const visitor = server.withToken((await server.anonymous().data(login)).loginUser.token);
  await visitor.data(ENROL, { id: courseId });
  const [unit] = (
    await visitor.data("query ($id: Int!) { course(id: $id) { scorms { scorm_id scorm { scos { uuid } } } } }", {
      id: courseId,
    })
  ).course.scorms;
  const ids = { scormId: unit.scorm_id, scoUuid: unit.scorm.scos[0].uuid };
  await bridge(visitor).post("set-value", { ...ids, key: "cmi.core.score.raw", value: "1" });
  expect((await bridge(visitor).post("finish", ids)).statusCode).toBe(200);
  expect(await names(admin)).toEqual(["Grace Adeyemi", "Amara Diallo", "Samuel Okonkwo"]);
});

test("exports of package tables contain the filtered rows, and the PDF names the filters", async () => {
  for (const chosen of [
    {},
    { branchUrls: ["south"] },
    { group_ids: [crew] },
    { from: "2026-03-02", to: "2026-04-30" },
    { branchUrls: ["north"], group_ids: [crew], from: "2026-04-01", to: "2026-04-30" },
    { from: "2100-01-01" },
  ]) {
    const of = { course_id: courseId, ...chosen };
    const shown = await results(admin, chosen);
    const taken = parseRows((await takeTable(server, admin, { kind: "package-results", sort: "-score", ...of })).body);
    expect(taken.map((row) => [row["Name"], row["Unit"], row["Score"]])).toEqual(
      shown.rows.map((row: { name: string; unit: string; score: number }) => [row.name, row.unit, String(row.score)]),
    );
    const asked = parseRows((await takeTable(server, admin, { kind: "package-questions", ...of })).body);
    expect(
      asked.map((row) => `${row["Question"]}: ${row["Correct"]} of ${row["Answered"]} in ${row["Tries"]}`),
    ).toEqual(await questions(admin, chosen));
  }
  const allFilters = { branchUrls: ["north"], group_ids: [crew], from: "2026-04-01", to: "2026-04-30" };
  for (const kind of ["package-results", "package-questions"]) {
    const file = await takeTable(server, admin, { kind, course_id: courseId, format: "pdf", ...allFilters });
    const [page] = await readPages(file.rawPayload);
    for (const text of ["Branches: Northgate North", "Groups: Night crew", "01/04/2026 – 30/04/2026"])
      expect(page!.text).toContain(text);
  }
});
