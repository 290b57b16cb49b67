import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { jobHandlers } from "../../jobs.ts";
import { type Client, startClass, type TestServer } from "../../testing/server.ts";
import { parseRows, takeTable } from "../../testing/tables.ts";
import { QUESTIONS } from "../courses/course.testdata.ts";
import { createTest, endTime, passTime, RIGHT, takeTest, WRONG } from "../../testing/test-attempts.ts";

let server: TestServer;
let author: Client;
let learner: Client;
beforeAll(async () => {
  ({ server, author, learner } = await startClass());
});
afterAll(() => server.close());

const create = (settings: object, options: object = {}) =>
  createTest(author, settings, { learners: [learner], ...options });
const TYPES = QUESTIONS.map(({ type }) => type);

describe("a test without settings of its own", () => {
  test("is answered without an attempt, and needs every answer right", async () => {
    const place = await create({});
    const { attempts_used, tests } = await takeTest(learner, place).read();
    expect(attempts_used).toBeUndefined();
    expect(tests).toHaveLength(5);
    const taking = takeTest(learner, place);
    for (const { id, type } of tests) expect(await taking.answer(id, RIGHT[type]!)).toMatchObject({ isCorrect: true });
    expect((await taking.record({ completes: true })).recordWork.completion).toEqual({ course_complete: true });
  });

  test("shows its settings with the values of the defaults", async () => {
    const { course, unit } = await create({});
    const { testSettings } = await learner.data(`{ testSettings(course_id: ${course}, unit_id: ${unit}) {
      pass_mark attempts_allowed attempt_wait time_limit review retry counting_attempt questions_per_page shuffles_questions } }`);
    expect(testSettings).toEqual({
      pass_mark: 100,
      attempts_allowed: null,
      attempt_wait: null,
      time_limit: null,
      review: "after_answer",
      retry: "all",
      counting_attempt: "last",
      questions_per_page: 1,
      shuffles_questions: false,
    });
  });
});

describe("an attempt", () => {
  test("shows no question before it starts, and the same ones on every device until it is submitted", async () => {
    const place = await create({ pass_mark: 60 });
    const taking = takeTest(learner, place);
    const before = await taking.read();
    expect(before).toMatchObject({ tests: [], questions: 5, attempts_used: 0, attempts_left: null, open: null });
    const { open, tests } = await taking.start();
    expect(tests).toHaveLength(5);
    await taking.answer(tests[0]!.id, RIGHT["Multiple Choice"]!);
    const elsewhere = takeTest(await server.as("learner@demo.test"), place);
    expect((await elsewhere.start()).open.id).toBe(open.id);
    const { responses } = await elsewhere.read();
    expect(responses.map(({ input_key }: { input_key: string }) => input_key)).toEqual([String(tests[0]!.id)]);
    const after = await taking.submit(open.id);
    expect(after).toMatchObject({ tests: [], responses: [], open: null });
  });

  test("passes at the pass mark, fails below it, and completes the unit", async () => {
    const place = await create({ pass_mark: 60 });
    const taking = takeTest(learner, place);
    const failed = await taking.take(["Ordering", "Free Text", "Fill the Gaps"]);
    expect(failed.attempts[0]).toMatchObject({ score: 40, is_passed: false, counts: true });
    expect(failed.is_complete).toBe(false);
    expect((await taking.record({ completes: true })).recordWork.refusal).toMatch(/pass this test/);
    const passed = await taking.take(["Ordering", "Free Text"]);
    expect(passed.attempts[0]).toMatchObject({ number: 2, score: 60, is_passed: true, counts: true });
    expect(passed).toMatchObject({ is_complete: true, is_passed: true });
  });

  test("counts a question without an answer as wrong", async () => {
    const place = await create({ pass_mark: 20 });
    const taking = takeTest(learner, place);
    const { open, tests } = await taking.start();
    await taking.answer(tests[0]!.id, RIGHT["Multiple Choice"]!);
    expect((await taking.submit(open.id)).attempts[0]).toMatchObject({ score: 20, is_passed: true });
  });

  test("counts partly right answers by their share where the test gives partial credit, in reports too", async () => {
    const place = await create({ partial_credit: true, pass_mark: 90 });
    const taking = takeTest(learner, place);
    const { tests, open } = await taking.start();
    for (const { id, type } of tests.slice(1)) await taking.answer(id, RIGHT[type]!);
    await taking.answer(tests[0]!.id, { userSelections: ["Severn"] });
    const { attempts } = await taking.submit(open.id);
    expect(attempts[0]).toMatchObject({ score: 90, is_passed: true });
    const { body } = await takeTable(server, await server.as("admin@demo.test"), {
      kind: "everything",
      search: "Grace",
    });
    expect(parseRows(body).find((row) => row["Course"] === place.title)!["Score"]).toBe("90");
  });

  test("takes no answer before it starts, after it is submitted, or for another attempt", async () => {
    const place = await create({ pass_mark: 50, review: "after_attempt" });
    const taking = takeTest(learner, place);
    const asked = (await author.data(`{ course(id: ${place.course}) { tests { tests { id } } } }`)).course.tests[0]
      .tests;
    const refuse = async (answer: object = RIGHT["Multiple Choice"]!) =>
      (await taking.answerRefused(asked[0].id, answer)).errors?.[0]?.message;
    expect(await refuse()).toBe("Start the test to answer its questions.");
    const first = await taking.start();
    await taking.submit(first.open.id);
    const late = { ...RIGHT["Multiple Choice"], test_attempt: first.open.id };
    expect(await refuse(late)).toBe("This attempt is over. Start the test again to answer.");
    const { open } = await taking.start();
    expect(await refuse(late)).toBe("This attempt is over. Start the test again to answer.");
    expect(await refuse({ ...late, test_attempt: open.id })).toBeUndefined();
  });

  test("keeps the settings with which it started", async () => {
    const place = await create({ pass_mark: 60 });
    const taking = takeTest(learner, place);
    const { open, tests } = await taking.start();
    const { id, type } = tests[0]!;
    await taking.answer(id, RIGHT[type]!);
    await server.inside("demo", (db, instance) =>
      db
        .updateTable("units")
        .set({ pass_mark: 10 })
        .where("instance_id", "=", instance)
        .where("id", "=", place.unit)
        .execute(),
    );
    expect((await taking.submit(open.id)).attempts[0]).toMatchObject({ score: 20, is_passed: false });
  });
});

