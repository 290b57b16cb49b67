import { questionProblem } from "../questions/questions.service.ts";
import type { UnitDraft } from "./course-draft.ts";

/** Why a question could never be answered rightly, in words for its author. */
export function questionErrors(units: readonly UnitDraft[]): string[] {
  return units.flatMap((unit) =>
    unit.questions.flatMap((question, index) => {
      const problem = questionProblem(question);
      return problem ? [`Question ${index + 1} in ${unit.type} Unit ${unit.unit_order} ${problem}`] : [];
    }),
  );
}
