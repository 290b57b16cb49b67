import { afterAll, describe, expect, test } from "vitest";
import { startClass } from "../../testing/server.ts";
import { COURSE, CREATE, delta, EDIT } from "./course.testdata.ts";

const { server, author } = await startClass();
afterAll(() => server.close());

const question = (text: string, unit_order?: number | null) => ({
  type: "Multiple Choice",
  question: text,
  options: [
    { text: "Yes", checked: true },
    { text: "No", checked: false },
  ],
  ...(unit_order !== undefined && { unit_order }),
});
const text = (unit_order: number, extra: object = {}) => ({
  unit_order,
  title: `Text ${unit_order}`,
  content: delta("Read this."),
  ...extra,
});

const create = (variables: object) =>
  author.query(CREATE, { title: "Questions", description: "By unit.", ...variables });
const edit = (id: number, fields: object) =>
  author.data(EDIT, { input: { id, title: "Questions", description: "By unit.", ...fields } });

/** Reads the questions of a course by the order of their unit. */
async function readQuestions(id: number): Promise<Record<number, string[]>> {
  const { course } = await author.data(COURSE, { id });
  const units: { unit_order: number; tests: { question: string }[] }[] = [...course.contents, ...course.tests];
  return Object.fromEntries(units.map(({ unit_order, tests }) => [unit_order, tests.map((each) => each.question)]));
}

/** Creates a text with two embedded questions and a test with one; returns the ids. */
async function createStored() {
  const { data } = await create({
    content: [text(1, { questions: [question("Embedded 1"), question("Embedded 2")] })],
    test_units: [{ unit_order: 2, title: "Check" }],
    tests: [question("Tested", 2)],
  });
  const { course } = await author.data(COURSE, { id: data!.createCourse.id });
  return { id: course.id as number, text: course.contents[0].id as number, test: course.tests[0].id as number };
}

describe("createCourse", () => {
  test("embeds questions whose unit_order names a unit that takes questions, after the unit's own", async () => {
    const { data } = await create({
      content: [text(1, { questions: [question("Own")] }), text(3)],
      test_units: [{ unit_order: 2, title: "Check" }],
      tests: [question("Named", 1), question("Tested", 2), question("Named alone", 3)],
    });
    expect(await readQuestions(data!.createCourse.id)).toEqual({
      1: ["Own", "Named"],
      2: ["Tested"],
      3: ["Named alone"],
    });
  });

  test.each([
    ["no unit", { content: [text(1)], tests: [question("Lost", 7)] }, "its unit_order is 7"],
    ["nothing", { content: [text(1)], tests: [question("Lost")] }, "it has no unit_order"],
    ["two units", { content: [text(1), text(1)], tests: [question("Whose?", 1)] }, "two units have the unit_order 1"],
  ])("refuses a question that names %s", async (_, variables, message) => {
    const { errors } = await create(variables);
    expect(errors?.[0]?.extensions.validation).toEqual({ tests: [expect.stringContaining(message)] });
  });

  test("refuses a question that names a unit without questions", async () => {
    const document = `mutation ($tests: [QuestionInput!]) {
      createCourse(title: "Packages", description: "d", status: "draft", scorm: [{ unit_order: 1, title: "P" }], tests: $tests) { id } }`;
    const { errors } = await author.query(document, { tests: [question("Lost", 1)] });
    expect(errors?.[0]?.extensions.validation).toEqual({
      tests: ["Question 1 names unit 1, which takes no questions."],
    });
  });
});

describe("editCourse", () => {
  test("keeps stored questions of units for which none are given", async () => {
    const stored = await createStored();
    await edit(stored.id, {
      contents: [text(1, { id: stored.text })],
      tests: [{ id: stored.test, unit_order: 2, title: "Check" }],
    });
    expect(await readQuestions(stored.id)).toEqual({ 1: ["Embedded 1", "Embedded 2"], 2: ["Tested"] });
  });

  test("removes stored questions when an empty list is given", async () => {
    const stored = await createStored();
    await edit(stored.id, {
      status: "draft",
      contents: [text(1, { id: stored.text, questions: [] })],
      tests: [{ id: stored.test, unit_order: 2, title: "Check" }],
      unit_tests: [],
    });
    expect(await readQuestions(stored.id)).toEqual({ 1: [], 2: [] });
  });

  test("embeds questions of unit_tests, and refuses those that name no unit", async () => {
    const stored = await createStored();
    const fields = {
      contents: [text(1, { id: stored.text })],
      tests: [{ id: stored.test, unit_order: 2, title: "Check" }],
    };
    await edit(stored.id, { ...fields, unit_tests: [question("New", 1), question("Tested again", 2)] });
    expect(await readQuestions(stored.id)).toEqual({ 1: ["New"], 2: ["Tested again"] });
    await expect(edit(stored.id, { ...fields, unit_tests: [question("Lost", 9)] })).rejects.toThrow(
      "Question 1 names no unit of this course",
    );
  });
});
