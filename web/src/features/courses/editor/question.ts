import { t } from "@lingui/core/macro";
export const questionTypes = ["Multiple Choice", "Fill the Gaps", "Ordering", "Match the Pairs", "Free Text"] as const;
export type QuestionType = (typeof questionTypes)[number];

export type Option = { text: string; checked: boolean };
export type Pair = { left: string; right: string };
/** Points are stored as typed. */
export type Rule = { condition: "contains" | "does not contain"; word: string; points: string };

/** A question of any type; the lists that its type does not use stay empty. */
export type Question = {
  id: number | null;
  type: QuestionType;
  question: string;
  options: Option[];
  pairs: Pair[];
  rules: Rule[];
  required_points: string;
};

export const emptyOption: Option = { text: "", checked: false };
export const emptyPair: Pair = { left: "", right: "" };
export const emptyRule: Rule = { condition: "contains", word: "", points: "0" };

/** Creates a question of a type, with the first rows of its lists. */
export function newQuestion(type: QuestionType): Question {
  return {
    id: null,
    type,
    question: "",
    options: type === "Multiple Choice" || type === "Ordering" ? [emptyOption, emptyOption] : [],
    pairs: type === "Match the Pairs" ? [emptyPair] : [],
    rules: type === "Free Text" ? [emptyRule] : [],
    required_points: "0",
  };
}

/** Removes blank rows, except one of each list, and fills in the default text. */
export function tidyQuestion(question: Question): Question {
  return {
    ...question,
    question: question.question.trim() || "Default question text",
    options: filled(question.options, ({ text }) => text),
    pairs: filled(question.pairs, ({ left, right }) => left + right),
    rules: filled(question.rules, ({ word }) => word),
  };
}

function filled<Row>(rows: Row[], getText: (row: Row) => string): Row[] {
  const kept = rows.filter((row) => getText(row).trim());
  return kept.length > 0 ? kept : rows.slice(0, 1);
}

/**
 * Returns why a question cannot be answered correctly; null when it can. The server refuses to publish such a question
 * with the same message (`question-rules.ts`): change them in both places.
 */
export function findQuestionProblem({ type, question, options, pairs }: Question): string | null {
  switch (type) {
    case "Multiple Choice":
      return options.some(({ checked, text }) => checked && text.trim()) ? null : t`needs at least one correct option`;
    case "Ordering":
      return options.filter(({ text }) => text.trim()).length >= 2 ? null : t`needs at least two items to order`;
    case "Match the Pairs":
      return pairs.some(({ left, right }) => left.trim() && right.trim()) ? null : t`needs at least one pair`;
    case "Fill the Gaps":
      return /\[[^\][]*[^\][\s|][^\][]*\]/.test(question) ? null : t`needs at least one gap in [brackets]`;
    case "Free Text":
      return null;
  }
}

/** Tells whether a free text accepts every answer; allowed, but seldom intended. */
export const acceptsEveryAnswer = ({ type, required_points }: Question) =>
  type === "Free Text" && !(Number(required_points) > 0);
