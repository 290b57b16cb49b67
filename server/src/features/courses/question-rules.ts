import type { UnitDraft } from "./course-draft.ts";

/**
 * Why a question could never be answered rightly, in words for its author. Beyond the rules of the specification: a test that
 * nobody can pass would lock its course for everybody.
 */
export function questionErrors(units: readonly UnitDraft[]): string[] {
  return units.flatMap((unit) =>
    unit.questions.flatMap((question, index) => {
      const problem = problemOf(question);
      return problem ? [`Question ${index + 1} in ${unit.type} Unit ${unit.unit_order} ${problem}`] : [];
    }),
  );
}

function problemOf({ type, question, options, pairs }: UnitDraft["questions"][number]): string | null {
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
