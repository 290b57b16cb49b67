import * as z from "zod";
import type { UnitTypeDefinition } from "../unit-type.ts";
import { TEST_SETTINGS } from "./test-settings.ts";
import { phrase, t } from "../../../../i18n/message.ts";

const MOST_QUESTIONS = 500;

export const testUnit = {
  typename: "TestUnitType",
  list: "tests",
  argument: "test_units",
  inputName: "TestUnitInput",
  contentOutput: null,
  // Its questions are sent in a list of their own (P59).
  takes: ["time_limit"],
  completionOptions: [],
  isCompletedByPackage: false,
  file: null,
  fields: {
    /** What the test draws from the question bank, besides its own questions. */
    draws: {
      column: "jsonb",
      api: null,
      form: z
        .array(
          z.object({
            category: z
              .string()
              .trim()
              .min(1, t`Choose a category of the question bank.`)
              .max(200),
            count: z
              .int()
              .min(1, t`Draw one question at least.`)
              .max(MOST_QUESTIONS)
              .nullish()
              .transform((count) => count ?? null),
          }),
        )
        .max(20, t`A test may draw from 20 categories at most.`)
        .nullish()
        .transform((list) => list ?? []),
      empty: [],
      archived: {
        form: z
          .array(z.strictObject({ category: z.string().max(20_000), count: z.number().nullable() }))
          .max(20)
          .default([]),
      },
    },
    ...TEST_SETTINGS,
  },
  needsTitle: false,
  findLack: ({ questions, draws }: { questions?: readonly unknown[] | null; draws?: readonly unknown[] | null }) =>
    questions?.length || draws?.length ? null : phrase`must have at least one question`,
} as const satisfies UnitTypeDefinition;
