import { useLingui } from "@lingui/react/macro";
import { emptyPair } from "../question.ts";
import type { QuestionFieldsProps } from "./questionFieldsProps.ts";
import { ChooseFile } from "./ChooseFile.tsx";
import { PictureField } from "./PictureField.tsx";
import { RowsEditor } from "./RowsEditor.tsx";
import { TextInput } from "./TextInput.tsx";

/** Edits pairs. */
export function PairsFields({ question, onChange }: QuestionFieldsProps) {
  const { t } = useLingui();
  return (
    <RowsEditor
      legend={t`Pairs`}
      hint={t`Enter the pairs in the correct order. Learners see the right sides shuffled.`}
      rows={question.pairs}
      onChange={(pairs) => onChange({ pairs })}
      empty={emptyPair}
      addLabel={t`Add pair`}
    >
      {(pair, change, number) => (
        <div className="grid gap-2 sm:grid-cols-2">
          <div className="min-w-0">
            <div className="flex items-center gap-1">
              <div className="min-w-0 flex-1">
                <TextInput
                  label={t`Left side of pair ${number}`}
                  placeholder={t`Left`}
                  value={pair.left}
                  maxLength={2000}
                  onChange={(event) => change({ left: event.target.value })}
                />
              </div>
              {!pair.picture && (
                <ChooseFile
                  compact
                  kind="image"
                  label={t`Add picture to the left side of pair ${number}`}
                  onDone={(file) => change({ picture: { file, alt: "" } })}
                />
              )}
            </div>
            <PictureField of={t`pair ${number}`} picture={pair.picture} onChange={(picture) => change({ picture })} />
          </div>
          <TextInput
            label={t`Right side of pair ${number}`}
            placeholder={t`Right`}
            value={pair.right}
            maxLength={2000}
            onChange={(event) => change({ right: event.target.value })}
          />
        </div>
      )}
    </RowsEditor>
  );
}
