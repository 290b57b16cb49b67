import { afterAll, describe, expect, test } from "vitest";
import { startClass } from "../../testing/server.ts";
import { createTest, passTime, takeTest } from "../../testing/test-attempts.ts";
import {
  ESSAY_WITH_RUBRIC,
  level,
  MARK,
  PLAIN,
  reach,
  REVIEW,
  submitEssays,
  TEXT,
  TRUTH,
} from "../../testing/essays.ts";

const BELL = `{ notifications { rows { kind unit_title } } }`;

const { server, author, learner } = await startClass();
afterAll(() => server.close());

const create = (settings: object, questions: object[] = [TRUTH, ESSAY_WITH_RUBRIC]) =>
  createTest(author, settings, { learners: [learner], questions });

const submit = (place: { course: number; unit: number }, texts?: string[]) => submitEssays(learner, place, texts);

const mark = (given: object) => author.query(MARK, given);
async function marked(given: object) {
  return (await author.data(MARK, given)).markEssay;
}

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

  test("again leaves the best attempt the one that counts while a later one waits", async () => {
    const place = await create({ pass_mark: 80, counting_attempt: "best" });
    const { attempt, essays, taking } = await submit(place);
    const given = { attempt, question: essays[0] };
    const { marked_at } = await marked({ ...given, levels: reach("Unclear", "Wrong") });
    await submit(place);
    await marked({ ...given, levels: reach("Unclear", "Right"), replaces: marked_at });
    expect((await taking.read()).attempts.map((each: { counts: boolean }) => each.counts)).toEqual([false, true]);
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
