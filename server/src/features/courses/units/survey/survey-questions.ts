import { randomUUID } from "node:crypto";
import * as z from "zod";
import { type MessageWithValues, phrase, t } from "../../../../i18n/message.ts";

export const SURVEY_KINDS = ["likert", "choice", "text"] as const;
export const MOST_SURVEY_QUESTIONS = 50;
const MOST_OPTIONS = 20;
const LONGEST_QUESTION = 500;
const LONGEST_LABEL = 100;
const DEFAULT_POINTS = 5;

const key = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,40}$/)
  .nullish()
  .transform((given) => given ?? randomUUID());

const label = z
  .string()
  .max(LONGEST_LABEL, t`A label may have {0} characters at most.`)
  .nullish()
  .transform((text) => text?.trim() ?? "");

const option = z.object({
  key,
  text: z
    .string()
    .max(200, t`An option may have {0} characters at most.`)
    .transform((text) => text.trim()),
});

/** Validates a question of a survey. A draft may lack texts and options. */
const question = z.object({
  key,
  kind: z.enum(SURVEY_KINDS),
  text: z
    .string()
    .max(LONGEST_QUESTION, t`A question may have {0} characters at most.`)
    .transform((text) => text.trim()),
  is_required: z.boolean().nullish().transform(Boolean),
  /** Of a scale: how many points it has, and what its ends mean. */
  points: z
    .union([z.literal(5), z.literal(7)], t`A scale has 5 or 7 points.`)
    .nullish()
    .transform((points) => points ?? DEFAULT_POINTS),
  low: label,
  high: label,
  /** Of a choice: whether several options may be chosen, and the options. */
  is_multiple: z.boolean().nullish().transform(Boolean),
  options: z
    .array(option)
    .max(MOST_OPTIONS, t`A question may have {0} options at most.`)
    .nullish()
    .transform((options) => options ?? []),
});

type Parsed = z.output<typeof question>;

/** A question of a survey, as it is stored. Of the fields of other kinds it has the empty values. */
export type SurveyQuestion = Parsed;

/** Returns a question without what its kind does not have. */
const tidy = ({ points, low, high, is_multiple, options, ...common }: Parsed): SurveyQuestion => ({
  ...common,
  points: common.kind === "likert" ? points : DEFAULT_POINTS,
  low: common.kind === "likert" ? low : "",
  high: common.kind === "likert" ? high : "",
  is_multiple: common.kind === "choice" && is_multiple,
  options: common.kind === "choice" ? options : [],
});

export const surveyQuestionsForm = z
  .array(question)
  .max(MOST_SURVEY_QUESTIONS, t`A survey may have {0} questions at most.`)
  .nullish()
  .transform((list) => (list ?? []).map(tidy));

export const archivedSurveyQuestions = z
  .array(
    z.strictObject({
      key: z.string().regex(/^[A-Za-z0-9_-]{1,40}$/),
      kind: z.enum(SURVEY_KINDS),
      text: z.string().max(LONGEST_QUESTION),
      is_required: z.boolean(),
      points: z.union([z.literal(5), z.literal(7)]),
      low: z.string().max(LONGEST_LABEL),
      high: z.string().max(LONGEST_LABEL),
      is_multiple: z.boolean(),
      options: z
        .array(z.strictObject({ key: z.string().regex(/^[A-Za-z0-9_-]{1,40}$/), text: z.string().max(200) }))
        .max(MOST_OPTIONS),
    }),
  )
  .max(MOST_SURVEY_QUESTIONS)
  .default([]);

/** Returns why questions cannot be stored; null when they can. */
export function findQuestionsProblem(questions: readonly SurveyQuestion[]): string | null {
  const hasTwice = (keys: string[]) => new Set(keys).size < keys.length;
  if (hasTwice(questions.map((each) => each.key)) || questions.some((each) => hasTwice(each.options.map((o) => o.key))))
    return t`Two questions or options of a survey have the same key.`;
  return null;
}

/** Returns what a survey lacks to be published, as the end of a sentence; null when it is complete. */
export function findSurveyLack(questions: readonly SurveyQuestion[] | null | undefined): MessageWithValues | null {
  if (!questions?.length) return phrase`must have at least one question`;
  if (questions.some(({ text }) => !text.trim())) return phrase`has a question without text`;
  const choices = questions.filter(({ kind }) => kind === "choice");
  if (choices.some(({ options }) => options.length < 2)) return phrase`has a question with fewer than two options`;
  if (choices.some(({ options }) => options.some(({ text }) => !text.trim())))
    return phrase`has an option without text`;
  return null;
}

/**
 * Returns what must not change once an anonymous survey has answers, as text to compare: which questions and options it
 * has. Wording and order may change.
 */
export function toFrozenShape(questions: readonly SurveyQuestion[]): string {
  const shape = questions.map(({ key, kind, is_required, points, is_multiple, options }) => [
    key,
    kind,
    is_required,
    points,
    is_multiple,
    options.map((each) => each.key).toSorted(),
  ]);
  return JSON.stringify(shape.toSorted(([a], [b]) => (String(a) < String(b) ? -1 : 1)));
}
