import { useLingui } from "@lingui/react/macro";
import { nameCompletionOption } from "../../../../app/termNames.ts";
import { Field } from "../../../../ui/Field.tsx";
import { Select } from "../../../../ui/Select.tsx";
import { QuestionList } from "../questions/QuestionList.tsx";
import type { UnitFieldsProps } from "./unitFieldsProps.ts";

/** Edits what completes a unit. Questions are shown as long as there are any. */
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
          options={["", "time", "question"].map((value) => ({ value, label: nameCompletionOption(value) }))}
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
      {asksQuestions && (
        <QuestionList
          takesEssays={false}
          title={unit.title}
          questions={unit.questions}
          onChange={(questions) => onChange({ questions })}
        />
      )}
    </div>
  );
}
