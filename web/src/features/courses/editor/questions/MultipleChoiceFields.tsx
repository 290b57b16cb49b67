import { useLingui } from "@lingui/react/macro";
import { Checkbox } from "../../../../ui/Checkbox.tsx";
import { emptyOption } from "../question.ts";
import { findUsualWeight } from "../weights.ts";
import type { QuestionFieldsProps } from "./questionFieldsProps.ts";
import { ChooseFile } from "./ChooseFile.tsx";
import { PictureField } from "./PictureField.tsx";
import { RowsEditor } from "./RowsEditor.tsx";
import { TextInput } from "./TextInput.tsx";
import { useWeights } from "./useWeights.ts";
import { WeightInput } from "./WeightInput.tsx";

/** Edits options, marks the correct ones, and says what part of the points each of them earns. */
export function MultipleChoiceFields({ question, onChange }: QuestionFieldsProps) {
  const { t } = useLingui();
  const weights = useWeights(question.options, (options) => onChange({ options }));
  return (
    <>
      <RowsEditor
        legend={t`Options`}
        hint={t`Tick the correct options. With one of them, learners choose one; with several, they have to find all.`}
        rows={question.options}
        onChange={(options) => onChange({ options })}
        empty={emptyOption}
        addLabel={t`Add option`}
      >
        {(option, change, number) => (
          <div className="flex items-center gap-3">
            <input
              type="checkbox"
              aria-label={t`Option ${number} is correct`}
              checked={option.checked}
              onChange={(event) => change({ checked: event.target.checked })}
              className="size-4.5 shrink-0 cursor-pointer accent-brand"
            />
            <div className="min-w-0 flex-1">
              <div className="flex items-center gap-1">
                <div className="min-w-0 flex-1">
                  <TextInput
                    label={t`Option ${number}`}
                    value={option.text}
                    maxLength={2000}
                    onChange={(event) => change({ text: event.target.value })}
                  />
                </div>
                {!option.picture && (
                  <ChooseFile
                    compact
                    kind="image"
                    label={t`Add picture to option ${number}`}
                    onDone={(file) => change({ picture: { file, alt: "" } })}
                  />
                )}
              </div>
              <PictureField
                of={t`option ${number}`}
                picture={option.picture}
                onChange={(picture) => change({ picture })}
              />
              {weights.isOn && (
                <div className="mt-1.5">
                  <WeightInput
                    of={t`option ${number}`}
                    value={option.weight}
                    usual={findUsualWeight(option.checked, question.options)}
                    onChange={(weight) => change({ weight })}
                  />
                </div>
              )}
            </div>
          </div>
        )}
      </RowsEditor>
      <Checkbox
        label={t`Give each option a percent of the points`}
        hint={t`Correct options that are each worth 100 % are alternatives: learners choose one. A negative percent takes points off, 0 changes nothing.`}
        checked={weights.isOn}
        onChange={(event) => weights.toggle(event.target.checked)}
      />
    </>
  );
}
