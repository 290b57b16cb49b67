import type { Anonymous, Erased } from "./erasure.queries.ts";

/** Finds a person in texts that the product wrote about them, and takes them out. */
export interface Traces {
  /** What a text contains, in lower case, if it may be about the person. */
  needles: string[];
  isIn: (text: string) => boolean;
  /** Replaces the person in all texts of a JSON value. */
  remove: <Value>(value: Value) => Value;
}

/**
 * Creates what finds a person by e-mail address and by full name.
 * @param isShared whether another user has the same name: then a name tells nothing about whom a text is
 */
export function findTraces(person: Erased, anonymous: Anonymous, isShared: boolean): Traces {
  const email = new RegExp(String.raw`(?<![\p{L}\p{N}._%+-])${escape(person.email)}(?![\p{L}\p{N}-])`, "giu");
  // A name is a whole word: 'Al Be' is not in 'Real Bean'.
  const name = new RegExp(String.raw`(?<![\p{L}\p{N}])${escape(person.name)}(?![\p{L}\p{N}])`, "giu");
  const inText = (text: string) => {
    const without = text.replace(email, () => anonymous.email);
    return isShared ? without : without.replace(name, () => anonymous.name);
  };
  const remove = (value: unknown): unknown => {
    if (typeof value === "string") return inText(value);
    if (Array.isArray(value)) return value.map(remove);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [inText(key), remove(item)]));
  };
  return {
    needles: (isShared ? [person.email] : [person.email, person.name]).map((text) => text.toLowerCase()),
    isIn: (text) => inText(text) !== text,
    remove: remove as Traces["remove"],
  };
}

const escape = (text: string) => text.replaceAll(/[$()*+./?[\\\]^{|}-]/g, String.raw`\$&`);
