import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Client, startServer, type TestServer } from "../../testing/server.ts";
import { createSurvey, enrolPeople } from "../../testing/surveys.ts";
import { EDIT } from "../courses/course.testdata.ts";
import { OWN, RESULTS, SUBMIT, SURVEY_QUESTIONS, TEXTS } from "./survey.testdata.ts";

let server: TestServer;
let author: Client;
let admin: Client;
let learner: Client;
beforeAll(async () => {
  server = await startServer();
  [author, admin, learner] = (await Promise.all(
    ["instructor@demo.test", "admin@demo.test", "learner@demo.test"].map((email) => server.as(email)),
  )) as [Client, Client, Client];
});
afterAll(() => server.close());

const ANSWERS = [
  { key: "scale", number: 4 },
  { key: "one", options: ["desk"] },
  { key: "many", options: ["test", "film"] },
  { key: "why", text: "  More boats. " },
];
const ENROL = `mutation ($id: Int!) { courseEnrollment(input: { course_id: $id }) { id } }`;
const COMPLETE = `mutation ($input: MarkUnitCompleteInput!) { markUnitComplete(input: $input) { is_complete } }`;

async function takenBy(client: Client, settings: object = {}) {
  const at = await createSurvey(author, settings);
  await client.data(ENROL, { id: at.course_id });
  return at;
}

describe("a named survey", () => {
  test("stores the answers, completes the unit, and shows the answers to the person who gave them", async () => {
    const at = await takenBy(learner);
    const place = { course: at.course_id, unit: at.unit_id };
    const before = (await learner.data(OWN, place)).course.openedUnit.unit;
    expect(before).toMatchObject({
      is_complete: false,
      survey: { has_answered: false, answers: [] },
      has_answers: null,
    });
    expect(before.survey_questions.map(({ key }: { key: string }) => key)).toEqual(["scale", "one", "many", "why"]);
    const unit = { course_id: at.course_id, unit_id: at.unit_id, unit_type: "Survey" };
    expect((await learner.query(COMPLETE, { input: unit })).errors![0]!.message).toBe(
      "Please submit your answers before proceeding.",
    );
    expect((await learner.data(SUBMIT, { ...at, answers: ANSWERS })).submitSurvey).toEqual({
      is_complete: true,
      progress: 100,
      course_complete: true,
    });
    const { survey } = (await learner.data(OWN, place)).course.openedUnit.unit;
    expect(survey.has_answered).toBe(true);
    expect(survey.answers).toContainEqual({ key: "many", number: null, options: ["film", "test"], text: null });
    expect(survey.answers).toContainEqual({ key: "why", number: null, options: [], text: "More boats." });
    // A preview and another learner do not see them.
    const preview = (await author.data(OWN, { ...place, preview: true })).course.openedUnit.unit;
    expect(preview.survey).toBeNull();
  });

  test("shows its learners alone what they answered, and its authors alone whether anybody did", async () => {
    const at = await createSurvey(author);
    const place = { course: at.course_id, unit: at.unit_id };
    const read = async (client: Client) => {
      const { survey, has_answers, survey_questions } = (await client.data(OWN, place)).course.openedUnit.unit;
      return { survey: survey?.has_answered ?? null, has_answers, questions: survey_questions.length };
    };
    const readAsAuthor = async () =>
      (await author.data(OWN.replace("asLearner: true, ", ""), place)).course.openedUnit.unit;
    expect(await read(learner)).toEqual({ survey: null, has_answers: null, questions: 0 });
    expect(await readAsAuthor()).toMatchObject({ survey: null, has_answers: false });
    await learner.data(ENROL, { id: at.course_id });
    expect(await read(learner)).toEqual({ survey: false, has_answers: null, questions: 4 });
    await learner.data(SUBMIT, { ...at, answers: ANSWERS });
    expect(await read(learner)).toEqual({ survey: true, has_answers: null, questions: 4 });
    expect(await readAsAuthor()).toMatchObject({ survey: null, has_answers: true });
  });

  test("takes other answers later in place of the first", async () => {
    const at = await takenBy(learner);
    await learner.data(SUBMIT, { ...at, answers: ANSWERS });
    await learner.data(SUBMIT, { ...at, answers: [{ key: "scale", number: 1 }] });
    const { surveyResults } = await admin.data(RESULTS, at);
    expect(surveyResults).toMatchObject({ answered: 1, shown: 1, withheld: null, is_anonymous: false });
    expect(surveyResults.questions[0]).toMatchObject({ answered: 1, mean: 1 });
    expect(surveyResults.questions[3].answered).toBe(0);
  });

  test.each([
    [[], { "answers.scale": ["Answer this question."] }],
    [[{ key: "scale", number: 6 }], { "answers.scale": ["Choose a point from 1 to 5."] }],
    [[{ key: "scale", number: 0 }], { "answers.scale": ["Choose a point from 1 to 5."] }],
    [
      [
        { key: "scale", number: 1 },
        { key: "one", options: ["phone", "desk"] },
      ],
      { "answers.one": ["Choose one answer only."] },
    ],
    [
      [
        { key: "scale", number: 1 },
        { key: "one", options: ["boat"] },
      ],
      { "answers.one": ["This survey has changed. Please reload the page."] },
    ],
    [
      [
        { key: "scale", number: 1 },
        { key: "why", text: "x".repeat(2_001) },
      ],
      { "answers.why": ["Write 2000 characters at most."] },
    ],
    [
      [
        { key: "scale", number: 1 },
        { key: "other", number: 1 },
      ],
      { answers: ["This survey has changed. Please reload the page."] },
    ],
  ])("refuses %j and says why", async (answers, validation) => {
    const at = await takenBy(learner);
    const { errors } = await learner.query(SUBMIT, { ...at, answers });
    expect(errors![0]!.extensions).toMatchObject({ code: "VALIDATION", validation });
    expect((await admin.data(RESULTS, at)).surveyResults.answered).toBe(0);
  });

  test("is refused to people who are not enrolled, in other instances, and after the course has closed", async () => {
    const at = await createSurvey(author);
    expect(await learner.refusal(SUBMIT, { ...at, answers: ANSWERS })).toBe("NOT_FOUND");
    const foreign = await server.as("learner@riverside.test");
    expect(await foreign.refusal(SUBMIT, { ...at, answers: ANSWERS })).toBe("NOT_FOUND");
    expect(await server.anonymous().refusal(SUBMIT, { ...at, answers: ANSWERS })).toBe("UNAUTHENTICATED");
  });
});

