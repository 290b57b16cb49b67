import type { Anonymous, Erased } from "./erasure.queries.ts";

/** Finds a person in texts that the product wrote about them, and takes them out. */
export interface Traces {
  /** What a text contains, in lower case, if it may be about the person. */
  needles: string[];
  isIn: (text: string) => boolean;
  /** Replaces the person in all texts of a JSON value. */
  remove: <Value>(value: Value) => Value;
}

/** Names and addresses that a person had before. */
export interface Former {
  names: string[];
  emails: string[];
}

/**
 * Creates what finds a person by e-mail address and by full name.
 * @param isShared whether another user has the same name: then a name tells nothing about whom a text is
 */
export function findTraces(
  person: Erased,
  anonymous: Anonymous,
  isShared: boolean,
  former: Former = { names: [], emails: [] },
): Traces {
  const emails = [person.email, ...former.emails];
  // A former name may be a part of the present one.
  const names = [...(isShared ? [] : [person.name]), ...former.names].toSorted((a, b) => b.length - a.length);
  const replacements = [
    ...emails.map((email) => ({
      pattern: new RegExp(String.raw`(?<![\p{L}\p{N}._%+-])${escape(email)}(?![\p{L}\p{N}-])`, "giu"),
      put: anonymous.email,
    })),
    // A name is a whole word: 'Al Be' is not in 'Real Bean'.
    ...names.map((name) => ({
      pattern: new RegExp(String.raw`(?<![\p{L}\p{N}])${escape(name)}(?![\p{L}\p{N}])`, "giu"),
      put: anonymous.name,
    })),
  ];
  const inText = (text: string) =>
    replacements.reduce((left, { pattern, put }) => left.replace(pattern, () => put), text);
  const remove = (value: unknown): unknown => {
    if (typeof value === "string") return inText(value);
    if (Array.isArray(value)) return value.map(remove);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [inText(key), remove(item)]));
  };
  return {
    needles: [...emails, ...names].map((text) => text.toLowerCase()),
    isIn: (text) => inText(text) !== text,
    remove: remove as Traces["remove"],
  };
}

const escape = (text: string) => text.replaceAll(/[$()*+./?[\\\]^{|}-]/g, String.raw`\$&`);
