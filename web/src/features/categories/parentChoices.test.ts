import { expect, test } from "vitest";
import { parentChoices } from "./parentChoices.ts";

const categories = [
  { id: 3, name: "First aid", parent_id: 2 },
  { id: 1, name: "Care", parent_id: null },
  { id: 2, name: "Health", parent_id: null },
  { id: 4, name: "Burns", parent_id: 3 },
];

test("offers every category by its path, sorted by name", () => {
  expect(parentChoices(categories).map(({ label }) => label)).toEqual([
    "Care",
    "Health",
    "Health > First aid",
    "Health > First aid > Burns",
  ]);
});

test("offers a category neither itself nor its descendants", () => {
  expect(parentChoices(categories, 3).map(({ id }) => id)).toEqual([1, 2]);
});
