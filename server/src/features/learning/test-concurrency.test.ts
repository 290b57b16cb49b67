import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Client, startClass, type TestServer } from "../../testing/server.ts";
import { createTest, RIGHT, takeTest, WRONG } from "../../testing/test-attempts.ts";

let server: TestServer;
let author: Client;
let learner: Client;
let phone: Client;
beforeAll(async () => {
  ({ server, author, learner } = await startClass());
  phone = await server.as("learner@demo.test");
});
afterAll(() => server.close());

const countAnswers = (unit: number) =>
  server.inside("demo", async (db, instance) => {
    const rows = await db
      .selectFrom("attempts")
      .where("instance_id", "=", instance)
      .where("unit_id", "=", unit)
      .select("id")
      .execute();
    return rows.length;
  });

describe("two windows and a second device", () => {
  test("that start at once get one attempt", async () => {
    const place = await createTest(author, { attempts_allowed: 1 }, { learners: [learner] });
    const windows = [learner, phone, learner, phone].map((client) => takeTest(client, place));
    const started = await Promise.all(windows.map((window) => window.start()));
    expect(new Set(started.map(({ open }) => open.id)).size).toBe(1);
    expect(started.every(({ attempts_used }) => attempts_used === 1)).toBe(true);
  });

  test("that submit at once submit once", async () => {
    const place = await createTest(author, { pass_mark: 40, review: "after_attempt" }, { learners: [learner] });
    const desk = takeTest(learner, place);
    const pocket = takeTest(phone, place);
    const { tests, open } = await desk.start();
    await desk.answer(tests[0]!.id, RIGHT["Multiple Choice"]!);
    await pocket.answer(tests[1]!.id, RIGHT["Fill the Gaps"]!);
    await Promise.all([desk, pocket, desk, pocket].map((window) => window.submitRaw(open.id)));
    const { attempts, is_complete } = await desk.read();
    expect(attempts).toMatchObject([{ score: 40, is_passed: true }]);
    expect(is_complete).toBe(true);
    expect(await countAnswers(place.unit)).toBe(2);
    const progress = await learner.data(`{ course(id: ${place.course}) { progress is_complete } }`);
    expect(progress.course).toEqual({ progress: 100, is_complete: true });
  });

  test("keep the later of two answers until the test is submitted", async () => {
    const place = await createTest(author, { pass_mark: 20, review: "never" }, { learners: [learner] });
    const desk = takeTest(learner, place);
    const { tests, open } = await desk.start();
    await desk.answer(tests[0]!.id, WRONG["Multiple Choice"]!);
    await takeTest(phone, place).answer(tests[0]!.id, RIGHT["Multiple Choice"]!);
    expect((await desk.submit(open.id)).attempts[0]).toMatchObject({ score: 20 });
  });

  test("cannot change an answer that was reviewed, and get the stored one when it is sent again", async () => {
    const place = await createTest(author, { pass_mark: 20 }, { learners: [learner] });
    const desk = takeTest(learner, place);
    const { tests, open } = await desk.start();
    const { id } = tests[0]!;
    const wrong = { ...WRONG["Multiple Choice"], given_id: "one" };
    const results = await Promise.all([
      desk.answerRefused(id, wrong),
      takeTest(phone, place).answerRefused(id, { ...RIGHT["Multiple Choice"], given_id: "two" }),
    ]);
    expect(results.filter(({ errors }) => errors)).toHaveLength(1);
    expect(results.find(({ errors }) => errors)!.errors![0]!.message).toBe("This question is answered already.");
    const isWrongKept = !results[0]!.errors;
    const kept = isWrongKept ? wrong : { ...RIGHT["Multiple Choice"], given_id: "two" };
    expect(await desk.answer(id, kept)).toMatchObject({ isCorrect: !isWrongKept, given_id: kept.given_id });
    await desk.submit(open.id);
    expect(await countAnswers(place.unit)).toBe(1);
  });

  test("lose no answer that arrives while the test is submitted: it is stored before, or refused", async () => {
    const place = await createTest(author, { pass_mark: 100, review: "never" }, { learners: [learner] });
    const desk = takeTest(learner, place);
    for (let round = 0; round < 5; round++) {
      const { tests, open } = await desk.start();
      const [stored] = await Promise.all([
        takeTest(phone, place).answerRefused(tests[0]!.id, RIGHT["Multiple Choice"]!),
        desk.submitRaw(open.id),
      ]);
      const { attempts } = await desk.read();
      expect(attempts[0].score).toBe(stored.errors ? 0 : 20);
    }
  });

  test("cannot submit an attempt that another window has begun since", async () => {
    const place = await createTest(author, { pass_mark: 60 }, { learners: [learner] });
    const desk = takeTest(learner, place);
    const first = await desk.start();
    await desk.submit(first.open.id);
    const second = await takeTest(phone, place).start();
    await desk.submitRaw(first.open.id);
    expect((await desk.read()).open.id).toBe(second.open.id);
  });
});

test("an attempt of another person cannot be submitted", async () => {
  const other = await server.as("yusuf.demir@demo.test");
  const place = await createTest(author, { pass_mark: 60 }, { learners: [learner, other] });
  const { open } = await takeTest(learner, place).start();
  expect((await takeTest(other, place).submitRaw(open.id)).errors![0]!.extensions.code).toBe("NOT_FOUND");
  expect((await takeTest(learner, place).read()).open.id).toBe(open.id);
});
