import { t } from "@lingui/core/macro";
import { findRegionProblem, type Region } from "./regions.ts";
import { type Criterion, findRubricProblem } from "./rubric.ts";
import { findAcceptedProblem, findWeightProblem } from "./weights.ts";

export const questionTypes = [
  "Multiple Choice",
  "True or False",
  "Fill the Gaps",
  "Ordering",
  "Match the Pairs",
  "Number",
  "Short Text",
  "Free Text",
  "Hotspot",
  "Essay",
] as const;
export type QuestionType = (typeof questionTypes)[number];

/** A picture by its address, with what it shows. */
export type Picture = { file: string; alt: string };
/** A picture or recording of the text of a question. */
export type Media = Picture & { kind: "picture" | "audio" };

/** `feedback` is shown to learners who chose it, once they may see their grade. */
export type Option = {
  text: string;
  checked: boolean;
  feedback: string;
  picture?: Picture | undefined;
  region?: Region;
  /** The percent of the points that it earns, as typed; without it the usual share. */
  weight?: string | undefined;
};
/** The picture is that of the left side. */
export type Pair = { left: string; right: string; picture?: Picture | undefined };
/** Points are stored as typed. */
export type Rule = { condition: "contains" | "does not contain"; word: string; points: string };

/** An accepted number or short text; the tolerance of a number, and the percent of the points, are stored as typed. */
export type Accepted = { text: string; tolerance: string; feedback: string; weight?: string | undefined };

/** A question of any type; the lists that its type does not use stay empty. */
export type Question = {
  id: number | null;
  type: QuestionType;
  question: string;
  options: Option[];
  pairs: Pair[];
  rules: Rule[];
  required_points: string;
  accepted: Accepted[];
  matches_case: boolean;
  /** Stored as typed. */
  points: string;
  feedback: string;
  /** Missing in unsaved work that an earlier version kept on the device. */
  media?: Media[];
  /** Of an essay; missing in the other types. Words are stored as typed. */
  rubric?: Criterion[];
  min_words?: string;
  max_words?: string;
  marker_note?: string;
};

export const emptyOption: Option = { text: "", checked: false, feedback: "" };
/** A new region in the middle of the picture. */
export const emptyRegion: Option = { ...emptyOption, region: { x: "40", y: "40", width: "20", height: "20" } };
export const emptyPair: Pair = { left: "", right: "" };
export const emptyRule: Rule = { condition: "contains", word: "", points: "0" };

export const emptyAccepted: Accepted = { text: "", tolerance: "0", feedback: "" };

/** Creates a question of a type, with the first rows of its lists. */
export function newQuestion(type: QuestionType): Question {
  return {
    id: null,
    type,
    question: "",
    options: newOptions(type),
    pairs: type === "Match the Pairs" ? [emptyPair] : [],
    rules: type === "Free Text" ? [emptyRule] : [],
    required_points: "0",
    accepted: type === "Number" || type === "Short Text" ? [emptyAccepted] : [],
    matches_case: false,
    points: "1",
    feedback: "",
    media: [],
  };
}

/** Returns a new question with the same contents. */
export const copyQuestion = (question: Question): Question => ({ ...question, id: null });

/** Returns a question for a unit that cannot ask essays: where people mark none, a Free Text without rules. */
export const withoutMarking = (question: Question): Question =>
  question.type === "Essay"
    ? { ...question, type: "Free Text", rubric: [], min_words: "", max_words: "", marker_note: "" }
    : question;

function newOptions(type: QuestionType): Option[] {
  // The player shows these two in the learner's language.
  if (type === "True or False") return ["True", "False"].map((text) => ({ ...emptyOption, text }));
  return type === "Multiple Choice" || type === "Ordering" ? [emptyOption, emptyOption] : [];
}

/** Removes blank rows, except one of each list, and fills in the default text. */
export function tidyQuestion(question: Question): Question {
  return {
    ...question,
    question: question.question.trim() || "Default question text",
    options: filled(question.options, ({ text, picture, region }) => text || picture?.file || region?.x),
    pairs: filled(question.pairs, ({ left, right, picture }) => left + right || picture?.file),
    rules: filled(question.rules, ({ word }) => word),
    accepted: filled(question.accepted, ({ text }) => text),
  };
}