describe("attempts", () => {
  test("end with the number that is allowed", async () => {
    const place = await create({ attempts_allowed: 2 });
    const taking = takeTest(learner, place);
    await taking.take(TYPES);
    expect((await taking.take(TYPES)).attempts_left).toBe(0);
    const { errors } = await taking.startRefused();
    expect(errors![0]).toMatchObject({ message: "You have no attempts left at this test." });
  });

  test("are allowed to one person beyond the number, with an entry in the audit log", async () => {
    const place = await create(
      { attempts_allowed: 1 },
      { learners: [learner, await server.as("yusuf.demir@demo.test")] },
    );
    const taking = takeTest(learner, place);
    await taking.take(TYPES);
    const user = await server.userId("learner@demo.test");
    const allow = (client: Client, extra: number) =>
      client.query(`mutation { allowTestAttempts(course_id: ${place.course}, unit_id: ${place.unit}, user_id: ${user}, extra: ${extra}) {
        attempts_allowed } }`);
    expect((await allow(learner, 1)).errors![0]!.extensions.code).toBe("FORBIDDEN");
    expect((await allow(author, 1)).data["allowTestAttempts"]).toEqual({ attempts_allowed: 2 });
    expect((await taking.take(TYPES)).attempts_left).toBe(0);
    expect((await takeTest(await server.as("yusuf.demir@demo.test"), place).read()).attempts_left).toBe(1);
    const admin = await server.as("admin@demo.test");
    const { auditLog } = await admin.data(`{ auditLog(limit: 20) { rows { action subject_name } } }`);
    expect(auditLog.rows.filter(({ action }: { action: string }) => action === "test.attempts_allowed")).toHaveLength(
      1,
    );
    expect((await allow(author, 0)).data["allowTestAttempts"]).toEqual({ attempts_allowed: 1 });
    expect((await allow(author, 101)).errors![0]!.extensions.code).toBe("VALIDATION");
  });

  test("wait for the time between them", async () => {
    const place = await create({ attempt_wait: 3600 });
    const taking = takeTest(learner, place);
    const { seconds_to_wait } = await taking.take(TYPES);
    expect(seconds_to_wait).toBeGreaterThan(3590);
    expect((await taking.startRefused()).errors![0]!.message).toBe("Minutes until you can try this test again: 60.");
    await passTime(server, 3601);
    expect((await taking.read()).seconds_to_wait).toBe(0);
    expect((await taking.start()).open.number).toBe(2);
  });

  test("count as the best, or as the last", async () => {
    const scores = async (counting_attempt: string) => {
      const place = await create({ questions_per_page: 5, counting_attempt });
      const taking = takeTest(learner, place);
      await taking.take(["Ordering"]);
      const { attempts } = await taking.take(["Ordering", "Free Text"]);
      const admin = await server.as("admin@demo.test");
      const { body } = await takeTable(server, admin, { kind: "everything", search: "Grace" });
      const rows = parseRows(body).filter((row) => row["Course"] === place.title);
      return {
        counting: attempts
          .filter(({ counts }: { counts: boolean }) => counts)
          .map(({ score }: { score: number }) => score),
        reported: rows.map((row) => Number(row["Score"])),
      };
    };
    expect(await scores("best")).toEqual({ counting: [80], reported: [80] });
    expect(await scores("last")).toEqual({ counting: [60], reported: [60] });
  });

  test("leave the report at the attempt that counts while another is under way", async () => {
    const place = await create({ questions_per_page: 5 });
    const taking = takeTest(learner, place);
    await taking.take(["Ordering"]);
    const { tests } = await taking.start();
    for (const { id, type } of tests.slice(0, 3)) await taking.answer(id, WRONG[type]!);
    const admin = await server.as("admin@demo.test");
    const { courseReport } = await admin.data(
      `{ courseReport(courseId: ${place.course}) { questions { answered correct } } }`,
    );
    expect(courseReport.questions.map(({ answered, correct }: Record<string, number>) => [answered, correct])).toEqual([
      [1, 1],
      [1, 1],
      [1, 0],
      [1, 1],
      [1, 1],
    ]);
  });

  test("repeat the wrong questions only, and count the right ones again", async () => {
    const place = await create({ retry: "wrong", review: "after_attempt" });
    const taking = takeTest(learner, place);
    await taking.take(["Ordering", "Free Text"]);
    const { tests, open } = await taking.start();
    expect(tests.map(({ type }: { type: string }) => type)).toEqual(["Ordering", "Free Text"]);
    expect(open.carried).toBe(3);
    for (const { id, type } of tests) await taking.answer(id, RIGHT[type]!);
    const { attempts } = await taking.submit(open.id);
    expect(attempts[0]).toMatchObject({ score: 100, is_passed: true });
  });

  test("draw other questions from the bank each time, and keep those of one attempt", async () => {
    const category = "For attempts";
    await author.data(
      `mutation ($questions: [QuestionInput!]!) { saveToBank(category: "${category}", questions: $questions) { saved } }`,
      {
        questions: Array.from({ length: 12 }, (_, n) => ({ type: "Free Text", question: `Bank question ${n}?` })),
      },
    );
    const place = await create({ pass_mark: 50, draws: [{ category, count: 4 }] }, { questions: [] });
    const taking = takeTest(learner, place);
    expect(await taking.read()).toMatchObject({ questions: 4, tests: [] });
    const shown = new Set<string>();
    for (let n = 0; n < 6; n++) {
      const { tests, open } = await taking.start();
      expect(tests).toHaveLength(4);
      expect((await taking.start()).tests).toEqual(tests);
      for (const { question } of tests) shown.add(question);
      await taking.submit(open.id);
    }
    expect(shown.size).toBeGreaterThan(4);
  });

  test("come with questions and options in an order of their own, which stays", async () => {
    const options = Array.from({ length: 8 }, (_, n) => ({ text: `Option ${n}`, checked: n === 0 }));
    const questions = Array.from({ length: 8 }, (_, n) => ({
      type: "Multiple Choice",
      question: `Number ${n}?`,
      options,
    }));
    const place = await create({ shuffles_questions: true, shuffles_options: true }, { questions });
    const taking = takeTest(learner, place);
    const orders = new Set<string>();
    for (let n = 0; n < 4; n++) {
      const { tests, open } = await taking.start();
      expect((await taking.read()).tests).toEqual(tests);
      expect(tests.map(({ question }: { question: string }) => question).toSorted()).toEqual(
        questions.map(({ question }) => question),
      );
      orders.add(tests.map(({ question }: { question: string }) => question).join());
      orders.add(tests[0]!.options.map(({ text }: { text: string }) => text).join());
      await taking.submit(open.id);
    }
    expect(orders.size).toBeGreaterThan(4);
  });

  test("start at 1 again when the course is taken again, and stay readable", async () => {
    const place = await create({ attempts_allowed: 1, pass_mark: 50 });
    const taking = takeTest(learner, place);
    await taking.take();
    const admin = await server.as("admin@demo.test");
    const user = await server.userId("learner@demo.test");
    await admin.data(`mutation { retakeCourse(course_id: ${place.course}, user_id: ${user}) { attempt } }`);
    expect(await taking.read()).toMatchObject({ attempts_used: 0, attempts_left: 1, is_passed: false });
    await taking.take(TYPES);
    const { testAttempts } = await learner.data(`{ testAttempts(course_id: ${place.course}, unit_id: ${place.unit}) {
      course_attempt number score } }`);
    expect(testAttempts).toEqual([
      { course_attempt: 2, number: 1, score: 0 },
      { course_attempt: 1, number: 1, score: 100 },
    ]);
  });

  test("come back with an enrolment that is restored", async () => {
    const place = await create({ attempts_allowed: 3 });
    const taking = takeTest(learner, place);
    const before = (await taking.take(["Ordering"])).attempts;
    const admin = await server.as("admin@demo.test");
    const user = await server.userId("learner@demo.test");
    const { courseUnenrollment } = await admin.data(
      `mutation { courseUnenrollment(user_id: ${user}, course_id: ${place.course}) { ended_id } }`,
    );
    expect((await taking.startRefused()).errors![0]!.extensions.code).toBe("NOT_FOUND");
    await admin.data(`mutation { restoreEnrolment(id: ${courseUnenrollment.ended_id}) { id } }`);
    expect((await taking.read()).attempts).toEqual(before);
  });
});

