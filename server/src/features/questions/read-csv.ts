import Papa from "papaparse";
import { readCriteria } from "./essay-lines.ts";
import { readKeyNumber } from "./numbers.ts";
import { listTruths, type QuestionDraft } from "./question-form.ts";
import { MOST_QUESTIONS } from "./file-formats.ts";
import type { Read, ReadProblem, ReadQuestion } from "./read-gift.ts";
import { type Message, MessageError, t } from "../../i18n/message.ts";
import type { Criterion } from "./rubric.ts";
import { roundWeight } from "./weights.ts";

const TYPES = [
  "Multiple Choice",
  "True or False",
  "Fill the Gaps",
  "Ordering",
  "Match the Pairs",
  "Number",
  "Short Text",
  "Free Text",
  "Essay",
] as const;
/** The types whose answers have feedback of their own. */
const FEEDBACK_TYPES: readonly QuestionDraft["type"][] = ["Multiple Choice", "True or False", "Number", "Short Text"];
/** What only essays have, beside their criteria, which are answers. */
export const ESSAY_COLUMNS = ["fewest words", "most words", "note for markers"] as const;
const COLUMNS = ["type", "question", "required points", "capitals count", "points", "feedback", ...ESSAY_COLUMNS];
const ANSWER_COLUMN = /^answer (\d+)$/;
const FEEDBACK_COLUMN = /^feedback \d+$/;

/**
 * Finds what a spreadsheet would take for a formula, also after apostrophes. An export puts an apostrophe in front, which an
 * import takes away.
 */
export const GUARDED_FORMULA = /^'*[=+\-@\t\r]/;

/**
 * A template with each type once. A correct option starts with '*'; the sides of a pair surround '=>'; a tolerance follows
 * '+-'; the percent of the points that an answer earns is in front of it between '%' signs. A criterion of an essay
 * has its levels on lines of their own.
 */
export const CSV_TEMPLATE = `type,question,points,feedback,required points,capitals count,fewest words,most words,note for markers,answer 1,answer 2,answer 3
Multiple Choice,Which of these are rivers?,2,Skiddaw is a mountain.,,,,,,*Severn,Skiddaw,*Trent
True or False,The Severn is a river.,,,,,,,,true,,
Fill the Gaps,Water boils at [100|90|80] degrees.,,,,,,,,,,
Ordering,Put the steps in order.,,,,,,,,Stop,Look,Listen
Match the Pairs,Which sound belongs to which animal?,,,,,,,,cat => meow,dog => woof,
Number,What is pi?,,,,,,,,3.14 +- 0.01,,
Short Text,What is the capital of France?,,,,no,,,,Paris,%50%Paname,
Free Text,Why do we keep a rope bag at hand?,,,2,,,,,contains: safe: 2,contains: quick: 1,does not contain: never: 1
Essay,Why do ropes age?,10,,,,50,200,Light and dirt.,"criterion: Clarity
level: 0: Unclear
level: 4: Clear","criterion: Facts
level: 0: Wrong
level: 6: Right",
`;

/** Why a row cannot be read. */
class Unreadable extends MessageError {}

const UNCLOSED = t`A cell of this row begins with a quotation mark that is not closed. Write a quotation mark within such a cell twice.`;

/** A row of a table with its first line, from 1. */
interface TableRow {
  line: number;
  cells: string[];
  /** Whether a quotation mark opens a cell and does not close it: the cell may hold what belongs to other rows. */
  isUnclosed?: boolean;
}

/** Reads questions from a CSV file in the form of the template. Every unreadable row is a problem with its line. */
export function readCsv(text: string): Required<Read> {
  const unguard = (cell: string) => (cell.startsWith("'") && GUARDED_FORMULA.test(cell) ? cell.slice(1) : cell);
  return readRows(
    parseRows(text.replace(/^\ufeff/, "")).map(({ cells, ...row }) => ({ ...row, cells: cells.map(unguard) })),
  );
}

