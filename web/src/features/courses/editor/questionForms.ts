import type { CourseToEditQuery, QuestionInput } from "../../../gen/graphql.ts";
import { parseNumber } from "./numbers.ts";
import type { Question, QuestionType, Rule } from "./question.ts";

type Stored = NonNullable<CourseToEditQuery["course"]>["tests"][number]["tests"][number];
type Written = Pick<Stored, "type" | "question" | "options" | "pairs" | "rules" | "accepted"> & {
  required_points?: number | null;
  matches_case?: boolean | null;
};

/** Converts a stored question for the editor. */
export const toQuestion = (stored: Stored): Question => ({ ...toNewQuestion(stored), id: stored.id });

/** Converts a question of the server into a new question of a course. */
export function toNewQuestion({
  type,
  question,
  options,
  pairs,
  rules,
  required_points,
  accepted,
  matches_case,
}: Written): Question {
  return {
    id: null,
    type: type as QuestionType,
    question,
    options: options.map(({ text, checked }) => ({ text, checked: checked ?? false })),
    pairs: pairs.map(({ left, right }) => ({ left, right })),
    rules: rules.map(({ condition, word, points }) => ({
      condition: condition as Rule["condition"],
      word,
      points: String(points),
    })),
    required_points: String(required_points ?? 0),
    accepted: accepted.map(({ text, tolerance }) => ({ text, tolerance: String(tolerance) })),
    matches_case: matches_case ?? false,
  };
}

/** Converts a question for every call of the API that takes one. */
export function toQuestionInput({
  id,
  type,
  question,
  options,
  pairs,
  rules,
  required_points,
  accepted,
  matches_case,
}: Question): Required<Omit<QuestionInput, "unit_order">> {
  return {
    id,
    type,
    question,
    options,
    pairs,
    rules: rules.map((rule) => ({ ...rule, points: parseNumber(rule.points) ?? 0 })),
    required_points: parseNumber(required_points) ?? 0,
    accepted: accepted.map(({ text, tolerance }) => ({ text: text.trim(), tolerance: toTolerance(tolerance) })),
    matches_case,
  };
}

/** Reads a tolerance; what is no number, or below 0, is none. */
function toTolerance(typed: string): number {
  const tolerance = Number(typed.trim().replace(",", "."));
  return Number.isFinite(tolerance) ? Math.max(0, tolerance) : 0;
}
