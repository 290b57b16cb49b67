import * as z from "zod";
import { readKeyNumber } from "./numbers.ts";
import { type MessageWithValues, phrase } from "../../i18n/message.ts";
import { findPictureProblem } from "./question-files.ts";
import { QUESTION_TYPES } from "./question-types.ts";
import { findRegionProblem } from "./regions.ts";
import { findRubricProblem } from "./rubric.ts";
import { findAcceptedProblem, findWeightProblem, roundWeight } from "./weights.ts";

const TEXT = 20_000;
const MOST_MEDIA = 5;

const points = z
  .int()
  .min(0)
  .max(10_000)
  .nullish()
  .transform((given) => given ?? 0);
/** What learners read about an option, an accepted answer or a question once they may see their grade. */
const feedback = z
  .string()
  .max(5_000)
  .nullish()
  .transform((text) => text?.trim() || undefined)
  .optional();
const alt = z
  .string()
  .max(500)
  .nullish()
  .transform((text) => text?.trim() ?? "");
const picture = z
  .object({ file: z.string().max(2_000), alt })
  .nullish()
  .transform((given) => given ?? undefined)
  .optional();
/** The percent of the points that an option or an accepted answer earns; without it the usual one of its type. */
const weight = (least: number) =>
  z
    .number()
    .min(least)
    .max(100)
    .nullish()
    .transform((given) => (given == null ? undefined : roundWeight(given)))
    .optional();
const percent = z.number().min(0).max(100);
const region = z
  .object({ x: percent, y: percent, width: percent, height: percent })
  .nullish()
  .transform((given) => given ?? undefined)
  .optional();
const words = z
  .int()
  .min(1)
  .max(20_000)
  .nullish()
  .transform((given) => given ?? undefined)
  .optional();
const level = z.object({ text: z.string().max(1_000), points: z.int().min(0).max(1_000) });
const rubric = z
  .array(z.object({ criterion: z.string().max(500), levels: z.array(level).max(10) }))
  .max(20)
  .nullish()
  .transform((list) => list ?? undefined)
  .optional();
const toList = <T extends z.ZodType>(row: T) =>
  z
    .array(row)
    .max(100)
    .nullish()
    .transform((list) => list ?? []);

/** A question as an author sends it, in a course or for the bank. */
export const questionForm = z.object({
  id: z.int().nullish(),
  type: z.enum(QUESTION_TYPES),
  question: z
    .string()
    .max(TEXT)
    .nullish()
    .transform((text) => text?.trim() || "Default question text"),
  options: toList(
    z
      .object({
        text: z.string().max(2_000),
        checked: z.boolean().nullish().transform(Boolean),
        feedback,
        picture,
        region,
        weight: weight(-100),
      })
      // Answers, results and reports name an option by its text: that of a picture alone is its description.
      .transform((option) => ({
        ...option,
        text: option.text.trim() ? option.text : (option.picture?.alt ?? option.text),
      })),
  ),
  pairs: toList(
    z
      .object({ left: z.string().max(2_000), right: z.string().max(2_000), picture })
      .transform((pair) => ({ ...pair, left: pair.left.trim() ? pair.left : (pair.picture?.alt ?? pair.left) })),
  ),
  rules: toList(z.object({ condition: z.enum(["contains", "does not contain"]), word: z.string().max(500), points })),
  required_points: points,
  accepted: toList(
    z.object({
      text: z.string().max(500),
      tolerance: z
        .number()
        .min(0)
        .max(1e15)
        .nullish()
        .transform((given) => given ?? 0),
      feedback,
      weight: weight(0.001),
    }),
  ),
  matches_case: z.boolean().nullish().transform(Boolean),
  /** What it is worth in the score of its unit. */
  points: z
    .int()
    .min(1)
    .max(1_000)
    .nullish()
    .transform((given) => given ?? 1),
  feedback: z
    .string()
    .max(5_000)
    .nullish()
    .transform((text) => text?.trim() ?? ""),
  /** Pictures and recordings of its text. */
  media: z
    .array(z.object({ kind: z.enum(["picture", "audio"]), file: z.string().max(2_000), alt }))
    .max(MOST_MEDIA)
    .nullish()
    .transform((list) => list ?? undefined)
    .optional(),
  /** Of an essay: the criteria by which it is marked; without any, the marker gives points. */
  rubric,
  /** Of an essay: how many words it should have. */
  min_words: words,
  max_words: words,
  /** Of an essay: what markers should know. Learners never read it. */
  marker_note: z
    .string()
    .max(5_000)
    .nullish()
    .transform((text) => text?.trim() || undefined)
    .optional(),
});

/** Not yet checked. */
export type QuestionInput = z.input<typeof questionForm>;
export type QuestionDraft = z.output<typeof questionForm>;

type Written = Pick<QuestionDraft, "type" | "question" | "options" | "pairs" | "accepted" | "media"> &
  Partial<Pick<QuestionDraft, "points" | "rubric">> & {
    min_words?: number | null | undefined;
    max_words?: number | null | undefined;
  };

/**
 * Returns why a question could never be answered correctly, as the end of a sentence about it; null when it could. Stricter
 * than the specification: a test that no learner can pass would block its course.
 */
export function questionProblem(written: Written): MessageWithValues | null {
  return findKeyProblem(written) ?? findPictureProblem(written);
}

function findKeyProblem(written: Written): MessageWithValues | null {
  const { type, question, options, pairs, accepted, media } = written;
  switch (type) {
    case "Multiple Choice":
      return options.some((option) => option.checked && option.text.trim())
        ? findWeightProblem(options)
        : phrase`needs at least one correct option`;
    case "True or False":
      return isTrueOrFalse(options) ? null : phrase`has to be either true or false`;
    case "Number":
      return accepted.some(({ text }) => text.trim()) &&
        accepted.every(({ text }) => !text.trim() || readKeyNumber(text) !== null)
        ? findAcceptedProblem(accepted)
        : phrase`needs a number as its answer, with a point before the decimals`;
    case "Short Text":
      return accepted.some(({ text }) => text.trim())
        ? findAcceptedProblem(accepted)
        : phrase`needs at least one accepted answer`;
    case "Ordering":
      return options.filter((option) => option.text.trim()).length >= 2
        ? null
        : phrase`needs at least two items to order`;
    case "Match the Pairs":
      return pairs.some((pair) => pair.left.trim() && pair.right.trim()) ? null : phrase`needs at least one pair`;
    case "Fill the Gaps":
      return /\[[^\][]*[^\][\s|][^\][]*\]/.test(question) ? null : phrase`needs at least one gap in [brackets]`;
    case "Free Text":
      return null;
    case "Hotspot":
      return findRegionProblem(options, media);
    case "Essay":
      return findRubricProblem(written);
  }
}

/** Returns the options of a question that is true or false. */
export const listTruths = (isTrue: boolean): QuestionDraft["options"] => [
  { text: "True", checked: isTrue },
  { text: "False", checked: !isTrue },
];

/** Tells whether options are 'True' and 'False', one of which is right. The player shows them in the learner's language. */
function isTrueOrFalse(options: Written["options"]): boolean {
  const texts = options.map(({ text }) => text).sort();
  return texts.join() === "False,True" && options.filter(({ checked }) => checked).length === 1;
}