/** Reads questions from rows, of which the first names the columns. */
export function readRows(rows: TableRow[]): Required<Read> {
  const [head, ...others] = rows;
  if (!head) return { questions: [], problems: [{ line: 1, message: t`The file is empty.` }], notes: [] };
  if (head.cells.length > MOST_COLUMNS)
    return {
      questions: [],
      problems: [{ line: head.line, message: t`A file may have ${MOST_COLUMNS} columns at most.` }],
      notes: [],
    };
  if (head.isUnclosed) return { questions: [], problems: [{ line: head.line, message: UNCLOSED }], notes: [] };
  const columns = head.cells.map((name) => name.trim().toLowerCase());
  const unknown = columns.filter(
    (name) => name && !COLUMNS.includes(name) && !ANSWER_COLUMN.test(name) && !FEEDBACK_COLUMN.test(name),
  );
  const missing = ["type", "question"].filter((name) => !columns.includes(name));
  // Two columns of one answer are two answers; of all others one would be lost.
  const repeated = columns.filter((name, at) => name && !ANSWER_COLUMN.test(name) && columns.indexOf(name) < at);
  if (missing.length > 0 || unknown.length > 0 || repeated.length > 0) {
    const message =
      missing.length > 0
        ? t`The column '${missing[0]!}' is missing.`
        : unknown.length > 0
          ? t`The column '${unknown[0]!}' is not known.`
          : t`The column '${repeated[0]!}' is there twice.`;
    return { questions: [], problems: [{ line: head.line, message }], notes: [] };
  }

  const questions: ReadQuestion[] = [];
  const problems: ReadProblem[] = [];
  const notes: ReadProblem[] = [];
  for (const { line, cells, isUnclosed } of others) {
    if (cells.every((cell) => cell.trim() === "")) continue;
    if (questions.length + problems.length === MOST_QUESTIONS) {
      problems.push({ line, message: t`A file may have ${MOST_QUESTIONS} questions at most.` });
      break;
    }
    try {
      if (isUnclosed) throw new Unreadable(UNCLOSED);
      const question = parseQuestion(columns, cells);
      questions.push({ line, question });
      const note = findLostFeedback(columns, cells, question);
      if (note) notes.push({ line, message: note });
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      problems.push({ line, message: error.text });
    }
  }
  return { questions, problems, notes };
}

/** The most rows that are kept of a file: the names of the columns, the questions, and one more, which is a problem. */
export const MOST_ROWS = MOST_QUESTIONS + 2;

/** A question has up to 100 answers with their feedback. */
const MOST_COLUMNS = 1_000;

/**
 * Parses the rows that have a value, with their first lines: a cell may contain line breaks. Of a row that is too long, only as
 * many cells are kept as it takes to refuse it.
 */
export function parseRows(text: string): TableRow[] {
  const rows: TableRow[] = [];
  let line = 1;
  let read = 0;
  Papa.parse<string[]>(text, {
    delimiter: text.split(/\r|\n/, 1)[0]!.includes(";") && !text.split(/\r|\n/, 1)[0]!.includes(",") ? ";" : ",",
    step: ({ data, errors, meta }, parser) => {
      const isUnclosed = errors.some(({ type }) => type === "Quotes");
      if (isUnclosed || data.some((cell) => cell.trim() !== ""))
        rows.push({ line, cells: data.slice(0, MOST_COLUMNS + 1), ...(isUnclosed && { isUnclosed }) });
      if (rows.length === MOST_ROWS) parser.abort();
      line += text.slice(read, meta.cursor).match(/\r\n|\r|\n/g)?.length ?? 0;
      read = meta.cursor;
    },
  });
  return rows;
}

