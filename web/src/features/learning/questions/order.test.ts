import { expect, test } from "vitest";
import { moveItem, withKeys } from "./order.ts";
import { listChoices } from "./pairs.ts";

test("moves an entry to another position", () => {
  expect(moveItem(["a", "b", "c"], 0, 2)).toEqual(["b", "c", "a"]);
  expect(moveItem(["a", "b", "c"], 2, 0)).toEqual(["c", "a", "b"]);
});

test("gives repeated texts keys of their own", () => {
  expect(new Set(withKeys(["a", "b", "a"]).map(({ key }) => key)).size).toBe(3);
});

test("does not offer a used right side again unless it occurs twice", () => {
  const rights = ["yes", "no", "yes"];
  expect(listChoices("b", rights, { a: "no" })).toEqual(["yes"]);
  expect(listChoices("b", rights, { a: "yes" })).toEqual(["no", "yes"]);
  expect(listChoices("c", rights, { a: "yes", b: "yes" })).toEqual(["no"]);
  expect(listChoices("a", rights, { a: "no" })).toEqual(["yes", "no"]);
});
