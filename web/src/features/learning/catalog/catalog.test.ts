import { expect, test } from "vitest";
import { pretendBrowser } from "../../../testing/browser.ts";
import "../../../testing/render.tsx";
import { readCatalogueSearch } from "./catalogueSearch.ts";
import { listCategories, listChosen } from "./myCourseList.ts";
import { priceText } from "./price.ts";

pretendBrowser();

test("keeps the filters of the catalogue in the address and drops invalid ones", () => {
  expect(readCatalogueSearch({ category: 3, search: 112, price: "free", notStarted: true, page: 2 })).toEqual({
    category: 3,
    search: "112",
    price: "free",
    notStarted: true,
    page: 2,
  });
  expect(
    readCatalogueSearch({ category: "x", search: "", price: "cheap", notStarted: "yes", page: 0, other: 1 }),
  ).toEqual({});
});

test("formats a price with its currency sign, and a price of zero as 'Free'", () => {
  expect(priceText(15, "USD")).toBe("$15");
  expect(priceText(19.9, "USD")).toBe("$19.90");
  expect(priceText(0, "USD")).toBe("Free");
});

test("searches, filters and sorts my courses", () => {
  const parent = { name: "Safe practice" };
  const mine = [
    { title: "Beta", progress: 50, date_assigned: "2026-02-01", categories: [{ name: "First aid", parent }] },
    { title: "alpha", progress: 100, date_assigned: "2026-01-01", categories: [] },
    { title: "Gamma", progress: 0, date_assigned: null, categories: [{ name: "First aid", parent }] },
  ];
  const titles = (choice: Partial<Parameters<typeof listChosen>[1]>) =>
    listChosen(mine, { search: "", category: "", order: "date_assigned", ...choice }).map(({ title }) => title);
  expect(titles({})).toEqual(["Beta", "alpha", "Gamma"]);
  expect(titles({ order: "name" })).toEqual(["alpha", "Beta", "Gamma"]);
  expect(titles({ order: "progress" })).toEqual(["Gamma", "Beta", "alpha"]);
  expect(titles({ search: " ALPHA " })).toEqual(["alpha"]);
  expect(listCategories(mine)).toEqual(["Safe practice > First aid"]);
  expect(titles({ category: "Safe practice > First aid" })).toEqual(["Beta", "Gamma"]);
});
