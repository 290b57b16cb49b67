import { msg, t } from "@lingui/core/macro";
import { isBlankContent } from "../../delta.ts";
import type { UnitTypeEditor } from "../unitType.ts";
import { writeText } from "../writeUnit.ts";

export const assignmentUnit: UnitTypeEditor<"Assignment", "assignments"> = {
  type: "Assignment",
  list: "assignments",
  argument: "assignment",
  name: msg`Assignments`,
  fields: {},
  needsTitle: true,
  read: ({ content }) => ({ content }),
  write: writeText,
  findLack: ({ content }) => (isBlankContent(content) ? t`content is required` : null),
};
