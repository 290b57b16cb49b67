import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from "@tanstack/react-router";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { QueryClientProvider } from "@tanstack/react-query";
import { beforeEach, expect, test } from "vitest";
import { queryClient } from "../../app/queryClient.ts";
import { pretendBrowser } from "../../testing/browser.ts";
import { findDialog, render } from "../../testing/render.tsx";
import { pretendServer } from "../../testing/server.ts";
import Bell from "./Bell.tsx";
import { notificationPath, notificationText } from "./notificationTexts.ts";
import type { Notification } from "./notificationsQuery.ts";

const row = (id: number, kind: string, more: Partial<Notification> = {}): Notification => ({
  id,
  kind,
  course_id: 7,
  path_id: null,
  course_title: "River rescue",
  unit_title: "Ropes",
  unit_order: 3,
  user_name: null,
  submission_id: null,
  on: null,
  overdue: null,
  due_soon: null,
  text: null,
  domain: null,
  announcement_id: null,
  subject: null,
  is_read: false,
  created_at: "2026-09-01T10:00:00Z",
  ...more,
});

let rows: Notification[];
beforeEach(() => {
  pretendBrowser();
  queryClient.clear();
  rows = [row(1, "enrolled"), row(2, "submission_returned"), row(3, "certificate_issued", { is_read: true })];
});

async function show() {
  const calls = pretendServer(({ body }) => {
    if (body.query?.includes("mutation")) {
      const ids = body.variables?.["ids"] as number[] | null;
      rows = rows.map((each) => (ids === null || ids.includes(each.id) ? { ...each, is_read: true } : each));
      return { json: { data: { markNotificationsRead: rows.filter(({ is_read }) => !is_read).length } } };
    }
    const unread = rows.filter(({ is_read }) => !is_read).length;
    const menuCounts = { unread_notifications: unread, submissions_waiting: null };
    return {
      json: { data: body.query?.includes("menuCounts") ? { menuCounts } : { notifications: { unread, rows } } },
    };
  });
  const root = createRootRoute({ component: Bell });
  const router = createRouter({
    routeTree: root.addChildren([createRoute({ getParentRoute: () => root, path: "/" })]),
    history: createMemoryHistory({ initialEntries: ["/"] }),
  });
  await router.load();
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  );
  return { calls, router };
}

test("the bell shows how many are unread, and its list links to what each is about", async () => {
  const { calls, router } = await show();
  fireEvent.click(await screen.findByRole("button", { name: "Notifications, 2 unread" }));
  const returned = await screen.findByRole("link", { name: /Unread:.*Your work for ‘Ropes’ was returned\./ });
  expect(returned.getAttribute("href")).toBe("/learner/course/7/unit/3");
  expect(screen.getAllByRole("link").map((link) => link.getAttribute("href"))).toEqual([
    "/learner/catalog/course/7",
    "/learner/course/7/unit/3",
    "/learner/certificates",
  ]);
  fireEvent.click(returned);
  await screen.findByRole("button", { name: "Notifications, 1 unread" });
  expect(calls.find(({ body }) => body.query?.includes("mutation"))?.body.variables).toEqual({ ids: [2] });
  expect(router.state.location.pathname).toBe("/learner/course/7/unit/3");
});

test("the bell opens with the first press, and has the focus again after Escape", async () => {
  await show();
  await userEvent.click(await screen.findByRole("button", { name: "Notifications, 2 unread" }));
  await findDialog("Notifications");
  await userEvent.keyboard("{Escape}");
  const bell = screen.getByRole("button", { name: "Notifications, 2 unread" });
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(document.activeElement).toBe(bell);
});

test("'Mark all as read' marks all notifications and disappears", async () => {
  const { calls } = await show();
  fireEvent.click(await screen.findByRole("button", { name: "Notifications, 2 unread" }));
  fireEvent.click(await screen.findByRole("button", { name: "Mark all as read" }));
  await waitFor(() => expect(screen.queryByRole("button", { name: "Mark all as read" })).toBeNull());
  expect(calls.find(({ body }) => body.query?.includes("mutation"))?.body.variables).toEqual({ ids: null });
  expect(screen.queryByText("Unread:")).toBeNull();
});

test("the bell says that there are no notifications", async () => {
  rows = [];
  await show();
  fireEvent.click(await screen.findByRole("button", { name: "Notifications" }));
  expect(await screen.findByText("No notifications yet.")).toBeTruthy();
});

test("a notification of handed-in work names the learner and leads to the work", () => {
  const received = row(1, "submission_received", { user_name: "Grace Adeyemi", submission_id: 12 });
  expect(notificationText(received)).toBe("Grace Adeyemi handed in work for ‘Ropes’.");
  expect(notificationPath(received)).toBe("/submissions/12");
});

test("reminders show their day, and a notification of a deleted unit links to its course", () => {
  expect(notificationText(row(1, "course_closing", { on: "2026-10-05" }))).toContain("2026");
  expect(notificationText(row(1, "certificate_expiring", { on: "2026-10-05" }))).toContain("expires on");
  expect(notificationPath(row(1, "submission_accepted", { unit_order: null }))).toBe("/learner/catalog/course/7");
  expect(notificationPath(row(1, "certificate_expiring"))).toBe("/learner/certificates");
});

test("a message of staff shows its subject, and leads to its text", () => {
  const message = row(1, "announcement", { announcement_id: 9, subject: "Fire drill", course_id: null });
  expect(notificationText(message)).toBe("Fire drill");
  expect(notificationPath(message)).toBe("/learner/message/9");
});
