import { useLingui } from "@lingui/react/macro";
import { emptyPair } from "../question.ts";
import type { QuestionFieldsProps } from "./questionFieldsProps.ts";
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
          <TextInput
            label={t`Left side of pair ${number}`}
            placeholder={t`Left`}
            value={pair.left}
            maxLength={2000}
            onChange={(event) => change({ left: event.target.value })}
          />
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
