import { isLanguage } from "./languages.ts";

/** Why a text is not a valid value: its form is wrong, or a number is out of range. */
export type Misfit = "type" | "range";

/** Checks the value of an element; null when it is valid. */
export type ValueRule = (value: string) => Misfit | null;

const LONGEST_NUMBER = 255;
const NUMBER = /^-?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;

/** Turns a test into a rule about the form of a value. */
const form =
  (test: (value: string) => boolean): ValueRule =>
  (value) =>
    test(value) ? null : "type";

export const text = (most: number): ValueRule => form((value) => value.length <= most);

export const anyOf = (...words: string[]): ValueRule => form((value) => words.includes(value));

/** Returns whether a text is a number: CMIDecimal of SCORM 1.2, real(10,7) of SCORM 2004, or as scripts write it. */
export function isNumber(value: string): boolean {
  return value.length <= LONGEST_NUMBER && NUMBER.test(value) && Number.isFinite(Number(value));
}

/** Accepts numbers between two bounds, inclusive. */
export const number =
  (least = -Infinity, most = Infinity): ValueRule =>
  (value) => {
    if (!isNumber(value)) return "type";
    return Number(value) >= least && Number(value) <= most ? null : "range";
  };

/** Accepts integers between two bounds, inclusive; `00` is one. */
export const integer =
  (least: number, most: number): ValueRule =>
  (value) =>
    /^-?\d{1,10}$/.test(value) ? number(least, most)(value) : "type";

export const all =
  (...rules: ValueRule[]): ValueRule =>
  (value) => {
    for (const rule of rules) {
      const misfit = rule(value);
      if (misfit) return misfit;
    }
    return null;
  };

/** Accepts what one of the rules accepts; otherwise the last rule gives the reason. */
export const either =
  (...rules: ValueRule[]): ValueRule =>
  (value) =>
    rules.reduce<Misfit | null>((before, rule, index) => (index > 0 && before === null ? null : rule(value)), null);

/** A SCORM 1.2 time span, HHHH:MM:SS.SS. The standard requires two digits of hours; content also writes one. */
const TIMESPAN12 = /^\d{1,4}:\d{2}:\d{2}(?:\.\d{1,2})?$/;
export const timespan12 = form((value) => TIMESPAN12.test(value));
export const time12 = form((value) => /^(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,2})?$/.test(value));

/** Accepts an identifier of SCORM 1.2. The standard allows ASCII without spaces; authoring tools create identifiers from titles. */
export const identifier12 = form((value) => value.length <= 255 && /\S/.test(value));

/** Years, months, days, hours, minutes and seconds of a duration (timeinterval(second,10,2)). */
export const DURATION = /^P(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d{1,2})?)S)?)?$/;
export const duration = form((value) => DURATION.test(value) && !/[PT]$/.test(value));

const HOUR = "(?:[01]\\d|2[0-3])";
const SIXTY = "[0-5]\\d";
const FRACTION = `(?:\\.(?:\\d{3}Z|\\d{1,2}(?:Z|[+-]${HOUR}(?::${SIXTY})?)?))?`;
const TIMESTAMP = new RegExp(
  `^(?:19[7-9]\\d|20[0-2]\\d|203[0-8])(?:-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12]\\d|3[01])(?:T${HOUR}(?::${SIXTY}(?::${SIXTY}${FRACTION})?)?)?)?)?$`,
);

/** Accepts a timestamp. Only a fraction of a second may have a zone, and years are those of a 32-bit clock (RTE 4th Ed. 4.1.1.7). */
export const timestamp = form((value) => TIMESTAMP.test(value));

/** Removes characters that the database rejects. */
export const toStorable = (given: string): string => given.replaceAll("\0", "").toWellFormed();

/**
 * Returns a value as it is stored: without rejected characters, and without the third decimal of a second that
 * `Date.toISOString` writes.
 */
export function toStoredText(key: string, given: string): string {
  const value = toStorable(given);
  return key.endsWith(".timestamp") && TIMESTAMP.test(value) ? value.replace(/(\.\d\d)\dZ$/, "$1Z") : value;
}

/** Accepts text with an optional language prefix. */
export const localized = form((value) => {
  const [, language] = /^\{lang=([^}]*)\}/.exec(value) ?? [];
  return language === undefined || isLanguage(language);
});

/** Accepts the learner's language: a well-formed tag, or nothing. */
export const language = form((value) => value.length <= 250 && /^(?:[a-z]{1,8}(?:-[a-z0-9]{1,8})*)?$/i.test(value));

/** A long_identifier_type: not blank; a URN needs a namespace and name, without spaces. */
export const identifier = form(
  (value) =>
    value.length <= 4_000 &&
    /\S/.test(value) &&
    (!/^urn:/i.test(value) || /^urn:[a-z0-9][a-z0-9-]{0,31}:\S+$/i.test(value)),
);

const REQUEST =
  /^(?:_none_|start|resumeAll|continue|previous|exit|exitAll|suspendAll|abandon|abandonAll|\{target=.*\}(?:choice|jump))$/;
/** Accepts a navigation request as content writes it (SN 4th Ed. 5.6.3). */
export const navigationRequest = form((value) => value.length <= 4_250 && REQUEST.test(value));