function filled<Row>(rows: Row[], getText: (row: Row) => string | undefined): Row[] {
  const kept = rows.filter((row) => getText(row)?.trim());
  return kept.length > 0 ? kept : rows.slice(0, 1);
}

/**
 * Returns why a question cannot be answered correctly; null when it can. The server refuses to publish such a question
 * with the same message (`question-rules.ts`): change them in both places.
 */
export function findQuestionProblem(question: Question): string | null {
  // As the server reads them: a picture alone is named by what it shows.
  const options = question.options.map((option) => ({ ...option, text: nameRow(option.text, option.picture) }));
  const pairs = question.pairs.map((pair) => ({ ...pair, left: nameRow(pair.left, pair.picture) }));
  const read = { ...question, options, pairs };
  return findKeyProblem(read) ?? findPictureProblem(read);
}

const nameRow = (text: string, picture: Picture | undefined) => (text.trim() ? text : (picture?.alt.trim() ?? text));

function findPictureProblem({
  options,
  pairs,
  media = [],
}: Pick<Question, "options" | "pairs" | "media">): string | null {
  const pictures = [
    ...media.filter(({ kind }) => kind === "picture"),
    ...[...options, ...pairs].flatMap(({ picture }) => picture ?? []),
  ];
  if (pictures.some(({ alt }) => alt.trim() === "")) return t`needs a description of every picture`;
  return hasEqual(options, ({ text }) => text) || hasEqual(pairs, ({ left }) => left)
    ? t`needs another text or description for each of its pictures`
    : null;
}

function hasEqual<Row extends { picture?: Picture | undefined }>(rows: Row[], getText: (row: Row) => string): boolean {
  if (!rows.some(({ picture }) => picture)) return false;
  const texts = rows.map((row) => getText(row).normalize("NFC").replace(/\s+/g, " ").trim());
  return new Set(texts).size < texts.length;
}

function findKeyProblem(read: Question): string | null {
  const { type, question, options, pairs, accepted, media } = read;
  switch (type) {
    case "Multiple Choice":
      return options.some(({ checked, text }) => checked && text.trim())
        ? findWeightProblem(options)
        : t`needs at least one correct option`;
    case "True or False":
      return options.filter(({ checked }) => checked).length === 1 ? null : t`has to be either true or false`;
    case "Number":
      return accepted.some(({ text }) => text.trim()) && accepted.every(({ text }) => !text.trim() || isKeyNumber(text))
        ? findAcceptedProblem(accepted)
        : t`needs a number as its answer, with a point before the decimals`;
    case "Short Text":
      return accepted.some(({ text }) => text.trim())
        ? findAcceptedProblem(accepted)
        : t`needs at least one accepted answer`;
    case "Ordering":
      return options.filter(({ text }) => text.trim()).length >= 2 ? null : t`needs at least two items to order`;
    case "Match the Pairs":
      return pairs.some(({ left, right }) => left.trim() && right.trim()) ? null : t`needs at least one pair`;
    case "Fill the Gaps":
      return /\[[^\][]*[^\][\s|][^\][]*\]/.test(question) ? null : t`needs at least one gap in [brackets]`;
    case "Free Text":
      return null;
    case "Hotspot":
      return findRegionProblem(options, media);
    case "Essay":
      return findRubricProblem(read);
  }
}

/** Tells whether the server reads a text as the number of a key (`numbers.ts`). */
export const isKeyNumber = (text: string) =>
  /^[+-]?\d{1,15}(\.\d{1,15})?(e[+-]?\d{1,2})?$/i.test(text.trim().replace("−", "-"));

/** Tells whether a free text accepts every answer; allowed, but seldom intended. */
export const acceptsEveryAnswer = ({ type, required_points }: Question) =>
  type === "Free Text" && !(Number(required_points) > 0);
