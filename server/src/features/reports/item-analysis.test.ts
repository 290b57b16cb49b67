import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sql } from "kysely";
import { createTest } from "../../testing/test-attempts.ts";
import { type Client, startServer, type TestServer } from "../../testing/server.ts";
import { refreshItems } from "./item-analysis.service.ts";
import {
  anyAttempts,
  give,
  type Given,
  type GivenAttempt,
  OPTIONS,
  PEOPLE,
  RIGHT,
  wholeAttempts,
  workOut,
} from "./item-analysis.testdata.ts";

const ANALYSIS = `query ($course_id: Int!, $unit_id: Int, $branchUrls: [String!], $from: String) {
  itemAnalysis(course_id: $course_id, unit_id: $unit_id, branchUrls: $branchUrls, from: $from) {
    is_pending computed_at unit_id tests { id title } is_in_attempts attempts group_size mean_score mean_seconds alpha alpha_attempts
    thresholds { least_answers too_hard too_easy discriminates }
    items { question_id version is_current type question answered facility discrimination seconds
      options { text is_right chosen upper lower } marks { kind option } } } }`;

const question = (text: string) => ({
  type: "Multiple Choice",
  question: text,
  options: OPTIONS.map((option) => ({ text: option, checked: option === RIGHT })),
});

let server: TestServer;
let instructor: Client;
let admin: Client;
/** Learners of the north, then of the south, by id. */
let people: number[];

beforeAll(async () => {
  server = await startServer();
  instructor = await server.as("instructor@demo.test");
  admin = await server.as("admin@demo.test");
  people = await server.inside("demo", async (db, instance_id) => {
    const users = await db
      .insertInto("users")
      .values(
        Array.from({ length: PEOPLE }, (_, at) => ({
          instance_id,
          first_name: "Item",
          last_name: `Taker ${at}`,
          email: `taker${at}@items.test`,
          role: "learner" as const,
        })),
      )
      .returning("id")
      .execute();
    const branches = await db
      .selectFrom("branches")
      .where("instance_id", "=", instance_id)
      .where("url", "in", ["north", "south"])
      .orderBy("url")
      .select("id")
      .execute();
    const ids = users.map(({ id }) => id).sort((a, b) => a - b);
    await db
      .insertInto("branch_users")
      .values(ids.map((user_id, at) => ({ instance_id, user_id, branch_id: branches[at < PEOPLE / 2 ? 0 : 1]!.id })))
      .execute();
    return ids;
  });
});
afterAll(() => server.close());

/** Creates a test whose questions the first people can take. @returns the ids of its questions in their order */
async function create(questions: number, settings: object) {
  const made = await createTest(instructor, settings, {
    questions: Array.from({ length: questions }, (_, at) => question(`Question ${at + 1}`)),
  });
  const ids = await server.inside("demo", async (db, instance_id) => {
    await db
      .insertInto("enrolments")
      .values(people.map((user_id) => ({ instance_id, user_id, course_id: made.course })))
      .execute();
    const rows = await db
      .selectFrom("questions")
      .where("instance_id", "=", instance_id)
      .where("unit_id", "=", made.unit)
      .where("deleted_at", "is", null)
      .orderBy("position")
      .orderBy("id")
      .select("id")
      .execute();
    return rows.map(({ id }) => id);
  });
  return { ...made, ids };
}

type Made = Awaited<ReturnType<typeof create>>;

const toResponse = ({ chosen }: Given) => JSON.stringify({ type: "Multiple Choice", userSelections: [chosen] });

/** Stores a submitted attempt for each of the first people. */
async function submit(made: Made, attempts: readonly GivenAttempt[], { at = new Date(), number = 1 } = {}) {
  await server.inside("demo", async (db, instance_id) => {
    for (const [index, attempt] of attempts.entries()) {
      const place = { instance_id, user_id: people[index]!, course_id: made.course, unit_id: made.unit };
      const { id: attempt_id } = await db
        .insertInto("test_attempts")
        .values({
          ...place,
          course_attempt: 1,
          number,
          question_ids: [...attempt.keys()].map((place) => made.ids[place]!),
          rules: JSON.stringify({ partial_credit: true }),
          started_at: new Date(at.getTime() - 60_000),
          submitted_at: at,
          score: 50,
        })
        .returning("id")
        .executeTakeFirstOrThrow();
      const answers = [...attempt].filter(([, { chosen }]) => chosen !== null);
      if (answers.length > 0)
        await db
          .insertInto("test_answers")
          .values(
            answers.map(([place_of, given], nth) => ({
              ...place,
              attempt_id,
              question_id: made.ids[place_of]!,
              response: toResponse(given),
              is_correct: given.share === 1,
              credit: given.share,
              answered_at: new Date(at.getTime() - 50_000 + nth * 1000),
            })),
          )
          .execute();
    }
  });
}