function parseQuestion(columns: string[], cells: string[]): Omit<QuestionDraft, "id"> {
  const cell = (name: string) => cells[columns.indexOf(name)]?.trim() ?? "";
  if (cells.length > columns.length) throw new Unreadable(t`This row has more cells than the first has columns.`);
  if (cells.some((each, at) => each.trim() !== "" && columns[at] === ""))
    throw new Unreadable(t`This row has a value in a column without a name.`);
  const type = TYPES.find((each) => each.toLowerCase() === cell("type").toLowerCase());
  if (!type) throw new Unreadable(t`'${cell("type")}' is not a type. The types are: ${TYPES.join(", ")}.`);
  if (cell("question") === "") throw new Unreadable(t`This question has no text.`);
  const listed = columns.flatMap((name, index) => {
    const number = ANSWER_COLUMN.exec(name)?.[1];
    const answer = cells[index]?.trim();
    return number && answer ? [{ answer, ...toFeedback(cell(`feedback ${number}`)) }] : [];
  });
  const answers = listed.map(({ answer }) => answer);
  const blank = {
    question: cell("question"),
    options: [],
    pairs: [],
    rules: [],
    required_points: 0,
    accepted: [],
    matches_case: false,
    points: parsePoints(cell("points")),
    feedback: cell("feedback"),
  };
  switch (type) {
    case "Fill the Gaps":
      if (answers.length > 0) throw new Unreadable(t`The answers of gaps belong in [brackets] in the question.`);
      return { ...blank, type };
    case "Multiple Choice":
      return { ...blank, type, options: listed.map(({ answer, ...about }) => ({ ...parseOption(answer), ...about })) };
    case "True or False":
      return { ...blank, type, options: parseTruth(answers, [cell("feedback 1"), cell("feedback 2")]) };
    case "Number":
      return { ...blank, type, accepted: listed.map(({ answer, ...about }) => ({ ...parseNumber(answer), ...about })) };
    case "Short Text":
      return {
        ...blank,
        type,
        accepted: listed.map(({ answer, ...about }) => {
          const { text, weight } = takeWeight(answer);
          return { text, tolerance: 0, ...weight, ...about };
        }),
        matches_case: parseYes(cell("capitals count")),
      };
    case "Ordering":
      return { ...blank, type, options: answers.map((text) => ({ text, checked: false })) };
    case "Match the Pairs":
      return { ...blank, type, pairs: answers.map(parsePair) };
    case "Free Text":
      return {
        ...blank,
        type,
        rules: answers.map(parseRule),
        required_points: wholeNumber(cell("required points") || "0"),
      };
    case "Essay":
      return { ...blank, type, rubric: answers.map(parseCriterion), ...parseEssay(cell) };
  }
}

/** Returns what to say when a row has feedback on answers that its question does not take; null when it has none. */
function findLostFeedback(columns: string[], cells: string[], question: Omit<QuestionDraft, "id">): Message | null {
  const given = cells.filter((cell, at) => FEEDBACK_COLUMN.test(columns[at]!) && cell.trim() !== "").length;
  const answers = [...question.options, ...question.accepted];
  if (given <= answers.filter(({ feedback }) => feedback).length) return null;
  return FEEDBACK_TYPES.includes(question.type)
    ? t`Feedback on an answer that is not there is left out.`
    : t`Feedback on single answers is left out: questions of this type have none.`;
}

const toFeedback = (text: string) => (text ? { feedback: text } : {});

function parseOption(answer: string): QuestionDraft["options"][number] {
  const checked = answer.startsWith("*");
  const { text: written, weight } = takeWeight(answer.slice(checked ? 1 : 0));
  // What would begin with a mark has a backslash in front of it.
  const text = written.replace(/^\\(?=\\*\*)/, "").trim();
  if (text === "") throw new Unreadable(t`An option has no text.`);
  return { text, checked, ...weight };
}

/** Divides '%50%Lyon' into the text and its weight. A backslash in front makes it a text. */
function takeWeight(answer: string): { text: string; weight: { weight?: number } } {
  const [, percent, text = ""] = /^%(-?\d{1,3}(?:\.\d{1,10})?)%([\s\S]*)$/.exec(answer.trim()) ?? [];
  const unescape = (escaped: string) => escaped.replace(/^\\(?=\\*%-?[\d.]+%)/, "");
  if (percent === undefined) return { text: unescape(answer), weight: {} };
  if (Math.abs(Number(percent)) > 100) throw new Unreadable(t`'%${percent}%' is not a percentage from -100 to 100.`);
  return { text: unescape(text.trim()), weight: { weight: roundWeight(Number(percent)) } };
}

