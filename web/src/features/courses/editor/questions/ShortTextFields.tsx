import { useLingui } from "@lingui/react/macro";
import { Checkbox } from "../../../../ui/Checkbox.tsx";
import { emptyAccepted } from "../question.ts";
import type { QuestionFieldsProps } from "./questionFieldsProps.ts";
import { RowsEditor } from "./RowsEditor.tsx";
import { TextInput } from "./TextInput.tsx";

/** Edits accepted answers, and whether capitals count. */
export function ShortTextFields({ question, onChange }: QuestionFieldsProps) {
  const { t } = useLingui();
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
          <TextInput
            label={t`Accepted answer ${number}`}
            value={row.text}
            maxLength={500}
            onChange={(event) => change({ text: event.target.value })}
          />
        )}
      </RowsEditor>
      <Checkbox
        label={t`Capitals count`}
        checked={question.matches_case}
        onChange={(event) => onChange({ matches_case: event.target.checked })}
      />
    </>
  );
}