/** Changes a question as the editor does when it saves a course. */
const reword = (id: number, text: string) =>
  server.inside("demo", (db, instance_id) =>
    db
      .updateTable("questions")
      .set({ question: text })
      .where("instance_id", "=", instance_id)
      .where("id", "=", id)
      .execute(),
  );

const analyse = async (client: Client, made: { course: number; unit: number }, filters: object = {}) =>
  (await client.data(ANALYSIS, { course_id: made.course, unit_id: made.unit, ...filters })).itemAnalysis;

/** Compares the analysis of a test with the figures of the independent script. */
function expectSame(analysis: any, made: Made, attempts: readonly GivenAttempt[], current: readonly number[]) {
  const right = workOut(attempts, current, OPTIONS);
  expect(analysis).toMatchObject({
    attempts: right.attempts,
    group_size: right.group_size,
    alpha_attempts: right.alpha_attempts,
  });
  expectNear(analysis.mean_score, right.mean_score);
  expectNear(analysis.alpha, right.alpha);
  for (const item of analysis.items) {
    const { options, answered, facility, discrimination } = right.item(
      made.ids.indexOf(item.question_id),
      item.version,
    );
    expect(item.answered).toBe(answered);
    expectNear(item.facility, facility);
    expectNear(item.discrimination, discrimination);
    expect(item.options.map(({ is_right: _, ...option }: { is_right: boolean | null }) => option)).toEqual(options);
  }
}

function expectNear(found: number | null, right: number | null) {
  if (right === null) expect(found).toBeNull();
  else expect(found).toBeCloseTo(right, 6);
}

