import { sql } from "kysely";
import { afterAll, describe, expect, test } from "vitest";
import { type Client, startClass } from "../../testing/server.ts";
import { takeTest } from "../../testing/test-attempts.ts";

const SAVE = `mutation ($category: String!, $questions: [QuestionInput!]!) { saveToBank(category: $category, questions: $questions) { saved } }`;
const CREATE = `mutation ($test_units: [TestUnitInput!], $tests: [QuestionInput!], $status: String) {
  createCourse(title: "Drawn", description: "d", test_units: $test_units, tests: $tests, status: $status) { id } }`;
const READ = `query ($id: Int!, $asLearner: Boolean) { course(id: $id, asLearner: $asLearner) { id version
  tests { id draws { category count } tests { id type question multiple options { text checked } } } userResponses { input_key } } }`;
const ENROL = `mutation ($id: Int!) { courseEnrollment(input: { course_id: $id }) { id } }`;
const ANSWER = `mutation ($input: StoreUnitResponseInput!) { storeUnitResponse(input: $input) { response } }`;
const COMPLETE = `mutation ($input: MarkUnitCompleteInput!) { markUnitComplete(input: $input) { is_complete course_complete } }`;
const AGAIN = `mutation ($course_id: Int!, $unit_id: Int!) { startTestAttempt(course_id: $course_id, unit_id: $unit_id) { id } }`;
const BANK = `query ($category: String) { bankQuestions(category: $category, limit: 500) { rows { id question } } }`;

const { server, author, learner } = await startClass();
afterAll(() => server.close());

const makeQuestion = (text: string) => ({
  type: "Multiple Choice",
  question: text,
  options: [
    { text: "right", checked: true },
    { text: "wrong", checked: false },
  ],
});
const fill = (category: string, count: number) =>
  author.data(SAVE, { category, questions: Array.from({ length: count }, (_, i) => makeQuestion(`${category} ${i}`)) });

async function courseDrawing(draws: object[], own: object[] = []) {
  const { id } = (
    await author.data(CREATE, {
      test_units: [{ unit_order: 1, title: "Test", draws }],
      tests: own.map((question) => ({ ...question, unit_order: 1 })),
    })
  ).createCourse;
  return id as number;
}
const unitFor = async (client: Client, id: number, asLearner = true) =>
  (await client.data(READ, { id, asLearner })).course.tests[0];
async function answer(course_id: number, unit_id: number, question: number, selectedOption: string) {
  const input = { course_id, unit_id, unit_type: "Test", input_type: "question", input_key: String(question) };
  const response = JSON.stringify({ type: "Multiple Choice", selectedOption });
  return learner.query(ANSWER, { input: { ...input, response } });
}
const complete = (course_id: number, unit_id: number) =>
  learner.query(COMPLETE, { input: { course_id, unit_id, unit_type: "Test" } });

