import { i18n } from "@lingui/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { createMemoryHistory } from "@tanstack/react-router";
import { cleanup, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { pretendBrowser } from "../testing/browser.ts";
import { speakEnglish } from "../testing/english.ts";
import { render } from "../testing/render.tsx";
import { aViewer, pretendServer } from "../testing/server.ts";
import { queryClient } from "./queryClient.ts";
import { createAppRouter, Screens } from "./Router.tsx";

beforeEach(() => {
  pretendBrowser();
  localStorage.clear();
  localStorage.setItem("token", "secret");
  queryClient.clear();
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  speakEnglish();
});

test("what the server wrote is asked for again in a language that was chosen", async () => {
  const viewer = { ...aViewer("admin", ["automation.manage"]), language: "en" };
  pretendServer(({ body: { query = "" } }) => {
    if (query.includes("SaveLanguage")) viewer.language = "fr";
    const problem = i18n.locale === "fr" ? "Personne ne peut l’exécuter." : "Nobody can run it.";
    return {
      json: {
        data: {
          viewer,
          menuCounts: { unread_notifications: 0, waiting_submissions: 0 },
          updateUserDetails: { id: 1 },
          automation: {
            id: 7,
            version: 1,
            name: "Welcome",
            is_on: true,
            problem,
            runs_as: null,
            failed: 0,
            trigger: { kind: "person_created", object_id: null, object_name: null, days: null },
            conditions: { is_overdue: false },
            actions: [],
          },
          automationRuns: { total: 0, rows: [] },
        },
      },
    };
  });
  render(
    <QueryClientProvider client={queryClient}>
      <Screens router={createAppRouter(createMemoryHistory({ initialEntries: ["/automations/7"] }))} />
    </QueryClientProvider>,
  );
  await screen.findByText("Nobody can run it.");
  await userEvent.click(screen.getByRole("button", { name: /Amara/ }));
  await userEvent.click(await screen.findByRole("menuitemradio", { name: "Français" }));
  await screen.findByText("Personne ne peut l’exécuter.");
  await expect.poll(() => queryClient.isFetching()).toBe(0);
});
