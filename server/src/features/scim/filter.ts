import { bad, type ScimType } from "./scim-error.ts";

// The grammar of filters and paths of RFC 7644 (3.4.2.2 and 3.5.2). Operators, attribute names and schema URNs are
// compared without case.

export const OPERATORS = ["eq", "ne", "co", "sw", "ew", "gt", "ge", "lt", "le"] as const;
export type Operator = (typeof OPERATORS)[number];
export type Literal = string | number | boolean | null;

/** A filter; attribute names are in lower case and without the URN of the core schemas. */
export type Filter =
  | { kind: "and" | "or"; parts: Filter[] }
  | { kind: "not"; part: Filter }
  | { kind: "present"; attribute: string }
  | { kind: "compare"; attribute: string; operator: Operator; value: Literal }
  | { kind: "within"; attribute: string; filter: Filter };

/** A path of a change: an attribute, a filter on its values, and a sub-attribute; each but the first may be missing. */
export interface Path {
  attribute: string;
  filter: Filter | null;
  sub: string | null;
}

const LONGEST = 2_000;
const MOST_CONDITIONS = 50;
const DEEPEST = 10;

/** Parses a filter. @throws ScimError invalidFilter for an invalid one, and for one beyond the limits */
export function parseFilter(text: string): Filter {
  const parser = new Parser(text, "invalidFilter");
  const filter = parser.readOr(0);
  parser.expectEnd();
  return filter;
}

/** Parses the path of a change. @throws ScimError invalidPath */
export function parsePath(text: string): Path {
  const parser = new Parser(text, "invalidPath");
  const path = parser.readPath();
  parser.expectEnd();
  return path;
}

const CORE = /^urn:ietf:params:scim:schemas:core:2\.0:(?:user|group):/;

/** Returns the name of an attribute in lower case, without the URN of a core schema. */
export function toAttributeName(text: string): string {
  return text.toLowerCase().replace(CORE, "");
}

// An attribute with at most one sub-attribute, after an optional URN.
const ATTRIBUTE = /(?:urn:[A-Za-z0-9][A-Za-z0-9.:_-]{0,200}:)?[A-Za-z$][\w$-]{0,60}(?:\.[A-Za-z$][\w$-]{0,60})?/iy;
const SPACE = / */y;
const WORD = /[A-Za-z]+/y;
const NUMBER = /-?(?:0|[1-9]\d{0,15})(?:\.\d{1,16})?(?:[eE][+-]?\d{1,3})?(?![\w.])/y;
const STRING = /"(?:[^"\\]|\\.)*"/y;

/** Reads a text from left to right; each method throws at the first character that does not fit. */
class Parser {
  readonly #text: string;
  readonly #type: ScimType;
  #at = 0;
  #conditions = 0;

  constructor(text: string, type: ScimType) {
    this.#text = text;
    this.#type = type;
    if (text.length > LONGEST) throw this.#error(`At most ${LONGEST} characters are possible.`);
  }

  readOr(depth: number): Filter {
    return this.#readList("or", () => this.#readList("and", () => this.#readFactor(depth)));
  }

  readPath(): Path {
    this.#skip();
    const name = this.#readAttribute();
    const filter = this.#take("[") ? this.readOr(1) : null;
    if (filter === null) return { ...splitName(name), filter };
    this.#expect("]");
    const sub = this.#take(".") ? this.#readAttribute() : null;
    if (name.includes(".") || sub?.includes(".")) throw this.#error("The path has too many parts.");
    return { attribute: name, filter, sub };
  }

  expectEnd(): void {
    this.#skip();
    if (this.#at < this.#text.length) throw this.#unexpected();
  }

  #readList(kind: "and" | "or", read: () => Filter): Filter {
    const first = read();
    const parts = [first];
    while (this.#takeWord(kind)) parts.push(read());
    return parts.length === 1 ? first : { kind, parts };
  }

  #readFactor(depth: number): Filter {
    if (depth > DEEPEST) throw this.#error(`At most ${DEEPEST} levels are possible.`);
    this.#skip();
    const isNot = this.#isNext(/not *\(/iy) && this.#takeWord("not");
    this.#skip();
    if (this.#take("(")) {
      const part = this.readOr(depth + 1);
      this.#skip();
      this.#expect(")");
      return isNot ? { kind: "not", part } : part;
    }
    return this.#readCondition(depth);
  }

  #readCondition(depth: number): Filter {
    if (++this.#conditions > MOST_CONDITIONS) throw this.#error(`At most ${MOST_CONDITIONS} conditions are possible.`);
    const attribute = this.#readAttribute();
    if (this.#take("[")) {
      const filter = this.readOr(depth + 1);
      this.#skip();
      this.#expect("]");
      return { kind: "within", attribute, filter };
    }
    this.#skip();
    const operator = this.#match(WORD)?.toLowerCase();
    if (operator === "pr") return { kind: "present", attribute };
    if (!OPERATORS.includes(operator as Operator)) throw this.#unexpected();
    this.#skip();
    return { kind: "compare", attribute, operator: operator as Operator, value: this.#readLiteral() };
  }

  #readAttribute(): string {
    const name = this.#match(ATTRIBUTE);
    if (name === null) throw this.#unexpected();
    return toAttributeName(name);
  }

  #readLiteral(): Literal {
    const text = this.#match(STRING) ?? this.#match(NUMBER);
    if (text !== null) {
      try {
        return JSON.parse(text) as string | number;
      } catch {
        throw this.#error(`${text} is not a value of JSON.`);
      }
    }
    const word = this.#match(WORD);
    // Identity providers write True and False.
    if (word !== null && /^(true|false)$/i.test(word)) return word.toLowerCase() === "true";
    if (word === "null") return null;
    throw this.#unexpected();
  }

  /** Takes `and`, `or` or `not` with the space before it. */
  #takeWord(word: string): boolean {
    const start = this.#at;
    this.#skip();
    if (this.#match(WORD)?.toLowerCase() === word) return true;
    this.#at = start;
    return false;
  }

  #take(character: string): boolean {
    if (this.#text[this.#at] !== character) return false;
    this.#at++;
    return true;
  }

  #expect(character: string): void {
    this.#skip();
    if (!this.#take(character)) throw this.#unexpected();
  }

  #skip(): void {
    this.#match(SPACE);
  }

  #isNext(pattern: RegExp): boolean {
    pattern.lastIndex = this.#at;
    return pattern.test(this.#text);
  }

  #match(pattern: RegExp): string | null {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0] ?? null;
    if (found !== null) this.#at += found.length;
    return found;
  }

  #unexpected() {
    return this.#error(
      this.#at < this.#text.length
        ? `Character ${this.#at + 1} is not expected here.`
        : "The end is not expected here.",
    );
  }

  #error(detail: string) {
    const what = this.#type === "invalidFilter" ? "filter" : "path";
    return bad(this.#type, `The ${what} cannot be read. ${detail}`);
  }
}

/** Splits `name.givenName`; a URN keeps its dots. */
function splitName(name: string): { attribute: string; sub: string | null } {
  const start = name.lastIndexOf(":") + 1;
  const dot = name.indexOf(".", start);
  return dot === -1 ? { attribute: name, sub: null } : { attribute: name.slice(0, dot), sub: name.slice(dot + 1) };
}
