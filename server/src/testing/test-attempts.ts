import type { Client, TestServer } from "./server.ts";
import { ANSWERS, QUESTIONS } from "../features/courses/course.testdata.ts";

const CREATE = `mutation ($title: String!, $test: TestUnitInput!, $tests: [QuestionInput!], $status: String) {
  createCourse(title: $title, description: "d", test_units: [$test], tests: $tests, status: $status) { id } }`;

export const UNIT = `query ($course: Int!, $unit: Int!) { course(id: $course, asLearner: true) {
  openedUnit(unit_id: $unit) {
    responses { input_type input_key response }
    unit {
      is_complete
      tests { id type question multiple options { text checked feedback picture { file alt } } pairs { left right picture { file alt } } media { kind file alt } rules { word } required_points points feedback }
      ... on TestUnitType { pass_mark test {
        questions attempts_used attempts_left seconds_to_wait is_passed is_waiting
        open { id number seconds_left carried }
        attempts { id number score is_passed is_timed_out counts submitted_at
          review { id question answer is_correct credit points feedback { about text } right_answers media { kind file alt } pictures { text picture { file alt } } } }
      } }
    }
  }
} }`;

const START = `mutation ($course: Int!, $unit: Int!) { startTestAttempt(course_id: $course, unit_id: $unit) { id } }`;
const SUBMIT = `mutation ($course: Int!, $unit: Int!, $attempt: Int!) {
  submitTestAttempt(course_id: $course, unit_id: $unit, attempt_id: $attempt) { id } }`;
const STORE = `mutation ($input: StoreUnitResponseInput!) { storeUnitResponse(input: $input) { response } }`;
const RECORD = `mutation ($input: WorkInput!) { recordWork(input: $input) {
  answers { question_id response problem } refusal completion { course_complete } } }`;

/** Correct answers to QUESTIONS by the type of question, and wrong ones. */
export const RIGHT: Record<string, object> = Object.fromEntries(ANSWERS.map((answer) => [answer.type, answer]));
export const WRONG: Record<string, object> = {
  "Multiple Choice": { type: "Multiple Choice", userSelections: ["Skiddaw"] },
  "Fill the Gaps": { type: "Fill the Gaps", userSelections: ["90"] },
  Ordering: { type: "Ordering", userOrder: ["third", "first", "second"] },
  "Match the Pairs": { type: "Match the Pairs", userSelections: { cat: "woof", dog: "meow" } },
  "Free Text": { type: "Free Text", freeTextAnswer: "No idea." },
};

let created = 0;

/** Creates a published course with one test, and enrols learners. @returns the ids */
export async function createTest(
  author: Client,
  settings: object,
  { learners = [], questions = QUESTIONS as object[] }: { learners?: Client[]; questions?: object[] } = {},
): Promise<{ course: number; unit: number; title: string }> {
  const test = { unit_order: 1, title: "Check", ...settings };
  const tests = questions.map((question) => ({ ...question, unit_order: 1 }));
  const title = `A test ${++created}`;
  const { createCourse } = await author.data(CREATE, { title, test, tests, status: "published" });
  const course = createCourse.id;
  for (const learner of learners)
    await learner.data(`mutation { courseEnrollment(input: { course_id: ${course} }) { id } }`);
  const read = await author.data(`{ course(id: ${course}) { tests { id } } }`);
  return { course, unit: read.course.tests[0].id, title };
}

/** Takes a test as one learner, who may do so in several windows. */
export function takeTest(learner: Client, place: { course: number; unit: number }) {
  const read = async () => {
    const { openedUnit } = (await learner.data(UNIT, place)).course;
    return {
      ...(openedUnit.unit.test as Record<string, any>),
      tests: openedUnit.unit.tests as { id: number; type: string; options: { text: string }[] }[],
      is_complete: openedUnit.unit.is_complete as boolean,
      responses: openedUnit.responses as { input_key: string; response: string }[],
    } as Record<string, any>;
  };
  const input = (id: number, response: object) => ({
    input: {
      course_id: place.course,
      unit_id: place.unit,
      unit_type: "Test",
      input_type: "question",
      input_key: String(id),
      response: JSON.stringify(response),
    },
  });
  const start = async () => {
    await learner.data(START, place);
    return read();
  };
  const answer = async (id: number, response: object) =>
    JSON.parse((await learner.data(STORE, input(id, response))).storeUnitResponse.response) as Record<string, unknown>;
  const submit = async (attempt: number) => {
    await learner.data(SUBMIT, { ...place, attempt });
    return read();
  };
  return {
    read,
    start,
    startRefused: () => learner.query(START, place),
    answer,
    answerRefused: (id: number, response: object) => learner.query(STORE, input(id, response)),
    submit,
    submitRaw: (attempt: number) => learner.query(SUBMIT, { ...place, attempt }),
    record: (given: object) =>
      learner.data(RECORD, {
        input: { course_id: place.course, unit_id: place.unit, unit_type: "Test", time_spent: 1, ...given },
      }),
    /** Starts an attempt, answers rightly except for questions of the types named, and submits it. */
    async take(wrong: readonly string[] = []) {
      const { tests, open } = await start();
      for (const { id, type } of tests) await answer(id, (wrong.includes(type) ? WRONG : RIGHT)[type]!);
      return submit(open.id);
    },
  };
}

/** Ends the time of every open attempt, as if it had passed. */
export const endTime = (server: TestServer) =>
  server.inside("demo", async (db, instance_id) => {
    await db
      .updateTable("test_attempts")
      .set({ deadline_at: new Date(Date.now() - 1000) })
      .where("instance_id", "=", instance_id)
      .where("submitted_at", "is", null)
      .execute();
  });

/** Moves every submission into the past. */
export const passTime = (server: TestServer, seconds: number) =>
  server.inside("demo", async (db, instance_id) => {
    await db
      .updateTable("test_attempts")
      .set({ submitted_at: new Date(Date.now() - seconds * 1000) })
      .where("instance_id", "=", instance_id)
      .where("submitted_at", "is not", null)
      .execute();
  });
