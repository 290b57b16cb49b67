import { getDateFormat } from "../platform/date-formats.ts";

/**
 * A message to users: its English text with placeholders, and their values. `translate` finds its translation by the
 * text. A message without values is the English text itself.
 */
export type Message = string | MessageWithValues;

export interface MessageWithValues {
  /** The English text with the placeholders {0}, {1}, … */
  readonly id: string;
  /** Tells apart equal English texts that other languages translate differently. */
  readonly context?: string;
  /** A value that is a message is translated, too. */
  readonly values: readonly Value[];
}

/** A day, which each language writes in its own way, as yyyy-mm-dd. */
export interface Day {
  readonly day: string;
}

/** Creates a message, and marks it for the catalogues (`npm run generate`): t`A name has at most ${limit} characters.` */
export function t(parts: TemplateStringsArray): string;
export function t(parts: TemplateStringsArray, ...values: [Value, ...Value[]]): MessageWithValues;
export function t(parts: TemplateStringsArray, ...values: Value[]): Message {
  if (values.length === 0) return parts[0]!;
  return { id: parts.reduce((text, part, index) => `${text}{${index - 1}}${part}`), values };
}

type Value = string | number | Day | MessageWithValues;

/** Marks a text without values that is itself the value of a message, so that it is translated with it. */
export function phrase(parts: TemplateStringsArray): MessageWithValues {
  return { id: parts[0]!, values: [] };
}

/** Marks a text like `phrase`, in a context: equal English texts can have different translations in each. */
export const inContext =
  (context: string) =>
  (parts: TemplateStringsArray): MessageWithValues => ({ id: parts[0]!, context, values: [] });

/** An error whose message users read. Its `message` is English, for logs. */
export class MessageError extends Error {
  readonly text: Message;

  constructor(text: Message, options?: ErrorOptions) {
    super(fill(text, ENGLISH), options);
    this.name = new.target.name;
    this.text = text;
  }
}

/** How a language says a message. */
export interface Wording {
  /** Finds the translation of an English text. */
  find: (id: string, context?: string) => string | undefined;
  /** Formats a day, yyyy-mm-dd. */
  formatDay: (day: string) => string;
}

/** English, which needs no catalogue. */
export const ENGLISH: Wording = { find: () => undefined, formatDay: (day) => formatDay("en-GB", day) };

/** Formats a day, yyyy-mm-dd, as '3 March 2026' in a locale. */
export function formatDay(locale: string, day: string): string {
  return getDateFormat(locale, { dateStyle: "long", timeZone: "UTC" }).format(new Date(`${day}T00:00:00Z`));
}

/** Writes a message in a language with its values. */
export function fill(message: Message, wording: Wording): string {
  if (typeof message === "string") return wording.find(message) ?? message;
  const text = wording.find(message.id, message.context) ?? message.id;
  return text.replaceAll(/\{(\d+)\}/g, (placeholder, index: string) => {
    const value = message.values[Number(index)];
    if (value === undefined) return placeholder;
    if (typeof value !== "object") return String(value);
    return "day" in value ? wording.formatDay(value.day) : fill(value, wording);
  });
}
