import { afterAll, beforeAll, expect, test } from "vitest";
import { type Client, startServer, type TestServer } from "../../testing/server.ts";
import { COURSE, CREATE, smallCourse } from "../courses/course.testdata.ts";

let server: TestServer;
let learner: Client;
let course: { id: number; unitId: number; questionId: number };
beforeAll(async () => {
  server = await startServer();
  const author = await server.as("instructor@demo.test");
  learner = await server.as("learner@demo.test");
  const { id } = (await author.data(CREATE, smallCourse("Sent again"))).createCourse;
  await learner.data(`mutation ($id: Int!) { courseEnrollment(input: { course_id: $id }) { id } }`, { id });
  const { tests } = (await learner.data(COURSE, { id })).course;
  course = { id, unitId: tests[0].id, questionId: tests[0].tests[0].id };
});
afterAll(() => server.close());

const RIGHT = { type: "Multiple Choice", userSelections: ["Trent", "Severn"] };
const WRONG = { type: "Multiple Choice", userSelections: ["Skiddaw"] };

async function answer(given: object) {
  const { storeUnitResponse } = await learner.data(
    `mutation ($input: StoreUnitResponseInput!) { storeUnitResponse(input: $input) { id response } }`,
    {
      input: {
        course_id: course.id,
        unit_id: course.unitId,
        unit_type: "TestUnitType",
        input_type: "question",
        input_key: String(course.questionId),
        response: JSON.stringify(given),
      },
    },
  );
  return JSON.parse(storeUnitResponse.response);
}

const attempts = () =>
  server.inside("demo", async (db, id) =>
    (
      await db
        .selectFrom("attempts")
        .select("is_correct")
        .where("instance_id", "=", id)
        .where("question_id", "=", course.questionId)
        .orderBy("id")
        .execute()
    ).map((attempt) => attempt.is_correct),
  );

test("an answer that is sent again after a lost response counts as one attempt", async () => {
  const first = await answer({ ...WRONG, given_id: "a" });
  expect(first).toMatchObject({ isCorrect: false, userSelections: ["Skiddaw"] });
  expect(await answer({ ...WRONG, given_id: "a" })).toMatchObject({ isCorrect: false, userSelections: ["Skiddaw"] });
  expect(await attempts()).toEqual([false]);
});

test("two tabs that send the same answer at once make one attempt", async () => {
  await Promise.all([1, 2, 3].map(() => answer({ ...RIGHT, given_id: "b" })));
  expect(await attempts()).toEqual([false, true]);
});

test("an answer cannot be replaced under its id", async () => {
  expect(await answer({ ...WRONG, given_id: "b" })).toMatchObject({
    isCorrect: true,
    userSelections: RIGHT.userSelections,
  });
  expect(await attempts()).toEqual([false, true]);
});

test("the same answer under a new id is another attempt", async () => {
  await answer({ ...RIGHT, given_id: "c" });
  await answer(RIGHT);
  await answer(RIGHT);
  expect(await attempts()).toEqual([false, true, true, true, true]);
});

test("an answer that is emptied for another try is kept until the next one", async () => {
  const kept = () =>
    server.inside("demo", (db, id) =>
      db
        .selectFrom("responses")
        .select(["is_correct", "former_response", "former_is_correct"])
        .where("instance_id", "=", id)
        .where("question_id", "=", course.questionId)
        .executeTakeFirstOrThrow(),
    );
  const empty = { type: RIGHT.type, userSelections: [] };
  await answer(WRONG);
  expect(await kept()).toEqual({ is_correct: false, former_response: null, former_is_correct: null });
  for (const _ of ["once", "again"]) {
    await answer(empty);
    expect(await kept()).toMatchObject({ is_correct: null, former_response: WRONG, former_is_correct: false });
  }
  await answer(RIGHT);
  expect(await kept()).toEqual({ is_correct: true, former_response: null, former_is_correct: null });
});

test("the position in a video is stored and completes nothing", async () => {
  const { videos } = (await learner.data(COURSE, { id: course.id })).course;
  const input = {
    course_id: course.id,
    unit_id: videos[0].id,
    unit_type: "Video",
    input_type: "place",
    input_key: "place",
  };
  const store = (response: object) =>
    learner.query(`mutation ($input: StoreUnitResponseInput!) { storeUnitResponse(input: $input) { response } }`, {
      input: { ...input, response: JSON.stringify(response) },
    });
  const { data } = await store({ place: 42.5, timeSpent: 1 });
  expect(JSON.parse(data["storeUnitResponse"].response)).toMatchObject({ place: 42.5 });
  expect((await store({ place: -1 })).errors?.[0]?.extensions.code).toBe("VALIDATION");
  const { userResponses } = (await learner.data(COURSE, { id: course.id })).course;
  const kept = userResponses.find((each: { input_type: string }) => each.input_type === "place");
  expect(JSON.parse(kept.response).place).toBe(42.5);
});
