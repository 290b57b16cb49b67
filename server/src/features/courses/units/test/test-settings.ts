import * as z from "zod";
import { t } from "../../../../i18n/message.ts";
import type { UnitField } from "../unit-type.ts";

/** When learners see which of their answers are right. */
const REVIEW_RULES = ["after_answer", "after_attempt", "after_passing", "never"] as const;

const COUNTING_ATTEMPTS = ["best", "last"] as const;
const RETRIES = ["all", "wrong"] as const;
const LONGEST_WAIT = 365 * 86_400;
const LONGEST_TEST = 86_400;
const MOST_ATTEMPTS = 100;
const MOST_QUESTIONS = 500;

const integer = (least: number, most: number, message: string) => z.int().min(least, message).max(most, message);

function optionalNumber(most: number, message: string) {
  return {
    column: "integer",
    api: "Int",
    form: integer(0, most, message)
      .nullish()
      .transform((value) => value || null),
    empty: null as number | null,
    archived: { form: z.number().nullable().default(null) },
  } as const satisfies UnitField;
}

function numberOr<Initial extends number>(initial: Initial, least: number, most: number, message: string) {
  return {
    column: "integer",
    api: "Int",
    form: integer(least, most, message)
      .nullish()
      .transform((value) => value ?? initial),
    empty: initial as number,
    archived: { form: z.number().default(initial) },
  } as const satisfies UnitField;
}

function flag() {
  return {
    column: "boolean",
    api: "Boolean",
    form: z.boolean().nullish().transform(Boolean),
    empty: false as boolean,
    archived: { form: z.boolean().default(false) },
  } as const satisfies UnitField;
}

function choose<Value extends string>(values: readonly [Value, ...Value[]], initial: Value) {
  return {
    column: "text",
    api: "String",
    form: z
      .enum(values)
      .nullish()
      .transform((value) => value ?? initial),
    empty: initial as Value,
    archived: { form: z.enum(values).default(initial as never) },
  } as const satisfies UnitField;
}

/**
 * The settings of a test, each with the value of a test that has none of its own. `time_limit` belongs to
 * them too; all types of unit have that column.
 */
export const TEST_SETTINGS = {
  /** The share of points that passes, in percent. */
  pass_mark: numberOr(100, 1, 100, t`Enter a pass mark from 1 to 100.`),
  /** Null: as many as learners like. */
  attempts_allowed: optionalNumber(MOST_ATTEMPTS, t`Allow from 1 to 100 attempts.`),
  /** Seconds from the end of one attempt to the start of the next. */
  attempt_wait: optionalNumber(LONGEST_WAIT, t`The waiting time may be a year at most.`),
  counting_attempt: choose(COUNTING_ATTEMPTS, "last"),
  questions_per_page: numberOr(1, 1, MOST_QUESTIONS, t`Show from 1 to 500 questions on a page.`),
  shuffles_questions: flag(),
  shuffles_options: flag(),
  review: choose(REVIEW_RULES, "after_answer"),
  /** Whether a review shows the right answers too. */
  shows_answers: flag(),
  /** Whether a retry asks all questions, or those that were answered wrongly. */
  retry: choose(RETRIES, "all"),
  /** Whether an answer that is partly right earns a part of the points. */
  partial_credit: flag(),
} as const;

type SettingName = keyof typeof TEST_SETTINGS;

export type TestSettings = { [Name in SettingName]: (typeof TEST_SETTINGS)[Name]["empty"] } & {
  /** Seconds from the start of an attempt to its end; null: no limit. */
  time_limit: number | null;
};

/** The settings that an attempt keeps as they were when it started. */
export type AttemptRules = Pick<
  TestSettings,
  "pass_mark" | "review" | "shows_answers" | "partial_credit" | "counting_attempt"
>;

/** Returns what an attempt keeps of the settings of its test. */
export function listRules(settings: TestSettings): AttemptRules {
  const { pass_mark, review, shows_answers, partial_credit, counting_attempt } = settings;
  return { pass_mark, review, shows_answers, partial_credit, counting_attempt };
}

export const TEST_SETTING_NAMES = Object.keys(TEST_SETTINGS) as SettingName[];

/** A test, as far as it decides how learners take it; with the attempt that the learner has open, if any. */
export type TakenTest = { type: string; has_essays: boolean; open_attempt?: object | null } & TestSettings;

/**
 * Tells whether a test is taken in attempts, which start and are submitted: one with settings of its own, and one with an
 * essay, whose marks come after all answers. An open attempt goes on when the test has lost both meanwhile.
 */
export function isTakenInAttempts(unit: TakenTest): boolean {
  if (unit.type !== "Test") return false;
  return (
    unit.has_essays ||
    Boolean(unit.open_attempt) ||
    unit.time_limit !== null ||
    TEST_SETTING_NAMES.some((name) => unit[name] !== TEST_SETTINGS[name].empty)
  );
}

/** Returns what is wrong with settings that do not go together, by field. */
export function findSettingsProblem({
  review,
  retry,
  time_limit,
}: Pick<TestSettings, "review" | "retry" | "time_limit">): { field: string; message: string } | null {
  if (time_limit !== null && time_limit > LONGEST_TEST)
    return { field: "time_limit", message: t`A test may take a day at most.` };
  if (retry === "wrong" && (review === "never" || review === "after_passing"))
    return {
      field: "retry",
      message: t`A retry of the wrong questions shows which answers were wrong. Let learners review them after each answer or attempt.`,
    };
  return null;
}
