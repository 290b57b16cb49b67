import { useLingui } from "@lingui/react/macro";
import { emptyOption } from "../question.ts";
import type { QuestionFieldsProps } from "./questionFieldsProps.ts";
import { ChooseFile } from "./ChooseFile.tsx";
import { PictureField } from "./PictureField.tsx";
import { RowsEditor } from "./RowsEditor.tsx";
import { TextInput } from "./TextInput.tsx";

/** Edits items in their correct order. */
export function OrderingFields({ question, onChange }: QuestionFieldsProps) {
  const { t } = useLingui();
  return (
    <RowsEditor
      legend={t`Items`}
      hint={t`Enter the items in the correct order. Learners see them shuffled.`}
      rows={question.options}
      onChange={(options) => onChange({ options })}
      empty={emptyOption}
      addLabel={t`Add item`}
      canReorder
    >
      {(item, change, number) => (
        <>
          <div className="flex items-center gap-1">
            <div className="min-w-0 flex-1">
              <TextInput
                label={t`Item ${number}`}
                value={item.text}
                maxLength={2000}
                onChange={(event) => change({ text: event.target.value })}
              />
            </div>
            {!item.picture && (
              <ChooseFile
                compact
                kind="image"
                label={t`Add picture to item ${number}`}
                onDone={(file) => change({ picture: { file, alt: "" } })}
              />
            )}
          </div>
          <PictureField of={t`item ${number}`} picture={item.picture} onChange={(picture) => change({ picture })} />
        </>
      )}
    </RowsEditor>
  );
}
