import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createPath } from "../../testing/learning-paths.ts";
import { type Client, startClass, type TestServer } from "../../testing/server.ts";
import { createTest, endTime, RIGHT, takeTest, WRONG } from "../../testing/test-attempts.ts";
import { CREATE, QUESTIONS, smallCourse } from "../courses/course.testdata.ts";

const OPEN = `query ($id: Int!, $order: Int, $asLearner: Boolean) { course(id: $id, asLearner: $asLearner) {
  openedUnit(order: $order, starts: true) { ...Opened next { ...Opened } } } }
fragment Opened on OpenedUnit { is_started unit {
  id title ... on Content { content } ... on Video { youtube_link } ... on TestUnitType { test { questions } } } }`;
const ENROL = `mutation ($id: Int!) { courseEnrollment(input: { course_id: $id }) { id } }`;
const RESPOND = `mutation ($input: StoreUnitResponseInput!) { storeUnitResponse(input: $input) { id } }`;

let server: TestServer;
let author: Client;
let learner: Client;
let user: number;
beforeAll(async () => {
  ({ server, author, learner } = await startClass());
  user = await server.userId("learner@demo.test");
});
afterAll(() => server.close());

const createCourse = async (title: string, extra: object = {}) =>
  (await author.data(CREATE, smallCourse(title, extra))).createCourse.id as number;
const setEnrolment = (course_id: number, values: { started_at?: Date | null; completed_at?: Date | null }, of = user) =>
  server.inside("demo", (db, instance_id) =>
    db
      .insertInto("enrolments")
      .values({ instance_id, user_id: of, course_id, ...values })
      .onConflict((on) => on.columns(["instance_id", "user_id", "course_id"]).doUpdateSet(values))
      .execute(),
  );
const setCourse = (course: number, values: object) =>
  server.inside("demo", (db, instance) =>
    db.updateTable("courses").set(values).where("instance_id", "=", instance).where("id", "=", course).execute(),
  );
const open = async (client: Client, id: number, order: number, asLearner = true) =>
  (await client.data(OPEN, { id, order, asLearner })).course.openedUnit;
const storePlace = (place: number) => ({
  input_type: "place",
  input_key: "p",
  response: JSON.stringify({ place }),
});
/**
 * Tells whether the caller sees what is in the units of a course, and whether the clock starts: it does where work of the learner
 * is accepted.
 */
async function look(client: Client, id: number, asLearner = true) {
  const { unit, is_started, next } = await open(client, id, 1, asLearner);
  const shown = [unit.content, next.unit.youtube_link].filter((each) => each !== null);
  expect([0, 2]).toContain(shown.length);
  if (asLearner) {
    const input = { course_id: id, unit_id: unit.id, unit_type: "Content", ...storePlace(1) };
    expect((await client.refusal(RESPOND, { input })) === null).toBe(is_started);
  }
  return { content: shown.length === 2, clock: is_started };
}

const OPEN_TO = { content: true, clock: true };
const CLOSED = { content: false, clock: false };

describe("the content of units and their clock are for learners", () => {
  test("who are enrolled, and before they start, while the course is open", async () => {
    const id = await createCourse("Enrolled");
    expect(await look(learner, id)).toEqual(CLOSED);
    await setEnrolment(id, { started_at: null });
    expect(await look(learner, id)).toEqual(OPEN_TO);
    await setCourse(id, { start_date: "2999-01-01" });
    expect(await look(learner, id)).toEqual(CLOSED);
    await setEnrolment(id, { started_at: new Date() });
    // Who has started reads on, but cannot work.
    expect(await look(learner, id)).toEqual({ content: true, clock: false });
  });

  test("who have completed every prerequisite", async () => {
    const before = [await createCourse("First of two"), await createCourse("Second of two")];
    const id = await createCourse("After two", { learning_path: before });
    await setEnrolment(id, { started_at: new Date() });
    for (const [nth, expected] of [CLOSED, OPEN_TO].entries()) {
      await setEnrolment(before[nth]!, { started_at: new Date(), completed_at: new Date() });
      expect(await look(learner, id)).toEqual(expected);
      expect(await learner.refusal(ENROL, { id })).toBe(expected.clock ? null : "CONFLICT");
    }
  });

  test("whose learning path has unlocked the course, or who started it before", async () => {
    const [first, second] = [await createCourse("Unlocks"), await createCourse("Is locked")];
    const admin = await server.as("admin@demo.test");
    const { id } = await createPath(admin, "In order", [{ course_ids: [first, second], in_order: true }]);
    await admin.data(`mutation { assignLearningPath(id: ${id}, to: { user_ids: [${user}] }) { added } }`);
    expect(await look(learner, second)).toEqual(CLOSED);
    await setEnrolment(second, { started_at: new Date() });
    expect(await look(learner, second)).toEqual(OPEN_TO);
    await setEnrolment(second, { started_at: null });
    await setEnrolment(first, { started_at: new Date(), completed_at: new Date() });
    expect(await look(learner, second)).toEqual(OPEN_TO);
  });

  test("and start no clock of an author, unless they take the published course themselves", async () => {
    const id = await createCourse("Of an author");
    await setEnrolment(id, { started_at: new Date() }, await server.userId("instructor@demo.test"));
    expect(await look(author, id, false)).toEqual({ content: true, clock: false });
    expect(await look(author, id)).toEqual(OPEN_TO);
    await setCourse(id, { status: "draft" });
    expect((await look(author, id)).clock).toBe(false);
  });
});

