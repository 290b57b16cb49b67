import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Client, startServer, type TestServer } from "../../testing/server.ts";
import { createTest, RIGHT, takeTest, WRONG } from "../../testing/test-attempts.ts";
import { CREATE, smallCourse } from "../courses/course.testdata.ts";

const PREVIEW = `query ($id: Int!) { course(id: $id, preview: true) { status is_enrolled units { is_complete }
  tests { id draws { category } tests { id type question options { text checked } rules { word } } } } }`;
const GRADE = `query ($course_id: Int!, $question_id: Int!, $response: String!) { gradePreview(course_id: $course_id, question_id: $question_id, response: $response) }`;

let server: TestServer;
let author: Client;
beforeAll(async () => {
  server = await startServer();
  author = await server.as("instructor@demo.test");
});
afterAll(() => server.close());

const listRows = (table: "unit_progress" | "responses" | "attempts" | "unit_draws" | "enrolments") =>
  server.inside("demo", async (db, id) => {
    const { rows } = await db
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<number>().as("rows"))
      .where("instance_id", "=", id)
      .executeTakeFirstOrThrow();
    return rows;
  });
const everything = () =>
  Promise.all((["unit_progress", "responses", "attempts", "unit_draws", "enrolments"] as const).map(listRows));

test("a preview shows an author the draft as a learner sees it, grades answers, and stores nothing", async () => {
  await author.data(`mutation ($q: [QuestionInput!]!) { saveToBank(category: "Tried", questions: $q) { saved } }`, {
    q: [
      { type: "Multiple Choice", question: "Of the bank", options: [{ text: "yes", checked: true }, { text: "no" }] },
    ],
  });
  const course = smallCourse("Tried out", { status: "draft" });
  const { id } = (await author.data(CREATE, course)).createCourse;
  const { tests } = (await author.data(`query ($id: Int!) { course(id: $id) { tests { id } } }`, { id })).course;
  await server.inside("demo", (db, instanceId) =>
    db
      .updateTable("units")
      .set({ draws: JSON.stringify([{ category: "tried", count: 1 }]) })
      .where("instance_id", "=", instanceId)
      .where("id", "=", tests[0].id)
      .execute(),
  );
  const before = await everything();

  const seen = (await author.data(PREVIEW, { id })).course;
  expect(seen).toMatchObject({ status: "draft", is_enrolled: false });
  const questions = seen.tests[0].tests as {
    id: number;
    type: string;
    question: string;
    options: { checked: null }[];
  }[];
  expect(questions.at(-1)).toMatchObject({ question: "Of the bank" });
  expect(questions.at(-1)!.id).toBeLessThan(0);
  expect(questions.flatMap(({ options }) => options.map(({ checked }) => checked)).every((each) => each === null)).toBe(
    true,
  );

  const grade = async (question_id: number, answer: object) =>
    JSON.parse(
      (await author.data(GRADE, { course_id: id, question_id, response: JSON.stringify(answer) })).gradePreview,
    ).isCorrect;
  expect(await grade(questions.at(-1)!.id, { selectedOption: "yes" })).toBe(true);
  expect(await grade(questions.at(-1)!.id, { selectedOption: "no" })).toBe(false);
  const choice = questions.find(({ type, id: each }) => type === "Multiple Choice" && each > 0)!;
  expect(await grade(choice.id, { userSelections: ["Severn", "Trent"] })).toBe(true);
  expect(await everything()).toEqual(before);
});

test("learners get no preview and no grades, and authors none of another instance's course", async () => {
  const { id } = (await author.data(CREATE, smallCourse("Not for learners"))).createCourse;
  const question = (await author.data(PREVIEW, { id })).course.tests[0].tests[0].id;
  const learner = await server.as("learner@demo.test");
  expect(await learner.refusal(PREVIEW, { id })).toBe("FORBIDDEN");
  const answer = { course_id: id, question_id: question, response: "{}" };
  expect(await learner.refusal(GRADE, answer)).toBe("FORBIDDEN");
  const outsider = await server.as("admin@riverside.test");
  expect(await outsider.refusal(PREVIEW, { id })).toBe("NOT_FOUND");
  expect(await outsider.refusal(GRADE, answer)).toBe("NOT_FOUND");
});

