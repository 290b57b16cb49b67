import { t } from "@lingui/core/macro";
import { parseNumber } from "../../../app/numbers.ts";

/** The part of an option that decides what it earns; the percent of the points is as typed. */
type Option = { text: string; checked: boolean; weight?: string | undefined; picture?: object | undefined };

/** Tells whether an option has something to choose: a text, or a picture alone. */
const isFilled = ({ text, picture }: Option) => text.trim() !== "" || picture !== undefined;

/** In percent. Seven right options of 14 % are worth 98 %. */
const rounding = 2;

/** Reads the weight of an option, in percent; null for nothing and for what is no number. */
export function readWeight(typed: string | undefined): number | null {
  const weight = parseNumber((typed ?? "").replace(",", ".").replace("−", "-"));
  return weight === null ? null : Math.min(100, Math.max(-100, weight));
}

/** Reads the weight of an accepted answer, which is more than nothing. */
export function readAcceptedWeight(typed: string | undefined): number | null {
  const weight = readWeight(typed);
  return weight === null ? null : Math.max(0.01, weight);
}

/** Returns the weight that an option has where nothing is typed. */
export function findUsualWeight(isRight: boolean, options: readonly Option[]): number {
  const filled = options.filter(isFilled);
  const right = filled.filter(({ checked }) => checked).length;
  if (right < 2 || isEachRight(options)) return isRight ? 100 : 0;
  return isRight ? 100 / right : -100 / Math.max(1, filled.length - right);
}

/** Tells whether each right option earns everything, so that learners choose one. */
const isEachRight = (options: readonly Option[]): boolean =>
  options.every(({ checked, weight }) => !checked || readWeight(weight) === 100);

/**
 * Returns why the weights of options cannot be used, as the end of a sentence about the question; null when they can. The
 * server refuses them with the same message (`weights.ts`): change them in both places.
 */
export function findWeightProblem(options: readonly Option[]): string | null {
  const filled = options.filter(isFilled);
  if (filled.every(({ weight }) => readWeight(weight) === null)) return null;
  const weigh = (isRight: boolean) =>
    filled
      .filter(({ checked }) => checked === isRight)
      .map(({ weight }) => readWeight(weight) ?? findUsualWeight(isRight, options));
  const [rights, wrongs] = [weigh(true), weigh(false)];
  if (rights.length < 2 || isEachRight(options))
    return rights.every((weight) => weight === 100) && wrongs.every((weight) => weight < 100)
      ? null
      : t`needs 100 % for its correct option, and less for the others`;
  const sum = rights.reduce((total, weight) => total + weight, 0);
  return Math.abs(sum - 100) <= rounding &&
    rights.every((weight) => weight > 0) &&
    wrongs.every((weight) => weight <= 0)
    ? null
    : t`needs weights of its correct options that add up to 100 %, and none above 0 % for the others`;
}

/** Returns why the weights of accepted answers cannot be used; null when they can. */
export function findAcceptedProblem(accepted: readonly { text: string; weight?: string | undefined }[]): string | null {
  return accepted.some(({ text, weight }) => text.trim() && (readAcceptedWeight(weight) ?? 100) === 100)
    ? null
    : t`needs an accepted answer that earns 100 %`;
}
