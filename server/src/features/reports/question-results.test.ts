import { afterAll, beforeAll, expect, test } from "vitest";
import { startServer, type TestServer } from "../../testing/server.ts";

const CREATE = `mutation ($title: String!, $test_units: [TestUnitInput!], $tests: [QuestionInput!]) {
  createCourse(title: $title, description: "x", status: "published", test_units: $test_units, tests: $tests) { id } }`;
const UNITS = `query ($id: Int!) { course(id: $id) { tests { id tests { id question } } } }`;
const ENROL = `mutation ($id: Int!) { courseEnrollment(input: { course_id: $id }) { id } }`;
const ANSWER = `mutation ($input: StoreUnitResponseInput!) { storeUnitResponse(input: $input) { id } }`;
const REPORT = `query ($id: Int!, $from: String) { courseReport(courseId: $id, from: $from) { questions { question type unit answered correct tries options { text people } } } }`;

let server: TestServer;
beforeAll(async () => void (server = await startServer()));
afterAll(() => server.close());

test("the course report counts chosen options, correct answers and tries", async () => {
  const author = await server.as("instructor@demo.test");
  const options = [
    { text: "Shout", checked: false },
    { text: "Throw a line", checked: true },
    { text: "Jump in", checked: false },
  ];
  const { id } = (
    await author.data(CREATE, {
      title: "Rescue, asked",
      test_units: [{ unit_order: 1, title: "What to do" }],
      tests: [
        { unit_order: 1, type: "Multiple Choice", question: "What first?", options },
        { unit_order: 1, type: "Fill the Gaps", question: "Throw a [line|stone] to [them]." },
      ],
    })
  ).createCourse;
  const [unit] = (await author.data(UNITS, { id })).course.tests;
  const answer = async (email: string, ...chosen: string[]) => {
    const learner = await server.as(email);
    await learner.data(ENROL, { id });
    for (const selectedOption of chosen)
      await learner.data(ANSWER, {
        input: {
          course_id: id,
          unit_id: unit.id,
          unit_type: "TestUnitType",
          input_type: "question",
          input_key: String(unit.tests[0].id),
          response: JSON.stringify({ type: "Multiple Choice", selectedOption }),
        },
      });
  };
  await answer("learner@demo.test", "Jump in", "Throw a line");
  // While they try again, however often they empty the answer, the answer before counts.
  await answer("callum.fraser@demo.test", "Jump in", "", "");
  await answer("samuel.okonkwo@demo.test", "Throw a line");
  await answer("amara.diallo@demo.test", "Shout");

  const questions = async (email: string, chosen: object = {}) =>
    (await (await server.as(email)).data(REPORT, { id, ...chosen })).courseReport.questions;
  expect(await questions("manager@demo.test")).toEqual([
    {
      question: "What first?",
      type: "Multiple Choice",
      unit: "What to do",
      answered: 4,
      correct: 2,
      tries: 5,
      options: [
        { text: "Shout", people: 1 },
        { text: "Throw a line", people: 2 },
        { text: "Jump in", people: 1 },
      ],
    },
    {
      question: "Throw a […] to […].",
      type: "Fill the Gaps",
      unit: "What to do",
      answered: 0,
      correct: 0,
      tries: 0,
      options: [],
    },
  ]);
  // The manager of the north reads the north's people; Amara is in the south.
  expect((await questions("manager.north@demo.test"))[0]).toMatchObject({ answered: 3, correct: 2, tries: 4 });
  // With days, it contains only people who were assigned the course on them.
  const samuel = (await server.userId("samuel.okonkwo@demo.test"))!;
  await server.inside("demo", (db, instance_id) =>
    db
      .updateTable("enrolments")
      .set({ assigned_at: new Date("2100-01-01T12:00:00Z") })
      .where("instance_id", "=", instance_id)
      .where("course_id", "=", id)
      .where("user_id", "=", samuel)
      .execute(),
  );
  expect((await questions("manager@demo.test", { from: "2100-01-01" }))[0]).toMatchObject({
    answered: 1,
    correct: 1,
    tries: 1,
    options: [{ people: 0 }, { people: 1 }, { people: 0 }],
  });
});