/** @param feedback on 'true', and on 'false' */
function parseTruth(answers: string[], feedback: [string, string]): QuestionDraft["options"] {
  const [truth = "", ...more] = answers.map((answer) => answer.toLowerCase());
  if (more.length > 0 || !["true", "false"].includes(truth))
    throw new Unreadable(t`Write 'true' or 'false' as the only answer.`);
  return listTruths(truth === "true").map((option, at) => ({ ...option, ...toFeedback(feedback[at]!) }));
}

function parseNumber(answer: string): QuestionDraft["accepted"][number] {
  const { text: written, weight } = takeWeight(answer);
  const [text = "", tolerance = "0", ...more] = written.split(/\+-|±/).map((part) => part.trim());
  const [number, range] = [readKeyNumber(text), readKeyNumber(tolerance)];
  if (number === null || range === null || range < 0 || more.length > 0)
    throw new Unreadable(t`'${answer}' is not a number with a point before the decimals, as '3.14' or '3.14 +- 0.01'.`);
  return { text, tolerance: range, ...weight };
}

function parseYes(cell: string): boolean {
  if (!["", "yes", "no"].includes(cell.toLowerCase()))
    throw new Unreadable(t`'${cell}' is neither 'yes' nor 'no' in the column 'capitals count'.`);
  return cell.toLowerCase() === "yes";
}

/** Reads what a question is worth: 1 where the cell is empty. */
function parsePoints(cell: string): number {
  const points = wholeNumber(cell || "1");
  if (points < 1 || points > 1_000) throw new Unreadable(t`'${cell}' is not a number of points from 1 to 1000.`);
  return points;
}

function parsePair(answer: string): { left: string; right: string } {
  const at = answer.indexOf("=>");
  const [left, right] = [answer.slice(0, Math.max(0, at)).trim(), answer.slice(at + 2).trim()];
  if (at < 0 || left === "" || right === "") throw new Unreadable(t`'${answer}' is not a pair: write 'left => right'.`);
  return { left, right };
}

/** Reads the limits of words and the note for markers. @param cell returns the cell of a column */
function parseEssay(cell: (name: string) => string) {
  const [fewest, most, note] = ESSAY_COLUMNS.map(cell);
  return {
    ...(fewest && { min_words: parseWords(fewest) }),
    ...(most && { max_words: parseWords(most) }),
    ...(note && { marker_note: note.replace(/\r\n?/g, "\n") }),
  };
}

function parseWords(cell: string): number {
  if (!/^\d{1,5}$/.test(cell) || Number(cell) < 1 || Number(cell) > 20_000)
    throw new Unreadable(t`'${cell}' is not a number of words from 1 to 20000.`);
  return Number(cell);
}

function parseCriterion(answer: string): Criterion {
  const { rubric, others } = readCriteria(answer.split(/\r\n?|\n/).filter((line) => line.trim()));
  if (rubric.length !== 1 || others.length > 0)
    throw new Unreadable(
      t`'${answer}' is not a criterion: write 'criterion: name' and, each on a line of its own, levels as 'level: 2: text'.`,
    );
  return rubric[0]!;
}

function parseRule(answer: string): QuestionDraft["rules"][number] {
  const [, condition, word, points] = /^(contains|does not contain):([\s\S]*):\s*([^:]*)$/i.exec(answer) ?? [];
  if (!condition || !word?.trim())
    throw new Unreadable(
      t`'${answer}' is not a rule: write 'contains: word: points' or 'does not contain: word: points'.`,
    );
  return {
    condition: condition.toLowerCase() as QuestionDraft["rules"][number]["condition"],
    word: word.trim(),
    points: wholeNumber(points ?? ""),
  };
}

function wholeNumber(text: string): number {
  if (!/^\d{1,5}$/.test(text.trim()) || Number(text) > 10_000)
    throw new Unreadable(t`'${text.trim()}' is not a number of points from 0 to 10000.`);
  return Number(text);
}
