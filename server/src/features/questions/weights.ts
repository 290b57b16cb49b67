import { type MessageWithValues, phrase } from "../../i18n/message.ts";
import type { Picture } from "./question-files.ts";

/** An option with the percent of the points that it earns, negative if it costs; without a weight it has the usual one. */
interface Option {
  text: string;
  checked: boolean;
  weight?: number | undefined;
  picture?: Picture | undefined;
}

/** Tells whether an option has something to choose. The text of a picture alone is filled in later. */
const isFilled = ({ text, picture }: Pick<Option, "text" | "picture">) => text.trim() !== "" || picture != null;

/** Digits after the point, as in Moodle. */
const DIGITS = 5;
/** In percent. Files round the shares of equal options, each to a weight of their own. */
const ROUNDING = 0.01;
/** In percent. Seven right options of 14 % are worth 98 %. */
const ROUNDING_OF_ALL = 2;

/** Tells whether options have weights of their own. */
export const isWeighted = (options: readonly Option[]): boolean => options.some(({ weight }) => weight !== undefined);

/** Tells whether learners choose one of several right options: each of them earns everything. */
export const isEachRight = (options: readonly Option[]): boolean =>
  options.every(({ checked, weight }) => !checked || weight === 100);

/** Returns the percent of the points that an option of a multiple choice earns. */
export function weighOption(option: Option, options: readonly Option[]): number {
  return option.weight ?? findUsualWeight(option.checked, options);
}

/**
 * Returns the weight of an option that has none of its own. Several right options earn equal shares, and the wrong ones cost
 * equal shares; a single right option earns everything, and the wrong ones cost nothing.
 */
export function findUsualWeight(isRight: boolean, options: readonly Option[]): number {
  const filled = options.filter(isFilled);
  const right = filled.filter(({ checked }) => checked).length;
  if (right < 2 || isEachRight(options)) return isRight ? 100 : 0;
  return isRight ? 100 / right : -100 / Math.max(1, filled.length - right);
}

/** Returns why the weights of a multiple choice cannot be used, as the end of a sentence about it; null when they can. */
export function findWeightProblem(options: readonly Option[]): MessageWithValues | null {
  if (!isWeighted(options)) return null;
  const filled = options.filter(isFilled);
  const weigh = (isRight: boolean) =>
    filled.filter(({ checked }) => checked === isRight).map((option) => weighOption(option, options));
  const [rights, wrongs] = [weigh(true), weigh(false)];
  if (rights.length < 2 || isEachRight(options))
    return rights.every((weight) => weight === 100) && wrongs.every((weight) => weight < 100)
      ? null
      : phrase`needs 100 % for its correct option, and less for the others`;
  const sum = rights.reduce((total, weight) => total + weight, 0);
  return Math.abs(sum - 100) <= ROUNDING_OF_ALL &&
    rights.every((weight) => weight > 0) &&
    wrongs.every((weight) => weight <= 0)
    ? null
    : phrase`needs weights of its correct options that add up to 100 %, and none above 0 % for the others`;
}

/** Returns why the weights of accepted answers cannot be used, as the end of a sentence about it; null when they can. */
export function findAcceptedProblem(
  accepted: readonly { text: string; weight?: number | undefined }[],
): MessageWithValues | null {
  return accepted.some(({ text, weight = 100 }) => text.trim() && weight === 100)
    ? null
    : phrase`needs an accepted answer that earns 100 %`;
}

/**
 * Marks the options of a file as right and keeps the weights that are not the usual ones.
 * @param entries with the percent of the points that the file gives each of them
 * @param takesOne whether learners choose one
 */
export function readWeights<Entry extends { text: string; weight: number; picture?: Picture | undefined }>(
  entries: readonly Entry[],
  takesOne: boolean,
): (Omit<Entry, "weight"> & Option)[] {
  const isOne = takesOne || entries.some(({ weight }) => weight >= 100);
  return withoutUsualWeights(
    entries.map((entry) => ({
      ...entry,
      weight: roundWeight(entry.weight),
      checked: isOne ? entry.weight >= 100 : entry.weight > 0,
    })),
  );
}

/** Returns options without the weights that they have anyway. */
export function withoutUsualWeights<Entry extends Option>(options: readonly Entry[]): Entry[] {
  const isAnyEnough = isEachRight(options) && options.filter(({ checked }) => checked).length > 1;
  // Once for all, because a file may have thousands of options.
  const [right, wrong] = [findUsualWeight(true, options), findUsualWeight(false, options)];
  return options.map((option) => {
    const { weight, ...others } = option;
    const isUsual = weight !== undefined && Math.abs(weight - (option.checked ? right : wrong)) < ROUNDING;
    // That each right option earns everything tells that one of them is enough.
    return isUsual && !(isAnyEnough && option.checked) ? (others as Entry) : option;
  });
}

/** Returns a weight with the digits that files have. */
export const roundWeight = (weight: number): number => Number(weight.toFixed(DIGITS));

/** Lists accepted answers for a file, whose readers take the first that is met: those that earn most come first. */
export const listByWeight = <Accepted extends { weight?: number | undefined }>(
  accepted: readonly Accepted[],
): Accepted[] => accepted.toSorted((a, b) => (b.weight ?? 100) - (a.weight ?? 100));
