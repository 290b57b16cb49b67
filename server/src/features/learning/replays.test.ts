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

test("an answer whose receipt was lost is sent again, and counts as one attempt", async () => {
  const first = await answer({ ...WRONG, given_id: "a" });
  expect(first).toMatchObject({ isCorrect: false, userSelections: ["Skiddaw"] });
  expect(await answer({ ...WRONG, given_id: "a" })).toMatchObject({ isCorrect: false, userSelections: ["Skiddaw"] });
  expect(await attempts()).toEqual([false]);
});

test("two tabs that send the same answer at once make one attempt", async () => {
  await Promise.all([1, 2, 3].map(() => answer({ ...RIGHT, given_id: "b" })));
  expect(await attempts()).toEqual([false, true]);
});

test("what was graded under one id cannot be exchanged under it", async () => {
  expect(await answer({ ...WRONG, given_id: "b" })).toMatchObject({
    isCorrect: true,
    userSelections: RIGHT.userSelections,
  });
  expect(await attempts()).toEqual([false, true]);
});

test("the same answer given anew is an attempt of its own", async () => {
  await answer({ ...RIGHT, given_id: "c" });
  await answer(RIGHT);
  await answer(RIGHT);
  expect(await attempts()).toEqual([false, true, true, true, true]);
});
