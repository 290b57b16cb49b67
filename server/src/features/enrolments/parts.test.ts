import { expect, test } from "vitest";
import { inParts } from "./parts.ts";

test.each([
  [2, [[1, 2], [3, 4], [5]]],
  [2.9, [[1, 2], [3, 4], [5]]],
  [5, [[1, 2, 3, 4, 5]]],
  [6, [[1, 2, 3, 4, 5]]],
  // One person in more courses than fit into a part.
  [0.4, [[1], [2], [3], [4], [5]]],
])("a list is split into parts of at most %d entries", (size, parts) => {
  expect([...inParts([1, 2, 3, 4, 5], size)]).toEqual(parts);
});

test("an empty list has no parts", () => {
  expect([...inParts([], 2)]).toEqual([]);
});
