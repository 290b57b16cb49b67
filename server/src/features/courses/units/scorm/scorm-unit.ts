import { phrase } from "../../../../i18n/message.ts";
import * as z from "zod";
import type { Text, UnitTypeDefinition } from "../unit-type.ts";

/** A unit with a package of any standard: SCORM, xAPI or cmi5. */
export const scormUnit = {
  typename: "ScormUnitType",
  list: "scorms",
  argument: "scorm",
  inputName: "ScormUnitInput",
  contentOutput: null,
  takes: ["completion"],
  completionOptions: [],
  isCompletedByPackage: true,
  // The archive of a package contains the answers to its questions.
  file: { purpose: "scorm", input: "scorm_path", output: "scorm_path", isForLearners: false },
  fields: {
    // An archive has the package itself, which gets another id where it is imported.
    scorm_id: { column: "integer", api: "Int", form: z.int().nullish(), empty: null, archived: null },
    completes_on_open: {
      column: "boolean",
      api: "Boolean",
      form: z.boolean().nullish(),
      empty: false,
      toStored: (isSet: boolean | null) => isSet ?? false,
      archived: { form: z.boolean().default(false) },
    },
  },
  needsTitle: true,
  findLack: ({ file, scorm_id }: { file?: Text; scorm_id?: number | null | undefined }) =>
    file?.trim() || scorm_id != null ? null : phrase`file is required`,
} as const satisfies UnitTypeDefinition;
