import { msg, t } from "@lingui/core/macro";
import { unitTypeNames } from "../../../../../app/unitTypeNames.ts";
import { parseNumber } from "../../../../../app/numbers.ts";
import { showText, type UnitFields } from "../../comparedValues.ts";
import type { UnitTypeEditor } from "../unitType.ts";
import { writeName } from "../writeUnit.ts";
import { findSettingProblems, readSettings, testSettings, writeSettings } from "./testSettings.ts";

/** So many questions of a category at random, as typed; "" is all of them. */
export type Draw = { category: string; count: string };

const fields = {
  /** What the test draws from the question bank, besides its own questions. */
  draws: {
    label: msg`Drawn from the question bank`,
    empty: [] as Draw[],
    describe: (draws: Draw[]) =>
      showText(draws.map(({ category, count }) => `${category}: ${count || "*"}`).join("\n")),
  },
  ...testSettings,
} satisfies UnitFields;

/** Returns what is wrong with the number of questions to draw; nothing typed means all. */
export const findDrawProblem = ({ count }: Draw) =>
  count === "" || (Number.isInteger(Number(count)) && Number(count) >= 1) ? null : t`Draw one question at least.`;

/** A test. Its questions are sent in a list of their own. */
export const testUnit: UnitTypeEditor<"Test", "tests", typeof fields> = {
  type: "Test",
  list: "tests",
  argument: "test_units",
  name: unitTypeNames.Test,
  fields,
  needsTitle: false,
  read: ({ draws, ...stored }) => ({
    ...readSettings(stored),
    draws: draws.map(({ category, count }) => ({ category, count: count ? String(count) : "" })),
  }),
  write: (each) => ({
    ...writeName(each),
    ...writeSettings(each.unit),
    time_limit: parseNumber(each.unit.time_limit),
    draws: each.unit.draws.map(({ category, count }) => ({ category, count: parseNumber(count) })),
  }),
  listProblems: ({ draws, ...unit }) => [
    ...draws.flatMap((draw) => findDrawProblem(draw) ?? []),
    ...Object.values(findSettingProblems(unit)),
  ],
  findLack: ({ questions, draws }) => (questions.length + draws.length > 0 ? null : t`must have at least one question`),
};
