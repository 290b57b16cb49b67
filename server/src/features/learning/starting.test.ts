import { afterAll, describe, expect, test } from "vitest";
import { insertCourses } from "../../testing/learning-paths.ts";
import { startClass } from "../../testing/server.ts";

const { server, learner } = await startClass();
afterAll(() => server.close());

const ENROL = `mutation ($id: Int!) { courseEnrollment(input: { course_id: $id }) { id title } }`;
const RESPOND = `mutation ($input: StoreUnitResponseInput!) { storeUnitResponse(input: $input) { id response } }`;
const COMPLETE = `mutation ($input: MarkUnitCompleteInput!) { markUnitComplete(input: $input) { course_complete } }`;
const ASSIGN = `mutation ($u: [Int!]!, $c: [Int!]!) { enrolUsers(user_ids: $u, course_ids: $c) { count } }`;

/** Lists what the log has of a course, the earliest first. */
const readLog = (course_id: number) =>
  server.inside("demo", async (db) => {
    const rows = db.selectFrom("activity").where("course_id", "=", course_id).select("kind").orderBy("id");
    return (await rows.execute()).map(({ kind }) => kind);
  });

/** Finds the only unit of a course. */
const findUnit = (course_id: number) =>
  server.inside("demo", async (db) => {
    const units = db.selectFrom("units").where("course_id", "=", course_id).select("id");
    return (await units.executeTakeFirstOrThrow()).id;
  });

describe("a priced course", () => {
  test("has to be assigned where the organisation wants that, and a free one has not", async () => {
    const setRule = (rule: boolean) =>
      server.platform.database.pool.query(
        "UPDATE instances SET priced_courses_need_assignment = $1 WHERE domain = 'demo'",
        [rule],
      );
    const [free, priced, assigned, open] = (await insertCourses(server, ["A", "B", "C", "D"])) as [
      number,
      number,
      number,
      number,
    ];
    await server.inside("demo", (db) =>
      db.updateTable("courses").set({ price: 1 }).where("id", "in", [priced, assigned, open]).execute(),
    );
    const admin = await server.as("admin@demo.test");
    await admin.data(ASSIGN, { u: [await server.userId("learner@demo.test")], c: [assigned] });
    await setRule(true);
    const { errors } = await learner.query(ENROL, { id: priced });
    expect(errors?.[0]?.message).toBe("This course has to be assigned to you.");
    for (const id of [free, assigned]) expect([id, await learner.refusal(ENROL, { id })]).toEqual([id, null]);
    await setRule(false);
    expect(await learner.refusal(ENROL, { id: open })).toBeNull();
  });
});

describe("the activity log", () => {
  test("has the enrolment, the start and the completion of a course once, however often they are sent", async () => {
    const [id] = (await insertCourses(server, ["Logged once"])) as [number];
    const input = { course_id: id, unit_id: await findUnit(id), unit_type: "Content" };
    for (let times = 0; times < 2; times++) {
      await learner.data(ENROL, { id });
      expect((await learner.data(COMPLETE, { input })).markUnitComplete.course_complete).toBe(true);
    }
    expect((await readLog(id)).toSorted()).toEqual(["course_completed", "enrolled", "started", "unit_completed"]);
  });

  test("has no other enrolment of a learner who starts an assigned course", async () => {
    const [id] = (await insertCourses(server, ["Assigned before"])) as [number];
    const admin = await server.as("admin@demo.test");
    await admin.data(ASSIGN, { u: [await server.userId("learner@demo.test")], c: [id] });
    const before = await readLog(id);
    await learner.data(ENROL, { id });
    expect(await readLog(id)).toEqual([...before, "started"]);
  });
});

describe("a response", () => {
  test("names its question by a whole number that an id may be, or fails with a clear error", async () => {
    const [id] = (await insertCourses(server, ["Without questions"])) as [number];
    await learner.data(ENROL, { id });
    const input = { course_id: id, unit_id: await findUnit(id), unit_type: "Content", input_type: "question" };
    for (const input_key of ["", "x", "0.5", "-1", "2147483647", "2147483648", "9007199254740993", "NaN"]) {
      const { errors } = await learner.query(RESPOND, { input: { ...input, input_key, response: "{}" } });
      expect([input_key, errors?.[0]?.extensions.validation]).toEqual([
        input_key,
        { input_key: ["This is not a question of the unit."] },
      ]);
    }
  });

  test("that a unit without a test was read is right once its time is over", async () => {
    const [timed, free] = (await insertCourses(server, ["Timed", "Not timed"])) as [number, number];
    const respond = async (id: number) => {
      const place = { course_id: id, unit_id: await findUnit(id), unit_type: "Content" };
      const input = { ...place, input_type: "CompletionWithNoTest", input_key: "read", response: "{}" };
      return JSON.parse((await learner.data(RESPOND, { input })).storeUnitResponse.response) as object;
    };
    for (const id of [timed, free]) await learner.data(ENROL, { id });
    const unit = await findUnit(timed);
    const setTime = (time_limit: number, time_spent: number) =>
      server.inside("demo", async (db) => {
        await db.updateTable("units").set({ time_limit }).where("id", "=", unit).execute();
        await db.updateTable("unit_progress").set({ time_spent }).where("unit_id", "=", unit).execute();
      });
    await setTime(3_600, 0);
    expect(await respond(timed)).toEqual({ type: "CompletionWithNoTest", timeSpent: 0, isCorrect: false });
    await setTime(3_600, 3_600);
    expect(await respond(timed)).toMatchObject({ timeSpent: 3_600, isCorrect: true });
    expect(await respond(free)).toMatchObject({ timeSpent: 0, isCorrect: true });
  });
});
