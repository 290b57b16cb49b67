import { type Message, t } from "../../i18n/message.ts";
import { questionProblem } from "../questions/questions.service.ts";
import type { UnitDraft } from "./course-draft.ts";
import { nameUnit } from "./unit-names.ts";

/** A unit with what its questions are checked for. */
export interface QuestionsToCheck extends Pick<UnitDraft, "type" | "unit_order"> {
  questions: readonly Parameters<typeof questionProblem>[0][];
}

/** Lists why questions cannot be answered correctly, as messages for their author. */
export function listQuestionErrors(units: readonly QuestionsToCheck[]): Message[] {
  return units.flatMap((unit) =>
    unit.questions.flatMap((question, index) => {
      const problem = questionProblem(question);
      return problem ? [t`Question ${index + 1} in ${nameUnit(unit)} ${problem}`] : [];
    }),
  );
}
