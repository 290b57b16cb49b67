import { useLingui } from "@lingui/react/macro";
import { RichTextField } from "../../richtext/RichTextField.tsx";
import { CompletionFields } from "../CompletionFields.tsx";
import { UnitFile } from "../UnitFile.tsx";
import type { UnitFieldsProps } from "../unitFieldsProps.ts";

export function AudioUnitFields({ unit, onChange }: UnitFieldsProps) {
  const { t } = useLingui();
  return (
    <>
      <UnitFile
        unit={unit}
        kind="audio"
        label={t`Audio file`}
        accept="audio/*,.mp3,.m4a,.aac,.ogg,.opus,.wav,.flac,.webm"
        hint={t`MP3, M4A, OGG, WAV, FLAC or WebM, up to 500 MB.`}
        onRemove={() => onChange({ file: null, file_name: null, file_type: null })}
      >
        {(address) => (
          <audio key={address} controls preload="metadata" src={address} className="w-full">
            {t`Your browser does not support the audio element.`}
          </audio>
        )}
      </UnitFile>
      <RichTextField label={t`Content`} value={unit.content} onChange={(content) => onChange({ content })} />
      <CompletionFields unit={unit} onChange={onChange} />
    </>
  );
}
