import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Filter, OPERATORS, parseFilter, parsePath } from "./filter.ts";
import { ScimError } from "./scim-error.ts";

const attribute = fc.constantFrom("username", "name.givenname", "emails", "active", "urn:example:2.0:user:x");
const literal = fc.oneof(
  fc.string().filter((text) => text.length < 40),
  fc.boolean(),
  fc.constant(null),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e6, max: 1e6 }).map((number) => Number(number.toFixed(3))),
);

const { filter } = fc.letrec<{ filter: Filter; condition: Filter }>((tie) => ({
  filter: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    tie("condition"),
    fc.record({
      kind: fc.constantFrom("and" as const, "or" as const),
      parts: fc.array(tie("filter"), { minLength: 2, maxLength: 3 }),
    }),
    fc.record({ kind: fc.constant("not" as const), part: tie("filter") }),
    fc.record({ kind: fc.constant("within" as const), attribute: fc.constant("emails"), filter: tie("condition") }),
  ),
  condition: fc.oneof(
    fc.record({ kind: fc.constant("present" as const), attribute }),
    fc.record({
      kind: fc.constant("compare" as const),
      attribute,
      operator: fc.constantFrom(...OPERATORS),
      value: literal.map((value) => (Object.is(value, -0) ? 0 : value)),
    }),
  ),
}));

/** Writes a filter with all parentheses. */
function write(each: Filter): string {
  switch (each.kind) {
    case "and":
    case "or":
      return each.parts.map((part) => `(${write(part)})`).join(` ${each.kind.toUpperCase()} `);
    case "not":
      return `not (${write(each.part)})`;
    case "present":
      return `${each.attribute.toUpperCase()} pr`;
    case "compare":
      return `${each.attribute} ${each.operator} ${JSON.stringify(each.value)}`;
    case "within":
      return `${each.attribute}[${write(each.filter)}]`;
  }
}

describe("parseFilter", () => {
  test("reads every filter as it was written", () => {
    fc.assert(
      fc.property(filter, (each) => {
        expect(parseFilter(write(each))).toEqual(each);
      }),
    );
  });

  test("answers any text with a filter or an error of SCIM", () => {
    const pieces = fc.constantFrom(
      "(",
      ")",
      "[",
      "]",
      '"',
      "\\",
      " ",
      "and",
      "not",
      "pr",
      "eq",
      "a.b",
      "1",
      "true",
      "é",
    );
    const text = fc.oneof(
      fc.string(),
      fc.array(pieces).map((all) => all.join("")),
    );
    fc.assert(
      fc.property(text, (each) => {
        try {
          parseFilter(each);
        } catch (error) {
          expect(error).toBeInstanceOf(ScimError);
          expect((error as ScimError).scimType).toBe("invalidFilter");
        }
      }),
    );
  });

  test("binds and closer than or, and not to its parentheses", () => {
    const present = (name: string): Filter => ({ kind: "present", attribute: name });
    expect(parseFilter("a pr or b pr and not (c pr) or d pr")).toEqual({
      kind: "or",
      parts: [present("a"), { kind: "and", parts: [present("b"), { kind: "not", part: present("c") }] }, present("d")],
    });
    expect(parseFilter("not pr")).toEqual(present("not"));
  });

  test("limits length, conditions and depth", () => {
    const nested = (depth: number) => `${"(".repeat(depth)}a pr${")".repeat(depth)}`;
    const many = (count: number) => Array.from({ length: count }, () => "a pr").join(" or ");
    for (const accepted of [nested(10), many(50), `a eq "${"x".repeat(1_900)}"`]) parseFilter(accepted);
    for (const refused of [nested(11), many(51), `a eq "${"x".repeat(2_000)}"`])
      expect(() => parseFilter(refused)).toThrow(ScimError);
  });
});

test.each([
  ["userName", { attribute: "username", filter: null, sub: null }],
  ["name.givenName", { attribute: "name", filter: null, sub: "givenname" }],
  [
    "urn:ietf:params:scim:schemas:core:2.0:User:name.familyName",
    { attribute: "name", filter: null, sub: "familyname" },
  ],
  [
    "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:manager.value",
    { attribute: "urn:ietf:params:scim:schemas:extension:enterprise:2.0:user:manager", filter: null, sub: "value" },
  ],
  [
    'emails[type eq "work"].value',
    {
      attribute: "emails",
      filter: { kind: "compare", attribute: "type", operator: "eq", value: "work" },
      sub: "value",
    },
  ],
])("parsePath reads %s", (text, path) => expect(parsePath(text)).toEqual(path));

test.each(["", "a b", "a.b.c", "a[b pr", "a.b[c pr]", "a[b pr].c.d", "a..b", ".a", "a]", "[a pr]"])(
  "parsePath refuses '%s'",
  (text) => expect(() => parsePath(text)).toThrow(ScimError),
);
