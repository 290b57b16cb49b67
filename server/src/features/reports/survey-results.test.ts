import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Client, startServer, type TestServer } from "../../testing/server.ts";
import { createSurvey, enrolPeople } from "../../testing/surveys.ts";
import { parseRows, takeTable } from "../../testing/tables.ts";
import { RESULTS, SUBMIT, SURVEY_QUESTIONS, TEXTS } from "../surveys/survey.testdata.ts";
import { openRows } from "../../testing/report-rows.ts";

let server: TestServer;
let author: Client;
let admin: Client;
let rows: ReturnType<typeof openRows>;
beforeAll(async () => {
  server = await startServer();
  author = await server.as("instructor@demo.test");
  admin = await server.as("admin@demo.test");
  rows = openRows(server);
});
afterAll(() => server.close());

const read = async (asked: object) => (await admin.data(RESULTS, asked)).surveyResults;
const texts = async (asked: object) => (await admin.data(TEXTS, { question: "why", ...asked })).surveyTexts;
const file = async (asked: object) =>
  parseRows((await takeTable(server, admin, { kind: "survey", language: "en", ...asked })).body).map((row) =>
    Object.values(row).join(" | "),
  );

describe("the results of surveys", () => {
  test("are those of one survey of one course, the first of it unless another is named", async () => {
    const { course_id, unit_id } = await createSurvey(author);
    const elsewhere = await createSurvey(author);
    const survey = { survey_questions: JSON.stringify(SURVEY_QUESTIONS) };
    const second = await rows.unit(course_id, "Survey", 2, survey);
    const reading = await rows.unit(course_id, "Content", 3);
    const deleted = await rows.unit(course_id, "Survey", 4, { ...survey, deleted_at: new Date() });
    const [person] = (await enrolPeople(server, course_id, 1)) as [Client];
    await person.data(SUBMIT, { course_id, unit_id: second, answers: [{ key: "scale", number: 2 }] });
    const first = await read({ course_id });
    expect(first).toMatchObject({ unit_id, answered: 0, withheld: null });
    expect(first.surveys.map(({ id }: { id: number }) => id)).toEqual([unit_id, second]);
    expect(await read({ course_id, unit_id: second })).toMatchObject({ unit_id: second, answered: 1 });
    for (const other of [elsewhere.unit_id, reading, deleted])
      expect(await admin.refusal(RESULTS, { course_id, unit_id: other })).toBe("NOT_FOUND");
    const none = await rows.course("No survey");
    expect(await read({ course_id: none })).toMatchObject({ unit_id: null, surveys: [], answered: 0, questions: [] });
    expect(await file({ course_id: none })).toEqual([]);
  });

  test("have a share of those who answered the question, and the texts of those who wrote one, the latest first", async () => {
    const at = await createSurvey(author);
    const people = (await enrolPeople(server, at.course_id, 4)) as [Client, Client, Client, Client];
    const submit = (person: Client, ...answers: object[]) => person.data(SUBMIT, { ...at, answers });
    await submit(people[0], { key: "scale", number: 1 }, { key: "why", text: "First" });
    await submit(people[1], { key: "scale", number: 5 }, { key: "many", options: ["film"] });
    await submit(
      people[2],
      { key: "scale", number: 5 },
      { key: "many", options: ["film", "text"] },
      { key: "why", text: "5" },
    );
    await submit(people[3], { key: "scale", number: 3 }, { key: "why", text: "Gone" });
    // People who are deleted do not count.
    const { viewer } = await people[3].data(`{ viewer { id } }`);
    await rows.change("users", viewer.id, { deleted_at: new Date() });
    const { answered, shown, questions } = await read(at);
    expect([answered, shown]).toEqual([3, 3]);
    const counts = questions.map(({ answered: of, mean, options }: any) => [
      of,
      mean && Math.round(mean * 100),
      options.map(({ count }: { count: number }) => count).join(),
    ]);
    expect(counts).toEqual([
      [3, 367, "1,0,0,0,2"],
      [0, null, "0,0"],
      [2, null, "2,1,0"],
      [2, null, ""],
    ]);
    expect(questions[0].options.map(({ label }: { label: string }) => label)).toEqual([
      "1 – No",
      "2",
      "3",
      "4",
      "5 – Very",
    ]);
    expect(await texts(at)).toEqual({
      total: 2,
      rows: [
        { text: "5", name: "Survey Taker 2" },
        { text: "First", name: "Survey Taker 0" },
      ],
    });
    expect((await texts({ ...at, limit: 1, offset: 1 })).rows).toEqual([{ text: "First", name: "Survey Taker 0" }]);
    expect(await file(at)).toEqual([
      "The course was useful. | Scale | 1 – No | 1 | 33.3 | ",
      "The course was useful. | Scale | 2 | 0 | 0 | ",
      "The course was useful. | Scale | 3 | 0 | 0 | ",
      "The course was useful. | Scale | 4 | 0 | 0 | ",
      "The course was useful. | Scale | 5 – Very | 2 | 66.7 | ",
      "How did you learn? | Choice | On a phone | 0 |  | ",
      "How did you learn? | Choice | At a desk | 0 |  | ",
      "What helped? | Choice | Films | 2 | 100 | ",
      "What helped? | Choice | Texts | 1 | 50 | ",
      "What helped? | Choice | Tests | 0 | 0 | ",
      "Anything else? | Text | 5 | 1 |  | Survey Taker 2",
      "Anything else? | Text | First | 1 |  | Survey Taker 0",
    ]);
  });

  test("have the texts of each text question in a file", async () => {
    const { course_id } = await createSurvey(author);
    const text = SURVEY_QUESTIONS.find(({ kind }) => kind === "text")!;
    const questions = ["one", "two"].map((key) => ({ ...text, key, text: `Question ${key}` }));
    const unit_id = await rows.unit(course_id, "Survey", 2, { survey_questions: JSON.stringify(questions) });
    const [person] = (await enrolPeople(server, course_id, 1)) as [Client];
    const answers = ["two", "one"].map((key) => ({ key, text: `Text ${key}` }));
    await person.data(SUBMIT, { course_id, unit_id, answers });
    expect(await file({ course_id, unit_id })).toEqual([
      "Question one | Text | Text one | 1 |  | Survey Taker 0",
      "Question two | Text | Text two | 1 |  | Survey Taker 0",
    ]);
  });

  test("have pages of at most 100 texts, of text questions only", async () => {
    const at = await createSurvey(author);
    const refusal = (asked: object) => admin.refusal(TEXTS, { ...at, question: "why", ...asked });
    expect(await refusal({ limit: 100 })).toBeNull();
    expect(await refusal({ limit: 101 })).toBe("VALIDATION");
    expect(await refusal({ limit: -1 })).toBe("VALIDATION");
    expect(await refusal({ offset: -1 })).toBe("VALIDATION");
    expect(await refusal({ question: "many" })).toBe("NOT_FOUND");
    expect(await refusal({ question: "unknown" })).toBe("NOT_FOUND");
  });

  test("of an anonymous survey are withheld under each filter, and below five answers", async () => {
    const at = await createSurvey(author, { is_anonymous: true });
    const people = await enrolPeople(server, at.course_id, 5);
    for (const person of people.slice(1)) await person.data(SUBMIT, { ...at, answers: [{ key: "scale", number: 4 }] });
    expect(await read(at)).toMatchObject({ withheld: "few", answered: 4, shown: 0, questions: [], is_anonymous: true });
    await people[0]!.data(SUBMIT, { ...at, answers: [{ key: "scale", number: 4 }] });
    expect(await read(at)).toMatchObject({ withheld: null, answered: 5, shown: 5 });
    const group = await rows.one("groups", { name: "Survey" });
    for (const filter of [{ branchUrls: ["north"] }, { group_ids: [group] }, { from: "2020-01-01" }]) {
      expect(await read({ ...at, ...filter })).toMatchObject({ withheld: "filtered", answered: null, questions: [] });
      expect((await takeTable(server, admin, { kind: "survey", ...at, ...filter })).statusCode).toBe(409);
    }
    expect((await takeTable(server, admin, { kind: "survey", ...at, to: "2099-01-01" })).statusCode).toBe(409);
    expect(await read({ ...at, branchUrls: [], group_ids: [], from: "" })).toMatchObject({
      withheld: null,
      answered: 5,
    });
    expect(await texts(at)).toEqual({ total: 0, rows: [] });
  });
});
