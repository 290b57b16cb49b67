import type { Reach } from "../../access/actor.ts";
import { Invalid } from "../../errors.ts";
import { t } from "../../i18n/message.ts";
import { type SurveyQuestion, toFrozenShape } from "../courses/courses.service.ts";
import * as queries from "./survey-changes.queries.ts";
import { listAnswered } from "./taken.queries.ts";

/**
 * Refuses changes of surveys that have answers and would break what the people were promised: none becomes named or
 * anonymous, and an anonymous one keeps its questions, because an answer to a question that was added later would show
 * when it was given. Locks the surveys against answers until the save commits.
 * @throws Invalid by the field of the unit
 */
export async function refuseSurveyChanges(
  reach: Reach<"course.author">,
  drafts: readonly {
    id?: number | null | undefined;
    type: string;
    unit_order: number;
    is_anonymous: boolean;
    survey_questions: SurveyQuestion[];
  }[],
): Promise<void> {
  const surveys = drafts.flatMap((draft) =>
    draft.type === "Survey" && draft.id != null ? [{ ...draft, id: draft.id }] : [],
  );
  if (surveys.length === 0) return;
  const stored = await queries.lockSurveys(
    reach,
    surveys.map(({ id }) => id),
  );
  const answered = await listAnswered(reach, [...stored.keys()]);
  for (const { id, unit_order, is_anonymous, survey_questions } of surveys) {
    const former = stored.get(id);
    if (!former || !answered.has(id)) continue;
    const field = `units.${unit_order - 1}`;
    if (former.is_anonymous !== is_anonymous)
      throw new Invalid({
        [`${field}.is_anonymous`]: [
          former.is_anonymous
            ? t`This survey has anonymous answers and stays anonymous. Duplicate the unit to ask with names.`
            : t`This survey has answers with names and stays named. Duplicate the unit to ask anonymously.`,
        ],
      });
    if (is_anonymous && toFrozenShape(former.survey_questions) !== toFrozenShape(survey_questions))
      throw new Invalid({
        [`${field}.survey_questions`]: [
          t`This anonymous survey has answers: its questions can be reworded and reordered, but not added, removed or changed in kind. Duplicate the unit to ask something else.`,
        ],
      });
  }
}