describe("the preview of a test with settings of its own", () => {
  const OPEN = `query ($course: Int!, $unit: Int!) { course(id: $course, preview: true) { openedUnit(unit_id: $unit) { unit {
    tests { id type question options { text } } ... on TestUnitType { test {
      questions attempts_used attempts_left seconds_to_wait is_passed is_waiting open { id } attempts { id } } } } } } }`;
  const GRADE_ATTEMPT = `query ($course: Int!, $unit: Int!, $answers: [GivenAnswerInput!]!) {
    gradePreviewedAttempt(course_id: $course, unit_id: $unit, answers: $answers) {
      score pass_mark is_passed review { id answer is_correct credit points right_answers feedback { text } } } }`;
  const SHOWN = `query ($course: Int!, $unit: Int, $question: Int!, $response: String!) {
    gradePreview(course_id: $course, unit_id: $unit, question_id: $question, response: $response) }`;
  type Asked = { id: number; type: string };
  const open = async (place: object) => (await author.data(OPEN, place)).course.openedUnit.unit;
  const answer = (tests: Asked[], wrong: string[] = []) =>
    tests.map(({ id, type }) => ({
      question_id: id,
      response: JSON.stringify((wrong.includes(type) ? WRONG : RIGHT)[type]),
    }));

  test("shows the test as before the first attempt, and grades an attempt as that of a learner", async () => {
    const learner = await server.as("learner@demo.test");
    const settings = {
      pass_mark: 70,
      attempts_allowed: 2,
      partial_credit: true,
      review: "after_attempt",
      shows_answers: true,
    };
    const place = await createTest(author, settings, { learners: [learner] });
    const before = await everything();
    const { test, tests } = await open(place);
    expect(test).toEqual({
      questions: 5,
      attempts_used: 0,
      attempts_left: 2,
      seconds_to_wait: 0,
      is_passed: false,
      is_waiting: false,
      open: null,
      attempts: [],
    });
    expect(tests).toHaveLength(5);
    const answers = answer(tests, ["Ordering"]);
    // Partly right.
    answers[0]!.response = JSON.stringify({ type: "Multiple Choice", userSelections: ["Severn"] });
    const graded = (await author.data(GRADE_ATTEMPT, { ...place, answers })).gradePreviewedAttempt;
    expect(await everything()).toEqual(before);

    const taking = takeTest(learner, place);
    const { open: begun } = await taking.start();
    for (const { question_id, response } of answers) await taking.answer(question_id, JSON.parse(response));
    const { attempts } = await taking.submit(begun.id);
    const { score, is_passed, review } = attempts[0];
    expect(graded).toEqual({
      score,
      is_passed,
      pass_mark: 70,
      review: review.map((each: Record<string, unknown>) => ({
        ...Object.fromEntries(Object.keys(graded.review[0]).map((name) => [name, each[name]])),
        feedback: [],
      })),
    });
    expect(graded.score).toBeGreaterThan(60);
    expect(graded.score).toBeLessThan(80);
  });

  test.each([
    { review: "after_answer", shows_answers: true, shown: { isCorrect: false, rightAnswers: expect.any(Array) } },
    { review: "after_answer", shows_answers: false, shown: { isCorrect: false } },
    { review: "never", shows_answers: true, shown: { isCorrect: null } },
  ])("answers as an open attempt: $review, shows answers: $shows_answers", async ({ shown, ...settings }) => {
    const place = await createTest(author, { pass_mark: 50, ...settings });
    const { tests } = await open(place);
    const { id, type } = tests[0];
    const given = { ...place, question: id, response: JSON.stringify(WRONG[type]) };
    expect(JSON.parse((await author.data(SHOWN, given)).gradePreview)).toEqual({ ...WRONG[type], ...shown });
  });

  test("gives essays all of their points, and deals the options anew for each attempt", async () => {
    const options = Array.from({ length: 12 }, (_, at) => ({ text: `Option ${at}`, checked: at === 0 }));
    const questions = [
      { type: "Essay", question: "Why?" },
      { type: "Multiple Choice", question: "Which?", options },
    ];
    const place = await createTest(author, { shuffles_options: true }, { questions });
    const read = async () => (await open(place)).tests as (Asked & { options: { text: string }[] })[];
    const [first, second] = [await read(), await read()];
    const [essay, choice] = first;
    expect(first[1]!.options).not.toEqual(second[1]!.options);
    const give = async (essayText: string) =>
      (
        await author.data(GRADE_ATTEMPT, {
          ...place,
          answers: [
            { question_id: essay!.id, response: JSON.stringify({ freeTextAnswer: essayText }) },
            { question_id: choice!.id, response: JSON.stringify({ selectedOption: "Option 0" }) },
          ],
        })
      ).gradePreviewedAttempt;
    const review = [{ id: essay!.id, is_correct: true, credit: 1 }, { id: choice!.id }];
    expect(await give("Because.")).toMatchObject({ score: 100, is_passed: true, review });
    for (const [freeTextAnswer, isCorrect] of [
      ["Because.", true],
      ["", false],
    ]) {
      const response = JSON.stringify({ freeTextAnswer });
      const { gradePreview } = await author.data(SHOWN, { course: place.course, question: essay!.id, response });
      expect(JSON.parse(gradePreview)).toMatchObject({ freeTextAnswer, isCorrect });
    }
    expect(await give("")).toMatchObject({ score: 50, is_passed: false });
  });

  test("weighs points, gives partial credit and shows right answers only as its settings say, and cuts the score", async () => {
    const options = (...right: string[]) => ["a", "b", "c"].map((text) => ({ text, checked: right.includes(text) }));
    const questions = [
      { type: "Multiple Choice", question: "Worth two", points: 2, options: options("a") },
      { type: "Multiple Choice", question: "Worth one", options: options("a", "b") },
    ];
    const place = await createTest(author, { pass_mark: 66, shows_answers: false }, { questions });
    const [two, one] = (await open(place)).tests;
    const answers = [
      { question_id: two.id, response: JSON.stringify({ selectedOption: "a" }) },
      { question_id: one.id, response: JSON.stringify({ userSelections: ["a"] }) },
    ];
    const { score, is_passed, review } = (await author.data(GRADE_ATTEMPT, { ...place, answers }))
      .gradePreviewedAttempt;
    expect([score, is_passed]).toEqual([66.66, true]);
    expect(review).toMatchObject([
      { is_correct: true, points: 2, right_answers: null },
      { is_correct: false, points: 1, right_answers: null },
    ]);
  });

  test("grades what it drew from the bank beside its own questions, and leaves out what is neither", async () => {
    const choice = { type: "Multiple Choice", options: [{ text: "a", checked: true }, { text: "b" }] };
    await author.data(`mutation ($q: [QuestionInput!]!) { saveToBank(category: "Drawn", questions: $q) { saved } }`, {
      q: [{ ...choice, question: "Of the bank" }],
    });
    const place = await createTest(author, { pass_mark: 50 }, { questions: [{ ...choice, question: "Own" }] });
    await server.inside("demo", (db, instanceId) =>
      db
        .updateTable("units")
        .set({ draws: JSON.stringify([{ category: "drawn", count: 1 }]) })
        .where("instance_id", "=", instanceId)
        .where("id", "=", place.unit)
        .execute(),
    );
    const [own, drawn, ...others] = (await open(place)).tests as Asked[];
    expect([own!.id > 0, drawn!.id < 0, others]).toEqual([true, true, []]);
    const response = JSON.stringify({ selectedOption: "a" });
    const give = async (ids: number[]) => {
      const answers = ids.map((question_id) => ({ question_id, response }));
      const { score, review } = (await author.data(GRADE_ATTEMPT, { ...place, answers })).gradePreviewedAttempt;
      return [score, ...review.map(({ id }: { id: number }) => id)];
    };
    expect(await give([-2_000_000, own!.id, drawn!.id, 0, 2_000_000])).toEqual([100, own!.id, drawn!.id]);
    expect(await give([own!.id])).toEqual([100, own!.id]);
  });

  test("tells the grade of an answer at once where it is not taken in attempts", async () => {
    const place = await createTest(author, {});
    const [{ id, type }] = (await author.data(PREVIEW, { id: place.course })).course.tests[0].tests;
    const given = { ...place, question: id, response: JSON.stringify(RIGHT[type]) };
    expect(JSON.parse((await author.data(SHOWN, given)).gradePreview)).toMatchObject({ isCorrect: true });
  });

  test("is graded for authors of the course alone, and only for its tests", async () => {
    const place = { ...(await createTest(author, { pass_mark: 50 })), answers: [] };
    expect(await (await server.as("learner@demo.test")).refusal(GRADE_ATTEMPT, place)).toBe("FORBIDDEN");
    expect(await (await server.as("admin@riverside.test")).refusal(GRADE_ATTEMPT, place)).toBe("NOT_FOUND");
    const other = await createTest(author, { pass_mark: 50 });
    expect(await author.refusal(GRADE_ATTEMPT, { ...place, unit: other.unit })).toBe("NOT_FOUND");
    const { id } = (await author.data(CREATE, smallCourse("Not a test"))).createCourse;
    const { contents } = (await author.data(`query ($id: Int!) { course(id: $id) { contents { id } } }`, { id }))
      .course;
    const text = { ...place, course: id, unit: contents[0].id };
    expect(await author.refusal(GRADE_ATTEMPT, text)).toBe("NOT_FOUND");
    expect(await author.refusal(GRADE, { course_id: id, question_id: 2_000_000_000, response: "{}" })).toBe(
      "NOT_FOUND",
    );
    const [question] = (await author.data(PREVIEW, { id: other.course })).course.tests[0].tests;
    const answer = { question_id: question.id, response: JSON.stringify(RIGHT[question.type]) };
    expect(await author.refusal(GRADE, { ...answer, course_id: place.course })).toBe("NOT_FOUND");
    expect(await author.refusal(GRADE, { ...answer, course_id: other.course })).toBeNull();
    const remove = (table: "questions" | "units", of: number, deleted_at: Date | null) =>
      server.inside("demo", (db, instance) =>
        db.updateTable(table).set({ deleted_at }).where("instance_id", "=", instance).where("id", "=", of).execute(),
      );
    for (const [table, of] of [
      ["questions", question.id],
      ["units", other.unit],
    ] as const) {
      await remove(table, of, new Date());
      expect([table, await author.refusal(GRADE, { ...answer, course_id: other.course })]).toEqual([
        table,
        "NOT_FOUND",
      ]);
      await remove(table, of, null);
    }
  });
});
