import { afterAll, describe, expect, test } from "vitest";
import { jobHandlers } from "../../jobs.ts";
import { startClass } from "../../testing/server.ts";
import { parseRows, takeTable } from "../../testing/tables.ts";
import { createTest, endTime, takeTest } from "../../testing/test-attempts.ts";
import {
  CLARITY,
  ESSAY_WITH_RUBRIC,
  FACTS,
  MARK,
  PLAIN,
  reach,
  REVIEW,
  submitEssays,
  TEXT,
  TRUTH,
} from "../../testing/essays.ts";

const ESSAY = `query ($attempt: Int!, $question: Int!) { essay(attempt_id: $attempt, question_id: $question) {
  user_name course_title unit_title question rubric { criterion levels { text points } } points marker_note answer words score
  marked_at neighbours { previous { attempt_id question_id } next { attempt_id question_id } } } }`;
const INBOX = `query ($state: String, $course: Int) { submissionsPage(state: $state, course_id: $course) {
  total waiting courses { id } rows { id question_id question kind state user_name course_title unit_title } } }`;
const BELL = `{ notifications { rows { kind unit_title } } }`;
const { server, author, learner } = await startClass();
afterAll(() => server.close());

const create = (settings: object, questions: object[] = [TRUTH, ESSAY_WITH_RUBRIC]) =>
  createTest(author, settings, { learners: [learner], questions });

const submit = (place: { course: number; unit: number }, texts?: string[]) => submitEssays(learner, place, texts);

async function marked(given: object) {
  return (await author.data(MARK, given)).markEssay;
}

