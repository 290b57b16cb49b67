import { phrase } from "../../../../i18n/message.ts";
import type { Text, UnitTypeDefinition } from "../unit-type.ts";

export const presentationUnit = {
  typename: "DocumentUnit",
  list: "documents",
  argument: "document",
  inputName: "DocumentUnitInput",
  contentOutput: "description",
  takes: ["content", "completion", "questions"],
  completionOptions: ["time", "question"],
  isCompletedByPackage: false,
  file: { purpose: "presentation", input: "doc_path", output: "file_path", isForLearners: true },
  fields: {},
  needsTitle: true,
  findLack: ({ file }: { file?: Text }) => (file?.trim() ? null : phrase`document is required`),
} as const satisfies UnitTypeDefinition;
