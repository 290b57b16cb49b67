import type { Picture } from "./question-files.ts";
import type { Region } from "./regions.ts";

export const QUESTION_TYPES = [
  "Multiple Choice",
  "True or False",
  "Fill the Gaps",
  "Ordering",
  "Match the Pairs",
  "Number",
  "Short Text",
  "Free Text",
  "Hotspot",
  "Essay",
] as const;

export type QuestionType = (typeof QUESTION_TYPES)[number];

/** An option of a stored question, with the key. */
export interface QuestionOption {
  text: string;
  checked: boolean;
  feedback?: string | undefined;
  picture?: Picture | undefined;
  region?: Region | undefined;
  /** Of a multiple choice: the percent of the points that it earns; without it an equal share. */
  weight?: number | undefined;
}

/** A pair of a stored question, as it belongs together. */
export interface QuestionPair {
  left: string;
  right: string;
  picture?: Picture | undefined;
}

/** What a free text is worth for a word that it has or does not have. */
export interface QuestionRule {
  condition: "contains" | "does not contain";
  word: string;
  points: number;
}

/** An accepted number with how far an answer may be from it, or an accepted short text. */
export interface AcceptedAnswer {
  text: string;
  tolerance: number;
  feedback?: string | undefined;
  /** In percent of the points; 100 without it. */
  weight?: number | undefined;
}
