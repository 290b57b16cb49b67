import { afterAll, beforeAll, expect, test } from "vitest";
import { type Client, startClass, type TestServer } from "../../testing/server.ts";
import { createTest, RIGHT, takeTest, WRONG } from "../../testing/test-attempts.ts";

const COMPLETE = `mutation ($input: MarkUnitCompleteInput!) { markUnitComplete(input: $input) { is_complete } }`;
const START = `mutation ($id: Int!) { courseEnrollment(input: { course_id: $id }) { id } }`;
const READ = `query ($id: Int!) { course(id: $id, asLearner: true) { is_complete userResponses { input_key } tests { id is_complete tests { id type } } } }`;

type Place = Awaited<ReturnType<typeof createTest>>;

let server: TestServer;
let author: Client;
let learner: Client;
let other: Client;
let ids: [number, number];
let place: Place;
let elsewhere: Place;
beforeAll(async () => {
  ({ server, author, learner } = await startClass());
  other = await server.as("yusuf.demir@demo.test");
  ids = [await server.userId("learner@demo.test"), await server.userId("yusuf.demir@demo.test")];
  place = await createTest(author, {}, { learners: [learner, other] });
  elsewhere = await createTest(author, {}, { learners: [learner, other] });
});
afterAll(() => server.close());

const read = async (client: Client, { course }: Place) => (await client.data(READ, { id: course })).course;
const complete = (client: Client, { course, unit }: Place) =>
  client.refusal(COMPLETE, { input: { course_id: course, unit_id: unit, unit_type: "Test" } });
async function answerAll(client: Client, at: Place, answers = RIGHT) {
  const { tests } = await read(client, at);
  for (const { id, type } of tests[0].tests) await takeTest(client, at).answer(id, answers[type]!);
}
const starts = () =>
  server.inside("demo", async (db, instance) => {
    const rows = await db
      .selectFrom("enrolments")
      .select(["user_id", "course_id", "started_at"])
      .where("instance_id", "=", instance)
      .where("user_id", "in", ids)
      .where("course_id", "in", [place.course, elsewhere.course])
      .execute();
    return new Map(rows.map((row) => [`${row.user_id} ${row.course_id}`, row.started_at]));
  });
const change = (table: "courses" | "questions" | "units", id: number, values: object) =>
  server.inside("demo", (db, instance) =>
    db.updateTable(table).set(values).where("instance_id", "=", instance).where("id", "=", id).execute(),
  );

test("a course starts once, for one person, and no other course with it", async () => {
  // As for people who were assigned them.
  await server.inside("demo", (db, instance) =>
    db
      .updateTable("enrolments")
      .set({ started_at: null })
      .where("instance_id", "=", instance)
      .where("user_id", "in", ids)
      .execute(),
  );
  await learner.data(START, { id: place.course });
  const [own, first] = [`${ids[0]} ${place.course}`, await starts()];
  expect([...first].filter(([, started]) => started !== null).map(([key]) => key)).toEqual([own]);
  await learner.data(START, { id: place.course });
  expect((await starts()).get(own)).toEqual(first.get(own));
});

test("a test is complete by the answers of one person in it, and shows no others", async () => {
  await answerAll(other, place);
  await answerAll(learner, elsewhere);
  expect(await complete(learner, place)).toBe("CONFLICT");
  expect((await read(learner, place)).userResponses).toEqual([]);
  await answerAll(learner, place, { ...RIGHT, Ordering: WRONG["Ordering"]! });
  expect(await complete(learner, place)).toBe("CONFLICT");
  expect((await read(learner, place)).userResponses).toHaveLength(5);
  await answerAll(learner, place);
  expect(await complete(learner, place)).toBeNull();
  const state = async (client: Client, at: Place) => {
    const { is_complete, tests } = await read(client, at);
    return [is_complete, tests[0].is_complete];
  };
  expect(await state(learner, place)).toEqual([true, true]);
  expect([await state(other, place), await state(learner, elsewhere)]).toEqual([
    [false, false],
    [false, false],
  ]);
  expect([await complete(other, place), await state(other, place)]).toEqual([null, [true, true]]);
});

test("a test that another person completed is open, and asks no question that was deleted", async () => {
  const at = await createTest(author, {}, { learners: [learner, other] });
  await answerAll(learner, at);
  expect([await complete(learner, at), await complete(other, at)]).toEqual([null, "CONFLICT"]);
  const [first, ...rest] = (await read(other, at)).tests[0].tests;
  for (const { id, type } of rest) await takeTest(other, at).answer(id, RIGHT[type]!);
  expect(await complete(other, at)).toBe("CONFLICT");
  await change("questions", first.id, { deleted_at: new Date() });
  expect(await complete(other, at)).toBeNull();
});

