import { useLingui } from "@lingui/react/macro";
import { emptyOption } from "../question.ts";
import type { QuestionFieldsProps } from "./questionFieldsProps.ts";
import { ChooseFile } from "./ChooseFile.tsx";
import { PictureField } from "./PictureField.tsx";
import { RowsEditor } from "./RowsEditor.tsx";
import { TextInput } from "./TextInput.tsx";

/** Edits options and marks the correct ones. */
export function MultipleChoiceFields({ question, onChange }: QuestionFieldsProps) {
  const { t } = useLingui();
  return (
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
          </div>
        </div>
      )}
    </RowsEditor>
  );
}