describe("the item analysis", () => {
  test("has the figures of an independent script, for generated answers of a test taken in attempts", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 5 }).chain((questions) =>
          fc.record({
            questions: fc.constant(questions),
            attempts: fc.oneof(anyAttempts(questions), wholeAttempts(questions)),
          }),
        ),
        async ({ questions, attempts }) => {
          const made = await create(questions, { pass_mark: 50, partial_credit: true });
          await submit(made, attempts);
          // Later attempts of the same learners do not count.
          await submit(made, attempts.slice(0, 3).toReversed(), { number: 2 });
          expectSame(
            await analyse(admin, made),
            made,
            attempts,
            made.ids.map(() => 1),
          );
        },
      ),
      { numRuns: 12 },
    );
  });

  test("has the figures of an independent script where questions are answered one by one", async () => {
    await fc.assert(
      fc.asyncProperty(anyAttempts(3), async (generated) => {
        const attempts = generated.map(
          (attempt) =>
            new Map([...attempt].map(([at, given]) => [at, { ...given, share: given.chosen === RIGHT ? 1 : 0 }])),
        );
        const made = await create(3, {});
        await server.inside("demo", async (db, instance_id) => {
          const rows = attempts.flatMap((attempt, index) =>
            [...attempt].map(([at, given]) => ({
              instance_id,
              user_id: people[index]!,
              unit_id: made.unit,
              question_id: made.ids[at]!,
              response: toResponse(given),
              is_correct: given.share === 1,
            })),
          );
          const again = rows.map((row) => ({ ...row, is_correct: true }));
          for (const each of [rows, again]) await db.insertInto("attempts").values(each).execute();
        });
        const analysis = await analyse(admin, made);
        expect(analysis).toMatchObject({ is_in_attempts: false, mean_seconds: null });
        expectSame(analysis, made, attempts, [1, 1, 1]);
      }),
      { numRuns: 8 },
    );
  });

  test("separates the answers before and after a question was changed", async () => {
    const made = await create(2, { pass_mark: 50, partial_credit: true });
    const attempt = (version: number, ...chosen: string[]): GivenAttempt =>
      new Map(chosen.map((text, at) => [at, give(text, at === 0 ? version : 1)]));
    const before = [attempt(1, RIGHT, RIGHT), attempt(1, "Shout", "Shout"), attempt(1, "Jump in", RIGHT)];
    const after = [attempt(2, "Shout", RIGHT), attempt(2, RIGHT, "Jump in"), attempt(2, RIGHT, RIGHT)];
    await submit(made, before, { at: new Date(Date.now() - 3_600_000) });
    await reword(made.ids[0]!, "What first, then?");
    // A change without answers in between is no version.
    await reword(made.ids[0]!, "What do you do first?");
    const firsts = people;
    people = firsts.slice(3);
    await submit(made, after, { at: new Date(Date.now() + 3_600_000) });
    people = firsts;
    const analysis = await analyse(admin, made);
    expectSame(analysis, made, [...before, ...after], [2, 1]);
    expect(
      analysis.items.map(({ version, is_current, question: text, answered }: any) => [
        version,
        is_current,
        text,
        answered,
      ]),
    ).toEqual([
      [2, true, "What do you do first?", 3],
      [1, false, "Question 1", 3],
      [1, true, "Question 2", 6],
    ]);
  });

  test("counts answers before and after a change of points or feedback together", async () => {
    const made = await create(1, { pass_mark: 50, partial_credit: true });
    const attempt = (chosen: string): GivenAttempt => new Map([[0, give(chosen)]]);
    await submit(made, [attempt(RIGHT), attempt("Shout")], { at: new Date(Date.now() - 3_600_000) });
    await server.inside("demo", (db) =>
      sql`UPDATE questions SET points = 5, feedback = 'Look first.',
          options = jsonb_set(options, '{0,feedback}', '"Not yet."') WHERE id = ${made.ids[0]!}`.execute(db),
    );
    const firsts = people;
    people = firsts.slice(2);
    await submit(made, [attempt(RIGHT)], { at: new Date(Date.now() + 3_600_000) });
    people = firsts;
    const { items } = await analyse(admin, made);
    expect(items.map(({ version, answered }: any) => [version, answered])).toEqual([[1, 3]]);
  });

  test("marks weak questions with why, from 20 answers on", async () => {
    const made = await create(4, { pass_mark: 50, partial_credit: true });
    // The first question is right for the weak half, the second for everybody, the third for nobody, and the last is sound.
    const attempts = Array.from({ length: 20 }, (_, at) => {
      const isStrong = at < 10;
      const picks = [isStrong ? "Shout" : RIGHT, RIGHT, isStrong ? "Jump in" : "Shout", isStrong ? RIGHT : "Shout"];
      return new Map([...picks, ...(isStrong ? [RIGHT] : [])].slice(0, 4).map((pick, place) => [place, give(pick)]));
    });
    await submit(made, attempts.slice(0, 19));
    const marks = async () =>
      (await analyse(admin, made)).items.map((item: any) =>
        item.marks.map(({ kind, option }: any) => (option ? `${kind}: ${option}` : kind)),
      );
    expect(await marks()).toEqual([[], [], [], []]);
    const firsts = people;
    people = firsts.slice(19);
    await submit(made, attempts.slice(19));
    people = firsts;
    const found = await marks();
    expect(found[0]).toContain("negative");
    expect(found[0]).toContain("unused_option: Jump in");
    expect(found[1]).toEqual(["too_easy", "unused_option: Shout", "unused_option: Jump in"]);
    expect(found[2]).toContain("too_hard");
    expect(found[2].some((mark: string) => mark.startsWith("preferred_option"))).toBe(true);
    // The wrong options of a question would tell its right one.
    const { items } = await analyse(await server.as("manager@demo.test"), made);
    expect(items[1].marks.map(({ option }: any) => option)).toEqual([null, null]);
  });

  test("shows the answer key to authors only, and the people of the caller's branches", async () => {
    const made = await create(2, { pass_mark: 50 });
    const given = give(RIGHT);
    await submit(
      made,
      people.map(
        () =>
          new Map([
            [0, given],
            [1, given],
          ]),
      ),
    );
    const whole = await analyse(admin, made);
    expect(whole.attempts).toBe(PEOPLE);
    expect(whole.mean_seconds).toBeCloseTo(60, 3);
    expect(whole.items.map(({ seconds }: any) => Math.round(seconds))).toEqual([10, 1]);
    expect(whole.items[0].options.map(({ is_right }: any) => is_right)).toEqual([false, true, false]);
    expect((await analyse(admin, made, { branchUrls: ["north"] })).attempts).toBe(PEOPLE / 2);
    const north = await analyse(await server.as("manager.north@demo.test"), made);
    expect(north.attempts).toBe(PEOPLE / 2);
    expect(north.items[0].options.map(({ is_right }: any) => is_right)).toEqual([null, null, null]);
    expect((await analyse(admin, made, { from: "2100-01-01" })).attempts).toBe(0);
  });

  test("finds the first test of a course without a unit, and refuses a unit of another course", async () => {
    const [one, other] = [await create(1, { pass_mark: 50 }), await create(1, { pass_mark: 50 })];
    const { itemAnalysis } = await admin.data(ANALYSIS, { course_id: one.course });
    expect(itemAnalysis).toMatchObject({ unit_id: one.unit, tests: [{ id: one.unit, title: "Check" }], attempts: 0 });
    const { errors } = await admin.query(ANALYSIS, { course_id: one.course, unit_id: other.unit });
    expect(errors?.[0]?.extensions?.code).toBe("NOT_FOUND");
  });

  test("is worked out by a job for a test with many attempts, and read from what the job stored", async () => {
    const made = await create(1, { pass_mark: 50 });
    await submit(made, [new Map([[0, give(RIGHT)]])]);
    await server.inside("demo", (db, instance_id) =>
      sql`INSERT INTO test_attempts (instance_id, user_id, course_id, unit_id, course_attempt, number, question_ids, rules, submitted_at, score)
        SELECT ${instance_id}, ${people[1]}, ${made.course}, ${made.unit}, 1, n, ${made.ids}, '{}', now(), 0
        FROM generate_series(1, 2000) n`.execute(db),
    );
    server.outside.jobs.length = 0;
    expect(await analyse(admin, made)).toMatchObject({ is_pending: true, computed_at: null, attempts: 0, items: [] });
    await analyse(admin, made);
    const exported = await server.app.inject({
      method: "POST",
      url: "/api/reports/export",
      headers: { host: admin.host, authorization: `Bearer ${admin.token}` },
      payload: { kind: "item-analysis", course_id: made.course, unit_id: made.unit, format: "csv" },
    });
    expect(exported.statusCode).toBe(409);
    const [job, ...more] = server.outside.jobs.filter(({ name }) => name === "report.items");
    expect(more).toEqual([]);
    await refreshItems(server.platform, job!.payload as never);
    const analysis = await analyse(admin, made);
    expect(analysis).toMatchObject({ is_pending: false, computed_at: expect.any(String), attempts: 2 });
    expect(analysis.items[0]).toMatchObject({ answered: 2, facility: 0.5 });
    // Others with another reach have figures of their own people only, and those without authoring rights no key.
    const north = await server.as("manager.north@demo.test");
    expect(await analyse(north, made)).toMatchObject({ is_pending: true, items: [] });
    const manager = await analyse(await server.as("manager@demo.test"), made);
    expect(manager).toMatchObject({ is_pending: false, attempts: 2 });
    expect(manager.items[0].options.map(({ is_right }: any) => is_right)).toEqual([null, null, null]);
  });

  test("counts attempts whose answers cannot be read as answers without an option", async () => {
    const made = await create(1, { pass_mark: 50 });
    await submit(made, [new Map([[0, give(RIGHT)]])]);
    await server.inside("demo", (db, instance_id) =>
      db
        .updateTable("test_answers")
        .set({ response: JSON.stringify({ userSelections: { a: "b" }, selectedOption: null }) })
        .where("instance_id", "=", instance_id)
        .where("unit_id", "=", made.unit)
        .execute(),
    );
    const { items } = await analyse(admin, made);
    expect(items[0]).toMatchObject({
      answered: 1,
      facility: 1,
      options: [{ chosen: 0 }, { chosen: 0 }, { chosen: 0 }],
    });
  });
});
