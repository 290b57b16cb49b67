import { phrase } from "../../../../i18n/message.ts";
import { isBlankDelta } from "../../delta.ts";
import type { Text, UnitTypeDefinition } from "../unit-type.ts";

export const contentUnit = {
  typename: "Content",
  list: "contents",
  argument: "content",
  inputName: "ContentUnitInput",
  contentOutput: "content",
  takes: ["content", "completion", "questions"],
  completionOptions: ["time", "question"],
  isCompletedByPackage: false,
  file: null,
  fields: {},
  needsTitle: true,
  findLack: ({ content }: { content?: Text }) => (isBlankDelta(content) ? phrase`content is required` : null),
} as const satisfies UnitTypeDefinition;
