import { expect, test } from "vitest";
import { pretendBrowser } from "../../../testing/browser.ts";
import "../../../testing/render.tsx";
import { levelOf } from "./categoryWalk.ts";
import { categoriesOf, chosen } from "./myCourseList.ts";
import { priceText } from "./price.ts";

pretendBrowser();

const categories = [
  { id: 1, name: "Safe practice", parent_id: null },
  { id: 2, name: "Safeguarding", parent_id: 1 },
  { id: 3, name: "Empty", parent_id: null },
  { id: 4, name: "Below what is hidden", parent_id: 99 },
];
const course = (title: string, ...ids: number[]) => ({ title, categories: ids.map((id) => ({ id })) });
const courses = [course("Deep", 2), course("Shallow", 1), course("Loose"), course("Elsewhere", 77), course("Up", 4)];
const at = (id: number | null) => {
  const level = levelOf(categories, courses, id);
  return {
    up: level.parent?.name,
    categories: level.categories.map(({ name }) => name),
    courses: level.courses.map(({ title }) => title),
  };
};

test("the top shows the categories that hold courses somewhere, and the courses without a category", () => {
  expect(at(null)).toEqual({
    up: undefined,
    categories: ["Safe practice", "Below what is hidden"],
    courses: ["Loose", "Elsewhere"],
  });
});

test("a category shows what is directly in it, and leads back to its parent", () => {
  expect(at(1)).toEqual({ up: undefined, categories: ["Safeguarding"], courses: ["Shallow"] });
  expect(at(2)).toEqual({ up: "Safe practice", categories: [], courses: ["Deep"] });
});

test("an unknown category is the top", () => {
  expect(at(500)).toEqual(at(null));
});

test("a price is written with its sign, and nothing as 'Free'", () => {
  expect(priceText(15, "USD")).toBe("$15");
  expect(priceText(19.9, "USD")).toBe("$19.90");
  expect(priceText(0, "USD")).toBe("Free");
});

test("my courses are searched, filtered and sorted", () => {
  const parent = { name: "Safe practice" };
  const mine = [
    { title: "Beta", progress: 50, date_assigned: "2026-02-01", categories: [{ name: "First aid", parent }] },
    { title: "alpha", progress: 100, date_assigned: "2026-01-01", categories: [] },
    { title: "Gamma", progress: 0, date_assigned: null, categories: [{ name: "First aid", parent }] },
  ];
  const titles = (choice: Partial<Parameters<typeof chosen>[1]>) =>
    chosen(mine, { search: "", category: "", order: "date_assigned", ...choice }).map(({ title }) => title);
  expect(titles({})).toEqual(["Beta", "alpha", "Gamma"]);
  expect(titles({ order: "name" })).toEqual(["alpha", "Beta", "Gamma"]);
  expect(titles({ order: "progress" })).toEqual(["Gamma", "Beta", "alpha"]);
  expect(titles({ search: " ALPHA " })).toEqual(["alpha"]);
  expect(categoriesOf(mine)).toEqual(["Safe practice > First aid"]);
  expect(titles({ category: "Safe practice > First aid" })).toEqual(["Beta", "Gamma"]);
});
