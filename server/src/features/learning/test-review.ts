import type { AttemptRules, QuestionRow } from "../courses/courses.service.ts";
import { listGaps, parseGaps } from "../questions/questions.service.ts";

/** What decides whether a learner may see which answers of an attempt are right. */
interface Reviewed {
  rules: AttemptRules;
  submitted_at: Date | null;
  /** Whether the learner has passed the test, by any attempt. */
  is_test_passed: boolean;
}

/** Tells whether the learner may see now which answers of a whole attempt are right. */
export function isReviewOpen({ rules, submitted_at, is_test_passed }: Reviewed): boolean {
  if (submitted_at === null) return false;
  switch (rules.review) {
    case "after_answer":
    case "after_attempt":
      return true;
    case "after_passing":
      return is_test_passed;
    case "never":
      return false;
  }
}

/** Describes the right answer in lines for people to read; null where there is no single one. */
export function describeKey({ type, question, options, pairs, accepted }: QuestionRow): string[] | null {
  switch (type) {
    case "Multiple Choice":
    case "True or False":
    case "Hotspot":
      return options.filter(({ checked }) => checked).map(({ text }) => text);
    case "Fill the Gaps":
      return listGaps(question).map(([first]) => first ?? "");
    case "Ordering":
      return options.map(({ text }) => text);
    case "Match the Pairs":
      return pairs.map(({ left, right }) => `${left} → ${right}`);
    case "Number":
      return accepted.filter(isRight).map(({ text, tolerance }) => (tolerance > 0 ? `${text} ± ${tolerance}` : text));
    case "Short Text":
      return accepted.filter(isRight).map(({ text }) => text);
    case "Free Text":
    case "Essay":
      return null;
  }
}

/** Describes a stored answer in lines for people to read; an empty list when nothing was answered. */
export function describeAnswer(response: object | null): string[] {
  const { selectedOption, freeTextAnswer, userOrder, userSelections } = (response ?? {}) as Record<string, unknown>;
  const lines = [
    selectedOption,
    freeTextAnswer,
    ...(Array.isArray(userOrder) ? userOrder : []),
    ...(Array.isArray(userSelections) ? userSelections : Object.entries(userSelections ?? {}).map(toPair)),
  ];
  return lines.filter((line): line is string => typeof line === "string" && line.trim() !== "");
}

/** Tells whether an accepted answer has a text and earns everything. */
const isRight = ({ text, weight = 100 }: QuestionRow["accepted"][number]) => text.trim() !== "" && weight === 100;

const toPair = ([left, right]: [string, unknown]) => (typeof right === "string" && right ? `${left} → ${right}` : "");

/** Returns the text of a question without what its gaps contain. */
export function hideGaps({ type, question }: Pick<QuestionRow, "type" | "question">): string {
  if (type !== "Fill the Gaps") return question;
  return parseGaps(question)
    .map((part) => ("text" in part ? part.text : "[…]"))
    .join("");
}
