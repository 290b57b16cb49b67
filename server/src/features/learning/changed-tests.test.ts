import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { jobHandlers } from "../../jobs.ts";
import { type Client, startClass, type TestServer } from "../../testing/server.ts";
import { QUESTIONS } from "../courses/course.testdata.ts";
import { createTest, endTime, RIGHT, takeTest } from "../../testing/test-attempts.ts";

const SAVE = `mutation ($input: EditCourseInput!) { editCourse(input: $input) { id } }`;
const BANK = `mutation ($category: String!, $questions: [QuestionInput!]!) { saveToBank(category: $category, questions: $questions) { saved } }`;
const STANDING = `query ($course: Int!) { course(id: $course, asLearner: true) { progress is_complete } }`;

let server: TestServer;
let author: Client;
let learner: Client;
beforeAll(async () => {
  ({ server, author, learner } = await startClass());
});
beforeEach(() => {
  server.outside.jobs.length = 0;
});
afterAll(() => server.close());

type Place = Awaited<ReturnType<typeof createTest>>;
const create = (settings: object, options: object = {}) =>
  createTest(author, settings, { learners: [learner], ...options });
const save = ({ course, title }: Place, units: object) =>
  author.data(SAVE, { input: { id: course, title, description: "d", ...units } });
const question = (text: string) => ({ ...QUESTIONS[0]!, question: text, unit_order: 1 });
const listAsked = (tests: { question: string }[]) => tests.map((asked) => asked.question);
const fill = (category: string, count: number) =>
  author.data(BANK, { category, questions: Array.from({ length: count }, (_, i) => question(`${category} ${i}`)) });

/** Runs the jobs that submit attempts, as at their end. */
async function runSubmissions() {
  await endTime(server);
  const handlers = jobHandlers(server.platform) as Record<string, (payload: unknown, job: object) => Promise<void>>;
  for (const { payload } of server.outside.jobs.filter(({ name }) => name === "test.submit"))
    await handlers["test.submit"]!(payload, { id: "1", attempt: 1 });
}

describe("an attempt whose unit is deleted", () => {
  test.each(["by its learner", "at the end of its time"])(
    "completes nothing when it is submitted %s",
    async (moment) => {
      const place = await create({ pass_mark: 20, time_limit: 600 });
      const taking = takeTest(learner, place);
      const { open, tests } = await taking.start();
      for (const { id, type } of tests) await taking.answer(id, RIGHT[type]!);
      await save(place, { contents: [{ unit_order: 1, title: "Read", content: "Read this." }] });
      if (moment === "by its learner") await taking.submitRaw(open.id);
      else await runSubmissions();
      expect((await learner.data(STANDING, place)).course).toEqual({ progress: 0, is_complete: false });
    },
  );

  test("notifies no reviewer of its essay, which the bank still has", async () => {
    const essay = { type: "Essay", question: "Why?", points: 10, unit_order: 1 };
    await author.data(BANK, { category: "Essays", questions: [essay] });
    const draws = [{ category: "Essays", count: 1 }];
    const place = await create({ pass_mark: 20, draws }, { questions: [] });
    const taking = takeTest(learner, place);
    const { open, tests } = await taking.start();
    await taking.answer(tests[0].id, { type: "Essay", freeTextAnswer: "Light breaks nylon." });
    await save(place, { contents: [{ unit_order: 1, title: "Read", content: "Read this." }] });
    await taking.submitRaw(open.id);
    const { notifications } = await author.data("{ notifications { rows { kind } } }");
    expect(notifications.rows.map(({ kind }: { kind: string }) => kind)).not.toContain("essay_waiting");
  });
});

