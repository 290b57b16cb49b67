import { expect, test } from "vitest";
import { moved, withKeys } from "./order.ts";
import { choicesFor } from "./pairs.ts";

test("an entry is taken to another place", () => {
  expect(moved(["a", "b", "c"], 0, 2)).toEqual(["b", "c", "a"]);
  expect(moved(["a", "b", "c"], 2, 0)).toEqual(["c", "a", "b"]);
});

test("texts that stand twice have keys of their own", () => {
  expect(new Set(withKeys(["a", "b", "a"]).map(({ key }) => key)).size).toBe(3);
});

test("a right side that is used is not offered again, unless it stands there twice", () => {
  const rights = ["yes", "no", "yes"];
  expect(choicesFor("b", rights, { a: "no" })).toEqual(["yes"]);
  expect(choicesFor("b", rights, { a: "yes" })).toEqual(["no", "yes"]);
  expect(choicesFor("c", rights, { a: "yes", b: "yes" })).toEqual(["no"]);
  expect(choicesFor("a", rights, { a: "no" })).toEqual(["yes", "no"]);
});
