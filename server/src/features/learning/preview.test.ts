import { afterAll, beforeAll, expect, test } from "vitest";
import { type Client, startServer, type TestServer } from "../../testing/server.ts";
import { CREATE, smallCourse } from "../courses/course.testdata.ts";

const PREVIEW = `query ($id: Int!) { course(id: $id, preview: true) { status is_enrolled units { is_complete }
  tests { id draws { category } tests { id type question options { text checked } rules { word } } } } }`;
const GRADE = `query ($course_id: Int!, $question_id: Int!, $response: String!) { gradePreview(course_id: $course_id, question_id: $question_id, response: $response) }`;

let server: TestServer;
let author: Client;
beforeAll(async () => {
  server = await startServer();
  author = await server.as("instructor@demo.test");
});
afterAll(() => server.close());

const listRows = (table: "unit_progress" | "responses" | "attempts" | "unit_draws" | "enrolments") =>
  server.inside("demo", async (db, id) => {
    const { rows } = await db
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<number>().as("rows"))
      .where("instance_id", "=", id)
      .executeTakeFirstOrThrow();
    return rows;
  });
const everything = () =>
  Promise.all((["unit_progress", "responses", "attempts", "unit_draws", "enrolments"] as const).map(listRows));

test("a preview shows an author the draft as a learner sees it, grades answers, and stores nothing", async () => {
  await author.data(`mutation ($q: [QuestionInput!]!) { saveToBank(category: "Tried", questions: $q) { saved } }`, {
    q: [
      { type: "Multiple Choice", question: "Of the bank", options: [{ text: "yes", checked: true }, { text: "no" }] },
    ],
  });
  const course = smallCourse("Tried out", { status: "draft" });
  const { id } = (await author.data(CREATE, course)).createCourse;
  const { tests } = (await author.data(`query ($id: Int!) { course(id: $id) { tests { id } } }`, { id })).course;
  await server.inside("demo", (db, instanceId) =>
    db
      .updateTable("units")
      .set({ draws: JSON.stringify([{ category: "tried", count: 1 }]) })
      .where("instance_id", "=", instanceId)
      .where("id", "=", tests[0].id)
      .execute(),
  );
  const before = await everything();

  const seen = (await author.data(PREVIEW, { id })).course;
  expect(seen).toMatchObject({ status: "draft", is_enrolled: false });
  const questions = seen.tests[0].tests as {
    id: number;
    type: string;
    question: string;
    options: { checked: null }[];
  }[];
  expect(questions.at(-1)).toMatchObject({ question: "Of the bank" });
  expect(questions.at(-1)!.id).toBeLessThan(0);
  expect(questions.flatMap(({ options }) => options.map(({ checked }) => checked)).every((each) => each === null)).toBe(
    true,
  );

  const grade = async (question_id: number, answer: object) =>
    JSON.parse(
      (await author.data(GRADE, { course_id: id, question_id, response: JSON.stringify(answer) })).gradePreview,
    ).isCorrect;
  expect(await grade(questions.at(-1)!.id, { selectedOption: "yes" })).toBe(true);
  expect(await grade(questions.at(-1)!.id, { selectedOption: "no" })).toBe(false);
  const choice = questions.find(({ type, id: each }) => type === "Multiple Choice" && each > 0)!;
  expect(await grade(choice.id, { userSelections: ["Severn", "Trent"] })).toBe(true);
  expect(await everything()).toEqual(before);
});

test("learners get no preview and no grades, and authors none of another instance's course", async () => {
  const { id } = (await author.data(CREATE, smallCourse("Not for learners"))).createCourse;
  const question = (await author.data(PREVIEW, { id })).course.tests[0].tests[0].id;
  const learner = await server.as("learner@demo.test");
  expect(await learner.refusal(PREVIEW, { id })).toBe("FORBIDDEN");
  const answer = { course_id: id, question_id: question, response: "{}" };
  expect(await learner.refusal(GRADE, answer)).toBe("FORBIDDEN");
  const outsider = await server.as("admin@riverside.test");
  expect(await outsider.refusal(PREVIEW, { id })).toBe("NOT_FOUND");
  expect(await outsider.refusal(GRADE, answer)).toBe("NOT_FOUND");
});
