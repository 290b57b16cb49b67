import { useState } from "react";
import type { UnitOf } from "../../units.ts";
import { createDeviceStore } from "../../deviceStore.ts";

export type SurveyUnit = UnitOf<"SurveyUnitType">;
export type SurveyQuestion = SurveyUnit["survey_questions"][number];

/** The answer to one question; which of the values it has depends on the kind of the question. */
export type Answer = { number: number | null; options: string[]; text: string };
export type Answers = Record<string, Answer>;

export const blankAnswer: Answer = { number: null, options: [], text: "" };

const store = createDeviceStore<Answers>("survey:");

/** Holds the answers until they are submitted, stored on this device by user and unit. */
export function useSurveyDraft(key: string, given: Answers, questions: readonly SurveyQuestion[]) {
  const [answers, setAnswers] = useState(() => withoutRemoved(store.get(key) ?? given, questions));
  return {
    answers,
    change: (question: string, part: Partial<Answer>) => {
      const next = { ...answers, [question]: { ...(answers[question] ?? blankAnswer), ...part } };
      setAnswers(next);
      store.put(key, next);
    },
    clear: () => store.remove(key),
  };
}

/** Removes the answers that are stored on this device and were not submitted here. */
export const removeSurveyDraft = (key: string) => store.remove(key);

/** Leaves out options that the survey no longer has: nobody could take back what is not shown, and the server refuses it. */
function withoutRemoved(answers: Answers, questions: readonly SurveyQuestion[]): Answers {
  const known = new Map(questions.map(({ key, options }) => [key, new Set(options.map((option) => option.key))]));
  return Object.fromEntries(
    Object.entries(answers).map(([key, answer]) => [
      key,
      { ...answer, options: answer.options.filter((option) => known.get(key)?.has(option)) },
    ]),
  );
}

export const isBlank = ({ number, options, text }: Answer = blankAnswer) =>
  number === null && options.length === 0 && text.trim() === "";

/** Lists the keys of required questions without an answer. */
export const listMissing = (questions: readonly SurveyQuestion[], answers: Answers) =>
  questions.filter(({ key, is_required }) => is_required && isBlank(answers[key])).map(({ key }) => key);
