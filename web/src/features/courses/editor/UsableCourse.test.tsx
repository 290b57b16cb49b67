import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { viewerQuery, type Viewer } from "../../../app/session.ts";
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import { pretendBrowser } from "../../../testing/browser.ts";
import { render } from "../../../testing/render.tsx";
import { aViewer, pretendServer } from "../../../testing/server.ts";
import type { OpenedCourse } from "./saveCourse.ts";
import { UsableCourse } from "./UsableCourse.tsx";

beforeEach(pretendBrowser);
afterEach(() => void vi.unstubAllGlobals());

function open(title: string, owningBranch: string | null) {
  pretendServer(() => ({ json: { data: {} } }));
  const opened = { state: { course: { title } }, mayEdit: false, owningBranch } as OpenedCourse;
  const router = createRouter({
    routeTree: createRootRoute({ component: () => <UsableCourse id={7} opened={opened} /> }),
    history: createMemoryHistory({ initialEntries: ["/courses/7/edit"] }),
  });
  const client = new QueryClient();
  client.setQueryData(viewerQuery.queryKey, aViewer("instructor", ["course.author"]) as Viewer);
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  );
}

test.each([
  [null, "Belongs to: Main site"],
  ["Northgate South", "Belongs to: Northgate South"],
])("names the owner %s and offers to view, duplicate and export the course", async (owner, text) => {
  open("Fire safety", owner);
  expect(await screen.findByRole("heading", { name: "Fire safety", level: 1 })).toBeDefined();
  expect(screen.getByText(text)).toBeDefined();
  expect(screen.getByRole("link", { name: "View" }).getAttribute("href")).toBe("/learner/catalog/course/7");
  await userEvent.click(screen.getByRole("button", { name: "More actions for Fire safety" }));
  expect(await screen.findByRole("menuitem", { name: "Duplicate" })).toBeDefined();
  expect(screen.getByRole("menuitem", { name: "Export" })).toBeDefined();
});

test("offers neither to edit, to save nor to delete the course", async () => {
  open("Fire safety", null);
  await screen.findByText("Belongs to: Main site");
  expect(screen.queryByRole("button", { name: /edit|delete|save|publish/i })).toBeNull();
  expect(screen.queryByRole("link", { name: /edit/i })).toBeNull();
  expect(screen.queryByRole("textbox")).toBeNull();
});

test("names a course without a title", async () => {
  open("", null);
  expect(await screen.findByRole("heading", { name: "Untitled course", level: 1 })).toBeDefined();
});
