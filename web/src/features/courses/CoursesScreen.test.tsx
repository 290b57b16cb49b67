import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { viewerQuery, type Viewer } from "../../app/session.ts";
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from "@tanstack/react-router";
import { pretendBrowser } from "../../testing/browser.ts";
import { render } from "../../testing/render.tsx";
import { aViewer, pretendServer } from "../../testing/server.ts";
import { CoursesScreen } from "./CoursesScreen.tsx";

const course = (id: number, title: string, may_edit: boolean, owning_branch: string | null) => ({
  id,
  title,
  may_edit,
  owning_branch,
  price: 0,
  status: "published",
  learners: 0,
  updated_at: "2026-01-05T10:00:00.000Z",
  categories: [],
});

beforeEach(pretendBrowser);
afterEach(() => void vi.unstubAllGlobals());

async function open(rows: ReturnType<typeof course>[]) {
  const viewer = aViewer("instructor", ["course.author"]);
  pretendServer(({ body }) =>
    body.query?.includes("coursesPage")
      ? { json: { data: { coursesPage: { total: rows.length, rows } } } }
      : { json: { data: { viewer } } },
  );
  const rootRoute = createRootRoute();
  const list = createRoute({ getParentRoute: () => rootRoute, path: "/courses", component: () => <CoursesScreen /> });
  const router = createRouter({
    routeTree: rootRoute.addChildren([list]),
    history: createMemoryHistory({ initialEntries: ["/courses"] }),
  });
  const client = new QueryClient();
  client.setQueryData(viewerQuery.queryKey, viewer as Viewer);
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  );
}

const row = async (title: string) => (await screen.findByText(title)).closest("tr")!;
const actionsIn = (element: HTMLElement) =>
  [...within(element).queryAllByRole("button"), ...within(element).queryAllByRole("link")]
    .map((each) => each.getAttribute("aria-label")?.split(" ")[0])
    .filter(Boolean)
    .toSorted();

test("offers to edit only courses that the viewer may change, and names the owning site", async () => {
  await open([course(1, "Ours", true, "North"), course(2, "Theirs", false, null), course(3, "Plain", true, null)]);
  expect(actionsIn(await row("Ours"))).toEqual(["Edit", "More", "View"]);
  expect(actionsIn(await row("Theirs"))).toEqual(["More", "View"]);
  expect((await row("Ours")).textContent).toContain("Belongs to: North");
  expect((await row("Theirs")).textContent).toContain("Belongs to: Main site");
  expect((await row("Plain")).textContent).not.toContain("Belongs to");
});
