import { MOST_QUESTIONS } from "./file-formats.ts";
import { hasMedia, htmlToText } from "./html-text.ts";
import { readKeyNumber } from "./numbers.ts";
import { listTruths, type QuestionDraft } from "./question-form.ts";
import { type Message, MessageError, t } from "../../i18n/message.ts";
import { readWeights, roundWeight } from "./weights.ts";

/** A question of a file, with its first line, from 1. */
export interface ReadQuestion {
  line: number;
  /** The file within a package. */
  source?: string;
  question: Omit<QuestionDraft, "id">;
}

/** A problem in a file and its line. */
export interface ReadProblem {
  line: number;
  /** The file within a package. */
  source?: string;
  message: Message;
}

/** What was read of a file: the questions that can be taken, why others cannot, and what is left out of those taken. */
export interface Read {
  questions: ReadQuestion[];
  problems: ReadProblem[];
  notes?: ReadProblem[];
}

/** Why one question cannot be read. */
class Unreadable extends MessageError {}

/** No question can have more: each takes a character and its mark of the 20,000 of a text with gaps. */
const MOST_ANSWERS = 10_000;

const blank = {
  options: [],
  pairs: [],
  rules: [],
  required_points: 0,
  accepted: [],
  matches_case: false,
  points: 1,
  feedback: "",
};

/**
 * Reads questions in Moodle's GIFT format (docs.moodle.org/en/GIFT_format): multiple choice with one or several correct
 * answers, true or false, short answer, numerical, matching, missing word and essay. A missing word with choices becomes a
 * gap. Ignores titles, categories and formats. '*' for any text is a problem: questions here do not have it.
 */
export function readGift(text: string): { questions: ReadQuestion[]; problems: ReadProblem[] } {
  const questions: ReadQuestion[] = [];
  const problems: ReadProblem[] = [];
  for (const { line, source } of splitBlocks(text)) {
    if (questions.length + problems.length === MOST_QUESTIONS) {
      problems.push({ line, message: t`A file may have ${MOST_QUESTIONS} questions at most.` });
      break;
    }
    try {
      questions.push({ line, question: parseQuestion(source) });
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      problems.push({ line, message: error.text });
    }
  }
  return { questions, problems };
}

/**
 * Splits a text into questions, which empty lines separate, one at a time; comments and categories have their own
 * lines.
 */
function* splitBlocks(text: string): Generator<{ line: number; source: string }> {
  let block: { line: number; lines: string[] } | null = null;
  for (const [line, content] of splitLines(text.replace(/^\ufeff/, ""))) {
    if (/^\s*(?:\/\/|\$CATEGORY:)/.test(content)) continue;
    if (content.trim() !== "") (block ??= { line, lines: [] }).lines.push(content);
    else if (block) {
      yield { line: block.line, source: block.lines.join("\n") };
      block = null;
    }
  }
  if (block) yield { line: block.line, source: block.lines.join("\n") };
}

/** Yields the lines of a text with their numbers, from 1. */
function* splitLines(text: string): Generator<[line: number, content: string]> {
  const ending = /\r\n|\r|\n/g;
  let start = 0;
  for (let line = 1; ; line++) {
    const found = ending.exec(text);
    yield [line, text.slice(start, found?.index)];
    if (!found) return;
    start = ending.lastIndex;
  }
}

