import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from "@tanstack/react-router";
import { screen } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { pretendBrowser } from "../testing/browser.ts";
import { render } from "../testing/render.tsx";
import type { TableQuery } from "../ui/table/tableQuery.ts";
import { useUrlTable } from "./urlTable.ts";

beforeEach(() => pretendBrowser());

let change: (query: TableQuery) => void;
let query: TableQuery;

function Table() {
  [query, change] = useUrlTable();
  return <h1>Table {query.search}</h1>;
}

async function open(address: string) {
  let finish = () => {};
  const loaded = new Promise<void>((resolve) => (finish = resolve));
  const root = createRootRoute({ component: Outlet });
  const table = createRoute({ getParentRoute: () => root, path: "/table", component: Table });
  const row = createRoute({
    getParentRoute: () => root,
    path: "/row",
    beforeLoad: () => loaded,
    component: () => <h1>Row</h1>,
  });
  const history = createMemoryHistory({ initialEntries: [address] });
  const router = createRouter({ routeTree: root.addChildren([table, row]), history });
  render(<RouterProvider router={router as never} />);
  await screen.findByRole("heading");
  return { router, finish };
}

test("writes the state of a table into the address and omits defaults", async () => {
  const { router } = await open("/table?tab=users&page=3");
  change({ ...query, search: "Grace", page: 1, sort: { key: "name", direction: "desc" } });
  await screen.findByRole("heading", { name: "Table Grace" });
  expect(router.history.location.href).toBe("/table?tab=users&search=Grace&sort=-name");
  expect(router.history.length).toBe(1);
});

test("ignores a search that settles while another screen is being opened", async () => {
  const { router, finish } = await open("/table");
  const opened = router.navigate({ to: "/row" as never });
  change({ ...query, search: "Grace" });
  finish();
  await opened;
  await screen.findByRole("heading", { name: "Row" });
  expect(router.history.location.href).toBe("/row");
});

test("clears the search and the filters of the address, and keeps the rest", async () => {
  const { router } = await open("/table?tab=users&sort=name&search=Grace&from=2026-01-01&page=2");
  query.clearFilters?.();
  change({ ...query, search: "", page: 1 });
  await screen.findByRole("heading", { name: /^Table\s*$/ });
  await expect.poll(() => router.history.location.href).toBe("/table?tab=users&sort=name");
  expect(query.clearFilters).toBeUndefined();
});
