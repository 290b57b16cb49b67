import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Invalid } from "../../errors.ts";
import { withActor } from "../../access/with-actor.ts";
import { type Client, startServer, type TestServer, VISIT } from "../../testing/server.ts";
import { analyseItems, refreshItems } from "./item-analysis.service.ts";
import { openRows } from "../../testing/report-rows.ts";
import { takeTable } from "../../testing/tables.ts";

const ANALYSIS = `query ($course_id: Int!, $unit_id: Int) { itemAnalysis(course_id: $course_id, unit_id: $unit_id) {
  unit_id tests { id title } is_in_attempts is_pending computed_at attempts mean_score mean_seconds
  items { question_id version is_current type question answered facility discrimination seconds options { text chosen } } } }`;

let server: TestServer;
let admin: Client;
let rows: ReturnType<typeof openRows>;
let bea: number;
let cy: number;
let ada: number;
let dee: number;
beforeAll(async () => {
  server = await startServer();
  admin = await server.as("admin@demo.test");
  rows = openRows(server);
  bea = await rows.person("Bea Young");
  cy = await rows.person("Cy Young");
  ada = await rows.person("Ada Zander");
  dee = await rows.person("Dee Zander");
  await rows.insert("branch_users", { user_id: bea, branch_id: await rows.branch("north") });
});
afterAll(() => server.close());

const OPTIONS = JSON.stringify([{ text: "Yes", checked: true }, { text: "No" }]);
const START = Date.parse("2026-03-01T12:00:00Z");
const at = (seconds: number) => new Date(START + seconds * 1_000);

/** Creates a course with tests, and enrols everybody. */
async function create(title: string, ...tests: Record<string, unknown>[]) {
  const course = await rows.course(title);
  const units: number[] = [];
  for (const [index, fields] of tests.entries()) units.push(await rows.unit(course, "Test", index + 1, fields));
  for (const user_id of [bea, cy, ada, dee]) await rows.insert("enrolments", { user_id, course_id: course });
  return { course, units: units as [number, ...number[]] };
}

interface Answer {
  question: number;
  credit: number;
  /** Seconds after the start. */
  after?: number;
  response?: object;
}

/** Stores an attempt at a test that was submitted after a minute and graded. */
async function attempt(user_id: number, course_id: number, unit_id: number, answers: Answer[], fields: object = {}) {
  const place = { user_id, course_id, unit_id };
  const attempt_id = await rows.one("test_attempts", {
    ...place,
    course_attempt: 1,
    number: 1,
    question_ids: answers.map(({ question }) => question),
    rules: JSON.stringify({ partial_credit: true }),
    started_at: at(0),
    submitted_at: at(60),
    score: 50,
    ...fields,
  });
  for (const { question: question_id, credit, after = 10, response = { userSelections: ["Yes"] } } of answers)
    await rows.insert("test_answers", {
      ...place,
      attempt_id,
      question_id,
      credit,
      is_correct: credit === 1,
      answered_at: at(after),
      response: JSON.stringify(response),
    });
}

const analyse = async (course_id: number, unit_id?: number, client = admin) =>
  (await client.data(ANALYSIS, { course_id, unit_id })).itemAnalysis;

