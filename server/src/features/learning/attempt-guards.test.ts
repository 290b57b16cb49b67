import { sql } from "kysely";
import { afterAll, describe, expect, test } from "vitest";
import type { Db } from "../../db/client.ts";
import { jobHandlers } from "../../jobs.ts";
import { startClass } from "../../testing/server.ts";
import { createTest, endTime, RIGHT, takeTest, WRONG } from "../../testing/test-attempts.ts";

const REVIEW = `query ($course: Int!, $unit: Int!, $user: Int) { testAttempts(course_id: $course, unit_id: $unit, user_id: $user) {
  number review { is_correct right_answers } } }`;
const SETTINGS = `query ($course: Int!, $unit: Int!) { testSettings(course_id: $course, unit_id: $unit) { pass_mark } }`;

const { server, author, learner } = await startClass();
afterAll(() => server.close());

const create = (settings: object, questions?: object[]) =>
  createTest(author, settings, { learners: [learner], ...(questions && { questions }) });

/** Inserts the next attempt at a test, as another window does. */
const insertNext = (db: Db, instance: number, unit: number) =>
  sql`INSERT INTO test_attempts (instance_id, user_id, course_id, unit_id, course_attempt, number, question_ids, rules, started_at)
    SELECT instance_id, user_id, course_id, unit_id, course_attempt, number + 1, question_ids, rules, now()
    FROM test_attempts WHERE instance_id = ${instance} AND unit_id = ${unit}`.execute(db);

describe("an attempt", () => {
  test("that another window starts at the same moment goes on, also after the time of the one before", async () => {
    for (const time_limit of [null, 600]) {
      const place = await create({ time_limit, attempts_allowed: 2 });
      const taking = takeTest(learner, place);
      if (time_limit === null) await taking.take(["Ordering"]);
      else {
        await taking.start();
        await endTime(server);
      }
      let starting: ReturnType<typeof taking.startRefused> | undefined;
      await server.inside("demo", async (db, instance) => {
        await db
          .updateTable("test_attempts")
          .set({ submitted_at: new Date(), score: 0, is_passed: false })
          .where("instance_id", "=", instance)
          .where("unit_id", "=", place.unit)
          .execute();
        await insertNext(db, instance, place.unit);
        starting = taking.startRefused();
        await expect.poll(server.countWaiting).toBe(1);
      });
      expect((await starting!).errors).toBeUndefined();
      expect((await taking.read()).open.number).toBe(2);
    }
  });

  test("whose time is over is submitted when the next one starts", async () => {
    const taking = takeTest(learner, await create({ time_limit: 600, attempts_allowed: 2 }));
    await taking.start();
    await endTime(server);
    const { open, attempts } = await taking.start();
    expect(open.number).toBe(2);
    expect(attempts.map(({ is_timed_out }: { is_timed_out: boolean }) => is_timed_out)).toEqual([false, true]);
    await endTime(server);
    expect((await taking.startRefused()).errors?.[0]?.message).toBe("You have no attempts left at this test.");
  });

  test("does not start at a test whose questions were all deleted", async () => {
    const place = await create({ pass_mark: 50 });
    await server.inside("demo", (db, instance) =>
      db
        .updateTable("questions")
        .set({ deleted_at: new Date() })
        .where("instance_id", "=", instance)
        .where("unit_id", "=", place.unit)
        .execute(),
    );
    const taking = takeTest(learner, place);
    expect((await taking.startRefused()).errors?.[0]?.message).toBe("This test has no questions.");
    expect(await taking.read()).toMatchObject({ open: null, attempts_used: 0, is_complete: false });
  });

  test("that repeats what was wrong asks the questions that were drawn before, and draws no others", async () => {
    const category = "Drawn and repeated";
    const questions = Array.from({ length: 20 }, (_, n) => ({
      type: "Multiple Choice",
      question: `Drawn ${n}?`,
      options: [true, false].map((checked) => ({ text: String(checked), checked })),
    }));
    await author.data(
      `mutation ($questions: [QuestionInput!]!) { saveToBank(category: "${category}", questions: $questions) { saved } }`,
      { questions },
    );
    const own = { type: "Free Text", question: "Own?" };
    const taking = takeTest(learner, await create({ retry: "wrong", draws: [{ category, count: 4 }] }, [own]));
    const first = await taking.start();
    expect(first.tests).toHaveLength(5);
    const drawn = first.tests.filter(({ type }: { type: string }) => type === "Multiple Choice");
    for (const [n, { id }] of drawn.entries()) await taking.answer(id, { userSelections: [String(n < 2)] });
    await taking.answer(first.tests[0].id, RIGHT["Free Text"]!);
    await taking.submit(first.open.id);
    const second = await taking.start();
    expect(second.tests.map(({ id }: { id: number }) => id)).toEqual(
      drawn.slice(2).map(({ id }: { id: number }) => id),
    );
    expect(second.open.carried).toBe(3);
  });

  test("without a time limit is never submitted by a job, and one that is gone ends its job", async () => {
    server.outside.jobs.length = 0;
    await takeTest(learner, await create({ pass_mark: 50 })).start();
    const listJobs = () => server.outside.jobs.filter(({ name }) => name === "test.submit");
    expect(listJobs()).toEqual([]);
    const place = await create({ time_limit: 600 });
    const { open } = await takeTest(learner, place).start();
    const { payload } = listJobs()[0]!;
    await server.inside("demo", (db, instance) =>
      db.deleteFrom("test_attempts").where("instance_id", "=", instance).where("id", "=", open.id).execute(),
    );
    await jobHandlers(server.platform)["test.submit"]!(payload as never, { id: "1", attempt: 1 });
  });

  test("that is submitted in another window takes no answer that is on its way", async () => {
    const place = await create({ pass_mark: 50 });
    const taking = takeTest(learner, place);
    const { id, type } = (await taking.start()).tests[0];
    let answering: ReturnType<typeof taking.answerRefused> | undefined;
    await server.inside("demo", async (db, instance) => {
      await db
        .updateTable("test_attempts")
        .set({ submitted_at: new Date(), score: 0, is_passed: false })
        .where("instance_id", "=", instance)
        .where("unit_id", "=", place.unit)
        .execute();
      answering = taking.answerRefused(id, { ...RIGHT[type], given_id: "late" });
      await expect.poll(server.countWaiting).toBe(1);
    });
    expect((await answering!).errors?.[0]?.extensions.code).toBe("VALIDATION");
  });

  test("needs no wait before the first and after the last", async () => {
    const taking = takeTest(learner, await create({ attempts_allowed: 1, attempt_wait: 3600 }));
    expect(await taking.read()).toMatchObject({ attempts_left: 1, seconds_to_wait: 0 });
    expect(await taking.take(["Ordering"])).toMatchObject({ attempts_left: 0, seconds_to_wait: 0 });
  });

  test("takes an empty answer unless each answer is reviewed, and none to a question that came later", async () => {
    const place = await create({ review: "after_attempt" });
    const taking = takeTest(learner, place);
    const { tests, open } = await taking.start();
    await taking.answer(tests[0].id, RIGHT["Multiple Choice"]!);
    await taking.answer(tests[0].id, { type: "Multiple Choice", userSelections: [] });
    await server.inside("demo", (db, instance) =>
      db
        .updateTable("test_attempts")
        .set({ question_ids: tests.slice(0, 4).map(({ id }: { id: number }) => id) })
        .where("instance_id", "=", instance)
        .where("id", "=", open.id)
        .execute(),
    );
    const late = await taking.answerRefused(tests[4].id, RIGHT["Free Text"]!);
    expect(late.errors?.[0]?.extensions.code).toBe("VALIDATION");
    expect((await taking.submit(open.id)).attempts[0]).toMatchObject({ score: 0 });

    const reviewed = takeTest(learner, await create({ pass_mark: 50 }));
    const first = (await reviewed.start()).tests[0];
    const empty = { type: "Multiple Choice", userSelections: [] };
    expect((await reviewed.answerRefused(first.id, empty)).errors?.[0]?.extensions.code).toBe("VALIDATION");
    expect(await reviewed.answer(first.id, WRONG["Multiple Choice"]!)).toMatchObject({ isCorrect: false });
    for (const again of [WRONG, RIGHT]) {
      const { errors } = await reviewed.answerRefused(first.id, again["Multiple Choice"]!);
      expect(errors?.[0]?.extensions.code).toBe("VALIDATION");
    }
  });
});

