import { useLingui } from "@lingui/react/macro";
import { RichTextField } from "../../richtext/RichTextField.tsx";
import { CompletionFields } from "../CompletionFields.tsx";
import type { UnitFieldsProps } from "../unitFieldsProps.ts";

export function ContentUnitFields({ unit, onChange }: UnitFieldsProps) {
  const { t } = useLingui();
  return (
    <>
      <RichTextField label={t`Content`} value={unit.content} onChange={(content) => onChange({ content })} />
      <CompletionFields unit={unit} onChange={onChange} />
    </>
  );
}
