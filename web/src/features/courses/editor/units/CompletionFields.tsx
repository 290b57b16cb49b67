import { useLingui } from "@lingui/react/macro";
import { Field } from "../../../../ui/Field.tsx";
import { Select } from "../../../../ui/Select.tsx";
import { QuestionList } from "../questions/QuestionList.tsx";
import type { UnitFieldsProps } from "./UnitForm.tsx";

/** What a learner has to do before going on from a unit. Questions stay in sight as long as there are any. */
export function CompletionFields({ unit, onChange }: UnitFieldsProps) {
  const { t } = useLingui();
  const asksQuestions = unit.completion_option === "question" || unit.questions.length > 0;
  return (
    <div className="grid gap-5 border-t border-line pt-6">
      <div className="grid gap-5 sm:grid-cols-2">
        <Select
          label={t`Completion option`}
          value={unit.completion_option}
          onChange={(event) => onChange({ completion_option: event.target.value })}
          options={[
            { value: "", label: t`None` },
            { value: "time", label: t`Time` },
            { value: "question", label: t`Question` },
          ]}
        />
        {unit.completion_option === "time" && (
          <Field
            label={t`Time in seconds`}
            type="number"
            inputMode="numeric"
            min={0}
            max={86_400}
            step={1}
            value={unit.time_limit}
            onChange={(event) => onChange({ time_limit: event.target.value })}
          />
        )}
      </div>
      {asksQuestions && <QuestionList questions={unit.questions} onChange={(questions) => onChange({ questions })} />}
    </div>
  );
}
