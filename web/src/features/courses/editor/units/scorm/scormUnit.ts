import { msg, t } from "@lingui/core/macro";
import { unitTypeNames } from "../../../../../app/unitTypeNames.ts";
import { showText, type UnitFields } from "../../comparedValues.ts";
import type { UnitTypeEditor } from "../unitType.ts";
import { writeCompletion, writeName } from "../writeUnit.ts";

const fields = {
  scorm_id: {
    label: msg`Package`,
    empty: null as number | null,
    describe: (id: number | null) => showText(String(id ?? "")),
  },
  completes_on_open: {
    label: msg`Complete when opened`,
    empty: false,
    describe: (isSet: boolean) => showText(isSet ? "✓" : ""),
  },
} satisfies UnitFields;

export const scormUnit: UnitTypeEditor<"Scorm", "scorms", typeof fields> = {
  type: "Scorm",
  list: "scorms",
  argument: "scorm",
  name: unitTypeNames.Scorm,
  fields,
  needsTitle: true,
  read: ({ scorm_path, scorm_id, file_name, completes_on_open }) => ({
    file: scorm_path,
    scorm_id,
    file_name,
    completes_on_open: completes_on_open ?? false,
  }),
  write: (each) => ({
    ...writeName(each),
    ...writeCompletion(each),
    scorm_path: each.unit.file,
    scorm_id: each.unit.scorm_id,
    completes_on_open: each.unit.completes_on_open,
  }),
  findLack: (_, hasFile) => (hasFile ? null : t`file is required`),
};