describe("a test with an essay", () => {
  test("is taken in attempts, also without settings of its own", async () => {
    const place = await create({});
    const before = await takeTest(learner, place).read();
    expect(before).toMatchObject({ tests: [], questions: 2, is_waiting: false });
  });

  test("keeps an essay changeable until it is submitted, also where each answer is reviewed", async () => {
    const place = await create({ review: "after_answer", shows_answers: true });
    const taking = takeTest(learner, place);
    const { tests, open } = await taking.start();
    const { id } = tests.find(({ type }: { type: string }) => type === "Essay");
    expect(await taking.answer(id, TEXT)).toMatchObject({ freeTextAnswer: TEXT.freeTextAnswer, isCorrect: null });
    await taking.answer(id, { ...TEXT, freeTextAnswer: "Changed." });
    const { responses } = await taking.read();
    expect(JSON.parse(responses[0].response)).toMatchObject({ freeTextAnswer: "Changed.", isCorrect: null });
    await taking.submit(open.id);
  });

  test("waits after its submission, neither passed nor failed, with its other questions reviewed", async () => {
    const place = await create({ pass_mark: 60, review: "after_attempt", attempts_allowed: 3, attempt_wait: 600 });
    const { taking, after } = await submit(place);
    expect(after).toMatchObject({
      is_waiting: true,
      is_passed: false,
      is_complete: false,
      seconds_to_wait: 0,
      open: null,
    });
    expect(after.attempts[0]).toMatchObject({ score: null, is_passed: null, counts: false });
    const { testAttempts } = await learner.data(REVIEW, place);
    expect(testAttempts[0]).toMatchObject({ is_waiting: true, score: null });
    expect(testAttempts[0].review).toEqual([
      expect.objectContaining({ type: "True or False", is_correct: true, credit: 1, is_waiting: false }),
      expect.objectContaining({ type: "Essay", is_correct: null, credit: null, is_waiting: true, levels: null }),
    ]);
    expect((await taking.startRefused()).errors?.[0]?.message).toBe(
      "Your last attempt waits to be marked. You can try again after that.",
    );
    expect((await taking.record({ completes: true })).recordWork.refusal).toMatch(/pass this test/);
  });

  test("is graded at once when no essay was written", async () => {
    const place = await create({ pass_mark: 50 });
    const { after, attempt, essays } = await submit(place, ["  \n "]);
    expect(after.attempts[0]).toMatchObject({ score: 50, is_passed: true });
    expect((await author.query(ESSAY, { attempt, question: essays[0] })).errors?.[0]?.message).toMatch(/not found/i);
  });

  test("waits for an essay, whether or not its answer says so, and for no other answer", async () => {
    const place = await create({});
    const taking = takeTest(learner, place);
    const { tests, open } = await taking.start();
    await expect(taking.answer(tests[0].id, { ...TEXT, selectedOption: "True" })).rejects.toThrow("of type Essay");
    await taking.answer(tests[1].id, { freeTextAnswer: "Light." });
    await taking.submit(open.id);
    expect(await taking.read()).toMatchObject({ is_waiting: true });
  });

  test("waits when its time ends", async () => {
    const place = await create({ time_limit: 600 });
    const taking = takeTest(learner, place);
    const { tests } = await taking.start();
    await taking.answer(tests[1].id, TEXT);
    await endTime(server);
    const job = server.outside.jobs.findLast(({ name }) => name === "test.submit")!;
    await jobHandlers(server.platform)["test.submit"]!(job.payload as never, { id: "1", attempt: 1 });
    expect((await taking.read()).attempts[0]).toMatchObject({ is_timed_out: true, score: null, is_passed: null });
  });

  test("shows learners neither the rubric nor the note for markers, before and while it waits", async () => {
    const place = await create({ review: "after_attempt", shows_answers: true });
    const read = `query ($course: Int!, $unit: Int!) { course(id: $course, asLearner: true) { openedUnit(unit_id: $unit) {
      unit { tests { type rubric { criterion } marker_note min_words max_words points } } responses { response } } } }`;
    await takeTest(learner, place).start();
    const open = await learner.data(read, place);
    expect(open.course.openedUnit.unit.tests[1]).toEqual({
      type: "Essay",
      rubric: [],
      marker_note: null,
      min_words: 2,
      max_words: 50,
      points: 10,
    });
    const { after } = await submit(place);
    const all = JSON.stringify([open, after, await learner.data(read, place), await learner.data(REVIEW, place)]);
    expect(all).not.toMatch(/zanzibar|Very clear|Facts/);
  });

  test("draws essays of the question bank only where it is taken in attempts", async () => {
    await author.data(
      `mutation ($questions: [QuestionInput!]!) { saveToBank(category: "Ageing", questions: $questions) { saved } }`,
      {
        questions: [TRUTH, PLAIN],
      },
    );
    const draws = [{ category: "Ageing", count: null }];
    const byOne = await create({ draws }, []);
    const { tests } = await takeTest(learner, byOne).read();
    expect(tests.map(({ type }: { type: string }) => type)).toEqual(["True or False"]);
    const inAttempts = await create({ draws, pass_mark: 50 }, []);
    const taking = takeTest(learner, inAttempts);
    expect((await taking.read())["questions"]).toBe(2);
    const started = await taking.start();
    expect(started.tests.map(({ type }: { type: string }) => type)).toEqual(["True or False", "Essay"]);
  });

  test("refuses an essay that is too long", async () => {
    const place = await create({});
    const taking = takeTest(learner, place);
    const { tests } = await taking.start();
    const { errors } = await taking.answerRefused(tests[1].id, { ...TEXT, freeTextAnswer: "a".repeat(50_001) });
    expect(JSON.stringify(errors)).toContain("An essay has at most 50000 characters.");
  });
});

