import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Client, startClass, type TestServer } from "../../testing/server.ts";
import { QUESTIONS } from "../courses/course.testdata.ts";
import { testJobs } from "./test-attempts.jobs.ts";
import { createTest, passTime, RIGHT, takeTest } from "../../testing/test-attempts.ts";

const CREATE = `mutation ($title: String!, $units: [TestUnitInput!], $tests: [QuestionInput!]) {
  createCourse(title: $title, description: "d", test_units: $units, tests: $tests, status: "published") { id } }`;
const ENROL = `mutation ($id: Int!) { courseEnrollment(input: { course_id: $id }) { id } }`;

let server: TestServer;
let author: Client;
let learner: Client;
let other: Client;
beforeAll(async () => {
  ({ server, author, learner } = await startClass());
  other = await server.as("yusuf.demir@demo.test");
});
afterAll(() => server.close());

const listTypes = ({ tests }: Record<string, any>) => tests.map(({ type }: { type: string }) => type);

/** Creates a course with two tests of the same settings, each with questions of its own. */
async function createTwo(title: string, settings: object, questions?: readonly object[]) {
  const units = [1, 2].map((unit_order) => ({ unit_order, title: `Check ${unit_order}`, ...settings }));
  const tests = [1, 2].flatMap((unit_order) =>
    (questions ?? [{ type: "Free Text", question: `Own of ${unit_order}?` }]).map((each) => ({ ...each, unit_order })),
  );
  const { id: course } = (await author.data(CREATE, { title, units, tests })).createCourse;
  for (const client of [learner, other]) await client.data(ENROL, { id: course });
  const read = await author.data(`{ course(id: ${course}) { tests { id } } }`);
  const [first, second] = read.course.tests as { id: number }[];
  return [
    { course, unit: first!.id },
    { course, unit: second!.id },
  ] as const;
}

