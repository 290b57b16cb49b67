import { QueryClientProvider } from "@tanstack/react-query";
import { createMemoryHistory } from "@tanstack/react-router";
import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { queryClient } from "../../../app/queryClient.ts";
import { createAppRouter, Screens } from "../../../app/Router.tsx";
import { pretendBrowser } from "../../../testing/browser.ts";
import { render } from "../../../testing/render.tsx";
import { aViewer, pretendServer } from "../../../testing/server.ts";

beforeEach(() => {
  pretendBrowser();
  localStorage.clear();
  localStorage.setItem("token", "secret");
  queryClient.clear();
});
afterEach(() => void vi.unstubAllGlobals());

/** Opens the page and chooses a file with a wrong date. */
async function open() {
  pretendServer(() => ({
    json: {
      data: {
        viewer: { ...aViewer("admin", ["user.bulk", "user.view"]), gives_roles: ["learner"] },
        menuCounts: { unread_notifications: 0, waiting_submissions: 0 },
        userFields: [],
        usage: null,
      },
    },
  }));
  const router = createAppRouter(createMemoryHistory({ initialEntries: ["/bulkcreateusers"] }));
  const { container } = render(
    <QueryClientProvider client={queryClient}>
      <Screens router={router} />
    </QueryClientProvider>,
  );
  await screen.findByText("CSV File");
  const text = "first_name,last_name,email,role,deactivate_at\nAda,Obi,ada@demo.test,learner,2030-12-31";
  const file = new File([text], "people.csv", { type: "text/csv" });
  await userEvent.upload(container.querySelector<HTMLInputElement>("input[type=file]")!, file);
  return { router, date: await screen.findByRole<HTMLInputElement>("textbox", { name: "deactivate_at of User 1" }) };
}

test("a date that is emptied before it is typed again keeps its field", async () => {
  const { date } = await open();
  await userEvent.clear(date);
  await userEvent.type(date, "31/12/2030");
  expect(date.isConnected).toBe(true);
  expect(date.value).toBe("31/12/2030");
  expect(screen.queryByText(/^Error processing the CSV file/)).toBeNull();
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Upload Users" }).disabled).toBe(false);
});

test("asks before a file with corrections is left", async () => {
  const { router, date } = await open();
  await userEvent.clear(date);
  void router.navigate({ to: "/users" });
  const dialog = within(await screen.findByRole("alertdialog", { name: "Leave without saving?" }));
  await userEvent.click(dialog.getByRole("button", { name: "Stay" }));
  expect(router.state.location.pathname).toBe("/bulkcreateusers");
});
