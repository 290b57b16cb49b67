import { afterAll, describe, expect, test } from "vitest";
import { jobHandlers } from "../../jobs.ts";
import { startClass } from "../../testing/server.ts";
import { parseRows, takeTable } from "../../testing/tables.ts";
import { createTest, endTime, passTime, takeTest } from "../../testing/test-attempts.ts";

const MARK = `mutation ($attempt: Int!, $question: Int!, $points: Int, $levels: [ReachedLevelInput!], $comment: String, $replaces: String) {
  markEssay(attempt_id: $attempt, question_id: $question, points: $points, levels: $levels, comment: $comment, replaces: $replaces) {
    mark_points marked_at marker score is_passed is_complete others_waiting } }`;
const ESSAY = `query ($attempt: Int!, $question: Int!) { essay(attempt_id: $attempt, question_id: $question) {
  user_name course_title unit_title question rubric { criterion levels { text points } } points marker_note answer words score
  marked_at neighbours { previous { attempt_id question_id } next { attempt_id question_id } } } }`;
const INBOX = `query ($state: String, $course: Int) { submissionsPage(state: $state, course_id: $course) {
  total waiting courses { id } rows { id question_id question kind state user_name course_title unit_title } } }`;
const BELL = `{ notifications { rows { kind unit_title } } }`;
const REVIEW = `query ($course: Int!, $unit: Int!, $user: Int) { testAttempts(course_id: $course, unit_id: $unit, user_id: $user) {
  score is_waiting is_passed counts review { type answer is_correct credit points is_waiting comment levels { criterion level points most } } } }`;

const CLARITY = { criterion: "Clarity", levels: [level("Unclear", 0), level("Clear", 2), level("Very clear", 4)] };
const FACTS = { criterion: "Facts", levels: [level("Wrong", 0), level("Right", 6)] };
const ESSAY_WITH_RUBRIC = {
  type: "Essay",
  question: "Why do ropes age?",
  points: 10,
  rubric: [CLARITY, FACTS],
  min_words: 2,
  max_words: 50,
  marker_note: "Nylon and sunlight: zanzibar.",
};
const PLAIN = { type: "Essay", question: "What would you do?", points: 5 };
const TRUTH = {
  type: "True or False",
  question: "Ropes age.",
  points: 10,
  options: [
    { text: "True", checked: true },
    { text: "False", checked: false },
  ],
};
const TRUE = { type: "True or False", userSelections: ["True"] };
const TEXT = { type: "Essay", freeTextAnswer: "Light breaks nylon slowly." };

function level(text: string, points: number) {
  return { text, points };
}
const reach = (clarity: string, facts: string) => [
  { criterion: "Clarity", level: clarity },
  { criterion: "Facts", level: facts },
];

const { server, author, learner } = await startClass();
afterAll(() => server.close());

const create = (settings: object, questions: object[] = [TRUTH, ESSAY_WITH_RUBRIC]) =>
  createTest(author, settings, { learners: [learner], questions });

/** Answers everything and submits. @returns the attempt and its essays, in their order */
async function submit(place: { course: number; unit: number }, texts: string[] = [TEXT.freeTextAnswer], truth = true) {
  const taking = takeTest(learner, place);
  const { open, tests } = await taking.start();
  const essays = (tests as { id: number; type: string }[]).filter(({ type }) => type === "Essay").map(({ id }) => id);
  for (const { id, type } of tests) {
    if (type !== "Essay") await taking.answer(id, truth ? TRUE : { type, userSelections: ["False"] });
    else if (texts[essays.indexOf(id)] !== undefined)
      await taking.answer(id, { ...TEXT, freeTextAnswer: texts[essays.indexOf(id)] });
  }
  return { taking, after: await taking.submit(open.id), attempt: open.id as number, essays };
}

const mark = (given: object) => author.query(MARK, given);
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
    const started = await takeTest(learner, inAttempts).start();
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
    expect(await readRow("testAttempts")).toMatchObject({ Score: "", Result: "Waits to be marked" });
    expect(await readRow("everything")).toMatchObject({ Score: "" });
    const CELLS = `query ($id: Int!) { courseReport(courseId: $id) { matrix { rows { cells { result score } } } } }`;
    const readCells = async () => (await admin.data(CELLS, { id: place.course })).courseReport.matrix.rows[0].cells;
    expect(await readCells()).toEqual([{ result: "submitted", score: null }]);
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