test("who enrols in a course is enrolled by themselves and starts it, and both happen once", async () => {
  const stranger = await server.as("amara.diallo@demo.test");
  const { course } = await createTest(author, {});
  const list = () =>
    server.inside("demo", async (db, instance) => {
      const of = { instance, user: await server.userId("amara.diallo@demo.test") };
      const sources = await db
        .selectFrom("enrolment_sources")
        .select("source")
        .where("instance_id", "=", of.instance)
        .where("user_id", "=", of.user)
        .where("course_id", "=", course)
        .execute();
      const kinds = await db
        .selectFrom("activity")
        .select("kind")
        .where("instance_id", "=", of.instance)
        .where("user_id", "=", of.user)
        .where("course_id", "=", course)
        .orderBy("id")
        .execute();
      return [...sources.map(({ source }) => source), ...kinds.map(({ kind }) => kind)];
    });
  for (const _ of [1, 2]) {
    await stranger.data(START, { id: course });
    expect(await list()).toEqual(["self", "enrolled", "started"]);
  }
});

test("who is assigned a course at the moment they enrol is not enrolled by themselves", async () => {
  const [stranger, user_id] = [
    await server.as("amara.diallo@demo.test"),
    await server.userId("amara.diallo@demo.test"),
  ];
  const { course: course_id } = await createTest(author, {});
  let enrolling: ReturnType<typeof stranger.refusal> | undefined;
  await server.inside("demo", async (db, instance_id) => {
    await db.insertInto("enrolments").values({ instance_id, user_id, course_id }).execute();
    enrolling = stranger.refusal(START, { id: course_id });
    await expect.poll(server.countWaiting).toBe(1);
  });
  expect(await enrolling!).toBeNull();
  const [sources, entries] = await server.inside("demo", (db, instance) =>
    Promise.all([
      db
        .selectFrom("enrolment_sources")
        .select("source")
        .where("instance_id", "=", instance)
        .where("course_id", "=", course_id)
        .execute(),
      db
        .selectFrom("activity")
        .select("kind")
        .where("instance_id", "=", instance)
        .where("course_id", "=", course_id)
        .where("user_id", "=", user_id)
        .execute(),
    ]),
  );
  expect([sources, entries]).toEqual([[], [{ kind: "started" }]]);
});

test("nobody works in a course that they do not take, nor in a unit of another one, nor in what is deleted or a draft", async () => {
  const stranger = await server.as("amara.diallo@demo.test");
  const [{ id, type }] = (await read(learner, place)).tests[0].tests;
  const refused = async (client: Client, at: { course: number; unit: number }) =>
    (await takeTest(client, at).answerRefused(id, RIGHT[type]!)).errors?.[0]?.extensions.code ?? null;
  expect([await refused(stranger, place), await complete(stranger, place)]).toEqual(["NOT_FOUND", "NOT_FOUND"]);
  expect(await complete(learner, await createTest(author, {}))).toBe("NOT_FOUND");
  expect(await refused(learner, { course: elsewhere.course, unit: place.unit })).toBe("NOT_FOUND");
  for (const [table, of, hidden, shown] of [
    ["courses", place.course, { status: "draft" }, { status: "published" }],
    ["courses", place.course, { deleted_at: new Date() }, { deleted_at: null }],
    ["units", place.unit, { deleted_at: new Date() }, { deleted_at: null }],
  ] as const) {
    await change(table, of, hidden);
    expect([hidden, await refused(learner, place)]).toEqual([hidden, "NOT_FOUND"]);
    await change(table, of, shown);
  }
  expect(await refused(learner, place)).toBeNull();
});

test("a question that was deleted, or belongs to another unit, takes no answer", async () => {
  const [{ id, type }] = (await read(learner, elsewhere)).tests[0].tests;
  const refused = async (at: Place) =>
    (await takeTest(learner, at).answerRefused(id, RIGHT[type]!)).errors?.[0]?.extensions.code ?? null;
  expect(await refused(place)).toBe("VALIDATION");
  expect(await refused(elsewhere)).toBeNull();
  await server.inside("demo", (db, instance) =>
    db
      .updateTable("questions")
      .set({ deleted_at: new Date() })
      .where("instance_id", "=", instance)
      .where("id", "=", id)
      .execute(),
  );
  expect(await refused(elsewhere)).toBe("VALIDATION");
  const answer = { question_id: id, response: JSON.stringify(RIGHT[type]) };
  const { recordWork } = await takeTest(learner, elsewhere).record({ answers: [answer] });
  expect(recordWork.answers).toEqual([{ ...recordWork.answers[0], response: null, problem: expect.any(String) }]);
});

