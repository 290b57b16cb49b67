import { isLanguage } from "./languages.ts";

/** Whether a text may be the value of an element. */
export type ValueCheck = (value: string) => boolean;

export const text =
  (most: number): ValueCheck =>
  (value) =>
    value.length <= most;

export const oneOf =
  (...words: string[]): ValueCheck =>
  (value) =>
    words.includes(value);

/** A number, or within bounds; `blank` also lets through an empty text. */
export const number =
  (least = -Infinity, most = Infinity, blank = false): ValueCheck =>
  (value) =>
    (blank && value === "") ||
    (/^-?\d*\.?\d+([eE][+-]?\d+)?$|^-?\d+\.$/.test(value) && Number(value) >= least && Number(value) <= most);

export const all =
  (...checks: ValueCheck[]): ValueCheck =>
  (value) =>
    checks.every((check) => check(value));

export const either =
  (...checks: ValueCheck[]): ValueCheck =>
  (value) =>
    checks.some((check) => check(value));

/** SCORM 1.2: HHHH:MM:SS.SS, two to four digits of hours. */
export const timespan12: ValueCheck = (value) => /^\d{2,4}:\d{2}:\d{2}(\.\d{1,2})?$/.test(value);
export const time12: ValueCheck = (value) => /^\d{2}:\d{2}:\d{2}(\.\d{1,2})?$/.test(value);

/** ISO 8601, as SCORM 2004 has it. */
export const duration: ValueCheck = (value) => DURATION.test(value) && !/[PT]$/.test(value);
/** A zone follows a fraction of a second alone, and the years are those of a clock of 32 bits (RTE 4th Ed. 4.1.1.7). */
export const timestamp: ValueCheck = (value) => TIMESTAMP.test(value);

/** Real content writes what `Date.toISOString` gives it, a decimal more than the standard has: it is cut, and not refused. */
export const cut = (key: string, value: string): string =>
  key.endsWith(".timestamp") && timestamp(value) ? value.replace(/(\.\d\d)\dZ$/, "$1Z") : value;

/** Text in a language, which may be named before it. */
export const localized: ValueCheck = (value) => {
  const [, language] = /^\{lang=([^}]*)\}/.exec(value) ?? [];
  return language === undefined || isLanguage(language);
};

/** A long_identifier_type: some characters, and as a URN one with a name in its namespace, and without spaces. */
export const identifier: ValueCheck = (value) =>
  /\S/.test(value) && (!/^urn:/i.test(value) || /^urn:[a-z0-9][a-z0-9-]{0,31}:\S+$/i.test(value));

const HOUR = "([01]\\d|2[0-3])";
const SIXTY = "[0-5]\\d";
const FRACTION = `(\\.(\\d{3}Z|\\d{1,2}(Z|[+-]${HOUR}(:${SIXTY})?)?))?`;
const TIMESTAMP = new RegExp(
  `^(19[7-9]\\d|20[0-2]\\d|203[0-8])(-(0[1-9]|1[0-2])(-(0[1-9]|[12]\\d|3[01])(T${HOUR}(:${SIXTY}(:${SIXTY}${FRACTION})?)?)?)?)?$`,
);

const DURATION = /^P(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d{1,2})?)S)?)?$/;

/** The seconds of a time span of SCORM 1.2; null for what is none. */
export function secondsOf12(value: string | undefined): number | null {
  if (value === undefined || !timespan12(value)) return null;
  const [hours = 0, minutes = 0, seconds = 0] = value.split(":").map(Number);
  return hours * 3600 + minutes * 60 + seconds;
}

/** The seconds of an ISO 8601 duration, with 365 days to a year and 30 to a month; null for what is none. */
export function secondsOfDuration(value: string | undefined): number | null {
  if (value === undefined || !duration(value)) return null;
  const [, years, months, days, hours, minutes, seconds] = DURATION.exec(value)!.map((part) => Number(part ?? 0));
  return ((years! * 365 + months! * 30 + days!) * 24 + hours!) * 3600 + minutes! * 60 + seconds!;
}

export function asTimespan12(total: number): string {
  const hundredths = Math.round(total * 100);
  const two = (part: number) => String(part).padStart(2, "0");
  const hours = Math.min(9999, Math.floor(hundredths / 360_000));
  return `${String(hours).padStart(4, "0")}:${two(Math.floor(hundredths / 6000) % 60)}:${two(Math.floor(hundredths / 100) % 60)}.${two(hundredths % 100)}`;
}

export function asDuration(total: number): string {
  const hundredths = Math.round(total * 100);
  const hours = Math.floor(hundredths / 360_000);
  const minutes = Math.floor(hundredths / 6000) % 60;
  const seconds = (hundredths % 6000) / 100;
  return `PT${hours ? `${hours}H` : ""}${minutes ? `${minutes}M` : ""}${seconds || (!hours && !minutes) ? `${seconds}S` : ""}`;
}
