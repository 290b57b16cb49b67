import { afterAll, describe, expect, test } from "vitest";
import { jobHandlers } from "../../jobs.ts";
import { createAutomation, createGroup, readRuns, work } from "../../testing/automations.ts";
import { ESSAY_WITH_RUBRIC, MARK, PLAIN, reach, REVIEW, submitEssays, TEXT, TRUTH } from "../../testing/essays.ts";
import { type Client, startClass } from "../../testing/server.ts";
import { createTest, endTime, takeTest } from "../../testing/test-attempts.ts";

const ESSAY = `query ($attempt: Int!, $question: Int!, $branchUrl: String) {
  essay(attempt_id: $attempt, question_id: $question, branchUrl: $branchUrl) { answer } }`;
const IN_BRANCH = `mutation ($attempt: Int!, $question: Int!, $points: Int, $branchUrl: String) {
  markEssay(attempt_id: $attempt, question_id: $question, points: $points, branchUrl: $branchUrl) { score } }`;

const { server, author, learner } = await startClass();
afterAll(() => server.close());

type Place = Awaited<ReturnType<typeof createTest>>;
const create = (settings: object, questions: object[] = [PLAIN], learners: Client[] = [learner]) =>
  createTest(author, settings, { learners, questions });
const WRITTEN = ["One word."];

/** Counts the notices of a kind about a course, by the people who got them. */
const countNotices = (kind: string, course: number) =>
  server.inside("demo", async (db, instance_id) => {
    const rows = await db
      .selectFrom("notifications")
      .select(["user_id", "data"])
      .where("instance_id", "=", instance_id)
      .where("kind", "=", kind)
      .execute();
    const people = rows.filter(({ data }) => (data as { course_id: number }).course_id === course);
    return { notices: people.length, people: new Set(people.map(({ user_id }) => user_id)).size };
  });
const listAttempts = (place: Place) =>
  server.inside("demo", (db, instance_id) =>
    db
      .selectFrom("test_attempts")
      .select(["number", "submitted_at", "score"])
      .where("instance_id", "=", instance_id)
      .where("unit_id", "=", place.unit)
      .execute(),
  );

describe("the notices about essays", () => {
  test("come once to each marker when two windows submit at once, and the attempt is one", async () => {
    const place = await create({}, [TRUTH, PLAIN]);
    const taking = takeTest(learner, place);
    const phone = takeTest(await server.as("learner@demo.test"), place);
    const { open, tests } = await taking.start();
    await taking.answer(tests[1]!.id, TEXT);
    await Promise.all([taking, phone, taking, phone].map((window) => window.submitRaw(open.id)));
    await phone.submitRaw(open.id);
    const { notices, people } = await countNotices("essay_waiting", place.course);
    expect(people).toBeGreaterThan(0);
    expect(notices).toBe(people);
    expect(await listAttempts(place)).toMatchObject([{ number: 1, submitted_at: expect.any(Date), score: null }]);
  });

  test("come once to each marker when two workers end the time at once, and one of them again", async () => {
    const place = await create({ time_limit: 600 });
    const taking = takeTest(learner, place);
    const { tests } = await taking.start();
    await taking.answer(tests[0]!.id, TEXT);
    await endTime(server);
    const { payload } = server.outside.jobs.findLast(({ name }) => name === "test.submit")!;
    const submit = (attempt: number) =>
      jobHandlers(server.platform)["test.submit"]!(payload as never, { id: "1", attempt });
    await Promise.all([submit(1), submit(1)]);
    await submit(2);
    const { notices, people } = await countNotices("essay_waiting", place.course);
    expect(people).toBeGreaterThan(0);
    expect(notices).toBe(people);
  });

  test("come once to the learner when two markers save at once, and one of them again", async () => {
    const place = await create({});
    const { attempt, essays } = await submitEssays(learner, place, WRITTEN);
    const given = { attempt, question: essays[0], points: 5 };
    const admin = await server.as("admin@demo.test");
    await Promise.all([author.query(MARK, given), admin.query(MARK, given)]);
    await author.query(MARK, given);
    expect(await countNotices("essays_marked", place.course)).toEqual({ notices: 1, people: 1 });
  });
});

describe("automations", () => {
  /** Creates automations on the completion and the failure of a course. @returns how often each has run */
  async function watch(place: Place) {
    const admin = await server.as("admin@demo.test");
    const ids: number[] = [];
    for (const kind of ["course_completed", "course_failed"]) {
      const group_id = await createGroup(admin, `${kind} ${place.title}`);
      const trigger = { kind, object_id: place.course };
      ids.push(await createAutomation(admin, { trigger, actions: [{ kind: "add_to_group", group_id }] }));
    }
    return async () => {
      await work(server);
      return Promise.all(ids.map(async (id) => (await readRuns(admin, id)).total));
    };
  }

  test.each([
    ["completed", 5, [1, 0]],
    ["failed", 0, [0, 1]],
  ])("wait for the mark by which a course is %s, and run once after it", async (_, points, after) => {
    const place = await create({ pass_mark: 60, attempts_allowed: 1 });
    const count = await watch(place);
    const { attempt, essays } = await submitEssays(learner, place, WRITTEN);
    expect(await count()).toEqual([0, 0]);
    const { markEssay } = await author.data(MARK, { attempt, question: essays[0], points });
    expect(await count()).toEqual(after);
    await author.data(MARK, { attempt, question: essays[0], points, replaces: markEssay.marked_at });
    expect(await count()).toEqual(after);
  });
});

