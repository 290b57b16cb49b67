import * as z from "zod";

const TEXT = 20_000;

const points = z
  .int()
  .min(0)
  .max(10_000)
  .nullish()
  .transform((given) => given ?? 0);
const listOf = <T extends z.ZodType>(row: T) =>
  z
    .array(row)
    .max(100)
    .nullish()
    .transform((list) => list ?? []);

/** A question as an author sends it, in a course or for the bank. */
export const questionForm = z.object({
  id: z.int().nullish(),
  type: z.enum(["Multiple Choice", "Fill the Gaps", "Ordering", "Match the Pairs", "Free Text"]),
  question: z
    .string()
    .max(TEXT)
    .nullish()
    .transform((text) => text?.trim() || "Default question text"),
  options: listOf(z.object({ text: z.string().max(2_000), checked: z.boolean().nullish().transform(Boolean) })),
  pairs: listOf(z.object({ left: z.string().max(2_000), right: z.string().max(2_000) })),
  rules: listOf(z.object({ condition: z.enum(["contains", "does not contain"]), word: z.string().max(500), points })),
  required_points: points,
});

/** Not yet checked. */
export type QuestionInput = z.input<typeof questionForm>;
export type QuestionDraft = z.output<typeof questionForm>;

type Written = Pick<QuestionDraft, "type" | "question" | "options" | "pairs">;

/**
 * Why a question could never be answered rightly, in words for its author; null when it could. Beyond the rules of the
 * specification: a test that nobody can pass would lock its course for everybody.
 */
export function questionProblem({ type, question, options, pairs }: Written): string | null {
  switch (type) {
    case "Multiple Choice":
      return options.some((option) => option.checked && option.text.trim())
        ? null
        : "needs at least one correct option";
    case "Ordering":
      return options.filter((option) => option.text.trim()).length >= 2 ? null : "needs at least two items to order";
    case "Match the Pairs":
      return pairs.some((pair) => pair.left.trim() && pair.right.trim()) ? null : "needs at least one pair";
    case "Fill the Gaps":
      return /\[[^\][]*[^\][\s|][^\][]*\]/.test(question) ? null : "needs at least one gap in [brackets]";
    case "Free Text":
      return null;
  }
}
