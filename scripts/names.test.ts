import { expect, test } from "vitest";
import { findNounNames } from "./names.ts";

/** Lists the problems of one file. */
const check = (text: string, file = "web/src/a.ts") => findNounNames(new Map([[file, () => text]]));

const NAME = "titleOf";

test.each([`const ${NAME} = (course: Course) => course.title;`, `export function ${NAME}() {}`])(
  "finds a function that is named by what it belongs to: %s",
  (text) => {
    expect(check(`\n${text}`)).toEqual(["web/src/a.ts:2: 'titleOf': start with a verb"]);
  },
);

test("accepts names that start with a verb and end in 'Of'", () => {
  expect(check("function listManagersOf() {}\nconst anyOf = 1;\nconst isOf = 2;\nconst proof = 3;")).toEqual([]);
});

test.each([
  ["/** The title. */", "The"],
  ["/**\n * `/courses`: all courses.\n */", "`/courses`:"],
  ["/** @returns the title */", "@returns"],
])("finds the doc comment of an exported function that starts with no verb: %s", (comment, first) => {
  expect(check(`${comment}\nexport async function title() {}`)).toEqual([
    `web/src/a.ts:1: the comment of 'title' starts with '${first}': start with a verb`,
  ]);
});

test("accepts doc comments that start with a verb, and those of values", () => {
  expect(check("/** Returns the title. */\nexport function title() {}")).toEqual([]);
  expect(check("/** The title. */\nexport const TITLE = 1;\nexport function title() {}")).toEqual([]);
});

test("reads TypeScript only", () => {
  expect(check(`const ${NAME} = 1;`, "web/src/a.css")).toEqual([]);
});
