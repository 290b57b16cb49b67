import { t } from "@lingui/core/macro";
import { unitTypeNames } from "../../../../../app/unitTypeNames.ts";
import { isBlankContent } from "../../delta.ts";
import type { UnitTypeEditor } from "../unitType.ts";
import { writeText } from "../writeUnit.ts";

export const contentUnit: UnitTypeEditor<"Content", "contents"> = {
  type: "Content",
  list: "contents",
  argument: "content",
  name: unitTypeNames.Content,
  fields: {},
  needsTitle: true,
  read: ({ content }) => ({ content }),
  write: writeText,
  findLack: ({ content }) => (isBlankContent(content) ? t`content is required` : null),
};
