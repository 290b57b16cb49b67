import { type Message, t } from "../../../i18n/message.ts";

/**
 * The scheme of certificate numbers: a text with {number}, or {number:5} for at least five digits, and {year} and
 * {month} of the issue.
 */
const NUMBER = /\{number(?::([1-9]))?\}/g;
const KNOWN = /\{(?:number(?::[1-9])?|year|month)\}/g;
const LONGEST = 40;
/** Marks the place of the number in the name of a series. */
const MARK = "#";
const EXAMPLE = "{year}-{number:5}";

/** Checks a scheme; the empty one numbers nothing. */
export function checkNumberScheme(scheme: string): Message[] {
  if (scheme === "") return [];
  if (scheme.length > LONGEST) return [t`This text is too long.`];
  const found = [...scheme.matchAll(NUMBER)];
  if (found.length !== 1) return [t`A number scheme contains ${"{number}"} once, for example ${EXAMPLE}.`];
  const rest = scheme.replaceAll(KNOWN, "");
  if (/[{}]/.test(rest)) return [t`Use only ${"{number}, {number:5}, {year}"} and ${"{month}"}.`];
  if (rest.includes(MARK) || /[\p{C}]/u.test(rest)) return [t`A number cannot contain this character.`];
  // Otherwise the numbers of two years or schemes could be equal.
  if (/(?:\d|\{year\}|\{month\})\{number|\{number(?::\d)?\}(?:\d|\{year\}|\{month\})/.test(scheme))
    return [t`Separate the number from other digits, for example ${EXAMPLE}.`];
  return [];
}

/** Returns the series of numbers to which a scheme belongs on a day. @param day yyyy-mm-dd */
export function toSeries(scheme: string, day: string): string {
  const [year = "", month = ""] = day.split("-");
  return scheme.replaceAll("{year}", year).replaceAll("{month}", month).replaceAll(NUMBER, MARK);
}

/** Writes one number of a scheme. @param day yyyy-mm-dd */
export function writeNumber(scheme: string, day: string, number: number): string {
  const digits = Number([...scheme.matchAll(NUMBER)][0]?.[1] ?? 1);
  return toSeries(scheme, day).replace(MARK, String(number).padStart(digits, "0"));
}