describe("the review of attempts", () => {
  test("has the questions of each, no key for readers of reports, and nothing while an attempt is open", async () => {
    const place = await create({ review: "after_attempt", shows_answers: true, retry: "wrong" });
    const taking = takeTest(learner, place);
    await taking.take(["Ordering", "Free Text"]);
    await taking.take();
    await taking.start();
    const user = await server.userId("learner@demo.test");
    const own = (await learner.data(REVIEW, place)).testAttempts;
    expect((await learner.data(REVIEW, { ...place, user })).testAttempts).toEqual(own);
    const admin = await server.as("admin@demo.test");
    const read = (await admin.data(REVIEW, { ...place, user })).testAttempts;
    for (const attempts of [own, read]) {
      const [open, second, first] = attempts;
      expect([open.number, open.review]).toEqual([3, null]);
      const results = [second, first].map(({ review }) => review.map((each: any) => each.is_correct));
      expect(results).toEqual([
        [true, true, true, true, true],
        [true, true, false, true, false],
      ]);
    }
    expect(own[1].review[0].right_answers).toEqual(["Severn", "Trent"]);
    expect(read[1].review[0].right_answers).toBeNull();
  });

  test("and settings belong to tests of the course", async () => {
    const place = await create({ pass_mark: 50 });
    expect((await learner.data(SETTINGS, place)).testSettings).toEqual({ pass_mark: 50 });
    const elsewhere = await create({ pass_mark: 60 });
    expect(await learner.refusal(SETTINGS, { ...place, unit: elsewhere.unit })).toBe("NOT_FOUND");
    await server.inside("demo", (db, instance) =>
      db
        .updateTable("units")
        .set({ type: "Content" })
        .where("instance_id", "=", instance)
        .where("id", "=", place.unit)
        .execute(),
    );
    expect(await learner.refusal(SETTINGS, place)).toBe("NOT_FOUND");
  });
});
