import { msg, t } from "@lingui/core/macro";
import type { MessageDescriptor } from "@lingui/core";
import type { CourseToEditQuery } from "../../../../../gen/graphql.ts";

/** A question of a survey as the editor has it; the same as the server stores. */
export type SurveyQuestion = NonNullable<CourseToEditQuery["course"]>["surveys"][number]["survey_questions"][number];

export const surveyKinds = {
  likert: msg`Scale`,
  choice: msg`Choice`,
  text: msg`Free text`,
} as const satisfies Record<string, MessageDescriptor>;

export type SurveyKind = keyof typeof surveyKinds;

export const mostSurveyQuestions = 50;
export const mostSurveyOptions = 20;

const createKey = () => crypto.getRandomValues(new Uint32Array(3)).join("-");

export const newSurveyOption = () => ({ key: createKey(), text: "" });

/** Returns a new question: a scale of five points whose ends have the usual labels. */
export const newSurveyQuestion = (kind: SurveyKind): SurveyQuestion => ({
  key: createKey(),
  kind,
  text: "",
  is_required: kind !== "text",
  points: 5,
  low: kind === "likert" ? t`Strongly disagree` : "",
  high: kind === "likert" ? t`Strongly agree` : "",
  is_multiple: false,
  options: kind === "choice" ? [newSurveyOption(), newSurveyOption()] : [],
});

/** Returns a copy with keys of its own. */
export const copySurveyQuestion = (question: SurveyQuestion): SurveyQuestion => ({
  ...question,
  key: createKey(),
  options: question.options.map((option) => ({ ...option, key: createKey() })),
});

/** Returns what questions lack to be published, as the end of a sentence; null when they are complete. */
export function findSurveyLack(questions: readonly SurveyQuestion[]): string | null {
  if (questions.length === 0) return t`must have at least one question`;
  if (questions.some(({ text }) => !text.trim())) return t`has a question without text`;
  const choices = questions.filter(({ kind }) => kind === "choice");
  if (choices.some(({ options }) => options.length < 2)) return t`has a question with fewer than two options`;
  if (choices.some(({ options }) => options.some(({ text }) => !text.trim()))) return t`has an option without text`;
  return null;
}

/** Describes questions for the comparison of two versions. */
export const describeSurveyQuestions = (questions: readonly SurveyQuestion[]) =>
  questions
    .map(({ text, kind, is_required, points, low, high, is_multiple, options }) => {
      const parts = [kind, is_required ? "*" : "", is_multiple ? "+" : ""];
      if (kind === "likert") parts.push(`${points}`, low, high);
      return [text, ...parts, ...options.map((option) => option.text)].filter(Boolean).join(" · ");
    })
    .join("\n");
