import { notFound } from "@tanstack/react-router";

/** Parses an id in an address, which is a whole number; any other address does not exist. */
export const idInPath = idsInPath("id");

/** Parses several ids in one address, like `idInPath`. */
export function idsInPath<Name extends string>(...names: Name[]) {
  return {
    parse: (params: Record<Name, string>) => mapNames(names, (name) => parseId(params[name])),
    stringify: (params: Record<Name, number>) => mapNames(names, (name) => String(params[name])),
  };
}

/** Reads the id in an address. @throws the router's notFound for anything else */
export function parseId(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw notFound();
  return Number(text);
}

/** Reads the position of a unit. An invalid one becomes 0, which does not exist. */
export function parseUnitOrder(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  return /^\d{1,9}$/.test(text) ? Number(text) : 0;
}

const mapNames = <Name extends string, Value>(names: Name[], read: (name: Name) => Value) =>
  Object.fromEntries(names.map((name) => [name, read(name)])) as Record<Name, Value>;

/**
 * Makes a reader of a search drop whatever it does not return. Without this the router adds the reader's result to the
 * raw search, so that invalid values would reach the screen.
 */
export const acceptOnly =
  <Search extends object>(read: (raw: Record<string, unknown>) => Search) =>
  (raw: Record<string, unknown>): Search => ({
    ...Object.fromEntries(Object.keys(raw).map((name) => [name, undefined])),
    ...read(raw),
  });

/** Reads a text of an address by its name; nothing for anything else. */
export const textIn = <Name extends string>(raw: Record<string, unknown>, name: Name) =>
  (typeof raw[name] === "string" && raw[name] ? { [name]: raw[name] } : {}) as { [Key in Name]?: string };

/** Reads a whole number of an address by its name. */
export const numberIn = <Name extends string>(raw: Record<string, unknown>, name: Name) =>
  (Number.isSafeInteger(raw[name]) ? { [name]: raw[name] } : {}) as { [Key in Name]?: number };

/** Reads a list of values of an address by its name. */
export const listIn = <Value extends string | number, Name extends string>(raw: Record<string, unknown>, name: Name) =>
  (Array.isArray(raw[name]) ? { [name]: raw[name] } : {}) as { [Key in Name]?: Value[] };

/** Options of `redirect` for an address without a screen: its destination takes its place in the history. */
export const atOnce = { replace: true, throw: true } as const;
