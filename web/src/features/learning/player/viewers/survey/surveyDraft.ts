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
export function useSurveyDraft(key: string, given: Answers) {
  const [answers, setAnswers] = useState<Answers>(() => store.get(key) ?? given);
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

export const isBlank = ({ number, options, text }: Answer = blankAnswer) =>
  number === null && options.length === 0 && text.trim() === "";

/** Lists the keys of required questions without an answer. */
export const listMissing = (questions: readonly SurveyQuestion[], answers: Answers) =>
  questions.filter(({ key, is_required }) => is_required && isBlank(answers[key])).map(({ key }) => key);
