import { QueryClientProvider } from "@tanstack/react-query";
import { createBrowserHistory, createMemoryHistory, type RouterHistory } from "@tanstack/react-router";
import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import fc from "fast-check";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { pretendBrowser } from "../testing/browser.ts";
import { render } from "../testing/render.tsx";
import { aViewer, pretendServer } from "../testing/server.ts";
import { setBoot } from "./boot.ts";
import { findRoutes } from "./links.ts";
import { queryClient } from "./queryClient.ts";
import { createAppRouter, Screens } from "./Router.tsx";

const page = { total: 0, rows: [] };
const answers = {
  usersPage: page,
  coursesPage: page,
  categories: [],
  groups: [],
  userFields: [],
  branches: [],
  courses: [],
  notifications: { ...page, unread: 0 },
};

/** Opens the last of these addresses as an administrator; the others are the history before it. */
const open = (...initialEntries: string[]) => openWith(createMemoryHistory({ initialEntries }));

async function openWith(history: RouterHistory) {
  const can = ["dashboard.view", "user.view", "user.create", "group.manage", "course.author"];
  pretendServer(({ body: { query = "" } }) =>
    query.includes("viewer") ? { json: { data: { viewer: aViewer("admin", can) } } } : { json: { data: answers } },
  );
  const router = createAppRouter(history);
  render(
    <QueryClientProvider client={queryClient}>
      <Screens router={router} />
    </QueryClientProvider>,
  );
  await expect.poll(() => router.state.status).toBe("idle");
  return router;
}

const heading = (name: string) => screen.findByRole("heading", { name, level: 1 });

beforeEach(() => {
  pretendBrowser();
  localStorage.clear();
  localStorage.setItem("token", "x");
  queryClient.clear();
  setBoot({ instance: { id: 1, name: "Northgate Trust", domain: "demo" } } as never);
});
afterEach(() => void vi.unstubAllGlobals());

const values = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.array(fc.string()));

test("reads from an address what was written into it", () => {
  const { parseSearch, stringifySearch } = createAppRouter().options;
  fc.assert(
    fc.property(fc.dictionary(fc.stringMatching(/^[a-z]\w*$/), values), (search) => {
      expect(parseSearch(stringifySearch(search))).toEqual(search);
    }),
  );
});

test.each([
  ["?page=2&sort=-name", { page: 2, sort: "-name" }],
  ["?search=%2212%22", { search: "12" }],
  ["?token=00123", { token: "00123" }],
  ["?token=12345678901234567890", { token: "12345678901234567890" }],
  ["?email=a%2Bb@example.com", { email: "a+b@example.com" }],
  ["?broken=%E0%A4%A", { broken: "\uFFFD%A" }],
])("reads the search %s", (text, search) => {
  expect(createAppRouter().options.parseSearch(text)).toEqual(search);
});

test.each([
  ["/", "/"],
  ["/login", "/login"],
  ["/users/", "/users"],
  ["/groups/create", "/groups/create"],
  ["/groups/7", "/groups/$id"],
  ["/groups/7/edit", "/groups/$id/edit"],
  ["/learner/course/7/unit", "/learner/course/$course/unit/{-$unit_order}"],
  ["/learner/course/7/unit/3", "/learner/course/$course/unit/{-$unit_order}"],
  ["/admin/instance/7/user/9/edit", "/admin/instance/$id/user/$user/edit"],
  ["/groups/7/nothing", undefined],
  ["/nowhere", undefined],
])("finds the screen of %s", async (path, route) => {
  const router = createAppRouter();
  await router.options.context.addAllRoutes();
  expect(findRoutes(router, path)?.at(-1)?.fullPath).toBe(route);
});

test("begins with the public screens and adds the others when one is opened", async () => {
  const router = createAppRouter(createMemoryHistory({ initialEntries: ["/contact"] }));
  expect(findRoutes(router, "/login")?.at(-1)?.fullPath).toBe("/login");
  expect(findRoutes(router, "/users")?.at(-1)?.fullPath).toBe("/$");
  await router.preloadRoute({ to: "/users" });
  expect(findRoutes(router, "/users")?.at(-1)?.fullPath).toBe("/users");
});