describe("a test that draws no longer", () => {
  test("asks its own questions alone in the next attempt", async () => {
    await fill("Former", 1);
    const draws = [{ category: "Former", count: 1 }];
    const place = await create({ pass_mark: 60, draws }, { questions: [] });
    const taking = takeTest(learner, place);
    const { open, tests } = await taking.start();
    expect(listAsked(tests)).toEqual(["Former 0"]);
    await taking.submit(open.id);
    await save(place, {
      tests: [{ id: place.unit, unit_order: 1, title: "T", pass_mark: 60 }],
      unit_tests: [question("Own")],
    });
    const next = await taking.start();
    expect(listAsked(next.tests)).toEqual(["Own"]);
    await taking.answer(next.tests[0].id, RIGHT["Multiple Choice"]!);
    expect((await taking.submit(next.open.id)).attempts[0]).toMatchObject({ score: 100, is_passed: true });
  });

  test("asks the drawn questions of an open attempt until it is submitted", async () => {
    await fill("Gone", 1);
    const draws = [{ category: "Gone", count: 1 }];
    const place = await create({ pass_mark: 60, draws }, { questions: [question("Own")] });
    const taking = takeTest(learner, place);
    const { open, tests } = await taking.start();
    expect(listAsked(tests)).toEqual(["Own", "Gone 0"]);
    await taking.answer(tests[0].id, RIGHT["Multiple Choice"]!);
    await save(place, {
      tests: [{ id: place.unit, unit_order: 1, title: "T", pass_mark: 60 }],
      unit_tests: [{ ...question("Own"), id: tests[0].id }],
    });
    expect(listAsked((await taking.read()).tests)).toEqual(["Own", "Gone 0"]);
    await taking.answer(tests[1].id, RIGHT["Multiple Choice"]!);
    const { attempts } = await taking.submit(open.id);
    expect(attempts[0]).toMatchObject({ score: 100, is_passed: true });
  });
});

describe("a test whose retry asks the wrong questions", () => {
  test("draws in the next attempt when it draws only since the last one", async () => {
    await fill("Since", 1);
    const settings = { pass_mark: 60, retry: "wrong", review: "after_attempt" };
    const place = await create(settings, { questions: [question("Own")] });
    const taking = takeTest(learner, place);
    await taking.submit((await taking.start()).open.id);
    const draws = [{ category: "Since", count: 1 }];
    await save(place, { tests: [{ id: place.unit, unit_order: 1, title: "T", draws, ...settings }], unit_tests: [] });
    expect((await taking.startRefused()).errors).toBeUndefined();
    expect(listAsked((await taking.read()).tests)).toEqual(["Since 0"]);
  });
});

describe("a test that loses its settings while an attempt is open", () => {
  test("lets the attempt go on and keeps what is answered afterwards", async () => {
    const place = await create({ pass_mark: 60, time_limit: 600 }, { questions: [question("One"), question("Two")] });
    const taking = takeTest(learner, place);
    const { tests } = await taking.start();
    await taking.answer(tests[0].id, RIGHT["Multiple Choice"]!);
    await save(place, {
      tests: [{ id: place.unit, unit_order: 1, title: "T" }],
      unit_tests: tests.map(({ id, question: text }: { id: number; question: string }) => ({ ...question(text), id })),
    });
    await taking.answer(tests[1].id, RIGHT["Multiple Choice"]!);
    await runSubmissions();
    const rows = await server.inside("demo", (db) =>
      db.selectFrom("responses").where("unit_id", "=", place.unit).select("is_correct").execute(),
    );
    expect(rows).toEqual([{ is_correct: true }, { is_correct: true }]);
    expect((await learner.data(STANDING, place)).course).toEqual({ progress: 100, is_complete: true });
  });
});

describe("an attempt whose questions were all replaced", () => {
  test("is not passed, and the next one asks the new questions", async () => {
    const place = await create({ pass_mark: 20 });
    const taking = takeTest(learner, place);
    const { open } = await taking.start();
    await save(place, {
      tests: [{ id: place.unit, unit_order: 1, title: "T", pass_mark: 20 }],
      unit_tests: [question("New")],
    });
    expect((await taking.submit(open.id)).attempts[0]).toMatchObject({ score: 0, is_passed: false });
    expect((await learner.data(STANDING, place)).course).toEqual({ progress: 0, is_complete: false });
    expect(listAsked((await taking.start()).tests)).toEqual(["New"]);
  });
});