describe("marking an essay", () => {
  test("adds up the levels, grades the attempt, completes unit and course, and notifies the learner", async () => {
    const place = await create({ pass_mark: 80, review: "after_attempt" });
    const { attempt, essays, taking } = await submit(place);
    const result = await marked({
      attempt,
      question: essays[0],
      levels: reach("Clear", "Right"),
      comment: " Well put. ",
    });
    expect(result).toMatchObject({ mark_points: 8, score: 90, is_passed: true, is_complete: true, others_waiting: 0 });
    const after = await taking.read();
    expect(after).toMatchObject({ is_complete: true, is_waiting: false, is_passed: true });
    const { testAttempts } = await learner.data(REVIEW, place);
    expect(testAttempts[0]).toMatchObject({ score: 90, is_passed: true, counts: true, is_waiting: false });
    expect(testAttempts[0].review[1]).toMatchObject({
      is_correct: false,
      is_waiting: false,
      comment: "Well put.",
      levels: [
        { criterion: "Clarity", level: "Clear", points: 2, most: 4 },
        { criterion: "Facts", level: "Right", points: 6, most: 6 },
      ],
    });
    expect(testAttempts[0].review[1].credit).toBeCloseTo(0.8);
    const { course } = await learner.data(`{ course(id: ${place.course}) { completed_date } }`);
    expect(course.completed_date).not.toBeNull();
    const { notifications } = await learner.data(BELL);
    expect(notifications.rows.some(({ kind }: { kind: string }) => kind === "essays_marked")).toBe(true);
  });

  test("hides the mark where the test is never reviewed", async () => {
    const place = await create({ pass_mark: 50, review: "never" });
    const { attempt, essays } = await submit(place);
    await marked({ attempt, question: essays[0], levels: reach("Clear", "Right"), comment: "zanzibar" });
    const shown = JSON.stringify([await takeTest(learner, place).read(), await learner.data(REVIEW, place)]);
    expect(shown).not.toMatch(/zanzibar|Clarity/);
  });

  test("grades the attempt with its last essay", async () => {
    const place = await create({ pass_mark: 90 }, [ESSAY_WITH_RUBRIC, PLAIN]);
    const { attempt, essays, taking } = await submit(place, ["One.", "Two."]);
    const first = await marked({ attempt, question: essays[0], levels: reach("Very clear", "Right") });
    expect(first).toMatchObject({ score: null, is_passed: null, others_waiting: 1 });
    expect(await taking.read()).toMatchObject({ is_waiting: true, is_complete: false });
    const second = await marked({ attempt, question: essays[1], points: 4 });
    expect(second).toMatchObject({ score: 93.33, is_passed: true, is_complete: true });
  });

  test("lets the learner try again after a fail, when the wait since the mark is over", async () => {
    const place = await create({ pass_mark: 90, attempts_allowed: 2, attempt_wait: 600, retry: "wrong" });
    const { attempt, essays, taking } = await submit(place);
    await passTime(server, 700);
    await marked({ attempt, question: essays[0], levels: reach("Unclear", "Right") });
    expect((await taking.startRefused()).errors?.[0]?.message).toMatch(/Minutes until you can try this test again: 10/);
    await server.inside("demo", async (db, instance_id) => {
      const graded_at = new Date(Date.now() - 700_000);
      await db
        .updateTable("test_attempts")
        .set({ graded_at })
        .where("instance_id", "=", instance_id)
        .where("id", "=", attempt)
        .execute();
    });
    const { tests, open } = await taking.start();
    expect(tests.map(({ type }: { type: string }) => type)).toEqual(["Essay"]);
    await taking.answer(tests[0].id, TEXT);
    await taking.submit(open.id);
    await marked({ attempt: open.id, question: essays[0], levels: reach("Very clear", "Right") });
    expect((await taking.read()).attempts[0]).toMatchObject({ score: 100, is_passed: true });
  });

  test("asks for a level of each criterion, or for points that the question has", async () => {
    const place = await create({}, [ESSAY_WITH_RUBRIC, PLAIN]);
    const { attempt, essays } = await submit(place, ["One.", "Two."]);
    const ofRubric = { attempt, question: essays[0] };
    for (const levels of [
      undefined,
      [],
      reach("Clear", "Right").slice(1),
      reach("Clear", "Perfect"),
      [...reach("Clear", "Right"), ...reach("Clear", "Right")],
    ])
      expect(JSON.stringify((await mark({ ...ofRubric, levels, points: 10 })).errors)).toContain(
        "Choose a level for each",
      );
    for (const points of [undefined, -1, 6])
      expect(JSON.stringify((await mark({ attempt, question: essays[1], points })).errors)).toContain(
        "points from 0 to 5",
      );
    const long = { ...ofRubric, levels: reach("Clear", "Right"), comment: "a".repeat(5_001) };
    expect(JSON.stringify((await mark(long)).errors)).toContain("A comment has at most 5000");
  });

  test("of two markers at once stores one, and refuses a mark of an old page", async () => {
    const place = await create({ pass_mark: 50 });
    const { attempt, essays } = await submit(place);
    const given = { attempt, question: essays[0], levels: reach("Clear", "Right") };
    const admin = await server.as("admin@demo.test");
    const both = await Promise.all([author.query(MARK, given), admin.query(MARK, given)]);
    expect(both.filter(({ errors }) => errors)).toHaveLength(1);
    expect(both.find(({ errors }) => errors)!.errors![0]!.message).toMatch(/marked meanwhile/);
    const completions = await server.inside("demo", (db, instance_id) =>
      db
        .selectFrom("activity")
        .where("instance_id", "=", instance_id)
        .where("course_id", "=", place.course)
        .where("kind", "in", ["course_completed", "unit_completed", "essay_marked"])
        .select("kind")
        .orderBy("kind")
        .execute(),
    );
    expect(completions.map(({ kind }) => kind)).toEqual(["course_completed", "essay_marked", "unit_completed"]);
  });

  test("of two essays of one attempt at once grades the attempt once", async () => {
    const place = await create({ pass_mark: 50 }, [ESSAY_WITH_RUBRIC, PLAIN]);
    const { attempt, essays, taking } = await submit(place, ["One.", "Two."]);
    await Promise.all([
      marked({ attempt, question: essays[0], levels: reach("Very clear", "Right") }),
      marked({ attempt, question: essays[1], points: 5 }),
    ]);
    expect(await taking.read()).toMatchObject({ is_complete: true, is_waiting: false });
  });

  test("again changes the score, is audited, and keeps what is complete", async () => {
    const place = await create({ pass_mark: 80, counting_attempt: "best" });
    const { attempt, essays, taking } = await submit(place);
    const given = { attempt, question: essays[0] };
    const first = await marked({ ...given, levels: reach("Very clear", "Right") });
    expect(first).toMatchObject({ score: 100, is_complete: true });
    const again = { ...given, levels: reach("Unclear", "Wrong"), replaces: first.marked_at };
    expect(await marked(again)).toMatchObject({ score: 50, is_passed: false, is_complete: true });
    expect((await taking.read()).attempts[0]).toMatchObject({ score: 50, counts: true });
    expect((await mark(again)).errors?.[0]?.message).toMatch(/marked meanwhile/);
    const admin = await server.as("admin@demo.test");
    const { auditLog } = await admin.data(`{ auditLog(limit: 5) { rows { action changes { field before after } } } }`);
    const entry = auditLog.rows.find(({ action }: { action: string }) => action === "essay.marked_again");
    expect(entry.changes).toContainEqual({ field: "points", before: "10", after: "0" });
    const { responses } = await server.inside("demo", async (db, instance_id) => ({
      responses: await db
        .selectFrom("responses")
        .where("instance_id", "=", instance_id)
        .where("test_attempt_id", "=", attempt)
        .select(["credit", "points"])
        .orderBy("question_id")
        .execute(),
    }));
    expect(responses).toEqual([
      { credit: null, points: 10 },
      { credit: 0, points: 10 },
    ]);
  });

  test("takes the rubric as it is when it is marked", async () => {
    const place = await create({ pass_mark: 50 }, [ESSAY_WITH_RUBRIC]);
    const { attempt, essays } = await submit(place);
    await server.inside("demo", async (db, instance_id) => {
      const rubric = JSON.stringify([
        { criterion: "All", levels: [level("No", 0), level("Half", 2), level("Yes", 4)] },
      ]);
      await db
        .updateTable("questions")
        .set({ rubric, points: 4 })
        .where("instance_id", "=", instance_id)
        .where("id", "=", essays[0]!)
        .execute();
    });
    const given = { attempt, question: essays[0] };
    expect(JSON.stringify((await mark({ ...given, levels: reach("Clear", "Right") })).errors)).toContain(
      "Choose a level",
    );
    expect(await marked({ ...given, levels: [{ criterion: "All", level: "Half" }] })).toMatchObject({ score: 50 });
  });

  test("is refused for one's own essay", async () => {
    const place = await createTest(author, {}, { learners: [author], questions: [PLAIN] });
    const taking = takeTest(author, place);
    const { open, tests } = await taking.start();
    await taking.answer(tests[0].id, TEXT);
    await taking.submit(open.id);
    const { errors } = await mark({ attempt: open.id, question: tests[0].id, points: 5 });
    expect(errors?.[0]?.message).toBe("You cannot mark your own essay. Ask another reviewer.");
  });
});
