import { afterAll, expect, test } from "vitest";
import { MARK, PLAIN, REVIEW, submitEssays, TRUTH } from "../../testing/essays.ts";
import { startClass } from "../../testing/server.ts";
import { createTest, endTime, takeTest } from "../../testing/test-attempts.ts";

const { server, author, learner } = await startClass();
afterAll(() => server.close());

const mark = async (given: object) => (await author.data(MARK, given)).markEssay;

test("an attempt that is graded again leaves out a deleted question, and keeps what the others were worth", async () => {
  const questions = [TRUTH, { ...TRUTH, question: "Knots slip.", points: 3 }, PLAIN];
  const place = await createTest(
    author,
    { pass_mark: 50, review: "after_attempt" },
    { learners: [learner], questions },
  );
  const { attempt, essays } = await submitEssays(learner, place);
  await server.inside("demo", async (db, instance_id) => {
    const ofTest = db.updateTable("questions").where("instance_id", "=", instance_id).where("unit_id", "=", place.unit);
    await ofTest.set({ deleted_at: new Date() }).where("points", "=", 10).execute();
    // What the author changes later is for later attempts.
    await ofTest.set({ points: 100 }).where("points", "=", 3).execute();
  });
  // 3 of 8 points: the right answer, and no point for the essay.
  const first = await mark({ attempt, question: essays[0], points: 0 });
  expect(first).toMatchObject({ score: 37.5 });
  const again = await mark({ attempt, question: essays[0], points: 1, replaces: first.marked_at });
  expect(again).toMatchObject({ score: 50 });
  const { review } = (await learner.data(REVIEW, place)).testAttempts[0];
  expect(review.map(({ type, points }: Record<string, unknown>) => [type, points])).toEqual([
    ["True or False", 3],
    ["Essay", 5],
  ]);
});

test("a question that nobody answered has a wrong response, and is in the review", async () => {
  const questions = [TRUTH, { ...TRUTH, question: "Knots slip." }];
  const place = await createTest(author, { review: "after_attempt" }, { learners: [learner], questions });
  const taking = takeTest(learner, place);
  const { open, tests } = await taking.start();
  await taking.answer(tests[0].id, { type: "True or False", userSelections: ["True"] });
  const { attempts } = await taking.submit(open.id);
  const responses = await server.inside("demo", (db, instance_id) =>
    db
      .selectFrom("responses")
      .where("instance_id", "=", instance_id)
      .where("unit_id", "=", place.unit)
      .select("is_correct")
      .orderBy("question_id")
      .execute(),
  );
  expect(responses.map(({ is_correct }) => is_correct)).toEqual([true, false]);
  expect(attempts[0].review.map(({ is_correct }: { is_correct: boolean }) => is_correct)).toEqual([true, false]);
});

test("an attempt is submitted at the end of its time, or before when the learner submits it", async () => {
  const place = await createTest(author, { time_limit: 10 }, { learners: [learner] });
  const taking = takeTest(learner, place);
  const { open } = await taking.start();
  await taking.submit(open.id);
  await taking.start();
  await endTime(server);
  await taking.read();
  const rows = await server.inside("demo", (db, instance_id) =>
    db
      .selectFrom("test_attempts")
      .where("instance_id", "=", instance_id)
      .where("unit_id", "=", place.unit)
      .select(["submitted_at", "deadline_at"])
      .orderBy("number")
      .execute(),
  );
  const left = rows.map(({ submitted_at, deadline_at }) => Number(deadline_at) - Number(submitted_at));
  expect([left[0]! > 0, left[1]]).toEqual([true, 0]);
});

test("an attempt after one with all answers right asks all questions again", async () => {
  const place = await createTest(author, { retry: "wrong", review: "after_attempt" }, { learners: [learner] });
  const taking = takeTest(learner, place);
  const { tests: asked } = await taking.start();
  await taking.take();
  const { tests, open } = await taking.start();
  expect([tests.length, open.carried]).toEqual([asked.length, 0]);
});

test("the last attempt counts where the last one does, also when an earlier one is marked better later", async () => {
  const place = await createTest(
    author,
    { counting_attempt: "last", review: "after_attempt" },
    { learners: [learner], questions: [PLAIN] },
  );
  const earlier = await submitEssays(learner, place);
  const { marked_at } = await mark({ attempt: earlier.attempt, question: earlier.essays[0], points: 1 });
  const last = await submitEssays(learner, place);
  await mark({ attempt: last.attempt, question: last.essays[0], points: 2 });
  await mark({ attempt: earlier.attempt, question: earlier.essays[0], points: 4, replaces: marked_at });
  const { testAttempts } = await learner.data(REVIEW, place);
  expect(testAttempts.map(({ score, counts }: Record<string, unknown>) => [score, counts])).toEqual([
    [40, true],
    [80, false],
  ]);
});
