import fc from "fast-check";
import Papa from "papaparse";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { anyExportableQuestion } from "../../testing/any-question.ts";
import { startServer, type TestServer } from "../../testing/server.ts";
import { findExportProblem } from "./exportable.ts";
import { type QuestionDraft, questionForm } from "./question-form.ts";
import { readCsv } from "./read-csv.ts";
import { readXlsx } from "./read-xlsx.ts";
import { writeCsv, writeXlsxOfQuestions } from "./write-sheet.ts";

type Written = Omit<QuestionDraft, "id">;
const anyQuestions = fc
  .array(anyExportableQuestion, { minLength: 1, maxLength: 4 })
  .map((questions) => questions.filter((each) => findExportProblem(each, "csv") === null))
  .filter((questions) => questions.length > 0);
const parse = (question: object) => questionForm.omit({ id: true }).parse(question);

test("a CSV file that was exported is read again without a problem, and exported as the same text", () => {
  fc.assert(
    fc.property(anyQuestions, (questions) => {
      const exported = writeCsv(questions);
      const read = readCsv(exported);
      expect(read.problems).toEqual([]);
      expect(read.questions.map(({ question }) => question.type)).toEqual(questions.map(({ type }) => type));
      expect(writeCsv(read.questions.map(({ question }) => question))).toBe(exported);
    }),
    { numRuns: 400 },
  );
});

test("an Excel workbook that was exported gives the same questions as the CSV file", async () => {
  await fc.assert(
    fc.asyncProperty(anyQuestions, async (questions) => {
      const read = await readXlsx(await writeXlsxOfQuestions(questions));
      expect(read.problems).toEqual([]);
      expect(read.questions.map(({ question }) => question)).toEqual(
        readCsv(writeCsv(questions)).questions.map(({ question }) => question),
      );
    }),
    { numRuns: 60 },
  );
});

const HOSTILE = ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", '=HYPERLINK("http://evil.test")', "'=1", "''-1"];

test("begins no cell with a formula, and gives back texts that do", () => {
  const questions = HOSTILE.flatMap((text): Written[] => [
    parse({ type: "Short Text", question: text, feedback: text, accepted: [{ text, feedback: text }] }),
    parse({ type: "Ordering", question: text, options: [{ text }, { text: `${text}!` }] }),
    parse({
      type: "Multiple Choice",
      question: text,
      options: [{ text, checked: true }, { text: `*${text}` }, { text }],
    }),
  ]);
  const exported = writeCsv(questions);
  const cells = Papa.parse<string[]>(exported.slice(1)).data.flat();
  expect(cells.filter((cell) => /^[=+\-@\t\r]/.test(cell))).toEqual([]);
  const read = readCsv(exported).questions.map(({ question }) => question);
  expect(read.map(({ question }) => question)).toEqual(questions.map(({ question }) => question.trim()));
  expect(read.map(({ options }) => options.map(({ text }) => text))).toEqual(
    questions.map(({ options }) => options.map(({ text }) => text.trim())),
  );
});

test("has the feedback on answers in columns of their own", () => {
  const questions = [
    parse({
      type: "True or False",
      question: "Wet?",
      options: [
        { text: "True", checked: true, feedback: "Yes." },
        { text: "False", feedback: "No." },
      ],
    }),
    parse({
      type: "Number",
      question: "Pi?",
      accepted: [{ text: "3" }, { text: "3.14", tolerance: 0.01, feedback: "Good." }],
    }),
  ];
  const read = readCsv(writeCsv(questions)).questions.map(({ question }) => question);
  expect(read).toMatchObject([
    { options: [{ feedback: "Yes." }, { feedback: "No." }] },
    { accepted: [{ text: "3" }, { tolerance: 0.01, feedback: "Good." }] },
  ]);
  expect(read[1]!.accepted[0]).not.toHaveProperty("feedback");
});

describe("the export of the question bank as a table", () => {
  let server: TestServer;
  beforeAll(async () => void (server = await startServer()));
  afterAll(() => server.close());

  test.each([
    ["csv", false],
    ["xlsx", true],
  ])("is read by an import, as %s, and names what a table cannot have", async (format, isBase64) => {
    const author = await server.as("instructor@demo.test");
    const pair = (left: string) => ({
      type: "Match the Pairs",
      question: `Match ${left}`,
      pairs: [{ left, right: "b" }],
    });
    await author.data(
      `mutation ($category: String!, $questions: [QuestionInput!]!) { saveToBank(category: $category, questions: $questions) { saved } }`,
      { category: `Pairs ${format}`, questions: [pair("a"), pair("a => c")] },
    );
    const { exportQuestions: file } = await author.data(
      `query ($format: String!, $category: String) { exportQuestions(format: $format, category: $category) { name content is_base64 written left_out { message } } }`,
      { format, category: `Pairs ${format}` },
    );
    expect(file).toMatchObject({
      name: `questions.${format}`,
      is_base64: isBase64,
      written: 1,
      left_out: [{ message: expect.stringContaining("'=>' in the left side") }],
    });
    const { readQuestions } = await author.data(
      `query ($format: String!, $content: String!) { readQuestions(format: $format, content: $content) { questions { question pairs { left right } } problems { message } } }`,
      { format, content: file.content },
    );
    expect(readQuestions).toEqual({
      questions: [{ question: "Match a", pairs: [{ left: "a", right: "b" }] }],
      problems: [],
    });
  });
});
