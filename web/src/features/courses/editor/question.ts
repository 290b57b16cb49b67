export const questionTypes = ["Multiple Choice", "Fill the Gaps", "Ordering", "Match the Pairs", "Free Text"] as const;
export type QuestionType = (typeof questionTypes)[number];

export type Option = { text: string; checked: boolean };
export type Pair = { left: string; right: string };
/** Points are kept as typed. */
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

/** A question of a type, with the first rows of its lists ready to be filled in. */
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

/** The question as it is kept: blank rows gone, at least one left of each list, and the default text if there is none. */
export function tidied(question: Question): Question {
  return {
    ...question,
    question: question.question.trim() || "Default question text",
    options: filled(question.options, ({ text }) => text),
    pairs: filled(question.pairs, ({ left, right }) => left + right),
    rules: filled(question.rules, ({ word }) => word),
  };
}

function filled<Row>(rows: Row[], textOf: (row: Row) => string): Row[] {
  const kept = rows.filter((row) => textOf(row).trim());
  return kept.length > 0 ? kept : rows.slice(0, 1);
}

/**
 * Why a question could never be answered rightly; null when it could. The server refuses to publish such a question in the
 * same words (its `question-rules.ts`): change them in both places.
 */
export function questionProblem({ type, question, options, pairs }: Question): string | null {
  switch (type) {
    case "Multiple Choice":
      return options.some(({ checked, text }) => checked && text.trim()) ? null : "needs at least one correct option";
    case "Ordering":
      return options.filter(({ text }) => text.trim()).length >= 2 ? null : "needs at least two items to order";
    case "Match the Pairs":
      return pairs.some(({ left, right }) => left.trim() && right.trim()) ? null : "needs at least one pair";
    case "Fill the Gaps":
      return /\[[^\][]*[^\][\s|][^\][]*\]/.test(question) ? null : "needs at least one gap in [brackets]";
    case "Free Text":
      return null;
  }
}

/** Whether every answer to this free text would pass; allowed, but seldom meant. */
export const passesAlways = ({ type, required_points }: Question) =>
  type === "Free Text" && !(Number(required_points) > 0);
