import { phrase } from "../../../../i18n/message.ts";
import { isBlankDelta } from "../../delta.ts";
import type { Text, UnitTypeDefinition } from "../unit-type.ts";

export const assignmentUnit = {
  typename: "AssignmentUnitType",
  list: "assignments",
  argument: "assignment",
  inputName: "AssignmentUnitInput",
  contentOutput: "content",
  takes: ["content", "completion", "questions"],
  completionOptions: ["instructor-accepts", "user-uploads"],
  isCompletedByPackage: false,
  file: null,
  fields: {},
  needsTitle: true,
  findLack: ({ content }: { content?: Text }) => (isBlankDelta(content) ? phrase`content is required` : null),
} as const satisfies UnitTypeDefinition;
