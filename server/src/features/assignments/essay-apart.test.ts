import { afterAll, expect, test } from "vitest";
import { MARK, PLAIN, REVIEW, submitEssays, TEXT, TRUTH } from "../../testing/essays.ts";
import { complete } from "../../testing/learning-paths.ts";
import { startClass } from "../../testing/server.ts";
import { createTest } from "../../testing/test-attempts.ts";

const { server, author, learner } = await startClass();
afterAll(() => server.close());

const TEXTS = [TEXT.freeTextAnswer, TEXT.freeTextAnswer];
const mark = async (given: object) => (await author.data(MARK, given)).markEssay;

/** Lists the log of answers to a test: the type of each answer that was logged, by its user. */
const listLogged = (unit: number) =>
  server.inside("demo", async (db, instance) => {
    const rows = await db
      .selectFrom("attempts as a")
      .innerJoin("questions as q", (on) =>
        on.onRef("q.instance_id", "=", "a.instance_id").onRef("q.id", "=", "a.question_id"),
      )
      .innerJoin("users as u", (on) => on.onRef("u.instance_id", "=", "a.instance_id").onRef("u.id", "=", "a.user_id"))
      .select(["u.email", "q.question"])
      .where("a.instance_id", "=", instance)
      .where("a.unit_id", "=", unit)
      .execute();
    return rows.map(({ email, question }) => `${email} ${question}`).toSorted();
  });

test("a mark belongs to one essay of one learner, which is logged once, and a fail completes nothing", async () => {
  const other = await server.as("yusuf.demir@demo.test");
  const questions = [TRUTH, PLAIN, { ...PLAIN, question: "And then?" }];
  const place = await createTest(author, { pass_mark: 60 }, { learners: [learner, other], questions });
  const { attempt, essays } = await submitEssays(learner, place, TEXTS);
  const theirs = await submitEssays(other, place, TEXTS);
  const truths = [`learner@demo.test ${TRUTH.question}`, `yusuf.demir@demo.test ${TRUTH.question}`];
  expect(await listLogged(place.unit)).toEqual(truths);
  const given = { attempt, question: essays[0], points: 0 };
  const first = await mark(given);
  expect(first).toMatchObject({ score: null, others_waiting: 1 });
  const logged = [...truths, `learner@demo.test ${PLAIN.question}`].toSorted();
  expect(await listLogged(place.unit)).toEqual(logged);
  await mark({ ...given, replaces: first.marked_at });
  expect(await listLogged(place.unit)).toEqual(logged);
  // 10 of 20 points.
  expect(await mark({ ...given, question: essays[1] })).toMatchObject({
    score: 50,
    is_passed: false,
    is_complete: false,
  });
  const [attemptOfOther] = (await other.data(REVIEW, place)).testAttempts;
  expect(attemptOfOther).toMatchObject({ score: null, is_waiting: true });
  expect(await mark({ attempt: theirs.attempt, question: essays[0], points: 5 })).toMatchObject({ others_waiting: 1 });
});

test("a mark of an attempt before the course was taken again leaves the essays of the new one waiting", async () => {
  const place = await createTest(author, { pass_mark: 50 }, { learners: [learner], questions: [PLAIN] });
  const { attempt, essays } = await submitEssays(learner, place);
  const admin = await server.as("admin@demo.test");
  const user = await server.userId("learner@demo.test");
  await complete(admin, user, [place.course]);
  await admin.data(`mutation { retakeCourse(course_id: ${place.course}, user_id: ${user}) { attempt } }`);
  const again = await submitEssays(learner, place);
  expect(await mark({ attempt, question: essays[0], points: 5 })).toMatchObject({ score: 100, is_complete: false });
  expect((await learner.data(REVIEW, place)).testAttempts).toMatchObject([
    { score: null, is_waiting: true, counts: false },
    // Right with all of its points.
    { score: 100, is_waiting: false, review: [{ is_correct: true, credit: 1 }] },
  ]);
  expect(await mark({ attempt: again.attempt, question: essays[0], points: 0 })).toMatchObject({ score: 0 });
});