test("an answer that is sent again is answered with one's own, and stays in its unit", async () => {
  const [mine, theirs] = [await read(learner, place), await read(other, place)];
  const { id, type } = mine.tests[0].tests.find((each: { type: string }) => each.type === "Free Text");
  expect(theirs.tests[0].tests.map((each: { id: number }) => each.id)).toContain(id);
  await takeTest(other, place).answer(id, { type, freeTextAnswer: "Theirs", given_id: "sent" });
  const own = { type, freeTextAnswer: "Mine", given_id: "sent" };
  await takeTest(learner, place).answer(id, own);
  expect(await takeTest(learner, place).answer(id, own)).toMatchObject({ freeTextAnswer: "Mine" });
  expect(await takeTest(other, place).answer(id, { ...own, freeTextAnswer: "Again" })).toMatchObject({
    freeTextAnswer: "Theirs",
  });
  const recorded = await takeTest(learner, elsewhere).record({
    answers: [{ question_id: id, response: JSON.stringify(own) }],
  });
  expect(recorded.recordWork.answers).toMatchObject([{ question_id: id, problem: expect.any(String) }]);
});

test("an answer that is sent again is no input of another kind with the same key", async () => {
  const at = await createTest(author, {}, { learners: [learner] });
  const { id, type } = (await read(learner, at)).tests[0].tests.at(-1);
  const input = { course_id: at.course, unit_id: at.unit, unit_type: "Test", input_type: "place" };
  await learner.data(`mutation ($input: StoreUnitResponseInput!) { storeUnitResponse(input: $input) { id } }`, {
    input: { ...input, input_key: String(id), response: JSON.stringify({ place: 1 }) },
  });
  const own = { type, freeTextAnswer: "Mine", given_id: "sent" };
  for (const _ of [1, 2]) expect(await takeTest(learner, at).answer(id, own)).toMatchObject(own);
});

test("a course is closed by its own prerequisites that exist and are published, until the person has completed them once", async () => {
  const [{ id, type }] = (await read(learner, place)).tests[0].tests;
  const refused = async () =>
    (await takeTest(learner, place).answerRefused(id, RIGHT[type]!)).errors?.[0]?.extensions.code ?? null;
  const enrolment = (user: number, values: object) =>
    server.inside("demo", (db, instance) =>
      db
        .updateTable("enrolments")
        .set({ completed_at: null, completed_before: null, ...values })
        .where("instance_id", "=", instance)
        .where("user_id", "=", user)
        .where("course_id", "=", elsewhere.course)
        .execute(),
    );
  const require = (course_id: number, prerequisite_id: number) =>
    server.inside("demo", (db, instance_id) =>
      db.insertInto("course_prerequisites").values({ instance_id, course_id, prerequisite_id }).execute(),
    );
  await require(elsewhere.course, (await createTest(author, {}, {})).course);
  expect(await refused()).toBeNull();
  await require(place.course, elsewhere.course);
  await enrolment(ids[0], {});
  await enrolment(ids[1], { completed_at: new Date() });
  expect(await refused()).toBe("CONFLICT");
  await enrolment(ids[1], {});
  await enrolment(ids[0], { completed_before: new Date() });
  expect(await refused()).toBeNull();
  await server.inside("demo", (db, instance) =>
    db
      .deleteFrom("enrolments")
      .where("instance_id", "=", instance)
      .where("user_id", "=", ids[0])
      .where("course_id", "=", elsewhere.course)
      .execute(),
  );
  expect(await refused()).toBe("CONFLICT");
  const readPrerequisites = async (by: Client) => {
    const asked = "query ($id: Int!) { course(id: $id) { learning_path prerequisites { id } } }";
    return (await by.data(asked, { id: place.course })).course;
  };
  const listed = { learning_path: [elsewhere.course], prerequisites: [{ id: elsewhere.course }] };
  expect(await readPrerequisites(learner)).toEqual(listed);
  await change("courses", elsewhere.course, { status: "draft" });
  expect(await refused()).toBeNull();
  for (const by of [learner, author]) expect(await readPrerequisites(by)).toEqual({ ...listed, prerequisites: [] });
  await change("courses", elsewhere.course, { status: "published" });
  expect(await refused()).toBe("CONFLICT");
  await change("courses", elsewhere.course, { deleted_at: new Date() });
  expect(await refused()).toBeNull();
});