test("only the unit that was opened starts its clock, and a course without units opens none", async () => {
  const id = await createCourse("One clock");
  await setEnrolment(id, { started_at: new Date() });
  const { is_started, next } = await open(learner, id, 1);
  expect([is_started, next.is_started]).toEqual([true, false]);
  await server.inside("demo", (db, instance) =>
    db
      .updateTable("units")
      .set({ deleted_at: new Date() })
      .where("instance_id", "=", instance)
      .where("course_id", "=", id)
      .execute(),
  );
  expect(await open(learner, id, 1)).toBeNull();
});

test("a unit is opened with the one after it, by its id or position, and starts no clock unless it is asked to", async () => {
  const id = await createCourse("One after another");
  await setEnrolment(id, { started_at: new Date() });
  const openAt = async (choice: string) =>
    (
      await learner.data(`{ course(id: ${id}) { openedUnit(${choice}) {
        is_started unit { id } next { is_started unit { id } next { unit { id } } } } } }`)
    ).course.openedUnit;
  const units = (await learner.data(`{ course(id: ${id}) { units { id } } }`)).course.units as { id: number }[];
  const clocks = () =>
    server.inside("demo", (db, instance) =>
      db
        .selectFrom("unit_progress")
        .select("unit_id")
        .where("instance_id", "=", instance)
        .where("course_id", "=", id)
        .execute(),
    );
  const [first, second, third] = units.map((unit) => ({ unit, is_started: false }));
  expect(units).toHaveLength(3);
  for (const choice of [`unit_id: ${units[0]!.id}`, "order: 1"])
    expect(await openAt(choice)).toEqual({ ...first, next: { ...second, next: { unit: units[2] } } });
  for (const choice of [`unit_id: ${units[1]!.id}`, "order: 2, starts: false"])
    expect(await openAt(choice)).toEqual({ ...second, next: { ...third, next: null } });
  for (const choice of [`unit_id: ${units[2]!.id}`, "order: 3"])
    expect(await openAt(choice)).toEqual({ ...third, next: null });
  expect(await clocks()).toEqual([]);
  expect(await openAt("order: 2, starts: true")).toMatchObject({ is_started: true, next: { is_started: false } });
  expect(await clocks()).toEqual([{ unit_id: units[1]!.id }]);
});

test("learners get the address of a film once they are enrolled", async () => {
  const id = await createCourse("With a film");
  await server.inside("demo", async (db, instance_id) => {
    const key = `${instance_id}/aa/${"a".repeat(40)}`;
    const file = { instance_id, key, name: "film.mp4", type: "video/mp4", size: 1, purpose: "video" } as const;
    await db.insertInto("files").values(file).execute();
    const units = db.updateTable("units").set({ file_key: key }).where("instance_id", "=", instance_id);
    await units.where("course_id", "=", id).where("type", "=", "Video").execute();
  });
  const read = async (client: Client) =>
    (await client.data(`{ course(id: ${id}) { videos { video_path } } }`)).course.videos[0].video_path;
  expect([await read(learner), await read(author)]).toEqual([null, expect.stringContaining("/files/")]);
  await setEnrolment(id, { started_at: new Date() });
  expect(await read(learner)).toContain("/files/");
});

test("the state of a test is shown to its learners alone, and only where it is taken in attempts", async () => {
  const [taken, plain] = [await createTest(author, { pass_mark: 50 }), await createTest(author, {})];
  for (const { course } of [taken, plain]) expect((await open(learner, course, 1)).unit.test).toBeNull();
  for (const { course } of [taken, plain]) await setEnrolment(course, { started_at: new Date() });
  expect((await open(learner, taken.course, 1)).unit.test).toEqual({ questions: 5 });
  expect((await open(learner, plain.course, 1)).unit.test).toBeNull();
  expect((await open(author, taken.course, 1, false)).unit.test).toBeNull();
  const { course } = await author.data(`{ course(id: ${taken.course}) { tests { tests { options { checked } } } } }`);
  expect(course.tests[0].tests).toHaveLength(5);
  expect(course.tests[0].tests[0].options).toContainEqual({ checked: true });
});