describe("a test that draws from the bank", () => {
  test("shows each learner a number of questions of the category, always the same, and never the key", async () => {
    await fill("Knots", 40);
    const id = await courseDrawing([{ category: "knots", count: 5 }]);
    expect((await unitFor(learner, id)).tests).toEqual([]);
    await learner.data(ENROL, { id });
    const first = await unitFor(learner, id);
    expect(first.tests).toHaveLength(5);
    expect(new Set(first.tests.map((each: { question: string }) => each.question)).size).toBe(5);
    expect(first.tests[0].options).toEqual([
      { text: "right", checked: null },
      { text: "wrong", checked: null },
    ]);
    expect(await unitFor(learner, id)).toEqual(first);

    const drawn = new Set([JSON.stringify(first.tests)]);
    for (const email of ["manager@demo.test", "instructor@demo.test", "admin@demo.test"]) {
      const other = await server.as(email);
      await other.data(ENROL, { id });
      drawn.add(JSON.stringify((await unitFor(other, id)).tests));
    }
    expect(drawn.size).toBeGreaterThan(1);
  });

  test("shows two windows that open at once the same questions", async () => {
    await fill("Ropes", 30);
    const id = await courseDrawing([{ category: "Ropes", count: 5 }]);
    await learner.data(ENROL, { id });
    const seen = await Promise.all([1, 2, 3, 4].map(() => unitFor(learner, id)));
    expect(new Set(seen.map((unit) => JSON.stringify(unit))).size).toBe(1);
  });

  test("is complete when all drawn questions and its own are right; others of the bank do not belong to it", async () => {
    await fill("Rivers", 6);
    const id = await courseDrawing([{ category: "Rivers", count: 2 }], [makeQuestion("Its own")]);
    await learner.data(ENROL, { id });
    const unit = await unitFor(learner, id);
    expect(unit.tests.map((each: { question: string }) => each.question)[0]).toBe("Its own");
    expect(unit.tests).toHaveLength(3);
    const [own, one, two] = unit.tests as { id: number }[];
    await answer(id, unit.id, own!.id, "right");
    await answer(id, unit.id, one!.id, "right");
    expect((await complete(id, unit.id)).errors?.[0]?.message).toBe("Please complete all tests before proceeding.");
    await answer(id, unit.id, two!.id, "right");

    // What others drew, or the same person in another unit, is not asked here, nor anything when the unit draws nothing.
    const elsewhere = await courseDrawing([{ category: "Rivers", count: 1 }]);
    const other = await server.as("admin@demo.test");
    await other.data(ENROL, { id });
    await unitFor(other, id);
    await learner.data(ENROL, { id: elsewhere });
    await unitFor(learner, elsewhere);
    const [mine, admin] = [await server.userId("learner@demo.test"), await server.userId("admin@demo.test")];
    const refusesTwo = async (own: object, draws: object[]) => {
      await server.inside("demo", async (db, instance) => {
        await sql`UPDATE unit_draws SET question_ids = CASE WHEN user_id = ${mine} AND unit_id = ${unit.id} THEN ${own}::integer[]
          ELSE ${[two!.id]}::integer[] END WHERE instance_id = ${instance} AND user_id IN (${mine}, ${admin})`.execute(
          db,
        );
        await sql`UPDATE units SET draws = ${JSON.stringify(draws)}::jsonb WHERE instance_id = ${instance} AND id = ${unit.id}`.execute(
          db,
        );
      });
      const { errors } = await answer(id, unit.id, two!.id, "right");
      const given = { question_id: two!.id, response: JSON.stringify({ selectedOption: "right" }) };
      const recorded = await takeTest(learner, { course: id, unit: unit.id }).record({ answers: [given] });
      expect(recorded.recordWork.answers[0].problem === null).toBe(errors === undefined);
      return errors?.[0]?.extensions.code;
    };
    const draws = [{ category: "Rivers", count: 2 }];
    expect(await refusesTwo([one!.id], draws)).toBe("VALIDATION");
    expect(await refusesTwo([one!.id, two!.id], [])).toBe("VALIDATION");
    expect(await refusesTwo([one!.id, two!.id], draws)).toBeUndefined();

    expect((await complete(id, unit.id)).data["markUnitComplete"]).toEqual({
      is_complete: true,
      course_complete: true,
    });
  });

  test("draws no essay, which nobody would mark, and no question twice in two draws of one category", async () => {
    await fill("Winds", 19);
    await author.data(SAVE, { category: "Winds", questions: [{ type: "Essay", question: "Why?" }] });
    const id = await courseDrawing([
      { category: "Winds", count: 10 },
      { category: "winds", count: 10 },
    ]);
    await learner.data(ENROL, { id });
    for (const round of ["first", "again"]) {
      const { id: unit, tests } = await unitFor(learner, id);
      const texts = tests.map(({ question }: { question: string }) => question);
      expect([round, new Set(texts).size, texts.length, texts.includes("Why?")]).toEqual([round, 19, 19, false]);
      for (const { id: question } of tests) await answer(id, unit, question, "wrong");
      await learner.data(AGAIN, { course_id: id, unit_id: unit });
    }
  });

  test("cannot be completed before a draw", async () => {
    await fill("Unseen", 2);
    const id = await courseDrawing([{ category: "Unseen", count: 2 }]);
    await learner.data(ENROL, { id });
    const other = await server.as("yusuf.demir@demo.test");
    await other.data(ENROL, { id });
    expect((await unitFor(other, id)).tests).toHaveLength(2);
    const { id: unitId } = await unitFor(author, id, false);
    expect((await complete(id, unitId)).errors?.[0]?.message).toBe("Please complete all tests before proceeding.");
  });

  test("asks other questions in the next attempt, which starts when all were answered", async () => {
    await fill("Weather", 40);
    const id = await courseDrawing([{ category: "Weather", count: 4 }]);
    await learner.data(ENROL, { id });
    const unit = await unitFor(learner, id);
    const again = () => learner.query(AGAIN, { course_id: id, unit_id: unit.id });
    expect((await again()).errors?.[0]?.message).toBe("Please complete all tests before proceeding.");
    for (const { id: question } of unit.tests) await answer(id, unit.id, question, "wrong");
    expect((await again()).errors).toBeUndefined();
    const next = await unitFor(learner, id);
    expect(next.tests).toHaveLength(4);
    expect(next.tests).not.toEqual(unit.tests);
    expect((await learner.data(READ, { id })).course.userResponses).toEqual([]);
    expect((await answer(id, unit.id, unit.tests[0].id, "right")).errors?.[0]?.extensions.code).toBe(
      next.tests.some((each: { id: number }) => each.id === unit.tests[0].id) ? undefined : "VALIDATION",
    );
  });

  test("asks others, and in other tests, the same questions when one person draws again", async () => {
    await fill("Rocks", 40);
    const draws = [{ category: "Rocks", count: 4 }];
    const { id } = (
      await author.data(CREATE, { test_units: [1, 2].map((unit_order) => ({ unit_order, title: "Test", draws })) })
    ).createCourse;
    const other = await server.as("yusuf.demir@demo.test");
    for (const client of [learner, other]) await client.data(ENROL, { id });
    const read = async (client: Client) => (await client.data(READ, { id, asLearner: true })).course;
    const [before, theirs] = [await read(learner), await read(other)];
    const [first, second] = before.tests;
    for (const { id: question } of first.tests) await answer(id, first.id, question, "wrong");
    await answer(id, second.id, second.tests[0].id, "wrong");
    const theirFirst = theirs.tests[0];
    await other.data(ANSWER, {
      input: {
        course_id: id,
        unit_id: theirFirst.id,
        unit_type: "Test",
        input_type: "question",
        input_key: String(theirFirst.tests[0].id),
        response: JSON.stringify({ type: "Multiple Choice", selectedOption: "wrong" }),
      },
    });
    await learner.data(AGAIN, { course_id: id, unit_id: first.id });
    const after = await read(learner);
    expect(after.tests[0]).not.toEqual(first);
    expect(after.tests[1]).toEqual(second);
    expect(after.userResponses.map(({ input_key }: { input_key: string }) => input_key)).toEqual([
      String(second.tests[0].id),
    ]);
    const left = await read(other);
    expect(left.tests).toEqual(theirs.tests);
    expect(left.userResponses).toHaveLength(1);
    const drawn = await server.inside("demo", (db, instance) =>
      db
        .selectFrom("unit_draws")
        .select(["unit_id", "attempt"])
        .where("instance_id", "=", instance)
        .where("course_id", "=", id)
        .where("attempt", ">", 1)
        .execute(),
    );
    expect(drawn).toEqual([{ unit_id: first.id, attempt: 2 }]);
  });

  test("draws nothing for further attempts when it has only its own questions", async () => {
    const id = await courseDrawing([], [makeQuestion("Its own")]);
    await learner.data(ENROL, { id });
    const unit = await unitFor(learner, id);
    await answer(id, unit.id, unit.tests[0].id, "wrong");
    expect(await learner.refusal(AGAIN, { course_id: id, unit_id: unit.id })).toBe("CONFLICT");
  });
});