test.each(["/groups/x", "/groups/7/nothing"])("shows within the frame that %s does not exist", async (path) => {
  await open(path);
  await heading("Page not found");
  expect(screen.getByRole("main").contains(screen.getByRole("heading", { level: 1 }))).toBe(true);
  expect(screen.getByRole("navigation", { name: "Main" })).toBeTruthy();
});

test("shows without the frame that an address does not exist", async () => {
  await open("/nowhere");
  await heading("Page not found");
  expect(screen.queryByRole("navigation", { name: "Main" })).toBeNull();
});

test("drops what a screen does not accept of an address", async () => {
  const router = await open("/users?page=none&size=5000&search=12&other=1");
  await heading("Users");
  expect(router.state.matches.at(-1)?.search).toEqual({ search: "12" });
});

test("titles the window after the screen", async () => {
  const router = await open("/users");
  await expect.poll(() => document.title).toMatch(/^Users \|/);
  await router.navigate({ to: "/groups" });
  await expect.poll(() => document.title).toMatch(/^Groups \|/);
});

test("leaves no second step in the history when a link leads to the current address", async () => {
  const router = await open("/groups", "/users");
  const link = (name: string) => within(screen.getByRole("navigation", { name: "Main" })).getByRole("link", { name });
  await userEvent.click(link("Users"));
  router.history.back();
  await heading("Groups");
});

test("shows the last of two addresses that are asked for", async () => {
  const router = await open("/users");
  await Promise.all([router.navigate({ to: "/dashboard" }), router.navigate({ to: "/groups" })]);
  await heading("Groups");
  expect(router.state.location.pathname).toBe("/groups");
});

test("does not sign out when the sign-out is only prepared", async () => {
  const router = await open("/users");
  await router.preloadRoute({ to: "/logout" });
  expect(localStorage.getItem("token")).toBe("x");
  await router.navigate({ to: "/logout" });
  expect(localStorage.getItem("token")).toBeNull();
  expect(router.state.location.pathname).toBe("/login");
});

test("loads the code of a screen when the pointer is on its link", async () => {
  const router = await open("/users");
  const preload = vi.spyOn(router, "preloadRoute");
  await userEvent.hover(within(screen.getByRole("navigation", { name: "Main" })).getByRole("link", { name: "Groups" }));
  await expect.poll(() => preload.mock.calls.length).toBe(1);
});

test("asks before unsaved work is left by a link or a step back", async () => {
  // A history in memory does not ask before a step back.
  window.history.replaceState(null, "", "/users");
  const router = await openWith(createBrowserHistory());
  await router.navigate({ to: "/addcourse" });
  await userEvent.type(await screen.findByLabelText("Title"), "Ropes");
  await userEvent.click(within(screen.getByRole("navigation", { name: "Main" })).getByRole("link", { name: "Groups" }));
  const ask = () => screen.findByRole("alertdialog", { name: "Leave without saving?" });
  await userEvent.click(within(await ask()).getByRole("button", { name: "Stay" }));
  expect(router.history.location.pathname).toBe("/addcourse");
  router.history.back();
  await userEvent.click(within(await ask()).getByRole("button", { name: "Leave" }));
  await heading("Users");
});

test("goes to the top of a new screen, and back to where the former one was left", async () => {
  window.history.replaceState(null, "", "/users");
  const scrollTo = vi.fn();
  vi.stubGlobal("scrollTo", scrollTo);
  const router = await openWith(createBrowserHistory());
  await heading("Users");
  vi.stubGlobal("scrollY", 340);
  document.dispatchEvent(new Event("scroll"));
  await router.navigate({ to: "/groups" });
  await heading("Groups");
  await expect.poll(() => scrollTo.mock.lastCall?.[0]).toMatchObject({ top: 0 });
  router.history.back();
  await heading("Users");
  await expect.poll(() => scrollTo.mock.lastCall?.[0]).toMatchObject({ top: 340 });
});

test("the address of the learner's part leads to its dashboard", async () => {
  const router = await open("/users", "/learner");
  expect(router.state.location.pathname).toBe("/learner/dashboard");
});
