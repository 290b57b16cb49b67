import type { MyTestAttemptsQuery } from "../../../../../gen/graphql.ts";
import { formatPercent } from "../../../../../ui/format.ts";
import type { UnitOf } from "../../units.ts";

export type TestUnit = UnitOf<"TestUnitType">;

/** What the learner has done and may do in a test that is taken in attempts. */
export type Test = NonNullable<TestUnit["test"]>;

export type Attempt = MyTestAttemptsQuery["testAttempts"][number];

/** Formats a score with one decimal where it has any. */
export const formatScore = (score: number) => formatPercent(score, Number.isInteger(score) ? 0 : 1);
