import { useLingui } from "@lingui/react/macro";
import { Checkbox } from "../../../../ui/Checkbox.tsx";
import { emptyAccepted } from "../question.ts";
import type { QuestionFieldsProps } from "./questionFieldsProps.ts";
import { RowsEditor } from "./RowsEditor.tsx";
import { TextInput } from "./TextInput.tsx";
import { useWeights } from "./useWeights.ts";
import { WeightInput } from "./WeightInput.tsx";

/** Edits accepted answers, and whether capitals count. */
export function ShortTextFields({ question, onChange }: QuestionFieldsProps) {
  const { t } = useLingui();
  const weights = useWeights(question.accepted, (accepted) => onChange({ accepted }));
  return (
    <>
      <RowsEditor
        legend={t`Accepted answers`}
        hint={t`The whole answer has to match one of them. Spaces before and after it do not matter.`}
        rows={question.accepted}
        onChange={(accepted) => onChange({ accepted })}
        empty={emptyAccepted}
        addLabel={t`Add answer`}
      >
        {(row, change, number) => (
          <div className="flex flex-wrap items-center gap-2">
            <div className="min-w-40 flex-1">
              <TextInput
                label={t`Accepted answer ${number}`}
                value={row.text}
                maxLength={500}
                onChange={(event) => change({ text: event.target.value })}
              />
            </div>
            {weights.isOn && (
              <WeightInput
                of={t`accepted answer ${number}`}
                value={row.weight}
                usual={100}
                onChange={(weight) => change({ weight })}
              />
            )}
          </div>
        )}
      </RowsEditor>
      <Checkbox
        label={t`Capitals count`}
        checked={question.matches_case}
        onChange={(event) => onChange({ matches_case: event.target.checked })}
      />
      <Checkbox
        label={t`Give each accepted answer a percent of the points`}
        checked={weights.isOn}
        onChange={(event) => weights.toggle(event.target.checked)}
      />
    </>
  );
}