describe("results of a named survey", () => {
  test("have the distribution, the mean and the texts with names, and are filtered and paged", async () => {
    const at = await createSurvey(author);
    const people = await enrolPeople(server, at.course_id, 6, ["north", "south"]);
    for (const [index, person] of people.entries())
      await person.data(SUBMIT, {
        ...at,
        answers: [
          { key: "scale", number: (index % 5) + 1 },
          { key: "many", options: index % 2 ? ["film"] : ["film", "text"] },
          { key: "why", text: `Reason ${index}` },
        ],
      });
    const { surveyResults } = await admin.data(RESULTS, at);
    expect(surveyResults).toMatchObject({ unit_id: at.unit_id, answered: 6, shown: 6, withheld: null });
    const [scale, one, many, why] = surveyResults.questions;
    expect(scale.options.map(({ count }: { count: number }) => count)).toEqual([2, 1, 1, 1, 1]);
    expect(scale.options[0].label).toBe("1 – No");
    expect(scale.mean).toBeCloseTo(16 / 6);
    expect(one).toMatchObject({ answered: 0, mean: null });
    expect(many.options).toEqual([
      { label: "Films", count: 6 },
      { label: "Texts", count: 3 },
      { label: "Tests", count: 0 },
    ]);
    expect(why).toMatchObject({ answered: 6, options: [] });
    const first = (await admin.data(TEXTS, { ...at, question: "why", limit: 4 })).surveyTexts;
    const rest = (await admin.data(TEXTS, { ...at, question: "why", limit: 4, offset: 4 })).surveyTexts;
    expect([first.total, first.rows.length, rest.rows.length]).toEqual([6, 4, 2]);
    expect(first.rows[0].name).toMatch(/^Survey Taker/);
    expect((await admin.data(RESULTS, { ...at, branchUrls: ["north"] })).surveyResults.answered).toBe(3);
    expect(await admin.refusal(TEXTS, { ...at, question: "scale" })).toBe("NOT_FOUND");
    expect(await admin.refusal(TEXTS, { ...at, question: "why", limit: 101 })).toBe("VALIDATION");
    expect(await learner.refusal(RESULTS, at)).toBe("FORBIDDEN");
    expect(await author.refusal(RESULTS, at)).toBe("FORBIDDEN");
    expect(await (await server.as("admin@riverside.test")).refusal(RESULTS, at)).toBe("NOT_FOUND");
  });
});

