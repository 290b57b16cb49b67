import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Client, startClass, type TestServer } from "../../testing/server.ts";
import { createTest, RIGHT, takeTest } from "../../testing/test-attempts.ts";
import { COURSE, CREATE, EDIT, smallCourse } from "../courses/course.testdata.ts";

let server: TestServer;
let author: Client;
let learner: Client;
beforeAll(async () => {
  ({ server, author, learner } = await startClass());
});
afterAll(() => server.close());

describe("settings", () => {
  const settings = {
    pass_mark: 75,
    attempts_allowed: 3,
    attempt_wait: 600,
    time_limit: 1200,
    counting_attempt: "best",
    questions_per_page: 4,
    shuffles_questions: true,
    shuffles_options: true,
    review: "after_attempt",
    shows_answers: true,
    retry: "wrong",
    partial_credit: true,
  };
  const READ = `query ($id: Int!) { course(id: $id) { version tests { ${Object.keys(settings).join(" ")} } } }`;

  test("are kept by a save of the course that sends them, and set back by one that leaves them out", async () => {
    const { course, unit } = await createTest(author, settings);
    const read = async () => (await author.data(READ, { id: course })).course;
    expect((await read()).tests).toEqual([settings]);
    const title = { title: "A test", description: "d", id: course };
    await author.data(EDIT, { input: { ...title, tests: [{ id: unit, unit_order: 1, title: "Check", ...settings }] } });
    expect((await read()).tests).toEqual([settings]);
    await author.data(EDIT, { input: { ...title, tests: [{ id: unit, unit_order: 1, title: "Check" }] } });
    expect((await read()).tests[0]).toMatchObject({ pass_mark: 100, time_limit: null, retry: "all" });
  });

  test.each([
    [{ pass_mark: 0 }, "units.2.pass_mark"],
    [{ pass_mark: 101 }, "units.2.pass_mark"],
    [{ attempts_allowed: 101 }, "units.2.attempts_allowed"],
    [{ time_limit: 86_401 }, "units.2.time_limit"],
    [{ review: "sometimes" }, "units.2.review"],
    [{ retry: "wrong", review: "never" }, "units.2.retry"],
    [{ retry: "wrong", review: "after_passing" }, "units.2.retry"],
  ])("refuses %j", async (wrong, field) => {
    const { errors } = await author.query(
      CREATE,
      smallCourse("Refused", { test_units: [{ unit_order: 3, title: "T", ...wrong }] }),
    );
    expect(Object.keys(errors![0]!.extensions.validation!)).toEqual([field]);
  });
});

test("answers after the settings were removed are shown again and graded alone, and those of earlier attempts stay hidden", async () => {
  const { course, unit } = await createTest(
    author,
    { review: "never", partial_credit: true, pass_mark: 90 },
    { learners: [learner] },
  );
  const test = takeTest(learner, { course, unit });
  const { tests } = await test.start();
  const pairs = tests.find(({ type }: { type: string }) => type === "Match the Pairs")!;
  const halfRight = { type: "Match the Pairs", userSelections: { cat: "meow", dog: "meow" } };
  for (const { id, type } of tests) await test.answer(id, id === pairs.id ? halfRight : RIGHT[type]!);
  await test.submit((await test.read()).open.id);
  const title = { title: "Without settings", description: "d", id: course };
  await author.data(EDIT, { input: { ...title, tests: [{ id: unit, unit_order: 1, title: "Check" }] } });
  expect((await test.read()).responses).toEqual([]);
  await test.answer(pairs.id, RIGHT["Match the Pairs"]!);
  expect((await test.read()).responses.map(({ input_key }: { input_key: string }) => input_key)).toEqual([
    String(pairs.id),
  ]);
  const { rows } = await server.inside("demo", async (db, instanceId) => ({
    rows: await db
      .selectFrom("responses")
      .select(["credit", "is_correct"])
      .where("instance_id", "=", instanceId)
      .where("question_id", "=", pairs.id)
      .execute(),
  }));
  expect(rows).toEqual([{ credit: null, is_correct: true }]);
});

test("an answer in an attempt takes four statements, one less than another", async () => {
  const count = async (work: () => Promise<unknown>) => {
    const before = server.platform.database.statements;
    await work();
    return server.platform.database.statements - before;
  };
  const place = await createTest(author, { pass_mark: 50, review: "after_attempt" }, { learners: [learner] });
  const taking = takeTest(learner, place);
  const { tests } = await taking.start();
  const store = () => taking.answer(tests[0]!.id, RIGHT["Multiple Choice"]!);
  expect([await count(store), await count(store)]).toEqual([4, 4]);
  expect(await count(() => learner.data(COURSE, { id: place.course }))).toBeLessThanOrEqual(5);
});
