import { QueryClientProvider } from "@tanstack/react-query";
import { createMemoryHistory } from "@tanstack/react-router";
import { screen } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { setBoot } from "../../../app/boot.ts";
import { queryClient } from "../../../app/queryClient.ts";
import { createAppRouter, Screens } from "../../../app/Router.tsx";
import { pretendBrowser } from "../../../testing/browser.ts";
import { render } from "../../../testing/render.tsx";
import { aViewer, pretendServer } from "../../../testing/server.ts";

async function open(isOnlyInstance: boolean): Promise<void> {
  setBoot({
    baseDomain: "learn.example.org",
    instance: { id: 1, name: "Harbour School", domain: "harbour" },
    detected: { instance: "harbour", branch: null },
    isOnlyInstance,
  });
  pretendServer(({ body }) =>
    body.query?.includes("viewer")
      ? { json: { data: { viewer: aViewer("admin", ["settings.manage"]) } } }
      : { json: { data: { customDomains: [], branches: [] } } },
  );
  const router = createAppRouter(createMemoryHistory({ initialEntries: ["/settings/domains"] }));
  render(
    <QueryClientProvider client={queryClient}>
      <Screens router={router} />
    </QueryClientProvider>,
  );
  await screen.findByRole("heading", { name: "Settings", level: 1 });
}

beforeEach(() => {
  pretendBrowser();
  localStorage.clear();
  localStorage.setItem("token", "x");
  queryClient.clear();
});

test("the settings offer domains", async () => {
  await open(false);
  await screen.findByText("No domains yet");
  expect(screen.getByRole("link", { name: "Domains" })).toBeTruthy();
});

test("the settings do not offer domains on a server of one instance, and their address says why", async () => {
  await open(true);
  await screen.findByText(/This installation serves one organisation, at every name/);
  expect(screen.queryByRole("link", { name: "Domains" })).toBeNull();
  expect(screen.queryByText("No domains yet")).toBeNull();
});
