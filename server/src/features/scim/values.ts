import { toAttributeName } from "./filter.ts";
import { bad } from "./scim-error.ts";

/** The attributes of a JSON object by their names in lower case: names are compared without case (RFC 7643, 2.1). */
export type Attributes = ReadonlyMap<string, unknown>;

const LONGEST_TEXT = 1_000;
export const LONGEST_EXTERNAL_ID = 255;
/** Values of one attribute, such as the members of a group. */
const MOST_VALUES = 10_000;

/** Reads the attributes of a JSON object. @throws ScimError invalidSyntax for what is no JSON object */
export function readObject(value: unknown, what: string): Attributes {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw bad("invalidSyntax", `${what}: an object is expected.`);
  return new Map(Object.entries(value).map(([name, item]) => [toAttributeName(name), item]));
}

/** Returns the text of an attribute without outer spaces; null for null and an empty text. @throws ScimError invalidValue */
export function readText(value: unknown, attribute: string, longest = LONGEST_TEXT): string | null {
  if (value === null || value === undefined) return null;
  if (typeof value !== "string") throw bad("invalidValue", `${attribute}: a text is expected.`);
  if (value.length > longest) throw bad("invalidValue", `${attribute}: at most ${longest} characters.`);
  return value.trim() || null;
}

/** Reads true or false, also as the text that Microsoft Entra ID sends. @throws ScimError invalidValue */
export function readBoolean(value: unknown, attribute: string): boolean {
  if (typeof value === "boolean") return value;
  if (typeof value === "string" && /^(true|false)$/i.test(value)) return value.toLowerCase() === "true";
  throw bad("invalidValue", `${attribute}: true or false is expected.`);
}

/** Returns the values of an attribute that may have several; one value alone is a list of it. @throws ScimError */
export function readList(value: unknown, attribute: string): unknown[] {
  const list = Array.isArray(value) ? (value as unknown[]) : value === null || value === undefined ? [] : [value];
  if (list.length > MOST_VALUES) throw bad("tooMany", `${attribute}: at most ${MOST_VALUES} values at once.`);
  return list;
}

/** Returns the text that an attribute's value is, or has as its sub-attribute `value`. @throws ScimError invalidValue */
export function readValueText(value: unknown, attribute: string): string {
  const text =
    typeof value === "object" && value !== null
      ? readText(readObject(value, attribute).get("value"), `${attribute}.value`)
      : readText(value, attribute);
  if (text === null) throw bad("invalidValue", `${attribute}: a value is missing.`);
  return text;
}

const LARGEST_ID = 2 ** 31 - 1;

/** Returns the number of an id; null for a text that can be no id. */
export function toId(text: string): number | null {
  const id = /^[1-9]\d{0,9}$/.test(text) ? Number(text) : 0;
  return id > 0 && id <= LARGEST_ID ? id : null;
}