describe("reports on a waiting attempt", () => {
  test("show it as waiting, with neither a score nor a fail, and its essay in the item analysis once it is marked", async () => {
    const place = await create({ pass_mark: 60, attempts_allowed: 1 });
    const { attempt, essays } = await submit(place);
    const admin = await server.as("admin@demo.test");
    const readRow = async (kind: string) => {
      const { body } = await takeTable(server, admin, { kind, search: "Grace" });
      return parseRows(body).find((row) => row["Course"] === place.title)!;
    };
    expect(await readRow("testAttempts")).toMatchObject({ Score: "", Result: "Waiting for a mark" });
    expect(await readRow("everything")).toMatchObject({ Score: "" });
    const CELLS = `query ($id: Int!) { courseReport(courseId: $id) { matrix { rows { cells { result score } } } } }`;
    const readCells = async () => (await admin.data(CELLS, { id: place.course })).courseReport.matrix.rows[0].cells;
    expect(await readCells()).toEqual([{ result: "waiting", score: null }]);
    const report = await takeTable(server, admin, { kind: "course-matrix", course_id: place.course });
    expect(parseRows(report.body)[0]!["Check"]).toContain("Waiting for a mark");
    const ITEMS = `query ($course: Int!, $unit: Int!) { itemAnalysis(course_id: $course, unit_id: $unit) { attempts items { type facility } } }`;
    expect((await admin.data(ITEMS, place)).itemAnalysis.attempts).toBe(0);
    await marked({ attempt, question: essays[0], levels: reach("Clear", "Right") });
    expect(await readRow("testAttempts")).toMatchObject({ Score: "90", Result: "Passed" });
    expect(await readRow("everything")).toMatchObject({ Score: "90" });
    expect(await readCells()).toEqual([{ result: "passed", score: 90 }]);
    const { itemAnalysis } = await admin.data(ITEMS, place);
    expect(itemAnalysis.attempts).toBe(1);
    expect(itemAnalysis.items[1].facility).toBeCloseTo(0.8);
  });
});

describe("the inbox of submissions", () => {
  test("lists waiting essays beside work that was handed in, and marked ones by their state", async () => {
    const place = await create({ pass_mark: 50 });
    const { submissionsPage: before } = await author.data(INBOX, { state: "submitted" });
    const { attempt, essays } = await submit(place);
    const question = essays[0];
    const { submissionsPage } = await author.data(INBOX, { state: "submitted", course: place.course });
    expect(submissionsPage.rows).toEqual([
      {
        id: attempt,
        question_id: question,
        question: "Why do ropes age?",
        kind: "Essay",
        state: "submitted",
        user_name: expect.any(String),
        course_title: place.title,
        unit_title: "Check",
      },
    ]);
    expect(submissionsPage.waiting).toBe(before.waiting + 1);
    expect(submissionsPage.courses.map(({ id }: { id: number }) => id)).toContain(place.course);
    const { menuCounts } = await author.data("{ menuCounts { submissions_waiting } }");
    expect(menuCounts.submissions_waiting).toBe(before.waiting + 1);
    await marked({ attempt, question, levels: reach("Clear", "Right") });
    const read = async (state: string | null) =>
      (await author.data(INBOX, { state, course: place.course })).submissionsPage.rows.map(
        (row: { state: string }) => row.state,
      );
    expect(await read("submitted")).toEqual([]);
    expect(await read("marked")).toEqual(["marked"]);
    expect(await read(null)).toEqual(["marked"]);
    expect(await read("accepted")).toEqual([]);
  });

  test("shows an essay with its rubric and note, and the waiting ones next to it", async () => {
    const place = await create({}, [ESSAY_WITH_RUBRIC, PLAIN]);
    const { attempt, essays } = await submit(place, ["One two three.", "I would call."]);
    const { essay } = await author.data(ESSAY, { attempt, question: essays[0] });
    expect(essay).toMatchObject({
      question: "Why do ropes age?",
      rubric: [CLARITY, FACTS],
      points: 10,
      marker_note: "Nylon and sunlight: zanzibar.",
      answer: "One two three.",
      words: 3,
      score: null,
      marked_at: null,
    });
    expect(essay.neighbours.next).toEqual({ attempt_id: attempt, question_id: essays[1] });
  });

  test("notifies reviewers once for each attempt", async () => {
    const place = await create({}, [ESSAY_WITH_RUBRIC, PLAIN]);
    await submit(place, ["One two three.", "I would call."]);
    const instructor = await server.as("instructor@demo.test");
    const { notifications } = await instructor.data(BELL);
    expect(notifications.rows.slice(0, 2).map(({ kind }: { kind: string }) => kind)[0]).toBe("essay_waiting");
  });
});