describe("attempts at a test", () => {
  test("repeat what the same person answered wrongly, whatever others did", async () => {
    const place = await createTest(author, { retry: "wrong", review: "after_attempt" }, { learners: [learner, other] });
    await takeTest(learner, place).take(["Ordering", "Free Text"]);
    const taking = takeTest(other, place);
    await taking.take(["Multiple Choice"]);
    expect(listTypes(await taking.take(["Multiple Choice"]))).toEqual([]);
    expect(listTypes(await takeTest(learner, place).start())).toEqual(["Ordering", "Free Text"]);
    expect(listTypes(await taking.start())).toEqual(["Multiple Choice"]);
  });

  test("repeat what was wrong since the course was taken again", async () => {
    const place = await createTest(author, { retry: "wrong", review: "after_attempt" }, { learners: [learner] });
    const taking = takeTest(learner, place);
    await taking.take(["Ordering"]);
    await taking.take();
    const admin = await server.as("admin@demo.test");
    const user = await server.userId("learner@demo.test");
    await admin.data(`mutation { retakeCourse(course_id: ${place.course}, user_id: ${user}) { attempt } }`);
    await taking.take(["Free Text"]);
    expect(listTypes(await taking.start())).toEqual(["Free Text"]);
  });

  test("wait from the end of the last one", async () => {
    const taking = takeTest(learner, await createTest(author, { attempt_wait: 3600 }, { learners: [learner] }));
    await taking.take(["Ordering"]);
    await passTime(server, 3601);
    expect((await taking.take(["Ordering"])).seconds_to_wait).toBeGreaterThan(3590);
  });

  test("are allowed beyond the number at one test and to one person", async () => {
    const [first, second] = await createTwo("Two limits", { attempts_allowed: 1 });
    const user = await server.userId("learner@demo.test");
    await author.data(
      `mutation { allowTestAttempts(course_id: ${first.course}, unit_id: ${first.unit}, user_id: ${user}, extra: 2) { attempts_allowed } }`,
    );
    const allow = (at: object, extra: number) =>
      author.query(
        `mutation ($course: Int!, $unit: Int!, $user: Int!, $extra: Int!) {
          allowTestAttempts(course_id: $course, unit_id: $unit, user_id: $user, extra: $extra) { attempts_allowed } }`,
        { ...first, user, extra, ...at },
      );
    const left = async (client: Client, place: typeof first) => (await takeTest(client, place).read())["attempts_left"];
    const readAllowance = async (at: object = {}) => {
      const answer = await author.query(
        `query ($course: Int!, $unit: Int!, $user: Int!) {
          testAllowance(course_id: $course, unit_id: $unit, user_id: $user) }`,
        { course: first.course, unit: first.unit, user, ...at },
      );
      return answer.errors?.[0]?.extensions.code ?? answer.data["testAllowance"];
    };
    expect([await readAllowance(), await readAllowance({ unit: second.unit })]).toEqual([2, 0]);
    expect(await left(learner, first)).toBe(3);
    expect(await left(learner, second)).toBe(1);
    expect(await left(other, first)).toBe(1);
    const theirs = await server.userId("yusuf.demir@demo.test");
    for (const at of [{ user: theirs }, second]) expect((await allow(at, 100)).data["allowTestAttempts"]).toBeTruthy();
    await allow({}, 0);
    expect(await readAllowance()).toBe(0);
    expect([await left(learner, first), await left(other, first), await left(learner, second)]).toEqual([1, 101, 101]);
    for (const extra of [-1, 101]) expect((await allow({}, extra)).errors?.[0]?.extensions.code).toBe("VALIDATION");
    const [elsewhere] = await createTwo("Limits elsewhere", { attempts_allowed: 1 });
    expect((await allow({ unit: elsewhere.unit }, 1)).errors?.[0]?.extensions.code).toBe("NOT_FOUND");
    expect(await readAllowance({ unit: elsewhere.unit })).toBe("NOT_FOUND");
    await server.inside("demo", (db, instance) =>
      db
        .updateTable("units")
        .set({ deleted_at: new Date() })
        .where("instance_id", "=", instance)
        .where("id", "=", first.unit)
        .execute(),
    );
    expect((await allow({}, 1)).errors?.[0]?.extensions.code).toBe("NOT_FOUND");
  });

  test("count and ask no question that was deleted", async () => {
    const place = await createTest(author, { pass_mark: 50 }, { learners: [learner] });
    await server.inside("demo", (db, instance) =>
      db
        .updateTable("questions")
        .set({ deleted_at: new Date() })
        .where("instance_id", "=", instance)
        .where("unit_id", "=", place.unit)
        .where("type", "=", "Ordering")
        .execute(),
    );
    const taking = takeTest(learner, place);
    expect(await taking.read()).toMatchObject({ questions: 4 });
    expect(listTypes(await taking.start())).toEqual([
      "Multiple Choice",
      "Fill the Gaps",
      "Match the Pairs",
      "Free Text",
    ]);
  });

  test("ask each person in each test what was drawn for them, and its own questions once", async () => {
    const category = "Drawn apart";
    const questions = Array.from({ length: 12 }, (_, n) => ({ type: "Free Text", question: `Drawn ${n}?` }));
    await author.data(
      `mutation ($questions: [QuestionInput!]!) { saveToBank(category: "${category}", questions: $questions) { saved } }`,
      { questions },
    );
    const places = await createTwo("Two draws", { pass_mark: 50, draws: [{ category, count: 2 }] });
    for (const client of [learner, other])
      for (const [at, place] of places.entries()) {
        const taking = takeTest(client, place);
        const { tests, open } = await taking.start();
        const asked = tests.map(({ question }: { question: string }) => question);
        expect([new Set(asked).size, asked.length]).toEqual([3, 3]);
        expect(asked.filter((text: string) => text.startsWith("Own"))).toEqual([`Own of ${at + 1}?`]);
        expect((await taking.submit(open.id))["questions"]).toBe(3);
      }
  });

  test("take no answer to a question that was right before, nor an end by another person", async () => {
    const place = await createTest(author, { retry: "wrong", review: "after_attempt" }, { learners: [learner, other] });
    const taking = takeTest(learner, place);
    const asked = (await taking.start()).tests as { id: number; type: string }[];
    for (const { id, type } of asked.slice(0, 4)) await taking.answer(id, RIGHT[type]!);
    const { open } = await taking.read();
    expect((await takeTest(other, place).submitRaw(open.id)).errors?.[0]?.extensions.code).toBe("NOT_FOUND");
    expect((await taking.read()).open).toEqual({ ...open, seconds_left: null });
    await taking.submit(open.id);
    expect((await taking.start()).open.carried).toBe(4);
    expect((await taking.answerRefused(asked[0]!.id, RIGHT[asked[0]!.type]!)).errors).toHaveLength(1);
  });

  test("answer an answer that is sent again with the own one to that question of that attempt", async () => {
    const questions = [1, 2].map((n) => ({ type: "Free Text", question: `Which ${n}?` }));
    const place = await createTest(author, { pass_mark: 50 }, { learners: [learner, other], questions });
    const give = (text: string) => ({ type: "Free Text", freeTextAnswer: text, given_id: text });
    for (const [client, name] of [
      [other, "theirs"],
      [learner, "first"],
      [learner, "second"],
    ] as const) {
      const taking = takeTest(client, place);
      const { tests, open } = await taking.start();
      for (const [n, { id }] of tests.entries()) await taking.answer(id, give(`${name} ${n}`));
      for (const [n, { id }] of tests.entries()) {
        const again = await taking.answer(id, give(`${name} ${n}`));
        expect(again).toMatchObject({ freeTextAnswer: `${name} ${n}` });
        expect((await taking.answerRefused(id, give("theirs 0"))).errors === undefined).toBe(
          `${name} ${n}` === "theirs 0",
        );
      }
      await taking.submit(open.id);
    }
  });

  test("end in their own test and course only", async () => {
    const [first, second] = await createTwo("Ends", { pass_mark: 50 });
    const [elsewhere] = await createTwo("Ends elsewhere", { pass_mark: 50 });
    const taking = takeTest(learner, first);
    const { open } = await taking.start();
    for (const place of [second, { ...first, course: elsewhere.course }])
      expect((await takeTest(learner, place).submitRaw(open.id)).errors?.[0]?.extensions.code).toBe("NOT_FOUND");
    expect((await taking.read()).open?.id).toBe(open.id);
  });

  test("complete their own test for the person who passes them", async () => {
    const [first, second] = await createTwo("Passed", { pass_mark: 50 }, QUESTIONS);
    for (const [client, place] of [
      [learner, first],
      [other, first],
      [learner, second],
    ] as const) {
      expect((await takeTest(client, place).read())["is_complete"]).toBe(false);
      expect((await takeTest(client, place).take())["is_complete"]).toBe(true);
    }
    expect((await takeTest(other, second).read())["is_complete"]).toBe(false);
  });

  test("log an answer that they take over once", async () => {
    const place = await createTest(author, { retry: "wrong" }, { learners: [learner] });
    const taking = takeTest(learner, place);
    await taking.take(["Ordering"]);
    await taking.take();
    expect(await listResponses(place.unit)).toEqual([["learner@demo.test", 5, 5, 6]]);
  });

  test("count without a question that was deleted while they were under way", async () => {
    const place = await createTest(author, { pass_mark: 50 }, { learners: [learner] });
    const taking = takeTest(learner, place);
    const { tests, open } = await taking.start();
    for (const { id, type } of tests.slice(0, 4)) await taking.answer(id, RIGHT[type]!);
    const removed = [tests[0].id, tests[4].id];
    await server.inside("demo", (db, instance) =>
      db
        .updateTable("questions")
        .set({ deleted_at: new Date() })
        .where("instance_id", "=", instance)
        .where("id", "in", removed)
        .execute(),
    );
    expect((await taking.submit(open.id)).attempts[0]).toMatchObject({ score: 100, is_passed: true });
    expect(await listResponses(place.unit)).toEqual([["learner@demo.test", 3, 3, 4]]);
  });

  test("leave the results of others, of other tests and of former attempts at the course as they are", async () => {
    const [first, second] = await createTwo("Results", { pass_mark: 50, counting_attempt: "best" }, QUESTIONS);
    const give = async (client: Client, place: typeof first, ...wrong: string[]) =>
      (await takeTest(client, place).take(wrong)).attempts.map((each: { score: number; counts: boolean }) => [
        each.score,
        each.counts,
      ]);
    expect(await give(learner, first, "Ordering")).toEqual([[80, true]]);
    expect(await give(learner, second, "Ordering", "Free Text")).toEqual([[60, true]]);
    expect(await give(other, first, "Ordering", "Free Text")).toEqual([[60, true]]);
    // As good as another person's, and better than the own one before.
    expect(await give(other, first, "Ordering")).toEqual([
      [80, true],
      [60, false],
    ]);
    expect(await give(learner, first, "Ordering", "Free Text", "Fill the Gaps")).toEqual([
      [40, false],
      [80, true],
    ]);
    expect(await listResponses(first.unit)).toEqual([
      ["learner@demo.test", 5, 4, 10],
      ["yusuf.demir@demo.test", 5, 4, 10],
    ]);
    expect(await give(other, second)).toEqual([[100, true]]);
    expect(await listResponses(second.unit)).toEqual([
      ["learner@demo.test", 5, 3, 5],
      ["yusuf.demir@demo.test", 5, 5, 5],
    ]);

    const admin = await server.as("admin@demo.test");
    const user = await server.userId("yusuf.demir@demo.test");
    await admin.data(`mutation { retakeCourse(course_id: ${first.course}, user_id: ${user}) { attempt } }`);
    await takeTest(other, first).take(["Ordering", "Free Text", "Fill the Gaps"]);
    const counting = await server.inside("demo", (db, instance) =>
      db
        .selectFrom("test_attempts")
        .select(["user_id", "course_attempt", "score"])
        .where("instance_id", "=", instance)
        .where("unit_id", "=", first.unit)
        .where("counts", "=", true)
        .orderBy("id")
        .execute(),
    );
    expect(
      counting.map(({ user_id, course_attempt, score }) => [user_id === user, course_attempt, Number(score)]),
    ).toEqual([
      [false, 1, 80],
      [true, 1, 80],
      [true, 2, 40],
    ]);
  });
});

