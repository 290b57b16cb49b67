import { useLingui } from "@lingui/react/macro";
import { Checkbox } from "../../../../ui/Checkbox.tsx";
import { emptyAccepted, isKeyNumber } from "../question.ts";
import type { QuestionFieldsProps } from "./questionFieldsProps.ts";
import { RowsEditor } from "./RowsEditor.tsx";
import { TextInput } from "./TextInput.tsx";
import { useWeights } from "./useWeights.ts";
import { WeightInput } from "./WeightInput.tsx";

/** Edits accepted numbers, each with its tolerance. */
export function NumberFields({ question, onChange }: QuestionFieldsProps) {
  const { t } = useLingui();
  const weights = useWeights(question.accepted, (accepted) => onChange({ accepted }));
  const unread = question.accepted.filter(({ text }) => text.trim() && !isKeyNumber(text)).map(({ text }) => text);
  const [first] = unread;
  return (
    <div>
      <RowsEditor
        legend={t`Accepted numbers`}
        hint={t`With the tolerance 0.5, the number 20 accepts 19.5 to 20.5. Learners may type a comma or a point.`}
        rows={question.accepted}
        onChange={(accepted) => onChange({ accepted })}
        empty={emptyAccepted}
        addLabel={t`Add number`}
      >
        {(row, change, number) => (
          <div className="grid gap-2 sm:grid-cols-2">
            <TextInput
              label={t`Number ${number}`}
              placeholder={t`Number`}
              inputMode="decimal"
              value={row.text}
              maxLength={40}
              onChange={(event) => change({ text: event.target.value })}
            />
            <TextInput
              label={t`Tolerance of number ${number}`}
              placeholder={t`Tolerance`}
              inputMode="decimal"
              value={row.tolerance}
              maxLength={40}
              onChange={(event) => change({ tolerance: event.target.value })}
            />
            {weights.isOn && (
              <WeightInput
                of={t`number ${number}`}
                value={row.weight}
                usual={100}
                onChange={(weight) => change({ weight })}
              />
            )}
          </div>
        )}
      </RowsEditor>
      <p role="status" className="mt-1.5 text-small text-warn-text">
        {first !== undefined && t`This is not a number with a point before the decimals: ${first}`}
      </p>
      <Checkbox
        label={t`Give each accepted answer a percent of the points`}
        checked={weights.isOn}
        onChange={(event) => weights.toggle(event.target.checked)}
      />
    </div>
  );
}
