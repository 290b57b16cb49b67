import { phrase } from "../../../../i18n/message.ts";
import type { Text, UnitTypeDefinition } from "../unit-type.ts";

export const audioUnit = {
  typename: "AudioUnit",
  list: "audios",
  argument: "audio",
  inputName: "AudioUnitInput",
  contentOutput: "content",
  takes: ["content", "completion", "questions"],
  completionOptions: ["time", "question"],
  isCompletedByPackage: false,
  file: { purpose: "audio", input: "audio_path", output: "audio_path", isForLearners: true },
  fields: {},
  needsTitle: true,
  findLack: ({ file }: { file?: Text }) => (file?.trim() ? null : phrase`audio file is required`),
} as const satisfies UnitTypeDefinition;