describe("an essay cannot be marked", () => {
  const refuse = async (client: Client, attempt: number, question: number, branchUrl?: string) => {
    expect(await client.refusal(ESSAY, { attempt, question, branchUrl })).toBe("NOT_FOUND");
    expect(await client.refusal(IN_BRANCH, { attempt, question, points: 1, branchUrl })).toBe("NOT_FOUND");
  };

  test("by those who do not reach its learner, or its course, and by other instances", async () => {
    const place = await create({});
    const { attempt, essays } = await submitEssays(learner, place, WRITTEN);
    const [question] = essays as [number];
    const priya = await server.as("priya.raman@demo.test", "north.demo.localhost");
    const learnerId = await server.userId("learner@demo.test");
    const north = await server.inside("demo", async (db, instance_id) => {
      await db
        .updateTable("users")
        .set({ is_primary: false })
        .where("instance_id", "=", instance_id)
        .where("email", "=", "priya.raman@demo.test")
        .execute();
      await db
        .deleteFrom("branch_users")
        .where("instance_id", "=", instance_id)
        .where("user_id", "=", learnerId)
        .execute();
      const { id } = await db
        .selectFrom("branches")
        .select("id")
        .where("instance_id", "=", instance_id)
        .where("url", "=", "north")
        .executeTakeFirstOrThrow();
      return id;
    });
    const setCourse = (isThere: boolean) =>
      server.inside("demo", async (db, instance_id) => {
        const row = { instance_id, branch_id: north, course_id: place.course };
        if (isThere) await db.insertInto("branch_courses").values(row).execute();
        else
          await db
            .deleteFrom("branch_courses")
            .where("instance_id", "=", instance_id)
            .where("course_id", "=", place.course)
            .execute();
      });
    await refuse(priya, attempt, question, "north");
    await setCourse(true);
    await refuse(priya, attempt, question, "north");
    await setCourse(false);
    await server.inside("demo", (db, instance_id) =>
      db.insertInto("branch_users").values({ instance_id, branch_id: north, user_id: learnerId }).execute(),
    );
    await refuse(priya, attempt, question, "north");
    await refuse(await server.as("admin@riverside.test"), attempt, question);
    expect(await learner.refusal(IN_BRANCH, { attempt, question, points: 5 })).toBe("FORBIDDEN");
    await setCourse(true);
    const marked = await priya.data(IN_BRANCH, { attempt, question, points: 5, branchUrl: "north" });
    expect(marked.markEssay).toEqual({ score: 100 });
  });

  test("before its attempt is submitted, nor can another question, or an answer that was carried over", async () => {
    const place = await create({ pass_mark: 90, retry: "wrong", attempts_allowed: 3 }, [TRUTH, PLAIN]);
    const taking = takeTest(learner, place);
    const { open, tests } = await taking.start();
    const [truth, essay] = tests.map(({ id }: { id: number }) => id) as [number, number];
    await taking.answer(truth, { type: "True or False", userSelections: ["False"] });
    await taking.answer(essay, TEXT);
    await refuse(author, open.id, essay);
    await taking.submit(open.id);
    await refuse(author, open.id, truth);
    await author.data(MARK, { attempt: open.id, question: essay, points: 5 });
    const second = await taking.start();
    expect(second.open.carried).toBe(1);
    await taking.submit(second.open.id);
    await refuse(author, second.open.id, essay);
  });

  test("so that it counts when the learner has begun the course again", async () => {
    const place = await create({ pass_mark: 50 });
    const { attempt, essays, taking } = await submitEssays(learner, place, WRITTEN);
    const userId = await server.userId("learner@demo.test");
    await server.inside("demo", (db, instance_id) =>
      db
        .updateTable("enrolments")
        .set({ attempt: 2 })
        .where("instance_id", "=", instance_id)
        .where("user_id", "=", userId)
        .where("course_id", "=", place.course)
        .execute(),
    );
    const { markEssay } = await author.data(MARK, { attempt, question: essays[0], points: 5 });
    expect(markEssay).toMatchObject({ score: 100, is_passed: true, is_complete: false });
    expect(await taking.read()).toMatchObject({ is_complete: false, attempts_used: 0, responses: [] });
  });
});

test("a rubric that would give points beyond those of its question is refused when it is written", async () => {
  const { errors } = await author.query(
    `mutation ($questions: [QuestionInput!]!) { saveToBank(category: "Limits", questions: $questions) { saved } }`,
    { questions: [{ ...ESSAY_WITH_RUBRIC, points: 5 }] },
  );
  expect(JSON.stringify(errors)).toContain("has to be worth the highest points of its rubric");
  const place = await create({ review: "after_attempt" }, [ESSAY_WITH_RUBRIC]);
  const { attempt, essays } = await submitEssays(learner, place, WRITTEN);
  await author.data(MARK, { attempt, question: essays[0], levels: reach("Very clear", "Right"), points: 99 });
  expect((await learner.data(REVIEW, place)).testAttempts[0]).toMatchObject({ score: 100 });
});
