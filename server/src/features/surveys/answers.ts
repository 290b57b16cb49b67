import { Invalid, type Validation } from "../../errors.ts";
import { t } from "../../i18n/message.ts";
import type { SurveyQuestion } from "../courses/courses.service.ts";

/** An answer as a client sends it: which of the values is meant depends on the kind of the question. */
export interface GivenAnswer {
  key: string;
  number?: number | null | undefined;
  options?: readonly string[] | null | undefined;
  text?: string | null | undefined;
}

/** Answers by the key of the question: of a scale, the keys of options, a text, or null for none. */
export type StoredAnswers = Record<string, number | string[] | string | null>;

export const LONGEST_TEXT = 2_000;
/** The longest answers to one survey, as JSON. Waiting anonymous answers are padded to this length. */
export const ANSWER_BYTES = 16_000;

/**
 * Checks answers against the questions of their survey.
 * @returns a value for each question, so that nobody can tell from the keys what was asked
 * @throws Invalid with messages under `answers.<key>`
 */
export function checkAnswers(questions: readonly SurveyQuestion[], given: readonly GivenAnswer[]): StoredAnswers {
  const byKey = new Map(given.map((answer) => [answer.key, answer]));
  const problems: Validation = {};
  const known = new Set(questions.map(({ key }) => key));
  for (const { key } of given)
    if (!known.has(key)) problems["answers"] = [t`This survey has changed. Please reload the page.`];
  const stored: StoredAnswers = {};
  for (const question of questions) {
    const { value, problem } = check(question, byKey.get(question.key));
    if (problem) problems[`answers.${question.key}`] = [problem];
    stored[question.key] = value;
  }
  if (Object.keys(problems).length > 0) throw new Invalid(problems);
  if (Buffer.byteLength(JSON.stringify(stored)) > ANSWER_BYTES)
    throw new Invalid({ answers: [t`Your answers are too long together. Please shorten the longest texts.`] });
  return stored;
}

type Checked = { value: StoredAnswers[string]; problem?: ReturnType<typeof t> | string };

function check(question: SurveyQuestion, given: GivenAnswer | undefined): Checked {
  const checked = checkKind(question, given);
  if (checked.value === null && !checked.problem && question.is_required)
    return { value: null, problem: question.kind === "choice" ? t`Choose an answer.` : t`Answer this question.` };
  return checked;
}

function checkKind({ kind, points, is_multiple, options }: SurveyQuestion, given: GivenAnswer | undefined): Checked {
  if (kind === "likert") {
    const number = given?.number ?? null;
    if (number === null) return { value: null };
    if (!Number.isInteger(number) || number < 1 || number > points)
      return { value: null, problem: t`Choose a point from 1 to ${points}.` };
    return { value: number };
  }
  if (kind === "choice") {
    const chosen = [...new Set(given?.options ?? [])];
    if (chosen.length === 0) return { value: null };
    if (chosen.some((key) => !options.some((option) => option.key === key)))
      return { value: null, problem: t`This survey has changed. Please reload the page.` };
    if (!is_multiple && chosen.length > 1) return { value: null, problem: t`Choose one answer only.` };
    // In the order of the question: the order of the clicks says something about the person.
    return { value: options.flatMap(({ key }) => (chosen.includes(key) ? [key] : [])) };
  }
  const text = (given?.text ?? "").trim();
  if (text.length > LONGEST_TEXT) return { value: null, problem: t`Write ${LONGEST_TEXT} characters at most.` };
  return { value: text === "" ? null : text };
}

/** Converts stored answers into what a client would send. */
export function toGivenAnswers(answers: StoredAnswers) {
  return Object.entries(answers).map(([key, value]) => ({
    key,
    number: typeof value === "number" ? value : null,
    options: Array.isArray(value) ? value : [],
    text: typeof value === "string" ? value : null,
  }));
}