/** Lists for each person how many answers to a test reports read, how many of them are right, and how many were given. */
const listResponses = (unit: number) =>
  server.inside("demo", async (db, instance) => {
    const { rows } = await sql<{ email: string; read: number; right: number; given: number }>`
      SELECT u.email, count(*)::integer AS read, count(*) FILTER (WHERE r.is_correct)::integer AS right,
        (SELECT count(*)::integer FROM attempts a WHERE a.instance_id = ${instance} AND a.unit_id = ${unit}
          AND a.user_id = u.id) AS given
      FROM responses r JOIN users u ON u.instance_id = r.instance_id AND u.id = r.user_id
      WHERE r.instance_id = ${instance} AND r.unit_id = ${unit} AND r.input_type = 'question'
      GROUP BY u.id, u.email ORDER BY u.email`.execute(db);
    return rows.map(({ email, read, right, given }) => [email, read, right, given]);
  });

test("a job submits nothing for a person who was deleted meanwhile, and fails with any other error", async () => {
  const instanceId = await server.inside("demo", async (_, id) => id);
  const actorId = await server.userId("learner@demo.test");
  const submit = (more: object) => {
    const payload = { instanceId, actorId, attemptId: 1, ...more };
    return testJobs(server.platform)["test.submit"](payload as never, { id: "1", attempt: 1 } as never);
  };
  await submit({ actorId: 2_000_000_000 });
  await expect(submit({ attemptId: "none" })).rejects.toThrow("invalid input syntax");
});
