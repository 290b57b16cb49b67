import { i18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";

// The only file of the client that calls Intl or a `toLocale...String` method; format.test.ts checks that.

type DateLike = string | number | Date;

const TABLE_DATE = { day: "2-digit", month: "2-digit", year: "numeric" } as const;
/** Locales that write numbers in this order; all languages of the product write them alike. */
const TABLE_DATE_LOCALES: Readonly<Record<string, string>> = {
  "day-month-year": "en-GB",
  "month-day-year": "en-US",
  "year-month-day": "sv-SE",
};
const DATE_ONLY = /^\d{4}-\d{2}-\d{2}$/;

let timeZone: string | undefined;

/** Sets the time zone of all points in time: the instance's, whatever the browser's is. */
export function setTimeZone(zone: string | null | undefined): void {
  timeZone = zone ?? undefined;
}

let dateFormat = "day-month-year";

/** Sets the order in dates of numbers alone: day-month-year, month-day-year or year-month-day. */
export function setDateFormat(format: string | null | undefined): void {
  dateFormat = format ?? "day-month-year";
}

/** Returns the locale of dates and numbers: the chosen language, and for English the country that writes dates as the instance does. */
const getLocale = () => {
  if (i18n.locale && i18n.locale !== "en") return i18n.locale;
  return dateFormat === "month-day-year" ? "en-US" : "en-GB";
};

/**
 * Formats a day for tables in the order that the instance has set: '31/10/2026'.
 *
 * @returns 'N/A' in the user's language when there is no day.
 */
export const formatTableDate = (value: DateLike | null | undefined) =>
  value ? formatWith(TABLE_DATE, value, TABLE_DATE_LOCALES[dateFormat]) : i18n._(msg`N/A`);

/** Formats an example of a date format: '31/12/2026'. */
export const formatDateExample = (format: string) => formatWith(TABLE_DATE, "2026-12-31", TABLE_DATE_LOCALES[format]);

/** Formats a day for sentences and details: '14 September 2026'. */
export const formatLongDate = (value: DateLike) => formatWith({ dateStyle: "long" }, value);

/** Formats a point in time to the minute: '14 Sept 2026, 09:30'. */
export const formatDateTime = (value: DateLike) => formatWith({ dateStyle: "medium", timeStyle: "short" }, value);

/** Formats a point in time to the second, for logs: '14 Sept 2026, 09:30:05'. */
export const formatLogTime = (value: DateLike) => formatWith({ dateStyle: "medium", timeStyle: "medium" }, value);

/** Formats the time of a day to the second: '09:30:05'. */
export const formatTime = (value: DateLike) => formatWith({ timeStyle: "medium" }, value);

/** Formats a day for the labels of a chart: '2 Mar'. */
export const formatChartDay = (day: string) => formatWith({ day: "numeric", month: "short" }, day);

/** Returns the name of a day of the week, from 1 (Monday) to 7 (Sunday). */
export const formatWeekday = (day: number) =>
  // 5 January 1970 was a Monday.
  new Intl.DateTimeFormat(getLocale(), { weekday: "long", timeZone: "UTC" }).format(
    new Date(Date.UTC(1970, 0, 4 + day)),
  );

/** Formats a number. */
export const formatNumber = (value: number, options?: Intl.NumberFormatOptions) =>
  new Intl.NumberFormat(getLocale(), options).format(value);

const SIZES = [
  { unit: "gigabyte", bytes: 1024 ** 3 },
  { unit: "megabyte", bytes: 1024 ** 2 },
  { unit: "kilobyte", bytes: 1024 },
] as const;

/** Formats a size in bytes in the largest unit that fits: '1.5 GB'. Units are powers of 1,024, as limits are. */
export const formatBytes = (size: number) => {
  const { unit, bytes } = SIZES.find((each) => size >= each.bytes) ?? SIZES[2];
  return formatNumber(size / bytes, { style: "unit", unit, maximumFractionDigits: 1 });
};

/** Formats a price with the short sign of its currency: '$15', '$19.90'. */
export const formatPrice = (price: number, currency: string) => {
  const style = { style: "currency", currency, currencyDisplay: "narrowSymbol" } as const;
  return formatNumber(price, { ...style, trailingZeroDisplay: "stripIfInteger" } as Intl.NumberFormatOptions);
};

/**
 * Formats a percentage: '47%' in English, '47 %' with a no-break space in French and Spanish.
 *
 * @param percent From 0 to 100.
 * @param digits How many decimals are shown at most.
 */
export const formatPercent = (percent: number, digits = 0) =>
  formatNumber(percent / 100, { style: "percent", maximumFractionDigits: digits });

/** Formats names as a list: 'Ada, Grace and Alan'; with "disjunction", 'Ada, Grace or Alan'. */
export const formatList = (items: string[], type: "conjunction" | "disjunction" = "conjunction") =>
  new Intl.ListFormat(getLocale(), { type }).format(items);

/**
 * Returns the name of a language.
 *
 * @param code A language tag; returned as it is when it is not valid.
 * @param inLanguage The language of the name; by default the user's.
 */
export function formatLanguage(code: string, inLanguage: string = getLocale()): string {
  try {
    return new Intl.DisplayNames([inLanguage], { type: "language" }).of(code) ?? code;
  } catch {
    return code;
  }
}

/** Formats the present time in a time zone: '09:30'. */
export const formatTimeIn = (zone: string) =>
  new Intl.DateTimeFormat(getLocale(), { timeStyle: "short", timeZone: zone }).format(new Date());

/** Lists the names of time zones that this browser knows, and `current`. */
export const listTimeZones = (current: string) => withCurrent(Intl.supportedValuesOf("timeZone"), current);

/** Lists the codes of currencies that this browser knows, and `current`. */
export const listCurrencies = (current: string) => withCurrent(Intl.supportedValuesOf("currency"), current);

const withCurrent = (values: string[], current: string) =>
  values.includes(current) ? values : [current, ...values].toSorted();

/** Tells whether a day (YYYY-MM-DD) is over in the instance's time zone. */
export const isPastDay = (day: string) =>
  day < new Intl.DateTimeFormat("sv-SE", { ...TABLE_DATE, timeZone }).format(new Date());

/** Returns the name of a currency: 'US Dollar'. */
export const formatCurrencyName = (code: string) =>
  new Intl.DisplayNames([getLocale()], { type: "currency" }).of(code) ?? code;

/** Formats a date. A day without a time is the same day in every time zone. */
function formatWith(options: Intl.DateTimeFormatOptions, value: DateLike, locale = getLocale()): string {
  const isDay = typeof value === "string" && DATE_ONLY.test(value);
  const format = new Intl.DateTimeFormat(locale, { ...options, timeZone: isDay ? "UTC" : timeZone });
  return format.format(new Date(value));
}
