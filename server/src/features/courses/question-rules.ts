import { type Message, t } from "../../i18n/message.ts";
import { questionProblem } from "../questions/questions.service.ts";
import type { UnitDraft } from "./course-draft.ts";
import { nameUnit } from "./unit-names.ts";

/** Lists why questions cannot be answered correctly, as messages for their author. */
export function listQuestionErrors(units: readonly UnitDraft[]): Message[] {
  return units.flatMap((unit) =>
    unit.questions.flatMap((question, index) => {
      const problem = questionProblem(question);
      return problem ? [t`Question ${index + 1} in ${nameUnit(unit)} ${problem}`] : [];
    }),
  );
}
