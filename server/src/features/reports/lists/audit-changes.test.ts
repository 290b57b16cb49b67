import { expect, test } from "vitest";
import { getTexts } from "../report-texts.ts";
import { formatChange } from "./audit-changes.ts";

const write = (before: unknown, after: unknown) =>
  formatChange({ field: "due_on", before: toJson(before), after: toJson(after) }, getTexts("en"));
const toJson = (value: unknown) => (value === undefined ? undefined : JSON.stringify(value));

test.each([
  ["a new value", undefined, "2026-05-01", "due on: 2026-05-01"],
  ["a value before and after", "2026-05-01", "2026-06-01", "due on: 2026-05-01 → 2026-06-01"],
  ["an empty value", "", "x", "due on: – → x"],
  ["a value that is gone", "x", null, "due on: x → –"],
  ["a value that was none", null, "x", "due on: – → x"],
  ["nothing", undefined, undefined, "due on: –"],
  ["yes and no", false, true, "due on: No → Yes"],
  ["a number", 0, 12, "due on: 0 → 12"],
  ["a list of texts", [], ["North", "South"], "due on:  → North, South"],
  ["a list of objects", undefined, [{ id: 1 }], 'due on: [{"id":1}]'],
  ["an object", undefined, { id: 1 }, 'due on: {"id":1}'],
])("a change in the audit log is written with %s", (_, before, after, text) => {
  expect(write(before, after)).toBe(text);
});