test("the review of a learner's own attempts has what the rules of the test allow", async () => {
  const readReview = async (settings: object) => {
    const place = await createTest(author, settings, { learners: [learner] });
    const { attempts } = await takeTest(learner, place).take();
    const { course } = await learner.data(`{ course(id: ${place.course}) { userResponses { input_key } } }`);
    expect(course.userResponses).toEqual([]);
    return attempts[0].review?.[0].right_answers;
  };
  expect(await readReview({ pass_mark: 50, review: "never", shows_answers: true })).toBeUndefined();
  expect(await readReview({ pass_mark: 50, review: "after_attempt" })).toBeNull();
  const shown = await readReview({ pass_mark: 50, review: "after_attempt", shows_answers: true });
  expect(shown).toEqual(["Severn", "Trent"]);
});

test("a test in attempts returns the learner's other responses beside its answers", async () => {
  const place = await createTest(author, { pass_mark: 50 }, { learners: [learner] });
  const taking = takeTest(learner, place);
  const input = { course_id: place.course, unit_id: place.unit, unit_type: "Test", ...storePlace(3) };
  await learner.data(RESPOND, { input });
  await taking.take();
  const [response, ...others] = (await taking.read()).responses;
  expect(others).toEqual([]);
  expect(JSON.parse(response.response)).toMatchObject({ type: "place", place: 3 });
});

test("a test that is taken in attempts by now shows no answers from before", async () => {
  const place = await createTest(author, {}, { learners: [learner] });
  const taking = takeTest(learner, place);
  for (const { id, type } of (await taking.read()).tests) await taking.answer(id, RIGHT[type]!);
  expect((await taking.read()).responses).toHaveLength(5);
  await server.inside("demo", (db, instance) =>
    db
      .updateTable("units")
      .set({ pass_mark: 50 })
      .where("instance_id", "=", instance)
      .where("id", "=", place.unit)
      .execute(),
  );
  expect((await taking.read()).responses).toEqual([]);
  const { tests } = await taking.start();
  await taking.answer(tests[0].id, WRONG[tests[0].type]!);
  const { responses } = await taking.read();
  expect(responses.map(({ response }: { response: string }) => JSON.parse(response).isCorrect)).toEqual([false]);
});

test("a test whose time is over is read as it ended, and the questions that another one drew stay", async () => {
  const category = "Beside one that ends";
  const bank = [1, 2].map((n) => ({ type: "Free Text", question: `Of the bank ${n}?` }));
  await author.data(
    `mutation ($questions: [QuestionInput!]!) { saveToBank(category: "${category}", questions: $questions) { saved } }`,
    { questions: bank },
  );
  const { createCourse } = await author.data(
    `mutation ($units: [TestUnitInput!], $tests: [QuestionInput!]) {
      createCourse(title: "Ends", description: "d", test_units: $units, tests: $tests, status: "published") { id } }`,
    {
      units: [
        { unit_order: 1, title: "Ends", pass_mark: 50, time_limit: 600 },
        { unit_order: 2, title: "Draws", draws: [{ category, count: 1 }] },
      ],
      tests: QUESTIONS.map((question) => ({ ...question, unit_order: 1 })),
    },
  );
  const course = createCourse.id as number;
  await learner.data(ENROL, { id: course });
  const read = async () =>
    (await learner.data(`{ course(id: ${course}) { tests { id is_complete tests { id } } } }`)).course.tests;
  const [first, second] = await read();
  expect(second.tests).toHaveLength(1);
  const taking = takeTest(learner, { course, unit: first.id });
  for (const { id, type } of (await taking.start()).tests) await taking.answer(id, RIGHT[type]!);
  await endTime(server);
  expect(await read()).toEqual([{ ...first, is_complete: true }, second]);
});

test("the options of a test come in another order when its course is taken again", async () => {
  const options = Array.from({ length: 12 }, (_, n) => ({ text: `Step ${n}` }));
  const questions = [{ type: "Ordering", question: "In which order?", options }];
  const place = await createTest(author, {}, { learners: [learner], questions });
  const read = async () =>
    (await takeTest(learner, place).read()).tests[0].options.map(({ text }: { text: string }) => text);
  const first = await read();
  expect(await read()).toEqual(first);
  await setEnrolment(place.course, { completed_at: new Date() });
  const admin = await server.as("admin@demo.test");
  await admin.data(`mutation { retakeCourse(course_id: ${place.course}, user_id: ${user}) { attempt } }`);
  expect(await read()).not.toEqual(first);
  expect((await read()).toSorted()).toEqual(first.toSorted());
});
