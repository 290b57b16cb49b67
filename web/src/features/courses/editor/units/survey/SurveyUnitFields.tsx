import { useLingui } from "@lingui/react/macro";
import { Checkbox } from "../../../../../ui/Checkbox.tsx";
import { RichTextField } from "../../richtext/RichTextField.tsx";
import type { UnitFieldsProps } from "../unitFieldsProps.ts";
import { SurveyQuestionList } from "./SurveyQuestionList.tsx";

/** Edits a survey: an introduction, whether it is anonymous, and its questions. */
export function SurveyUnitFields({ unit, onChange }: UnitFieldsProps) {
  const { t } = useLingui();
  const isFrozen = unit.has_answers === true && unit.is_anonymous;
  return (
    <>
      <RichTextField label={t`Introduction`} value={unit.content} onChange={(content) => onChange({ content })} />
      <Checkbox
        label={t`Anonymous`}
        checked={unit.is_anonymous}
        disabled={unit.has_answers === true}
        hint={anonymityHint()}
        onChange={({ target }) => onChange({ is_anonymous: target.checked })}
      />
      <SurveyQuestionList
        questions={unit.survey_questions}
        isFrozen={isFrozen}
        onChange={(survey_questions) => onChange({ survey_questions })}
      />
    </>
  );

  function anonymityHint() {
    if (unit.has_answers)
      return unit.is_anonymous
        ? t`This survey has answers: it stays anonymous. Its questions can be reworded and reordered, but not added, removed or changed in kind.`
        : t`This survey has answers with names: it stays named.`;
    return unit.is_anonymous
      ? t`Answers are stored without the person. Results appear from 5 answers on, 5 at a time. Once there is an answer, this cannot be changed.`
      : t`Results show who answered what. People may change their answers. Once there is an answer, this cannot be changed.`;
  }
}