describe("the bank while a test is being taken", () => {
  test("keeps a changed or deleted question for learners who have it, and changes it for the next", async () => {
    await fill("Boats", 1);
    const id = await courseDrawing([{ category: "Boats", count: null as never }]);
    await learner.data(ENROL, { id });
    const before = await unitFor(learner, id);
    const [{ id: bankId }] = (await author.data(BANK, { category: "boats" })).bankQuestions.rows;
    await author.data(
      `mutation ($id: Int!, $question: QuestionInput!) { updateBankQuestion(id: $id, category: "Boats", question: $question) { id } }`,
      { id: bankId, question: { ...makeQuestion("Changed"), options: [{ text: "wrong", checked: true }] } },
    );
    expect(await unitFor(learner, id)).toEqual(before);
    expect(
      JSON.parse((await answer(id, before.id, before.tests[0].id, "right")).data["storeUnitResponse"].response),
    ).toMatchObject({ isCorrect: true });
    const admin = await server.as("admin@demo.test");
    await admin.data(ENROL, { id });
    expect((await unitFor(admin, id)).tests[0].question).toBe("Changed");

    await author.data(`mutation ($ids: [Int!]!) { deleteBankQuestions(ids: $ids) { deleted } }`, { ids: [bankId] });
    expect(await unitFor(learner, id)).toEqual(before);
    const other = await server.as("yusuf.demir@demo.test");
    await other.data(ENROL, { id });
    expect((await unitFor(other, id)).tests).toEqual([]);
    expect((await complete(id, before.id)).data["markUnitComplete"].is_complete).toBe(true);
  });

  test("keeps learners' draws when an author saves the course, and does not show them as own questions", async () => {
    await fill("Maps", 3);
    const id = await courseDrawing([{ category: "Maps", count: 2 }]);
    await learner.data(ENROL, { id });
    const before = await unitFor(learner, id);
    const { course } = await author.data(READ, { id });
    expect(course.tests[0]).toMatchObject({ tests: [], draws: [{ category: "Maps", count: 2 }] });
    const tests = [{ id: before.id, unit_order: 1, title: "Test", draws: course.tests[0].draws }];
    await author.data(`mutation ($input: EditCourseInput!) { editCourse(input: $input) { id } }`, {
      input: { id, title: "Drawn", description: "d", tests },
    });
    expect(await unitFor(learner, id)).toEqual(before);
  });

  test("are drawn by learners of a published course alone, and when it is opened only for tests without attempts", async () => {
    await fill("Apart", 5);
    const draws = [{ category: "Apart", count: 2 }];
    const test_units = [{ draws }, { draws, pass_mark: 50 }, {}].map((settings, at) => ({
      unit_order: at + 1,
      title: "Test",
      ...settings,
    }));
    const tests = [{ ...makeQuestion("Its own"), unit_order: 3 }];
    const { id } = (await author.data(CREATE, { test_units, tests, status: "draft" })).createCourse as { id: number };
    const user_id = await server.userId("instructor@demo.test");
    const count = async (given: string) =>
      (await author.data(`{ course(id: ${id}${given}) { tests { tests { id } } } }`)).course.tests.map(
        (unit: { tests: object[] }) => unit.tests.length,
      );
    const listDrawn = () =>
      server.inside("demo", async (db, instance) => {
        const rows = db
          .selectFrom("unit_draws as d")
          .innerJoin("units as u", "u.id", "d.unit_id")
          .select("u.unit_order");
        return rows.where("u.instance_id", "=", instance).where("d.course_id", "=", id).execute();
      });
    await server.inside("demo", (db, instance_id) =>
      db.insertInto("enrolments").values({ instance_id, user_id, course_id: id }).execute(),
    );
    expect([await count(", asLearner: true"), await listDrawn()]).toEqual([[0, 0, 1], []]);
    await server.inside("demo", (db, instance) =>
      db
        .updateTable("courses")
        .set({ status: "published" })
        .where("instance_id", "=", instance)
        .where("id", "=", id)
        .execute(),
    );
    expect([await count(", asLearner: true"), await listDrawn()]).toEqual([[2, 0, 1], [{ unit_order: 1 }]]);
    expect([await count(""), await count(", preview: true")]).toEqual([
      [0, 0, 1],
      [2, 2, 1],
    ]);
    expect(await listDrawn()).toEqual([{ unit_order: 1 }]);
  });

  test("needs enough questions to publish a test, but not to save a draft", async () => {
    await fill("Few", 2);
    const variables = { test_units: [{ unit_order: 1, title: "T", draws: [{ category: "Few", count: 3 }] }] };
    expect((await author.query(CREATE, variables)).errors?.[0]?.extensions.validation).toEqual({
      course: ['Test Unit 1 draws 3 from "Few", which has 2 questions'],
    });
    expect((await author.query(CREATE, { ...variables, status: "draft" })).errors).toBeUndefined();
  });
});
