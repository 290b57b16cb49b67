import { expect, test } from "vitest";
import { cut } from "./cut.ts";

test("titles of up to fifty characters stay, longer ones are cut there", () => {
  expect(cut("x".repeat(50))).toBe("x".repeat(50));
  expect(cut("x".repeat(51))).toBe(`${"x".repeat(50)}…`);
  expect(cut("🚣".repeat(51))).toBe(`${"🚣".repeat(50)}…`);
});
