import type { Anonymous } from "./anonymous.ts";
import { type Erased, listEmails } from "./erasure.queries.ts";

/** Finds a person in texts that the product wrote about them, and takes them out. */
export interface Traces {
  /** What a text contains, in whatever case, if it may be about the person. */
  needles: string[];
  isIn: (text: string) => boolean;
  /** Replaces the person in all texts of a JSON value. */
  remove: <Value>(value: Value) => Value;
}

/**
 * Creates what finds a person by e-mail address and by full name, and by former ones.
 * @param isShared whether another user has the same name: then a name tells nothing about whom a text is
 */
export function findTraces(person: Erased, anonymous: Anonymous, isShared: boolean): Traces {
  // The longest first: one name may be a part of another.
  const byLength = (texts: string[]) => texts.toSorted((a, b) => b.length - a.length);
  const emails = byLength(listEmails(person));
  const names = byLength([...(isShared ? [] : [person.name]), ...(person.former?.names ?? [])]);
  const patterns = [
    ...emails.map((text) => ({
      pattern: new RegExp(String.raw`(?<![\p{L}\p{N}._%+-])${escape(text)}(?![\p{L}\p{N}-])`, "giu"),
      put: anonymous.email,
    })),
    // A name is a whole word: 'Al Be' is not in 'Real Bean'.
    ...names.map((text) => ({
      pattern: new RegExp(String.raw`(?<![\p{L}\p{N}])${escape(text)}(?![\p{L}\p{N}])`, "giu"),
      put: anonymous.name,
    })),
  ];
  const inText = (text: string) => patterns.reduce((left, { pattern, put }) => left.replace(pattern, () => put), text);
  const remove = (value: unknown): unknown => {
    if (typeof value === "string") return inText(value);
    if (Array.isArray(value)) return value.map(remove);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [inText(key), remove(item)]));
  };
  return {
    needles: [...emails, ...names],
    isIn: (text) => inText(text) !== text,
    remove: remove as Traces["remove"],
  };
}

const escape = (text: string) => text.replaceAll(/[$()*+./?[\\\]^{|}-]/g, String.raw`\$&`);