describe("an author", () => {
  const save = (at: { course_id: number; unit_id: number }, unit: object) =>
    author.query(EDIT, {
      input: {
        id: at.course_id,
        title: "A survey",
        description: "d",
        surveys: [{ id: at.unit_id, unit_order: 1, title: "Opinion", survey_questions: SURVEY_QUESTIONS, ...unit }],
      },
    });

  test("changes a survey freely until it has an answer", async () => {
    const at = await createSurvey(author);
    expect(
      (await save(at, { is_anonymous: true, survey_questions: SURVEY_QUESTIONS.slice(1) })).errors,
    ).toBeUndefined();
    expect((await save(at, { is_anonymous: false })).errors).toBeUndefined();
  });

  test("cannot make a survey with answers anonymous, nor an anonymous one named", async () => {
    const named = await takenBy(learner);
    await learner.data(SUBMIT, { ...named, answers: ANSWERS });
    expect((await save(named, { is_anonymous: true })).errors![0]!.extensions.validation).toEqual({
      "units.0.is_anonymous": [
        "This survey has answers with names and stays named. Duplicate the unit to ask anonymously.",
      ],
    });
    expect((await save(named, { survey_questions: SURVEY_QUESTIONS.slice(1) })).errors).toBeUndefined();

    const anonymous = await takenBy(learner, { is_anonymous: true });
    await learner.data(SUBMIT, { ...anonymous, answers: ANSWERS });
    expect((await save(anonymous, { is_anonymous: false })).errors![0]!.extensions.validation).toEqual({
      "units.0.is_anonymous": [
        "This survey has anonymous answers and stays anonymous. Duplicate the unit to ask with names.",
      ],
    });
    const added = [...SURVEY_QUESTIONS, { key: "new", kind: "text", text: "New?" }];
    for (const survey_questions of [added, SURVEY_QUESTIONS.slice(1)])
      expect(
        Object.keys(
          (await save(anonymous, { is_anonymous: true, survey_questions })).errors![0]!.extensions.validation!,
        ),
      ).toEqual(["units.0.survey_questions"]);
    const reworded = SURVEY_QUESTIONS.toReversed().map((each) => ({ ...each, text: `${each.text} Really?` }));
    expect((await save(anonymous, { is_anonymous: true, survey_questions: reworded })).errors).toBeUndefined();
  });

  test.each([
    [{ survey_questions: [] }, "Survey Unit 1 must have at least one question"],
    [{ survey_questions: [{ kind: "text", text: " " }] }, "Survey Unit 1 has a question without text"],
    [
      { survey_questions: [{ kind: "choice", text: "Q", options: [{ text: "a" }] }] },
      "Survey Unit 1 has a question with fewer than two options",
    ],
    [
      { survey_questions: [{ kind: "choice", text: "Q", options: [{ text: "a" }, { text: "" }] }] },
      "Survey Unit 1 has an option without text",
    ],
  ])("cannot publish %j", async (unit, message) => {
    const at = await createSurvey(author);
    expect((await save(at, unit)).errors![0]!.extensions.validation).toEqual({ course: [message] });
  });

  test("is refused a key that is used twice, an unknown kind, and a scale of 6", async () => {
    const at = await createSurvey(author);
    const [question] = SURVEY_QUESTIONS;
    for (const survey_questions of [
      [question, question],
      [{ ...question, kind: "slider" }],
      [{ ...question, points: 6 }],
      Array.from({ length: 51 }, (_, key) => ({ ...question, key: String(key) })),
    ])
      expect((await save(at, { survey_questions })).errors![0]!.extensions.code).toBe("VALIDATION");
  });
});
