import type { QuestionDraft } from "./question-form.ts";

type Rule = QuestionDraft["rules"][number];

/** Writes a rule of a free text as in question files: 'contains: word: points'. */
export const writeRule = ({ condition, word, points }: Rule): string =>
  `${condition}: ${word.replace(/\s+/g, " ").trim()}: ${points}`;

/** Reads a rule as it is written in question files; null for another text. */
export function readRule(line: string): Rule | null {
  const [, condition, word, points] =
    /^(contains|does not contain):([\s\S]*):\s*(\d{1,5})\s*$/i.exec(line.trim()) ?? [];
  if (!condition || !word?.trim() || Number(points) > 10_000) return null;
  return { condition: condition.toLowerCase() as Rule["condition"], word: word.trim(), points: Number(points) };
}
