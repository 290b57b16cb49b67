import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { expect, test, vi } from "vitest";
import { render } from "../testing/render.tsx";
import { Shell } from "./Shell.tsx";

const queued = vi.hoisted(() => ({ calls: 0 }));
vi.mock("@tanstack/react-router", () => ({ Outlet: () => null, useRouterState: () => "/" }));
vi.mock("./AccountButton.tsx", () => ({ AccountButton: () => null }));
vi.mock("./NotificationsButton.tsx", () => ({ NotificationsButton: () => null }));
vi.mock("./Organisation.tsx", () => ({ Organisation: () => null }));
vi.mock("./SideMenu.tsx", () => ({ SideMenu: () => null }));
vi.mock("./menuCounts.ts", () => ({ menuCountsQuery: { queryKey: ["menuCounts"], queryFn: () => 0 } }));
vi.mock("./queuedAnswers.ts", () => ({ useQueuedAnswers: () => void queued.calls++ }));

test("Shell sends answers that wait on this device", () => {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Shell>Dashboard</Shell>
    </QueryClientProvider>,
  );
  expect(queued.calls).toBeGreaterThan(0);
});

test("Shell gives the focus to the next entry when the one that has it is removed", async () => {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Shell>
        <ul>
          <li>
            <button>Delete Ann</button>
          </li>
          <li>
            <button>Delete Ben</button>
          </li>
        </ul>
      </Shell>
    </QueryClientProvider>,
  );
  const [first] = document.querySelectorAll("li");
  first!.querySelector("button")!.focus();
  first!.remove();
  await expect.poll(() => document.activeElement?.textContent).toBe("Delete Ben");
});