describe("the item analysis", () => {
  test("has the questions of one test that are not deleted, with the options that an answer can choose", async () => {
    const { course, units } = await create("Items", {}, { title: "Second" });
    const [exam, second] = units as [number, number];
    const [asked, deleted, ordering, blank, unanswered] = [
      await rows.question(exam, 1, { options: OPTIONS }),
      await rows.question(exam, 2, { options: OPTIONS, deleted_at: new Date() }),
      await rows.question(exam, 3, { type: "Ordering", options: JSON.stringify([{ text: "1st" }, { text: "2nd" }]) }),
      await rows.question(exam, 4, { options: JSON.stringify([{ text: "Yes", checked: true }, { text: " " }]) }),
      await rows.question(exam, 5, { options: OPTIONS }),
    ];
    const other = await rows.question(second, 1, { options: OPTIONS });
    await attempt(bea, course, exam, [
      { question: asked, credit: 1, response: { userSelections: ["Yes", "Yes"] } },
      { question: deleted, credit: 1 },
      { question: ordering, credit: 1, response: { userOrder: ["1st", "2nd"] } },
      { question: blank, credit: 1, response: { userSelections: [], selectedOption: "Yes" } },
    ]);
    await attempt(cy, course, second, [{ question: other, credit: 0 }]);
    const { items, attempts, mean_score } = await analyse(course, exam);
    expect([attempts, mean_score]).toEqual([1, 1]);
    expect(
      items.map(({ question_id, answered, options }: any) => [
        question_id,
        answered,
        options.map(({ text, chosen }: any) => `${text}: ${chosen}`).join(),
      ]),
    ).toEqual([
      [asked, 1, "Yes: 1,No: 0"],
      [ordering, 1, ""],
      [blank, 1, "Yes: 1"],
      [unanswered, 0, "Yes: 0,No: 0"],
    ]);
  });

  test("takes the first attempt of each person that is marked, the share of an essay, and partial credit only by the rules", async () => {
    const { course, units } = await create("Essays", {});
    const [exam] = units;
    const choice = await rows.question(exam, 1, { options: OPTIONS });
    const essay = await rows.question(exam, 2, { type: "Essay" });
    const give = (credit: number, marked: number) => [
      { question: choice, credit, after: 10 },
      { question: essay, credit: marked, after: 25, response: { type: "Essay", freeTextAnswer: "A boat." } },
    ];
    await attempt(bea, course, exam, give(0.5, 0.5), { rules: JSON.stringify({ partial_credit: false }) });
    await attempt(cy, course, exam, give(0.5, 1));
    await attempt(ada, course, exam, give(1, 1), { score: null });
    await attempt(dee, course, exam, give(1, 1), { course_attempt: 2 });
    await attempt(dee, course, exam, give(1, 1), { number: 2 });
    await attempt(dee, course, exam, give(0, 0));
    const { attempts, mean_seconds, items } = await analyse(course);
    expect([attempts, mean_seconds]).toEqual([3, 60]);
    expect(items.map(({ answered, seconds }: any) => [answered, seconds])).toEqual([
      [3, 10],
      [3, 15],
    ]);
    expect(items[0].facility).toBeCloseTo(0.5 / 3, 9);
    expect(items[1].facility).toBeCloseTo(1.5 / 3, 9);
  });

  test("counts an answer of the very moment of a change for the new version, of several versions of several questions", async () => {
    const { course, units } = await create("Versions", {});
    const [exam] = units;
    const question = await rows.question(exam, 1, { question: "Third", options: OPTIONS });
    const other = await rows.question(exam, 2, { question: "Other", options: OPTIONS });
    const version = (question_id: number, number: number, after: number, text: string) =>
      rows.insert("question_versions", {
        question_id,
        version: number,
        replaced_at: at(after),
        type: "Multiple Choice",
        question: text,
        options: OPTIONS,
      });
    await version(question, 1, 100, "First");
    await version(question, 2, 200, "Second");
    await version(other, 1, 150, "Other before");
    const answer = (user_id: number, after: number) =>
      attempt(
        user_id,
        course,
        exam,
        [question, other].map((each) => ({ question: each, credit: 1, after })),
      );
    await answer(bea, 99);
    await answer(cy, 100);
    await answer(ada, 200);
    await answer(dee, 300);
    const read = async (client?: Client) =>
      (await analyse(course, undefined, client)).items.map((item: any) =>
        [item.question, item.version, item.is_current, item.answered].join(" "),
      );
    expect(await read()).toEqual([
      "Third 3 true 2",
      "Second 2 false 1",
      "First 1 false 1",
      "Other 2 true 2",
      "Other before 1 false 2",
    ]);
    // Bea is of the north: versions that nobody there answered are not listed.
    expect(await read(await server.as("manager.north@demo.test"))).toEqual([
      "Third 3 true 0",
      "First 1 false 1",
      "Other 2 true 0",
      "Other before 1 false 1",
    ]);
  });

  test("finds no discrimination where all earn the same share of the other questions", async () => {
    const { course, units } = await create("Shares", {});
    const [exam] = units;
    const questions: number[] = [];
    for (const position of [1, 2, 3, 4]) questions.push(await rows.question(exam, position, { options: OPTIONS }));
    const others = [await rows.person("Eva Young"), await rows.person("Fay Young"), await rows.person("Gil Young")];
    for (const user_id of others) await rows.insert("enrolments", { user_id, course_id: course });
    // A third cannot be written as a number, nor can sums of it.
    for (const [place, user_id] of [bea, cy, ada, dee, ...others].entries())
      await attempt(
        user_id,
        course,
        exam,
        [place % 2, 1, 0, 0].map((credit, nth) => ({ question: questions[nth]!, credit })),
      );
    const { items } = await analyse(course);
    expect(items.map(({ discrimination }: any) => discrimination)).toEqual([null, null, null, null]);
  });

  test("takes the first answer to each question of a test that is answered one by one, with the option that it chose", async () => {
    const { course, units } = await create("One by one", {}, {});
    const [exam, second] = units as [number, number];
    const [question, other] = [
      await rows.question(exam, 1, { options: OPTIONS }),
      await rows.question(second, 1, { options: OPTIONS }),
    ];
    const answer = (user_id: number, unit_id: number, question_id: number, selectedOption: string) =>
      rows.insert("attempts", {
        user_id,
        unit_id,
        question_id,
        is_correct: selectedOption === "Yes",
        response: JSON.stringify({ selectedOption }),
      });
    await answer(bea, exam, question, "No");
    await answer(bea, exam, question, "Yes");
    await answer(cy, exam, question, "Yes");
    await answer(ada, second, other, "No");
    const { items, attempts } = await analyse(course, exam);
    expect(attempts).toBe(2);
    expect(items).toMatchObject([
      {
        answered: 2,
        facility: 0.5,
        options: [
          { text: "Yes", chosen: 1 },
          { text: "No", chosen: 1 },
        ],
      },
    ]);
  });

  test("lists the tests of a course that are not deleted, each taken in attempts once a learner who is shown has submitted one", async () => {
    const { course, units } = await create(
      "Tests",
      {},
      { title: "Deleted", deleted_at: new Date() },
      { title: "Last" },
    );
    const [exam, deleted, last] = units as [number, number, number];
    const reading = await rows.unit(course, "Content", 4);
    const question = await rows.question(exam, 1, { options: OPTIONS });
    await attempt(cy, course, exam, [{ question, credit: 1 }]);
    await attempt(bea, course, last, [], { submitted_at: null, score: null });
    const found = await analyse(course, exam);
    expect(found.tests).toEqual([
      { id: exam, title: "Test 1" },
      { id: last, title: "Last" },
    ]);
    expect(found.is_in_attempts).toBe(true);
    expect((await analyse(course, last)).is_in_attempts).toBe(false);
    expect((await analyse(course, exam, await server.as("manager.north@demo.test"))).is_in_attempts).toBe(false);
    for (const unit_id of [deleted, reading])
      expect(await admin.refusal(ANALYSIS, { course_id: course, unit_id })).toBe("NOT_FOUND");
  });

  test("is empty for a course without a test", async () => {
    const { course } = await create("Nothing to analyse");
    const nothing = { unit_id: null, tests: [], is_in_attempts: false, is_pending: false, attempts: 0, items: [] };
    expect(await analyse(course)).toMatchObject(nothing);
  });

  test("is worked out by a job from 2,001 submitted attempts on, again after an hour, and only once in a quarter of an hour", async () => {
    const { course, units } = await create("Many", {}, {});
    const [exam, second] = units as [number, number];
    const question = await rows.question(exam, 1, { options: OPTIONS });
    const submitMany = (unit_id: number, from: number, to: number) =>
      server.inside("demo", (db, id) =>
        sql`INSERT INTO test_attempts (instance_id, user_id, course_id, unit_id, course_attempt, number, question_ids, rules, submitted_at, score)
          SELECT ${id}, ${bea}, ${course}, ${unit_id}, 1, n, ARRAY[${question}::integer], '{}', now(), 0
          FROM generate_series(${from}::integer, ${to}::integer) n`.execute(db),
      );
    await submitMany(exam, 1, 2_000);
    for (const user_id of [cy, ada, dee]) await attempt(user_id, course, exam, [], { submitted_at: null, score: null });
    await submitMany(second, 1, 2_001);
    expect(await analyse(course, exam)).toMatchObject({ is_pending: false, computed_at: null });
    await submitMany(exam, 2_001, 2_001);
    const takeJobs = () => server.outside.jobs.splice(0).filter(({ name }) => name === "report.items");
    const change = (fields: object, where: object) =>
      server.inside("demo", async (db, id) => {
        let update = db.updateTable("item_analyses").set(fields).where("instance_id", "=", id);
        for (const [column, value] of Object.entries(where)) update = update.where(column as "unit_id", "=", value);
        await update.execute();
      });
    const ago = (minutes: number) => sql<Date>`now() - make_interval(mins => ${minutes})`;
    takeJobs();
    expect(await analyse(course, exam)).toMatchObject({ is_pending: true, computed_at: null, items: [] });
    const [job, ...more] = takeJobs();
    expect(more).toEqual([]);
    // What others asked for: of this test a week and an hour ago, and of another test.
    await rows.insert(
      "item_analyses",
      { unit_id: exam, scope: "of a week ago", requested_at: new Date(Date.now() - 7 * 86_400_000) },
      { unit_id: exam, scope: "of an hour ago", requested_at: new Date(Date.now() - 3_600_000) },
      { unit_id: second, scope: "of a week ago", requested_at: new Date(Date.now() - 7 * 86_400_000) },
    );
    // A person who has lost the right meanwhile is no failure of the job.
    const actorId = await server.userId("learner@demo.test");
    await refreshItems(server.platform, { ...(job!.payload as object), actorId } as never);
    await refreshItems(server.platform, job!.payload as never);
    const stored = await server.inside("demo", (db, id) =>
      db.selectFrom("item_analyses").where("instance_id", "=", id).select(["unit_id", "scope"]).execute(),
    );
    const kept = stored
      .filter(({ scope }) => scope.startsWith("of "))
      .map(({ unit_id, scope }) => `${unit_id} ${scope}`);
    expect(kept.toSorted()).toEqual([`${exam} of an hour ago`, `${second} of a week ago`].toSorted());
    const fresh = await analyse(course, exam);
    expect(fresh).toMatchObject({ is_pending: false, attempts: 1 });
    expect(await analyse(course, second)).toMatchObject({ is_pending: true, computed_at: null });
    takeJobs();
    // Figures of more than an hour ago are shown until there are new ones, for which one job is enough.
    await change({ computed_at: ago(61), requested_at: ago(61) }, { unit_id: exam });
    expect(await analyse(course, exam)).toMatchObject({ is_pending: true, attempts: 1 });
    const table = { kind: "item-analysis", course_id: course, unit_id: exam };
    expect((await takeTable(server, admin, table)).statusCode).toBe(200);
    expect(takeJobs()).toHaveLength(1);
    await change({ requested_at: ago(14) }, { unit_id: exam });
    await analyse(course, exam);
    expect(takeJobs()).toEqual([]);
    await change({ requested_at: ago(16) }, { unit_id: exam });
    await analyse(course, exam);
    expect(takeJobs()).toHaveLength(1);
    await change({ computed_at: ago(59), requested_at: ago(59) }, { unit_id: exam });
    expect(await analyse(course, exam)).toMatchObject({ is_pending: false });
    expect(takeJobs()).toEqual([]);
    // The same groups in another order are the same people, and one of them is not.
    const groups = [await rows.one("groups", { name: "A to M" }), await rows.one("groups", { name: "N to Z" })];
    for (const group_id of groups)
      await rows.insert("group_users", ...[bea, cy, ada, dee].map((user_id) => ({ group_id, user_id })));
    for (const group_ids of [groups, groups.toReversed(), groups.slice(0, 1)])
      await withActor(server.platform, VISIT, admin.token, (actor) =>
        analyseItems(actor, { course_id: course, unit_id: exam, group_ids }),
      );
    expect(takeJobs()).toHaveLength(2);
  });

  test("is given up without the course, the test or the person who asked, and fails with any other error", async () => {
    const { course } = await create("Given up", {});
    const instanceId = await server.inside("demo", async (_, id) => id);
    const adminId = await server.userId("admin@demo.test");
    const refresh = (asked: object, actorId = adminId) =>
      refreshItems(server.platform, { instanceId, actorId, asked: { course_id: course, ...asked } });
    await expect(refresh({ from: "yesterday" })).rejects.toThrow(Invalid);
    await refresh({}, 2_000_000_000);
    await refresh({ unit_id: 2_000_000_000 });
    await admin.data(`mutation ($id: Int!) { deleteCourse(id: $id) { id } }`, { id: course });
    await refresh({});
  });
});
