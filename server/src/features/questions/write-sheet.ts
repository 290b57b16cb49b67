import { buffer } from "node:stream/consumers";
import Papa from "papaparse";
import { writeXlsx } from "../../platform/xlsx.ts";
import { cleanQuestion } from "./clean-question.ts";
import { writeCriterion } from "./essay-lines.ts";
import { type ExportableType, toExportableType } from "./exportable.ts";
import { writeNumber } from "./numbers.ts";
import type { QuestionDraft } from "./question-form.ts";
import { ESSAY_COLUMNS, GUARDED_FORMULA } from "./read-csv.ts";
import { writeRule } from "./rule-lines.ts";

type Written = Omit<QuestionDraft, "id">;

/** The answers of a question as the cells of a table, with the feedback on each. */
type Answers = { cell: string; feedback?: string | undefined }[];

/** Writes questions as a CSV file with the columns of the template. No cell begins a formula. */
export function writeCsv(questions: readonly Written[]): string {
  // Spreadsheets recognise UTF-8 by the byte order mark.
  return `\uFEFF${Papa.unparse(listRows(questions), { newline: "\r\n", escapeFormulae: GUARDED_FORMULA })}\r\n`;
}

/** Writes questions as an Excel workbook with the columns of the template. Its cells are texts, never formulas. */
export function writeXlsxOfQuestions(questions: readonly Written[]): Promise<Buffer> {
  const [head, ...rows] = listRows(questions);
  const batches = (async function* () {
    yield rows;
  })();
  return buffer(writeXlsx(head!, batches, { formatDay: String, sheetName: "Questions" }));
}

/** Lists the rows of a table, of which the first names the columns. */
function listRows(questions: readonly Written[]): string[][] {
  const listed = questions.map((each) => {
    const question = cleanQuestion(each);
    return { question, answers: ANSWERS[toExportableType(question.type)](question) };
  });
  const most = Math.max(1, ...listed.map(({ answers }) => answers.length));
  const hasFeedback = listed.some(({ answers }) => answers.some(({ feedback }) => feedback));
  const hasEssay = listed.some(({ question }) => question.type === "Essay");
  const numbers = Array.from({ length: most }, (_, at) => at + 1);
  const head = [
    "type",
    "question",
    "points",
    "feedback",
    "required points",
    "capitals count",
    ...(hasEssay ? ESSAY_COLUMNS : []),
    ...numbers.map((number) => `answer ${number}`),
    ...(hasFeedback ? numbers.map((number) => `feedback ${number}`) : []),
  ];
  const rows = listed.map(({ question, answers }) => [
    question.type,
    question.question,
    String(question.points),
    question.feedback,
    question.type === "Free Text" ? String(question.required_points) : "",
    question.type === "Short Text" ? (question.matches_case ? "yes" : "no") : "",
    ...(hasEssay ? listEssayCells(question) : []),
    ...numbers.map((number) => answers[number - 1]?.cell ?? ""),
    ...(hasFeedback ? numbers.map((number) => answers[number - 1]?.feedback ?? "") : []),
  ]);
  return [head, ...rows];
}

const ANSWERS: Record<ExportableType, (question: Written) => Answers> = {
  "Multiple Choice": ({ options }) =>
    options.map(({ text, checked, weight, feedback }) => ({
      cell: `${checked ? "*" : ""}${markWeight(weight)}${escapeStart(text)}`,
      feedback,
    })),
  "True or False": ({ options }) => {
    const tell = (truth: string) => options.find(({ text }) => text === truth)?.feedback;
    const right = options.find(({ checked }) => checked)!.text.toLowerCase();
    // The second feedback belongs to 'false', which has no cell of its own.
    return [
      { cell: right, feedback: tell("True") },
      { cell: "", feedback: tell("False") },
    ];
  },
  "Fill the Gaps": () => [],
  Ordering: ({ options }) => options.map(({ text }) => ({ cell: text })),
  "Match the Pairs": ({ pairs }) => pairs.map(({ left, right }) => ({ cell: `${left} => ${right}` })),
  Number: ({ accepted }) =>
    accepted.map(({ text, tolerance, weight, feedback }) => ({
      cell: `${markWeight(weight)}${text}${writeTolerance(tolerance)}`,
      feedback,
    })),
  "Short Text": ({ accepted }) =>
    accepted.map(({ text, weight, feedback }) => ({
      cell: `${markWeight(weight)}${escapeWeight(text)}`,
      feedback,
    })),
  "Free Text": ({ rules }) => rules.map((rule) => ({ cell: writeRule(rule) })),
  Essay: ({ rubric = [] }) => rubric.map((criterion) => ({ cell: writeCriterion(criterion) })),
};

/** Lists the cells of `ESSAY_COLUMNS`. */
const listEssayCells = ({ type, min_words, max_words, marker_note }: Written) =>
  type === "Essay" ? [min_words, max_words, marker_note].map((value) => String(value ?? "")) : ["", "", ""];

/** Writes how far an answer may be from a number; nothing if it has to be the number. */
function writeTolerance(tolerance: number): string {
  const written = writeNumber(tolerance);
  return written === "0" ? "" : ` +- ${written}`;
}

const markWeight = (weight: number | undefined) => (weight === undefined ? "" : `%${weight}%`);

/** Puts a backslash in front of a text that begins like a weight. */
const escapeWeight = (text: string) => (/^\\*%-?[\d.]+%/.test(text) ? `\\${text}` : text);

/** Puts a backslash in front of a text that begins like a weight or like the mark of a right option. */
const escapeStart = (text: string) => (/^\\*\*/.test(text) ? `\\${text}` : escapeWeight(text));
