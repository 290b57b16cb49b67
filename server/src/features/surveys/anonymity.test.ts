import { readFileSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { SURVEY_SECRET_FILE } from "../../access/survey-secret.ts";
import { type Client, startServer, type TestServer } from "../../testing/server.ts";
import { createSurvey, enrolPeople } from "../../testing/surveys.ts";
import { parseRows, takeTable } from "../../testing/tables.ts";
import { closeBox, openBox, shuffle } from "./box.ts";
import { OWN, RESULTS, SUBMIT, TEXTS } from "./survey.testdata.ts";

let server: TestServer;
let owner: pg.Client;
let author: Client;
let admin: Client;
beforeAll(async () => {
  server = await startServer();
  owner = new pg.Client({ ...server.connection, user: "postgres" });
  await owner.connect();
  [author, admin] = (await Promise.all(
    ["instructor@demo.test", "admin@demo.test"].map((email) => server.as(email)),
  )) as [Client, Client];
});
afterAll(async () => {
  await owner.end();
  await server.close();
});

/** A row of the exported results, as a file has it. */
const row = (Question: string, Type: string, Answer: string, Answers: string, share: string) => ({
  Question,
  Type,
  Answer,
  Answers,
  "Share (%)": share,
  Name: "",
});

/** Starts an anonymous survey with people who have not answered it. */
async function start(count: number, branchUrls: readonly string[] = []) {
  const at = await createSurvey(author, { is_anonymous: true });
  const people = await enrolPeople(server, at.course_id, count, branchUrls);
  const answer = (index: number, text = `Word ${index}`) => ({
    ...at,
    answers: [
      { key: "scale", number: (index % 5) + 1 },
      { key: "why", text },
    ],
  });
  const results = async (filters: object = {}) => (await admin.data(RESULTS, { ...at, ...filters })).surveyResults;
  return { at, people, answer, results };
}

describe("an anonymous survey", () => {
  test("is answered once, and completes the unit without telling what was answered", async () => {
    const { at, people, answer } = await start(1);
    const [person] = people as [Client];
    expect((await person.data(SUBMIT, answer(0))).submitSurvey).toMatchObject({ is_complete: true });
    const { unit } = (await person.data(OWN, { course: at.course_id, unit: at.unit_id })).course.openedUnit;
    expect(unit).toMatchObject({ is_complete: true, survey: { has_answered: true, answers: [] } });
    const { errors } = await person.query(SUBMIT, answer(1));
    expect(errors![0]).toMatchObject({
      message: "You have answered this survey already. Anonymous answers cannot be changed.",
      extensions: { code: "CONFLICT" },
    });
  });

  test("counts a person once who submits in two tabs at the same time, and everybody of ten who submit at once", async () => {
    const { people, answer, results } = await start(10);
    const twice = await Promise.all([1, 2].map(() => people[0]!.refusal(SUBMIT, answer(0))));
    expect(twice.toSorted()).toEqual(["CONFLICT", null]);
    await Promise.all(people.slice(1).map((person, index) => person.data(SUBMIT, answer(index + 1))));
    expect(await results()).toMatchObject({ answered: 10, shown: 10 });
  });
});

describe("results of an anonymous survey", () => {
  test("appear with the fifth answer, and then change by five answers at a time", async () => {
    const { at, people, answer, results } = await start(11);
    const seen: Awaited<ReturnType<typeof results>>[] = [];
    for (const [index, person] of people.entries()) {
      await person.data(SUBMIT, answer(index));
      seen.push(await results());
    }
    expect(seen.map(({ answered }) => answered)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
    for (const { shown, withheld, questions } of seen.slice(0, 4))
      expect({ shown, withheld, questions }).toEqual({ shown: 0, withheld: "few", questions: [] });
    for (const each of seen.slice(4, 9)) expect({ ...each, answered: 0 }).toEqual({ ...seen[4], answered: 0 });
    expect(seen[9]).toMatchObject({ shown: 10, withheld: null });
    expect(seen[10].questions).toEqual(seen[9].questions);
    const { surveyTexts } = await admin.data(TEXTS, { ...at, question: "why", limit: 50 });
    expect(surveyTexts.total).toBe(10);
    expect(surveyTexts.rows.map(({ text }: { text: string }) => text).toSorted()).toEqual(
      Array.from({ length: 10 }, (_, index) => `Word ${index}`),
    );
    expect(new Set(surveyTexts.rows.map(({ name }: { name: string | null }) => name))).toEqual(new Set([null]));
  });

  test("are withheld under every filter, also in texts and exports", async () => {
    const { at, people, answer, results } = await start(5, ["north"]);
    for (const [index, person] of people.entries()) await person.data(SUBMIT, answer(index));
    expect(await results()).toMatchObject({ shown: 5, withheld: null });
    const [group] = (await admin.data("{ groups { id } }")).groups;
    for (const filter of [{ branchUrls: ["north"] }, { group_ids: [group.id] }, { from: "2020-01-01" }])
      expect(await results(filter)).toMatchObject({ withheld: "filtered", answered: null, shown: 0, questions: [] });
    const filtered = await admin.data(TEXTS, { ...at, question: "why", branchUrls: ["north"] });
    expect(filtered.surveyTexts).toEqual({ total: 0, rows: [] });
    const request = { kind: "survey", course_id: at.course_id, unit_id: at.unit_id };
    const rows = parseRows((await takeTable(server, admin, request)).body);
    expect(rows).toContainEqual(row("Anything else?", "Text", "Word 3", "1", ""));
    expect(rows).toContainEqual(row("The course was useful.", "Scale", "5 – Very", "1", "20"));
    const refused = await takeTable(server, admin, { ...request, branchUrls: ["north"] });
    expect([refused.statusCode, refused.body]).toEqual([409, expect.stringContaining("cannot be filtered")]);
  });

  test("are withheld in an export of fewer than five answers", async () => {
    const { at, people, answer } = await start(4);
    for (const [index, person] of people.entries()) await person.data(SUBMIT, answer(index));
    const refused = await takeTable(server, admin, { kind: "survey", course_id: at.course_id, unit_id: at.unit_id });
    expect([refused.statusCode, refused.body]).toEqual([409, expect.stringContaining("from 5 answers on")]);
  });

  test("are shown to a manager of a branch only if everybody who answered is in it", async () => {
    const { at, people, answer, results } = await start(6, ["north", "north", "north", "north", "north", "south"]);
    await admin.data(
      `mutation ($id: Int!, $branches: [Int!]!) { assignCoursesToBranch(branchCoursesInput: { branch_id: $id, course_ids: $branches }) { id } }`,
      { id: (await admin.data('{ branch(url: "north") { id } }')).branch.id, branches: [at.course_id] },
    );
    for (const [index, person] of people.slice(0, 5).entries()) await person.data(SUBMIT, answer(index));
    expect(await results({ branchUrl: "north" })).toMatchObject({ shown: 5, withheld: null });
    await people[5]!.data(SUBMIT, answer(5));
    expect(await results({ branchUrl: "north" })).toMatchObject({ shown: 0, answered: null, withheld: "branch" });
    expect(await results()).toMatchObject({ shown: 5, answered: 6 });
  });
});

describe("the database", () => {
  /** Lists the tables of all schemas in which a text occurs. */
  async function listTablesWith(text: string): Promise<string[]> {
    const { rows } = await owner.query<{ name: string }>(`
      SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
      WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema')`);
    expect(rows.length).toBeGreaterThan(100);
    const found: string[] = [];
    for (const { name } of rows) {
      const { rowCount } = await owner.query(
        `SELECT FROM ${name} x WHERE position(lower($1) in lower(to_jsonb(x)::text)) > 0 LIMIT 1`,
        [text],
      );
      if (rowCount) found.push(name);
    }
    return found;
  }

  test("has no row that links an anonymous answer to a person, by value, time, order or transaction", async () => {
    const { at, people, answer } = await start(7);
    server.outside.log.length = 0;
    server.outside.jobs.length = 0;
    // A checkpoint, of any test of this PostgreSQL, removes no part of the write-ahead log that a slot reserves.
    await owner.query("SELECT pg_create_physical_replication_slot('anonymity', true)");
    onTestFinished(async () => void (await owner.query("SELECT pg_drop_replication_slot('anonymity')")));
    const { rows: start_ } = await owner.query<{ file: string }>(
      "SELECT pg_walfile_name(pg_current_wal_insert_lsn()) AS file",
    );
    for (const [index, person] of people.entries()) await person.data(SUBMIT, answer(index, `Zebra ${index} crossing`));

    // The texts of the last two are nowhere, those of the first five in one table.
    const table = "public.survey_anonymous_answers";
    expect(await listTablesWith("zebra")).toEqual([table]);
    const { rows } = await owner.query<{ text: string; xmin: string; columns: string[]; other: string }>(
      `SELECT answers ->> 'why' AS text, xmin::text, ARRAY(SELECT jsonb_object_keys(to_jsonb(a)) ORDER BY 1) AS columns,
         (to_jsonb(a) - 'id' - 'answers')::text AS other
       FROM ${table} a WHERE unit_id = $1 ORDER BY ctid`,
      [at.unit_id],
    );
    expect(rows.map(({ text }) => text).toSorted()).toEqual([0, 1, 2, 3, 4].map((index) => `Zebra ${index} crossing`));
    // Nothing tells the five apart: one transaction, and no column besides the random id and the answers.
    expect(new Set(rows.map(({ xmin, other }) => `${xmin} ${other}`)).size).toBe(1);
    expect(rows[0]!.columns).toEqual(["answers", "id", "instance_id", "unit_id"]);
    const { rows: columns } = await owner.query<{ name: string }>(
      "SELECT column_name AS name FROM information_schema.columns WHERE table_name = 'survey_takers' ORDER BY 1",
    );
    expect(columns.map(({ name }) => name)).toEqual(["instance_id", "unit_id", "user_id"]);

    // The two that wait are in one row of a fixed length, which the last transaction wrote as a whole.
    const { rows: boxes } = await owner.query<{ sealed: Buffer; size: number }>(
      "SELECT sealed, length(sealed) AS size FROM survey_boxes WHERE unit_id = $1",
      [at.unit_id],
    );
    expect(boxes.map(({ size }) => size)).toEqual([64_033]);

    // Neither the log of the server nor a job names an answer.
    const written = JSON.stringify([server.outside.log, server.outside.jobs]);
    expect(written.toLowerCase()).not.toContain("zebra");

    await owner.query("SELECT pg_switch_wal()");
    // Nor does the write-ahead log, which archives keep: it has the batch, and nothing of those that wait. Files that are
    // prepared for later may go while they are read.
    const { rows: wal } = await owner.query<{ batch: boolean; waiting: boolean }>(
      `SELECT bool_or(position('Zebra 2 crossing'::bytea in bytes) > 0 OR position('Zebra 3 crossing'::bytea in bytes) > 0) AS batch,
         bool_or(position('Zebra 5 crossing'::bytea in bytes) > 0 OR position('Zebra 6 crossing'::bytea in bytes) > 0) AS waiting
       FROM (SELECT pg_read_binary_file('pg_wal/' || name, true) AS bytes FROM pg_ls_waldir() WHERE name >= $1 AND length(name) = 24) files`,
      [start_[0]!.file],
    );
    expect(wal[0]).toEqual({ batch: true, waiting: false });
  });

  test("does not have the key with which waiting answers are encrypted", async () => {
    const { people, answer } = await start(1);
    await people[0]!.data(SUBMIT, answer(0));
    const key = readFileSync(path.join(server.platform.config.DATA_DIR, SURVEY_SECRET_FILE), "utf8");
    expect(key).toHaveLength(44);
    expect(await listTablesWith(key)).toEqual([]);
  });
});

describe("a box", () => {
  const key = { secret: Buffer.alloc(32, 7), id: "k" };
  const answers = [{ why: "é".repeat(2_000) }, { why: null }];

  test("has one length whatever is in it, and gives back what was put in", () => {
    for (const list of [[], answers, [...answers, ...answers]]) {
      const sealed = closeBox(key, "1 2", list);
      expect(sealed).toHaveLength(closeBox(key, "1 2", []).length);
      expect(openBox(key, "1 2", sealed)).toEqual(list);
    }
  });

  test("differs each time, and opens for its own survey and key only", () => {
    const sealed = closeBox(key, "1 2", answers);
    expect(closeBox(key, "1 2", answers).equals(sealed)).toBe(false);
    expect(() => openBox(key, "1 3", sealed)).toThrow();
    expect(() => openBox({ ...key, secret: Buffer.alloc(32, 8) }, "1 2", sealed)).toThrow();
  });

  test("is shuffled so that every place is possible for every answer", () => {
    const met = new Set<string>();
    for (let round = 0; round < 2_000; round++)
      for (const [place, value] of shuffle([0, 1, 2, 3, 4]).entries()) met.add(`${value} ${place}`);
    expect(met.size).toBe(25);
  });
});
