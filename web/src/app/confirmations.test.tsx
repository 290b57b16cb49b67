import { QueryClientProvider } from "@tanstack/react-query";
import { createMemoryHistory } from "@tanstack/react-router";
import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { pretendBrowser } from "../testing/browser.ts";
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
afterEach(() => void vi.unstubAllGlobals());

const schedule = (id: number, name: string) => ({
  id,
  name,
  kind: "users",
  every: "week",
  day: 1,
  hour: 7,
  is_paused: false,
  next_at: null,
  branchUrls: [],
  group_ids: [],
  category_id: null,
  course_id: null,
  people: [],
  last_run: null,
});
const invitation = (id: number, name: string) => ({
  id,
  name,
  state: "open",
  branch: null,
  groups: [],
  course: null,
  uses: 0,
  most_uses: null,
  expires_at: "2026-12-01T00:00:00Z",
  created_by: "Ada",
});
const registration = (id: number, name: string) => ({
  id,
  first_name: name,
  last_name: "Blake",
  email: `${name}@demo.test`,
  branch: null,
  invitation: null,
  confirmed_at: "2026-11-01T00:00:00Z",
});
const certificate = {
  user_id: 5,
  user_name: "Nora Blake",
  user_email: "nora@demo.test",
  course_id: 2,
  course_title: "First aid",
  path_id: null,
  completed_on: "2026-01-05",
  expires_on: null,
  state: "valid",
  is_again: false,
};

/** Opens a page of a server that reads and refuses every change. */
async function open(path: string, text: string) {
  const can = ["report.view", "report.schedule", "registration.manage", "certificate.manage"];
  pretendServer(({ body: { query = "" } }) =>
    query.trim().startsWith("mutation")
      ? { json: { data: null, errors: [{ message: "It was refused.", extensions: { code: "CONFLICT" } }] } }
      : {
          json: {
            data: {
              viewer: aViewer("admin", can),
              menuCounts: { unread_notifications: 0, waiting_submissions: 0 },
              reportSchedules: [schedule(1, "Nora"), schedule(2, "Omar")],
              reportDefinitions: { version: "1", reports: [], columns: [] },
              invitationsPage: { total: 2, rows: [invitation(1, "Nora"), invitation(2, "Omar")] },
              registrationsPage: { total: 2, rows: [registration(1, "Nora"), registration(2, "Omar")] },
              certifiedPage: { total: 1, rows: [certificate] },
              reportsAllCourses: { courses: [] },
              learningPaths: { rows: [] },
              reportChoices: { branches: [], groups: [], categories: [] },
            },
          },
        },
  );
  render(
    <QueryClientProvider client={queryClient}>
      <Screens router={createAppRouter(createMemoryHistory({ initialEntries: [path] }))} />
    </QueryClientProvider>,
  );
  await screen.findAllByText(text);
}

const press = async (name: string | RegExp, within_: { getByRole: typeof screen.getByRole } = screen) =>
  userEvent.click(within_.getByRole("button", { name }));

test.each([
  { path: "/reports/schedules", text: "Nora", first: "Delete: Nora", second: "Delete: Omar", confirm: "Delete" },
  { path: "/invitations", text: "Nora", first: "Revoke Nora", second: "Revoke Omar", confirm: "Revoke" },
  { path: "/registrations", text: "Nora Blake", first: /^Refuse Nora/, second: /^Refuse Omar/, confirm: "Refuse" },
])("a question of $path says nothing of what was refused before", async ({ path, text, first, second, confirm }) => {
  await open(path, text);
  await press(first);
  const asked = within(await screen.findByRole("alertdialog"));
  await press(confirm, asked);
  await asked.findByText("It was refused.");
  await press("Cancel", asked);
  await expect.poll(() => screen.queryByRole("alertdialog")).toBeNull();
  await press(second);
  expect(within(await screen.findByRole("alertdialog")).queryByText("It was refused.")).toBeNull();
});

test("the question to revoke a certificate says nothing of what was refused before", async () => {
  await open("/reports/certificates", "First aid");
  await press("Revoke: Nora Blake");
  const asked = within(await screen.findByRole("dialog"));
  await press("Revoke", asked);
  await asked.findByText("It was refused.");
  await press("Cancel", asked);
  await expect.poll(() => screen.queryByRole("dialog")).toBeNull();
  await press("Revoke: Nora Blake");
  expect(within(await screen.findByRole("dialog")).queryByText("It was refused.")).toBeNull();
});
