import { QueryClientProvider } from "@tanstack/react-query";
import { createMemoryHistory } from "@tanstack/react-router";
import { screen } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { setBoot } from "../../app/boot.ts";
import { queryClient } from "../../app/queryClient.ts";
import { createAppRouter, Screens } from "../../app/Router.tsx";
import { pretendBrowser } from "../../testing/browser.ts";
import { render } from "../../testing/render.tsx";
import { aViewer, pretendServer } from "../../testing/server.ts";

const north = { id: 3, name: "North", url: "north", is_default: false };

async function open(path: string, heading: string): Promise<void> {
  pretendServer(({ body }) => {
    if (body.query?.includes("viewer"))
      return { json: { data: { viewer: aViewer("admin", ["branch.manage", "branch.create", "branch.view"]) } } };
    return { json: { data: { branch: { ...north, usersPage: { total: 0, rows: [] } }, themes: [] } } };
  });
  const router = createAppRouter(createMemoryHistory({ initialEntries: [path] }));
  render(
    <QueryClientProvider client={queryClient}>
      <Screens router={router} />
    </QueryClientProvider>,
  );
  await screen.findByRole("heading", { name: heading, level: 1 });
}

const serve = (isOnlyInstance: boolean) =>
  setBoot({
    baseDomain: "learn.example.org",
    instance: { id: 1, name: "Harbour School", domain: "harbour" },
    detected: { instance: "harbour", branch: null },
    isOnlyInstance,
  });

beforeEach(() => {
  pretendBrowser();
  localStorage.clear();
  localStorage.setItem("token", "x");
  queryClient.clear();
});

test("a branch is shown with its address", async () => {
  serve(false);
  await open("/branches/3", "North");
  expect(screen.getByRole("link", { name: "north.harbour.learn.example.org" })).toBeTruthy();
});

test("a branch is shown without an address where the server serves one instance, because it has none", async () => {
  serve(true);
  await open("/branches/3", "North");
  expect(screen.queryByText(/north\.harbour/)).toBeNull();
});

test.each([
  [false, true],
  [true, false],
])("the form of a branch shows what follows its label, if anything does: only instance %s", async (isOnly, isShown) => {
  serve(isOnly);
  await open("/branches/3/edit", "Edit Branch");
  await screen.findByLabelText(/^URL/);
  expect(screen.queryByText(".harbour.learn.example.org") !== null).toBe(isShown);
});
