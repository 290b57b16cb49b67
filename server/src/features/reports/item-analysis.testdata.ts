import fc from "fast-check";

/** One answer of an attempt as it was given; null for a question that was left out. */
export interface Given {
  share: number;
  chosen: string | null;
  /** The version that was asked, from 1. */
  version: number;
}

/** A generated attempt: the answer to each question by its place in the test. */
export type GivenAttempt = Map<number, Given>;

/**
 * Works out the figures of an item analysis from answers in plain steps, independently of the SQL.
 * @param attempts the first attempt of each learner, in the order of their ids
 * @param current the current version of each question of the test
 */
export function workOut(attempts: readonly GivenAttempt[], current: readonly number[], options: readonly string[]) {
  const scores = attempts.map((attempt) => mean([...attempt.values()].map(({ share }) => share)));
  const order = attempts
    .map((_, index) => index)
    .sort((a, b) => (Math.abs(scores[b]! - scores[a]!) > 1e-9 ? scores[b]! - scores[a]! : a - b));
  const size = Math.round(0.27 * attempts.length);
  const upper = new Set(order.slice(0, size));
  const lower = new Set(order.slice(order.length - size));
  const complete = attempts.filter(
    (attempt) =>
      attempt.size === current.length && current.every((version, at) => attempt.get(at)?.version === version),
  );
  return {
    attempts: attempts.length,
    group_size: size,
    mean_score: attempts.length === 0 ? null : mean(scores),
    alpha_attempts: complete.length,
    alpha: calculateAlpha(complete.map((attempt) => current.map((_, at) => attempt.get(at)!.share))),
    item: (at: number, version: number) => {
      const asked = attempts.flatMap((attempt, index) => {
        const given = attempt.get(at);
        if (given?.version !== version) return [];
        const others = [...attempt].filter(([other]) => other !== at).map(([, { share }]) => share);
        return [{ ...given, index, rest: others.length === 0 ? null : mean(others) }];
      });
      const count = (text: string, among?: Set<number>) =>
        asked.filter(({ chosen, index }) => chosen === text && (!among || among.has(index))).length;
      return {
        answered: asked.length,
        facility: asked.length === 0 ? null : mean(asked.map(({ share }) => share)),
        discrimination: correlation(
          asked.filter(({ rest }) => rest !== null).map(({ share, rest }) => [share, rest!] as const),
        ),
        options: options.map((text) => ({
          text,
          chosen: count(text),
          upper: count(text, upper),
          lower: count(text, lower),
        })),
      };
    },
  };
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const mean = (values: readonly number[]) => sum(values) / values.length;
const variance = (values: readonly number[]) =>
  sum(values.map((value) => (value - mean(values)) ** 2)) / (values.length - 1);

function correlation(pairs: readonly (readonly [number, number])[]): number | null {
  const [xs, ys] = [pairs.map(([x]) => x), pairs.map(([, y]) => y)];
  if (pairs.length < 2 || variance(xs) < 1e-12 || variance(ys) < 1e-12) return null;
  const covariance = sum(pairs.map(([x, y]) => (x - mean(xs)) * (y - mean(ys)))) / (pairs.length - 1);
  return covariance / Math.sqrt(variance(xs) * variance(ys));
}

/** @param rows the shares of each attempt by question */
function calculateAlpha(rows: readonly number[][]): number | null {
  const questions = rows[0]?.length ?? 0;
  if (rows.length < 2 || questions < 2) return null;
  const total = variance(rows.map(sum));
  if (total < 1e-9) return null;
  const parts = sum(Array.from({ length: questions }, (_, at) => variance(rows.map((row) => row[at]!))));
  return (questions / (questions - 1)) * (1 - parts / total);
}

/** The options of each question, of which one is right. */
export const OPTIONS = ["Shout", "Throw a line", "Jump in"];
export const RIGHT = "Throw a line";
/** Makes an answer that chose one option. */
export const give = (chosen: string, version = 1): Given => ({ chosen, share: chosen === RIGHT ? 1 : 0, version });
/** The most attempts of a test: one of each learner. */
export const PEOPLE = 48;

const anyGiven: fc.Arbitrary<Given> = fc
  .record({ chosen: fc.constantFrom(...OPTIONS, null), partial: fc.constantFrom(0, 0.25, 0.5) })
  .map(({ chosen, partial }) => ({ chosen, version: 1, share: chosen === RIGHT ? 1 : chosen ? partial : 0 }));

/** Attempts at a test with so many questions, of which each attempt asks all, or some as where they are drawn. */
export const anyAttempts = (questions: number) =>
  fc.array(
    fc
      .array(fc.tuple(anyGiven, fc.boolean()), { minLength: questions, maxLength: questions })
      .map(
        (all) => new Map(all.flatMap(([given, isAsked], at) => (isAsked || at === 0 ? [[at, given] as const] : []))),
      ),
    { minLength: 1, maxLength: PEOPLE },
  );
/** Attempts at a test with so many questions, all of which each attempt asks. */
export const wholeAttempts = (questions: number) =>
  fc.array(
    fc.array(anyGiven, { minLength: questions, maxLength: questions }).map((all) => new Map(all.entries())),
    { minLength: 1, maxLength: PEOPLE },
  );
