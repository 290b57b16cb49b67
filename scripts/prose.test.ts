import { expect, test } from "vitest";
import { findRetiredWords } from "./prose.ts";

const LIST = {
  words: { told: "reported" },
  phrases: { "what lives long": "old generation" },
  excluded: ["^old/"],
  allowed: [{ text: "told you so", files: "\\.md$" }],
};

/** Lists the problems of one file. */
const check = (text: string, file = "web/src/a.ts") => findRetiredWords(new Map([[file, () => text]]), LIST);

test.each([
  ["a comment", "// It is told once."],
  ["a camel case name", "const toldEvery = 20;"],
  ["a snake case name", "SELECT is_told"],
  ["an upper case name", "const TOLD = 1;"],
])("finds a retired word in %s", (_, text) => {
  expect(check(text)).toEqual(["web/src/a.ts:1: 'told': write reported"]);
});

test("finds a retired phrase with its line, ignoring case", () => {
  expect(check("first\n// What lives long is swept.")).toEqual([
    "web/src/a.ts:2: 'what lives long': write old generation",
  ]);
});

test("accepts words that only contain a retired word", () => {
  expect(check("const stolder = untoldable;")).toEqual([]);
});

test("accepts allowed texts in their files only", () => {
  expect(check("I told you so.", "README.md")).toEqual([]);
  expect(check("// I told you so.")).toHaveLength(1);
});

test("does not read excluded and unreadable files", () => {
  expect(check("told", "old/a.ts")).toEqual([]);
  expect(check("told", "a.png")).toEqual([]);
});
