import { type MessageWithValues, phrase } from "../../i18n/message.ts";

/** A degree to which an essay meets a criterion, and the points that it earns. */
export interface Level {
  text: string;
  points: number;
}

/** One thing that a marker judges. */
export interface Criterion {
  criterion: string;
  levels: Level[];
}

/** The level that an essay reached in a criterion, by their texts. */
export interface ReachedLevel {
  criterion: string;
  level: string;
}

/** A reached level with its points, as the rubric had them when the essay was marked. */
export interface MarkedLevel extends ReachedLevel {
  points: number;
  /** The points of the highest level. */
  most: number;
}

const FEWEST_LEVELS = 2;

interface EssayQuestion {
  points?: number | undefined;
  rubric?: Criterion[] | undefined;
  min_words?: number | null | undefined;
  max_words?: number | null | undefined;
}

const plain = (text: string) => text.normalize("NFC").replace(/\s+/g, " ").trim();
const areDistinct = (texts: string[]) => !texts.includes("") && new Set(texts).size === texts.length;
const getMost = ({ levels }: Criterion) => Math.max(0, ...levels.map(({ points }) => points));

/** Returns the highest points that a rubric gives. */
export function countRubricPoints(rubric: readonly Criterion[]): number {
  return rubric.reduce((sum, criterion) => sum + getMost(criterion), 0);
}

/** Returns why an essay with this rubric cannot be marked, as the end of a sentence about it; null when it can. */
export function findRubricProblem({
  rubric = [],
  points,
  min_words,
  max_words,
}: EssayQuestion): MessageWithValues | null {
  if (min_words != null && max_words != null && max_words < min_words)
    return phrase`needs a highest number of words that is not below its lowest`;
  if (rubric.length === 0) return null;
  // A mark names criteria and levels by their texts.
  if (!areDistinct(rubric.map(({ criterion }) => plain(criterion))))
    return phrase`needs a name of its own for each criterion of its rubric`;
  if (
    !rubric.every(({ levels }) => levels.length >= FEWEST_LEVELS && areDistinct(levels.map(({ text }) => plain(text))))
  )
    return phrase`needs at least two levels with texts of their own for each criterion of its rubric`;
  const most = countRubricPoints(rubric);
  if (most === 0) return phrase`needs a rubric that gives points`;
  return points === most ? null : phrase`has to be worth the highest points of its rubric`;
}

/**
 * Adds up the points of the levels that an essay reached: one of each criterion.
 * @returns null when the levels are not those of the rubric
 */
export function scoreRubric(
  rubric: readonly Criterion[],
  reached: readonly ReachedLevel[],
): { points: number; levels: MarkedLevel[] } | null {
  if (reached.length !== rubric.length) return null;
  const levels = rubric.flatMap((criterion) => {
    const wanted = reached.find((each) => plain(each.criterion) === plain(criterion.criterion));
    const level = wanted && criterion.levels.find(({ text }) => plain(text) === plain(wanted.level));
    return level
      ? [{ criterion: criterion.criterion, level: level.text, points: level.points, most: getMost(criterion) }]
      : [];
  });
  if (levels.length !== rubric.length) return null;
  return { points: levels.reduce((sum, { points }) => sum + points, 0), levels };
}

/** Counts the words of a text: what is between spaces and is more than signs. */
export function countWords(text: string): number {
  return text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}
