import { t } from "@lingui/core/macro";
import { unitTypeNames } from "../../../../../app/unitTypeNames.ts";
import type { UnitTypeEditor } from "../unitType.ts";
import { writeText } from "../writeUnit.ts";

export const presentationUnit: UnitTypeEditor<"Presentation", "documents"> = {
  type: "Presentation",
  list: "documents",
  argument: "document",
  name: unitTypeNames.Presentation,
  fields: {},
  needsTitle: true,
  read: ({ description, file_path, file_name, file_type, pdf_path }) => ({
    content: description,
    file: file_path,
    file_name,
    file_type,
    pdf_path,
  }),
  write: (each) => ({ ...writeText(each), doc_path: each.unit.file }),
  findLack: (_, hasFile) => (hasFile ? null : t`document is required`),
};
