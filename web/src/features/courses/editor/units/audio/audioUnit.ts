import { t } from "@lingui/core/macro";
import { unitTypeNames } from "../../../../../app/unitTypeNames.ts";
import type { UnitTypeEditor } from "../unitType.ts";
import { writeText } from "../writeUnit.ts";

export const audioUnit: UnitTypeEditor<"Audio", "audios"> = {
  type: "Audio",
  list: "audios",
  argument: "audio",
  name: unitTypeNames.Audio,
  fields: {},
  needsTitle: true,
  read: ({ content, audio_path, file_name }) => ({ content, file: audio_path, file_name }),
  write: (each) => ({ ...writeText(each), audio_path: each.unit.file }),
  findLack: (_, hasFile) => (hasFile ? null : t`audio file is required`),
};
