import { msg, t } from "@lingui/core/macro";
import type { MessageDescriptor } from "@lingui/core";
import { i18n } from "@lingui/core";
import { parseNumber } from "../../../../../app/numbers.ts";
import { showText, type UnitField, type UnitFields } from "../../comparedValues.ts";

/** The names of the values of a setting, in the order of the form. */
export const settingNames = {
  review: {
    after_answer: msg`After each answer`,
    after_attempt: msg`After each attempt`,
    after_passing: msg`After passing`,
    never: msg`Never`,
  },
  counting_attempt: { last: msg`The last attempt`, best: msg`The best attempt` },
  retry: { all: msg`All questions`, wrong: msg`Only those answered wrongly` },
} satisfies Record<string, Record<string, MessageDescriptor>>;

type Chosen = keyof typeof settingNames;

const number = (label: MessageDescriptor, empty: string): UnitField<string> => ({ label, empty, describe: showText });

const flag = (label: MessageDescriptor): UnitField<boolean> => ({
  label,
  empty: false,
  describe: (isSet) => showText(isSet ? "✓" : ""),
});

const choice = (name: Chosen, label: MessageDescriptor, empty: string): UnitField<string> => ({
  label,
  empty,
  describe: (value) => {
    const names: Record<string, MessageDescriptor> = settingNames[name];
    return { value, text: names[value] ? i18n._(names[value]) : value };
  },
});

/** The settings of a test in a draft: numbers as typed, times in seconds. The time limit is a field of all units. */
export const testSettings = {
  pass_mark: number(msg`Pass mark in percent`, "100"),
  attempts_allowed: number(msg`Attempts allowed`, ""),
  attempt_wait: number(msg`Minutes between attempts`, ""),
  counting_attempt: choice("counting_attempt", msg`The attempt that counts`, "last"),
  questions_per_page: number(msg`Questions on a page`, "1"),
  shuffles_questions: flag(msg`Shuffle the questions`),
  shuffles_options: flag(msg`Shuffle the options`),
  review: choice("review", msg`Learners see which answers are right`, "after_answer"),
  shows_answers: flag(msg`Show the right answers too`),
  retry: choice("retry", msg`A retry asks`, "all"),
  partial_credit: flag(msg`Give credit for partly right answers`),
} satisfies UnitFields;

export type TestSettings = { [Name in keyof typeof testSettings]: (typeof testSettings)[Name]["empty"] };

type Stored = { [Name in keyof TestSettings]?: TestSettings[Name] | number | null };

/** Tells whether a test has settings of its own, or an essay: such a test is taken in attempts. */
export const isTakenInAttempts = (unit: TestSettings & { time_limit: string; questions: { type: string }[] }) =>
  unit.questions.some(({ type }) => type === "Essay") ||
  unit.time_limit !== "" ||
  (Object.keys(testSettings) as (keyof TestSettings)[]).some((name) => unit[name] !== testSettings[name].empty);

/** Reads the settings of a stored test. */
export function readSettings(stored: Stored): TestSettings {
  const names = Object.keys(testSettings) as (keyof TestSettings)[];
  const values = names.map((name) => {
    const value = stored[name] ?? testSettings[name].empty;
    return [name, typeof value === "number" ? String(value) : value];
  });
  return Object.fromEntries(values) as TestSettings;
}

/** Writes the settings for the API. */
export const writeSettings = (settings: TestSettings) => ({
  pass_mark: parseNumber(settings.pass_mark),
  attempts_allowed: parseNumber(settings.attempts_allowed),
  attempt_wait: parseNumber(settings.attempt_wait),
  counting_attempt: settings.counting_attempt,
  questions_per_page: parseNumber(settings.questions_per_page),
  shuffles_questions: settings.shuffles_questions,
  shuffles_options: settings.shuffles_options,
  review: settings.review,
  shows_answers: settings.shows_answers,
  retry: settings.retry,
  partial_credit: settings.partial_credit,
});

const isWithin = (text: string, least: number, most: number) =>
  text === "" || (Number.isInteger(Number(text)) && Number(text) >= least && Number(text) <= most);

const longestWait = 365 * 86_400;

/** Returns what is wrong with the settings, by field. */
export function findSettingProblems(
  unit: TestSettings & { time_limit: string },
): Partial<Record<keyof TestSettings | "time_limit", string>> {
  const { pass_mark, attempts_allowed, attempt_wait, questions_per_page, time_limit, retry, review } = unit;
  return {
    ...(!isWithin(pass_mark, 1, 100) && { pass_mark: t`Enter a pass mark from 1 to 100.` }),
    ...(!isWithin(attempts_allowed, 1, 100) && { attempts_allowed: t`Allow from 1 to 100 attempts.` }),
    ...(!isWithin(attempt_wait, 1, longestWait) && { attempt_wait: t`The waiting time may be a year at most.` }),
    ...(!isWithin(time_limit, 1, 86_400) && { time_limit: t`A test may take a day at most.` }),
    ...(!isWithin(questions_per_page, 1, 500) && {
      questions_per_page: t`Show from 1 to 500 questions on a page.`,
    }),
    ...(retry === "wrong" &&
      (review === "never" || review === "after_passing") && {
        retry: t`A retry of the wrong questions shows which answers were wrong. Let learners review them after each answer or attempt.`,
      }),
  };
}