function parseQuestion(source: string): Omit<QuestionDraft, "id"> {
  const open = findPosition(source, "{");
  if (open < 0) throw new Unreadable(t`This question has no answers in { }.`);
  const close = findPosition(source, "}", open + 1);
  if (close < 0) throw new Unreadable(t`The answers of this question are not closed by }.`);
  if (findPosition(source, "{", close + 1) >= 0) throw new Unreadable(t`This question has answers in { } twice.`);

  const head = withoutTitle(source.slice(0, open));
  const isHtml = /^\s*\[html\]/i.test(head);
  const before = readText(head, isHtml).trimStart();
  const after = readText(source.slice(close + 1), isHtml).trimEnd();
  const [body = "", general] = source.slice(open + 1, close).split(/(?<!\\)####([\s\S]*)$/);
  const question = after.trim() === "" ? before.trim() : `${before}_____${after}`;
  if (question.trim() === "") throw new Unreadable(t`This question has no text.`);
  return { ...readBody(body, question, { before, after }), feedback: readFeedback(general) ?? "" };
}

/** Reads what is between the braces, without the general feedback. */
function readBody(
  body: string,
  question: string,
  { before, after }: { before: string; after: string },
): Omit<QuestionDraft, "id"> {
  if (body.trim() === "") return { ...blank, type: "Essay", question };
  if (body.trim().startsWith("#")) return numerical(question, body.trim().slice(1));

  const truth = /^\s*(T|TRUE|F|FALSE)\s*(?:(?<!\\)#([\s\S]*))?$/i.exec(body);
  if (truth) return trueOrFalse(question, /^t/i.test(truth[1]!), truth[2]);
  const answers = parseAnswers(body);
  if (answers.every(({ text }) => text.includes("->"))) return pairs(question, answers);
  if (answers.every(({ isMarkedRight }) => isMarkedRight)) return shortAnswer(question, answers);
  return choice(question, { before, after }, answers);
}

interface GiftAnswer {
  text: string;
  isRight: boolean;
  /** Whether it begins with '='. */
  isMarkedRight: boolean;
  weight: number | null;
  feedback?: string | undefined;
}

function parseAnswers(body: string): GiftAnswer[] {
  const marks: number[] = [];
  for (const { index } of body.matchAll(/(?<!\\)[=~]/g)) {
    if (marks.length === MOST_ANSWERS) throw new Unreadable(t`This question is too long or has too many answers.`);
    marks.push(index);
  }
  // A single right answer needs no mark.
  if (marks.length === 0 && body.trim() !== "") return parseAnswers(`=${body}`);
  if (marks.length === 0 || body.slice(0, marks[0]).trim() !== "")
    throw new Unreadable(t`Each answer has to begin with = (right) or ~ (wrong).`);
  return marks.flatMap((start, at) => {
    const [whole = "", feedback] = body.slice(start + 1, marks[at + 1] ?? body.length).split(/(?<!\\)#([\s\S]*)$/);
    const [, share, rest] = /^\s*%(-?[\d.]+)%([\s\S]*)$/.exec(whole) ?? [null, null, whole];
    const weight = share === null || share === undefined ? null : Number(share);
    if (weight !== null && !Number.isFinite(weight)) throw new Unreadable(t`'%${String(share)}%' is not a percentage.`);
    const text = readText(rest ?? "").trim();
    const isMarkedRight = body[start] === "=";
    // Moodle writes feedback on any other answer as a wrong answer without a text.
    if (text === "" && !isMarkedRight && feedback !== undefined) return [];
    if (text === "") throw new Unreadable(t`One of the answers is empty.`);
    const shown = readFeedback(feedback);
    return [{ text, weight, feedback: shown, isMarkedRight, isRight: weight === null ? isMarkedRight : weight > 0 }];
  });
}

/** Reads the text of feedback; undefined without one. */
function readFeedback(source: string | undefined): string | undefined {
  return (source && readText(source).trim()) || undefined;
}

/** @param feedback that on the wrong answer and, after another '#', on the right one */
function trueOrFalse(question: string, isTrue: boolean, feedback: string | undefined): Omit<QuestionDraft, "id"> {
  const [wrong, right] = (feedback ?? "").split(/(?<!\\)#/).map(readFeedback);
  const options = listTruths(isTrue).map((option) => ({ ...option, feedback: option.checked ? right : wrong }));
  return { ...blank, type: "True or False", question, options };
}

function pairs(question: string, answers: GiftAnswer[]): Omit<QuestionDraft, "id"> {
  const list = answers.map(({ text }) => {
    const at = text.indexOf("->");
    return { left: text.slice(0, at).trim(), right: text.slice(at + 2).trim() };
  });
  if (list.some(({ left, right }) => left === "" || right === ""))
    throw new Unreadable(t`A pair needs words on both sides of ->.`);
  return { ...blank, type: "Match the Pairs", question, pairs: list };
}

function shortAnswer(question: string, answers: GiftAnswer[]): Omit<QuestionDraft, "id"> {
  if (answers.some(({ text }) => text.includes("*")))
    throw new Unreadable(t`An accepted answer has a '*', which means any text in Moodle and not here.`);
  const accepted = answers
    .filter(({ isRight }) => isRight)
    .map((answer) => ({ text: answer.text, tolerance: 0, ...readShare(answer) }));
  return { ...blank, type: "Short Text", question, accepted };
}

/** Reads the answers of a numerical question: '3', '3:0.1', '2..4', or several of them that begin with '='. */
function numerical(question: string, body: string): Omit<QuestionDraft, "id"> {
  const answers = /^\s*[=~]/.test(body) ? parseAnswers(body) : parseAnswers(`=${body}`);
  const accepted = answers
    .filter(({ isRight }) => isRight)
    .map((answer) => ({ ...parseRange(answer.text), ...readShare(answer) }));
  if (accepted.length === 0) throw new Unreadable(t`None of the answers is right: mark one with =.`);
  return { ...blank, type: "Number", question, accepted };
}

function parseRange(text: string): QuestionDraft["accepted"][number] {
  const [low, high] = text.split("..").map(readKeyNumber);
  if (typeof low === "number" && typeof high === "number" && low <= high)
    return { text: shortest((low + high) / 2), tolerance: Number(shortest((high - low) / 2)) };
  const [number = "", tolerance = "0"] = text.split(":").map((part) => part.trim());
  const range = readKeyNumber(tolerance);
  if (readKeyNumber(number) === null || range === null || range < 0 || text.split(":").length > 2)
    throw new Unreadable(t`'${text}' is not a number with a point before the decimals.`);
  return { text: number, tolerance: range };
}

/** Writes a number without the rounding of binary fractions. */
const shortest = (value: number) => String(Number(value.toPrecision(14)));

/** Returns what an accepted answer earns, unless it is everything, and its feedback. */
function readShare({ weight, feedback }: GiftAnswer): Pick<QuestionDraft["accepted"][number], "feedback" | "weight"> {
  return { feedback, ...(weight !== null && weight < 100 && { weight: roundWeight(weight) }) };
}

function choice(
  question: string,
  around: { before: string; after: string },
  answers: GiftAnswer[],
): Omit<QuestionDraft, "id"> {
  const right = answers.filter(({ isRight }) => isRight);
  if (right.length === 0) throw new Unreadable(t`None of the answers is right: mark one with =.`);
  const fitsGap = [around.before, around.after, ...answers.map(({ text }) => text)].every(
    (text) => !/[[\]|]/.test(text),
  );
  const hasShares = answers.some(({ weight }) => weight !== null && weight !== 100);
  if (around.after.trim() !== "" && right.length === 1 && !hasShares && fitsGap) {
    const gap = [...right, ...answers.filter(({ isRight }) => !isRight)].map(({ text }) => text).join("|");
    return { ...blank, type: "Fill the Gaps", question: `${around.before}[${gap}]${around.after}`.trim() };
  }
  const options = readWeights(
    answers.map(({ text, weight, isMarkedRight, feedback }) => ({
      text,
      weight: weight ?? (isMarkedRight ? 100 : 0),
      feedback,
    })),
    false,
  );
  return { ...blank, type: "Multiple Choice", question, options };
}

/** Removes '::title::' before the text. */
const withoutTitle = (text: string): string => text.replace(/^\s*::(?:\\[\s\S]|(?!::)[^\\])*::/, "");

/** Reads a text without the name of its format, and without the markup of HTML. @param isHtml whatever it begins with */
function readText(source: string, isHtml = /^\s*\[html\]/i.test(source)): string {
  const text = unescaped(source.replace(/^\s*\[(?:html|moodle|plain|markdown)\]/i, ""));
  if (!isHtml) return text;
  if (hasMedia(text)) throw new Unreadable(t`This question has a picture or a recording, which cannot be imported.`);
  const [start] = /^\s*/.exec(text)!;
  const [end] = /\s*$/.exec(text)!;
  return `${start}${htmlToText(text)}${end}`;
}

/** Finds an unescaped character; -1 when there is none. */
function findPosition(text: string, sign: "{" | "}", from = 0): number {
  for (let at = from; at < text.length; at++) {
    if (text[at] === "\\") at++;
    else if (text[at] === sign) return at;
  }
  return -1;
}

function unescaped(text: string): string {
  return text.replace(/\\([\\~=#{}:n])/g, (_, sign: string) => (sign === "n" ? "\n" : sign));
}
