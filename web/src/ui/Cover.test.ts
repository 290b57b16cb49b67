import { expect, test } from "vitest";
import { chooseCover } from "./Cover.tsx";

test("draws nine courses in a row differently", () => {
  for (const first of [1, 8, 100, 4711]) {
    const covers = Array.from({ length: 9 }, (_, index) => JSON.stringify(chooseCover(first + index)));
    expect(new Set(covers).size).toBe(9);
  }
});