describe("a time limit", () => {
  test("is counted by the server, and survives a reload", async () => {
    const place = await create({ time_limit: 600 });
    const taking = takeTest(learner, place);
    const { open } = await taking.start();
    expect(open.seconds_left).toBeGreaterThan(590);
    await server.inside("demo", (db, instance) =>
      db
        .updateTable("test_attempts")
        .set({ deadline_at: new Date(Date.now() + 100_000) })
        .where("instance_id", "=", instance)
        .where("id", "=", open.id)
        .execute(),
    );
    expect((await taking.start()).open.seconds_left).toBeLessThan(101);
  });

  test("refuses answers after its end, and submits what is there on the next request", async () => {
    const place = await create({ time_limit: 600, pass_mark: 20, review: "after_attempt" });
    const taking = takeTest(learner, place);
    const { tests } = await taking.start();
    await taking.answer(tests[0]!.id, RIGHT["Multiple Choice"]!);
    await endTime(server);
    const { errors } = await taking.answerRefused(tests[1]!.id, RIGHT["Fill the Gaps"]!);
    expect(errors![0]!.message).toBe("The time for this test is over.");
    const { answers } = (
      await taking.record({
        answers: [{ question_id: tests[1]!.id, response: JSON.stringify(RIGHT["Fill the Gaps"]) }],
      })
    ).recordWork;
    expect(answers[0]).toMatchObject({ response: null, problem: "The time for this test is over." });
    const after = await taking.read();
    expect(after).toMatchObject({ open: null, tests: [], is_complete: true });
    expect(after.attempts[0]).toMatchObject({ score: 20, is_passed: true, is_timed_out: true });
  });

  test("submits what is there by a job, also when nobody comes back", async () => {
    server.outside.jobs.length = 0;
    const place = await create({ time_limit: 600, pass_mark: 20 });
    const taking = takeTest(learner, place);
    const { tests } = await taking.start();
    await taking.answer(tests[0]!.id, RIGHT["Multiple Choice"]!);
    await runSubmission();
    expect((await taking.read()).open).not.toBeNull();
    await endTime(server);
    await runSubmission();
    await runSubmission();
    const rows = await server.inside("demo", (db, instance) =>
      db
        .selectFrom("test_attempts")
        .where("instance_id", "=", instance)
        .where("unit_id", "=", place.unit)
        .select(["is_passed", "is_timed_out"])
        .execute(),
    );
    expect(rows).toEqual([{ is_passed: true, is_timed_out: true }]);
  });

  test("submits what is there by a job for a person who was deactivated meanwhile", async () => {
    server.outside.jobs.length = 0;
    const email = "callum.fraser@demo.test";
    const leaver = await server.as(email);
    const { course, unit } = await createTest(author, { time_limit: 600, pass_mark: 20 }, { learners: [leaver] });
    const taking = takeTest(leaver, { course, unit });
    const { tests } = await taking.start();
    await taking.answer(tests[0]!.id, RIGHT["Multiple Choice"]!);
    const userId = (await server.userId(email))!;
    await server.inside("demo", async (db, instance) => {
      const own = db.updateTable("users").where("instance_id", "=", instance).where("id", "=", userId);
      await own.set({ is_active: false }).execute();
    });
    await endTime(server);
    await runSubmission();
    const rows = await server.inside("demo", (db, instance) =>
      db
        .selectFrom("test_attempts")
        .where("instance_id", "=", instance)
        .where("unit_id", "=", unit)
        .select(["is_passed", "is_timed_out"])
        .execute(),
    );
    expect(rows).toEqual([{ is_passed: true, is_timed_out: true }]);
  });
});

/** Runs the job that was enqueued with the first attempt, as at its end. */
async function runSubmission() {
  const job = server.outside.jobs.find(({ name }) => name === "test.submit")!;
  const handlers = jobHandlers(server.platform) as Record<string, (payload: unknown, job: object) => Promise<void>>;
  await handlers["test.submit"]!(job.payload, { id: "1", attempt: 1 });
}
