import type { Unit } from "../player/units.ts";
import { countGaps } from "./gaps.ts";

export type Question = Unit["tests"][number];

/**
 * An answer in the form that the server reads: `selectedOption` for one option, `userSelections` for several options,
 * for gaps in order or for pairs from left to right, `userOrder` for an order. A missing choice is blank.
 */
export type Answer = {
  selectedOption?: string;
  userSelections?: string[] | Record<string, string>;
  freeTextAnswer?: string;
  userOrder?: string[];
};

/** What the author tells about an answer: about an option, or about the answer as a whole. */
export type Feedback = { about: string | null; text: string };

/** What comes with a grade: the right answer in lines, and feedback, each where there is one to show. */
export type Review = { rightAnswers?: string[]; feedback?: Feedback[] };

/** Returns the answer that is stored when nothing is answered or an answer is withdrawn. */
export function blankAnswer({ type, multiple, question, pairs }: Question): Answer {
  switch (type) {
    case "Multiple Choice":
    case "True or False":
    case "Hotspot":
      return multiple ? { userSelections: [] } : { selectedOption: "" };
    case "Fill the Gaps":
      return { userSelections: Array.from({ length: countGaps(question) }, () => "") };
    case "Match the Pairs":
      return { userSelections: Object.fromEntries(pairs.map(({ left }) => [left, ""])) };
    case "Ordering":
      return { userOrder: [] };
    default:
      return { freeTextAnswer: "" };
  }
}

/** Returns whether nothing was chosen or typed. */
export const isEmpty = (answer: Answer) => listValues(answer).every((value) => value === "");

/** Returns whether every required value is given; blanks alone do not count. */
export function isComplete(question: Question, answer: Answer): boolean {
  const values = listValues(answer);
  return values.length > 0 && values.every((value) => value.trim() !== "") && values.length >= expected(question);
}

/** Returns whether a stored answer still belongs to the question, which its author may have changed. */
export function belongsTo({ type, options, pairs, question }: Question, answer: Answer): boolean {
  const { selectedOption, userSelections, userOrder } = answer;
  const texts = options.map(({ text }) => text);
  switch (type) {
    case "Multiple Choice":
    case "True or False":
    case "Hotspot": {
      const chosen = Array.isArray(userSelections) ? userSelections : [selectedOption ?? ""];
      return chosen.every((text) => text === "" || texts.includes(text));
    }
    case "Ordering":
      return JSON.stringify(userOrder?.toSorted()) === JSON.stringify(texts.toSorted());
    case "Fill the Gaps":
      return Array.isArray(userSelections) && userSelections.length === countGaps(question);
    case "Match the Pairs":
      return Object.keys(userSelections ?? {}).every((left) => pairs.some((pair) => pair.left === left));
    default:
      return answer.freeTextAnswer !== undefined;
  }
}

/** Reads the answer from a stored response; null when it is missing or invalid. */
export function readAnswer(
  response: string | null | undefined,
): ({ answer: Answer; isCorrect: boolean | null } & Review) | null {
  let stored: unknown;
  try {
    stored = JSON.parse(response ?? "");
  } catch {
    return null;
  }
  if (typeof stored !== "object" || stored === null) return null;
  const { selectedOption, userSelections, freeTextAnswer, userOrder, isCorrect } = stored as Record<string, unknown>;
  const answer: Answer = {};
  if (typeof selectedOption === "string") answer.selectedOption = selectedOption;
  if (typeof freeTextAnswer === "string") answer.freeTextAnswer = freeTextAnswer;
  if (isTexts(userOrder)) answer.userOrder = userOrder;
  if (isTexts(userSelections)) answer.userSelections = userSelections;
  else if (isTextByText(userSelections)) answer.userSelections = userSelections;
  // A test that does not review each answer does not tell.
  return {
    answer,
    isCorrect: isCorrect === null ? null : isCorrect === true,
    ...readReview(stored),
  };
}

/** Reads what the server tells with a grade. */
export function readReview(stored: object): Review {
  const { rightAnswers, feedback } = stored as Record<string, unknown>;
  return {
    ...(isTexts(rightAnswers) && { rightAnswers }),
    ...(Array.isArray(feedback) && { feedback: feedback as Feedback[] }),
  };
}

function listValues({ selectedOption, userSelections, freeTextAnswer, userOrder }: Answer): string[] {
  const texts = [selectedOption, freeTextAnswer].filter((text) => text !== undefined);
  return [...texts, ...Object.values(userSelections ?? {}), ...(userOrder ?? [])];
}

function expected({ type, question, pairs, options }: Question): number {
  switch (type) {
    case "Fill the Gaps":
      return countGaps(question);
    case "Match the Pairs":
      return new Set(pairs.map(({ left }) => left)).size;
    case "Ordering":
      return options.length;
    default:
      return 1;
  }
}

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((entry) => typeof entry === "string");

const isTextByText = (value: unknown): value is Record<string, string> =>
  typeof value === "object" && value !== null && !Array.isArray(value) && isTexts(Object.values(value));
