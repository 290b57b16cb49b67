import { Invalid } from "../errors.ts";
import { t } from "../i18n/message.ts";

/** Values in a JSON text of a request: each becomes an object in memory, however short its text is. */
const MOST_VALUES = 100_000;
/** Nesting levels of objects and lists; code that walks through a request recurses as deep. */
const MOST_LEVELS = 100;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPENERS = new Set([0x5b, 0x7b]);
const CLOSERS = new Set([0x5d, 0x7d]);

/**
 * Counts the values and levels of a JSON text before it is parsed: a body of 6 MB with two million empty objects would
 * take hundreds of megabytes.
 * @throws Invalid for a text above the limits
 */
export function checkJsonSize(text: Buffer, mostValues = MOST_VALUES): void {
  let values = 1;
  let level = 0;
  for (let at = 0; at < text.length; at++) {
    const byte = text[at]!;
    if (byte === QUOTE) at = findEndOfString(text, at);
    else if (byte === COMMA) values++;
    else if (OPENERS.has(byte)) {
      values++;
      level++;
      if (level > MOST_LEVELS)
        throw new Invalid({ body: [t`Send at most ${MOST_LEVELS} levels of lists and objects.`] });
    } else if (CLOSERS.has(byte)) level--;
    if (values > mostValues) throw new Invalid({ body: [t`Send at most ${mostValues} values at once.`] });
  }
}

/**
 * Parses a JSON text from a client after counting its values.
 * @throws Invalid for too many values or levels; SyntaxError for invalid JSON
 */
export function parseJson(text: string, mostValues = MOST_VALUES): unknown {
  checkJsonSize(Buffer.from(text), mostValues);
  return JSON.parse(text);
}

/** Returns the end of the string that begins at `start`, or the end of the text. */
function findEndOfString(text: Buffer, start: number): number {
  for (let at = text.indexOf(QUOTE, start + 1); at !== -1; at = text.indexOf(QUOTE, at + 1)) {
    let backslashes = 0;
    while (text[at - 1 - backslashes] === BACKSLASH) backslashes++;
    if (backslashes % 2 === 0) return at;
  }
  return text.length;
}

/**
 * Finds what PostgreSQL cannot store in a parsed value: lone surrogates, and lists longer than any input needs.
 * @returns the reason, or null
 */
export function findUnstorable(value: unknown): string | null {
  if (typeof value === "string") return value.isWellFormed() ? null : "A text holds half a character.";
  if (typeof value !== "object" || value === null) return null;
  if (Array.isArray(value) && value.length > MOST_ITEMS) return `Send at most ${MOST_ITEMS} items in a list.`;
  // Files of a multipart request are not plain objects.
  if (!Array.isArray(value) && Object.getPrototypeOf(value) !== Object.prototype) return null;
  for (const [key, item] of Object.entries(value)) {
    const reason = findUnstorable(key) ?? findUnstorable(item);
    if (reason) return reason;
  }
  return null;
}

const MOST_ITEMS = 10_000;
