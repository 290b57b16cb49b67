import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from "@tanstack/react-router";
import { screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type Viewer, viewerQuery } from "../../app/session.ts";
import { pretendBrowser } from "../../testing/browser.ts";
import { render } from "../../testing/render.tsx";
import { aViewer, pretendServer } from "../../testing/server.ts";
import { AutomationLog } from "./AutomationLog.tsx";

const run = (id: number, name: string, is_former: boolean) => ({
  id,
  user_id: id,
  name,
  email: `${id}@demo.test`,
  happened_at: "2026-01-05T10:00:00.000Z",
  ran_at: "2026-01-05T10:01:00.000Z",
  state: "failed",
  is_former,
  problem: "The course is full.",
  about: null,
  on: null,
  results: [],
});

beforeEach(() => pretendBrowser());
afterEach(() => void vi.unstubAllGlobals());

async function open(retryable: number) {
  const rows = [run(1, "Nora Blake", false), run(2, "Ole Berg", true)];
  const viewer = aViewer("admin", ["automation.manage"]);
  pretendServer(({ body }) =>
    body.query?.includes("automationRuns")
      ? { json: { data: { automationRuns: { total: 2, rows } } } }
      : { json: { data: { viewer } } },
  );
  const root = createRootRoute();
  // The screen reads its filters from the route with this id.
  const signedIn = createRoute({ getParentRoute: () => root, id: "signed-in" });
  const shell = createRoute({ getParentRoute: () => signedIn, id: "shell" });
  const office = createRoute({ getParentRoute: () => shell, id: "back-office" });
  const log = createRoute({
    getParentRoute: () => office,
    path: "automations/$id",
    component: () => <AutomationLog id={7} isOn retryable={retryable} />,
  });
  const router = createRouter({
    routeTree: root.addChildren([signedIn.addChildren([shell.addChildren([office.addChildren([log])])])]),
    history: createMemoryHistory({ initialEntries: ["/automations/7"] }),
  });
  const client = new QueryClient();
  client.setQueryData(viewerQuery.queryKey, viewer as Viewer);
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  );
  return { ours: await row("Nora Blake"), former: await row("Ole Berg") };
}

const row = async (name: string) => (await screen.findByText(name)).closest("tr")!;
const SAYS = "The trigger was changed since, so it cannot run again.";

test("offers to run again what failed, but not what failed with a former trigger, and says why", async () => {
  const { ours, former } = await open(1);
  expect(within(ours).getByText("Run again")).toBeTruthy();
  expect(ours.textContent).not.toContain(SAYS);
  expect(within(former).queryByText("Run again")).toBeNull();
  expect(former.textContent).toContain(SAYS);
  expect(screen.getByText("Run again where it failed")).toBeTruthy();
});

test("does not offer to run all again when all failed with a former trigger", async () => {
  await open(0);
  expect(screen.queryByText("Run again where it failed")).toBeNull();
});
