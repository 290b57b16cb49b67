import type { CourseToEditQuery, QuestionInput } from "../../../gen/graphql.ts";
import { parseNumber, parseWholeNumber } from "../../../app/numbers.ts";
import type { Media, Question, QuestionType, Rule } from "./question.ts";
import { readRegion, writeRegion } from "./regions.ts";
import { countRubricPoints, readRubric, readWords, writeRubric } from "./rubric.ts";
import { readAcceptedWeight, readWeight } from "./weights.ts";

type Stored = NonNullable<CourseToEditQuery["course"]>["tests"][number]["tests"][number];
type Written = Pick<Stored, "type" | "question" | "options" | "pairs" | "rules" | "accepted" | "media"> &
  Partial<Pick<Stored, "rubric" | "min_words" | "max_words" | "marker_note">> & {
    required_points?: number | null;
    matches_case?: boolean | null;
    points?: number | null;
    feedback?: string | null;
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
  points,
  feedback,
  media,
  ...essay
}: Written): Question {
  return {
    id: null,
    type: type as QuestionType,
    question,
    options: options.map(({ text, checked, feedback, picture, region, weight }) => ({
      // The text of a picture alone is its description.
      text: text === picture?.alt ? "" : text,
      checked: checked ?? false,
      feedback: feedback ?? "",
      ...(picture && { picture }),
      ...(region && { region: writeRegion(region) }),
      ...(weight != null && { weight: String(weight) }),
    })),
    pairs: pairs.map(({ left, right, picture }) => ({
      left: left === picture?.alt ? "" : left,
      right,
      ...(picture && { picture }),
    })),
    rules: rules.map(({ condition, word, points }) => ({
      condition: condition as Rule["condition"],
      word,
      points: String(points),
    })),
    required_points: String(required_points ?? 0),
    accepted: accepted.map(({ text, tolerance, feedback, weight }) => ({
      text,
      tolerance: String(tolerance),
      feedback: feedback ?? "",
      ...(weight != null && { weight: String(weight) }),
    })),
    matches_case: matches_case ?? false,
    points: String(points ?? 1),
    feedback: feedback ?? "",
    media: media.map(({ kind, file, alt }) => ({ kind: kind as Media["kind"], file, alt })),
    rubric: writeRubric(essay.rubric),
    min_words: String(essay.min_words ?? ""),
    max_words: String(essay.max_words ?? ""),
    marker_note: essay.marker_note ?? "",
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
  points,
  feedback,
  media = [],
  rubric = [],
  min_words,
  max_words,
  marker_note = "",
}: Question): Required<Omit<QuestionInput, "unit_order">> {
  return {
    id,
    type,
    question,
    options: options.map(({ region, weight, ...option }) => ({
      ...option,
      ...(region && { region: readRegion(region) }),
      ...writeWeight(readWeight(weight)),
    })),
    pairs,
    rules: rules.map((rule) => ({ ...rule, points: parseWholeNumber(rule.points) ?? 0 })),
    required_points: parseWholeNumber(required_points) ?? 0,
    accepted: accepted.map(({ text, tolerance, feedback, weight }) => ({
      text: text.trim(),
      tolerance: toTolerance(tolerance),
      feedback,
      ...writeWeight(readAcceptedWeight(weight)),
    })),
    matches_case,
    // The server takes no others for an essay with a rubric.
    points: type === "Essay" && rubric.length > 0 ? Math.max(1, countRubricPoints(rubric)) : toPoints(points),
    feedback,
    media,
    rubric: readRubric(rubric),
    min_words: readWords(min_words),
    max_words: readWords(max_words),
    marker_note,
  };
}

const writeWeight = (weight: number | null) => (weight === null ? {} : { weight });

/** Reads what a question is worth; what is no number is 1. */
function toPoints(typed: string): number {
  return Math.min(1_000, Math.max(1, Math.round(parseNumber(typed) ?? 1)));
}

/** Reads a tolerance; what is no number, or below 0, is none. */
function toTolerance(typed: string): number {
  const tolerance = Number(typed.trim().replace(",", "."));
  return Number.isFinite(tolerance) ? Math.max(0, tolerance) : 0;
}
