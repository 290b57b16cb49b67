import { focusManager, QueryClientProvider } from "@tanstack/react-query";
import { createMemoryHistory } from "@tanstack/react-router";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { queryClient } from "../../app/queryClient.ts";
import { createAppRouter, Screens } from "../../app/Router.tsx";
import { pretendBrowser } from "../../testing/browser.ts";
import { render } from "../../testing/render.tsx";
import { aViewer, pretendServer } from "../../testing/server.ts";

beforeEach(() => {
  pretendBrowser();
  localStorage.clear();
  localStorage.setItem("token", "secret");
  queryClient.clear();
});
afterEach(() => {
  focusManager.setFocused(undefined);
  vi.unstubAllGlobals();
});

/** Opens the profile and types into it. */
async function open() {
  const server = { isReachable: true };
  const calls = pretendServer(() =>
    server.isReachable
      ? {
          json: {
            data: {
              viewer: { ...aViewer("admin", ["profile.edit"]), email_notifications: true },
              ownFields: [],
              calendarFeed: null,
              menuCounts: { unread_notifications: 0, waiting_submissions: 0 },
            },
          },
        }
      : "unreachable",
  );
  render(
    <QueryClientProvider client={queryClient}>
      <Screens router={createAppRouter(createMemoryHistory({ initialEntries: ["/profile"] }))} />
    </QueryClientProvider>,
  );
  await userEvent.type(await screen.findByRole("textbox", { name: "First name" }), "h");
  return { server, calls };
}
const firstName = () => screen.getByRole<HTMLInputElement>("textbox", { name: "First name" }).value;

test("keeps what was typed when the profile cannot be loaded again", async () => {
  const { server, calls } = await open();
  server.isReachable = false;
  const before = calls.length;
  focusManager.setFocused(false);
  focusManager.setFocused(true);
  await waitFor(() => expect(queryClient.getQueryState(["ownProfile"])?.status).toBe("error"));
  expect(calls.length).toBeGreaterThan(before);
  expect(firstName()).toBe("Amarah");
});

test("asks before another tab is opened with what was typed", async () => {
  await open();
  await userEvent.click(screen.getByRole("tab", { name: "Personal data" }));
  const dialog = within(await screen.findByRole("alertdialog", { name: "Leave without saving?" }));
  await userEvent.click(dialog.getByRole("button", { name: "Stay" }));
  expect(firstName()).toBe("Amarah");
});
