import { type Message, phrase, t } from "../../i18n/message.ts";
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
      // Only a test has attempts, which wait to be marked.
      const isMisplaced = question.type === "Essay" && unit.type !== "Test";
      const problem = isMisplaced ? phrase`can be asked in a test only` : questionProblem(question);
      return problem ? [t`Question ${index + 1} in ${nameUnit(unit)} ${problem}`] : [];
    }),
  );
}
