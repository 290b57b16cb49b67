import { notFound } from "../../router/index.ts";

// What of an address makes sense to a screen.

/** An id in an address is a whole number; anything else is no page of the product. */
export const idInPath = {
  parse: ({ id }: { id: string }) => {
    if (!/^[1-9]\d{0,8}$/.test(id)) throw notFound();
    return { id: Number(id) };
  },
};

/** Several ids in one address; each is a whole number, as in `idInPath`. */
export const idsInPath = <Name extends string>(...names: Name[]) => ({
  parse: (params: Record<Name, string>) =>
    Object.fromEntries(names.map((name) => [name, idInPath.parse({ id: params[name] }).id])) as Record<Name, number>,
});

/** A text in an address, under its name; nothing for anything else. */
export const textIn = (raw: Record<string, unknown>, name: string) =>
  typeof raw[name] === "string" && raw[name] ? { [name]: raw[name] } : {};

/** The same for a whole number. */
export const numberIn = (raw: Record<string, unknown>, name: string) =>
  Number.isSafeInteger(raw[name]) ? { [name]: raw[name] as number } : {};

/** The same for a list of one of them. */
export const listIn = (raw: Record<string, unknown>, name: string) =>
  Array.isArray(raw[name]) ? { [name]: raw[name] } : {};
