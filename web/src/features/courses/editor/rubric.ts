import { t } from "@lingui/core/macro";
import { parseNumber } from "../../../app/numbers.ts";

/** A degree to which an essay meets a criterion; its points are stored as typed. */
export type Level = { text: string; points: string };
/** One thing that a marker judges in an essay. */
export type Criterion = { criterion: string; levels: Level[] };

export const emptyLevel: Level = { text: "", points: "0" };
export const emptyCriterion: Criterion = { criterion: "", levels: [emptyLevel, { text: "", points: "1" }] };

type EssayQuestion = { rubric?: Criterion[]; min_words?: string; max_words?: string };

const toPoints = (typed: string) => Math.min(1_000, Math.max(0, Math.round(parseNumber(typed) ?? 0)));

/** Reads a number of words; null for none. */
export function readWords(typed: string | undefined): number | null {
  const words = Math.round(parseNumber(typed ?? "") ?? 0);
  return words > 0 ? Math.min(20_000, words) : null;
}

/** Reads a rubric for the API. */
export const readRubric = (rubric: Criterion[] = []) =>
  rubric.map(({ criterion, levels }) => ({
    criterion: criterion.trim(),
    levels: levels.map(({ text, points }) => ({ text: text.trim(), points: toPoints(points) })),
  }));

/** Returns a rubric of the server as it is typed. */
export const writeRubric = (
  rubric: { criterion: string; levels: { text: string; points: number }[] }[] = [],
): Criterion[] =>
  rubric.map(({ criterion, levels }) => ({
    criterion,
    levels: levels.map(({ text, points }) => ({ text, points: String(points) })),
  }));

/** Returns the highest points that a rubric gives. */
export const countRubricPoints = (rubric: Criterion[] = []): number =>
  readRubric(rubric).reduce((sum, { levels }) => sum + Math.max(0, ...levels.map(({ points }) => points)), 0);

const plain = (text: string) => text.normalize("NFC").replace(/\s+/g, " ").trim();
const areDistinct = (texts: string[]) => !texts.includes("") && new Set(texts).size === texts.length;

/** Returns why an essay with this rubric cannot be marked; null when it can. As `rubric.ts` of the server. */
export function findRubricProblem({ rubric = [], min_words, max_words }: EssayQuestion): string | null {
  const [least, most] = [readWords(min_words), readWords(max_words)];
  if (least !== null && most !== null && most < least)
    return t`needs a highest number of words that is not below its lowest`;
  if (rubric.length === 0) return null;
  if (!areDistinct(rubric.map(({ criterion }) => plain(criterion))))
    return t`needs a name of its own for each criterion of its rubric`;
  if (!rubric.every(({ levels }) => levels.length >= 2 && areDistinct(levels.map(({ text }) => plain(text)))))
    return t`needs at least two levels with texts of their own for each criterion of its rubric`;
  const points = countRubricPoints(rubric);
  if (points === 0) return t`needs a rubric that gives points`;
  return points > 1_000 ? t`needs a rubric of at most 1000 points` : null;
}
