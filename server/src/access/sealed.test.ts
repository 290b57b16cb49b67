import { expect, test } from "vitest";
import { seal, unseal } from "./sealed.ts";

const SECRET = Buffer.alloc(32, 7);
const sealed = seal(SECRET, "test", "2:5", "Under the bridge");

test("a sealed text is opened with its secret, purpose and context, and differs each time", () => {
  expect(unseal(SECRET, "test", "2:5", sealed)).toBe("Under the bridge");
  expect(sealed.includes("bridge")).toBe(false);
  expect(seal(SECRET, "test", "2:5", "Under the bridge").equals(sealed)).toBe(false);
});

test.each([
  ["another secret", () => unseal(Buffer.alloc(32, 8), "test", "2:5", sealed)],
  ["another purpose", () => unseal(SECRET, "other", "2:5", sealed)],
  ["the context of another user", () => unseal(SECRET, "test", "2:6", sealed)],
  [
    "a changed byte",
    () => unseal(SECRET, "test", "2:5", Buffer.from(sealed.map((byte, at) => (at === 30 ? byte ^ 1 : byte)))),
  ],
  ["a cut text", () => unseal(SECRET, "test", "2:5", sealed.subarray(0, 20))],
])("a sealed text is not opened with %s", (_, open) => {
  expect(open).toThrow();
});
