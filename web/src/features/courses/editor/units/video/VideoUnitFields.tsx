import { useLingui } from "@lingui/react/macro";
import { RichTextField } from "../../richtext/RichTextField.tsx";
import { CompletionFields } from "../CompletionFields.tsx";
import type { UnitFieldsProps } from "../unitFieldsProps.ts";
import { VideoSource } from "./VideoSource.tsx";

export function VideoUnitFields({ unit, onChange }: UnitFieldsProps) {
  const { t } = useLingui();
  return (
    <>
      <VideoSource unit={unit} onChange={onChange} />
      <RichTextField label={t`Extra content`} value={unit.content} onChange={(content) => onChange({ content })} />
      <CompletionFields unit={unit} onChange={onChange} />
    </>
  );
}
