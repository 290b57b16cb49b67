import { QueryClientProvider } from "@tanstack/react-query";
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from "@tanstack/react-router";
import { screen } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { queryClient } from "../../app/queryClient.ts";
import { pretendBrowser } from "../../testing/browser.ts";
import { render } from "../../testing/render.tsx";
import { aViewer, pretendServer } from "../../testing/server.ts";
import { addLinks, administrationLinks, learnerLinks, reportLinks } from "./dashboardLinks.ts";
import { DashboardScreen } from "./DashboardScreen.tsx";

const everyScreen = [...addLinks, ...administrationLinks, ...learnerLinks].map(({ to }) => to);
const instructor = ["learn", "dashboard.view", "user.view", "user.create", "group.manage", "course.author"];
const manager = ["learn", "catalogue.view", "dashboard.view", "report.view"];

async function show(role: string, can: string[], screens = everyScreen) {
  queryClient.setQueryData(["viewer"], aViewer(role, can));
  const root = createRootRoute();
  const home = createRoute({ getParentRoute: () => root, path: "/", component: DashboardScreen });
  const others = [...new Set(screens)].map((path) => createRoute({ getParentRoute: () => root, path }));
  const router = createRouter({
    routeTree: root.addChildren([home, ...others]),
    history: createMemoryHistory({ initialEntries: ["/"] }),
  });
  await router.load();
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  );
  await screen.findByRole("heading", { name: "Dashboard" });
}

const linkNames = () => screen.getAllByRole("link").map((link) => link.textContent);

beforeEach(() => {
  pretendBrowser();
  queryClient.clear();
  pretendServer(() => ({ json: { errors: [{ message: "Not now.", extensions: { code: "INTERNAL" } }] } }));
});

test("an instructor may add users, courses and groups, but no branch", async () => {
  await show("instructor", instructor);
  expect(linkNames().filter((name) => name.startsWith("Add"))).toEqual(["Add user", "Add Course", "Add Group"]);
});

test("an admin of a branch, who may create none, is not offered 'Add Branch'", async () => {
  await show("admin", [...instructor, "branch.manage"]);
  expect(linkNames()).toContain("Branches");
  expect(linkNames()).not.toContain("Add Branch");
});

test("an admin of the main site is offered 'Add Branch'", async () => {
  await show("admin", [...instructor, "branch.manage", "branch.create"]);
  expect(linkNames()).toContain("Add Branch");
});

test("an instructor's quick links contain no reports, categories or branches", async () => {
  await show("instructor", instructor);
  expect(linkNames()).toEqual(expect.arrayContaining(["Users", "Courses", "Groups"]));
  for (const name of ["Categories", "Branches", "User Reports", "Course Reports"])
    expect(linkNames()).not.toContain(name);
});

test("a manager has the two reports at the top and the learner's links in the card", async () => {
  await show("manager", manager);
  expect(linkNames()).toEqual([...reportLinks, ...learnerLinks].map(({ label }) => label.message));
});

test("a link to a missing screen is not shown", async () => {
  await show("manager", manager, ["/reports/courses"]);
  expect(linkNames()).toEqual(["Course Reports"]);
  expect(screen.getByText("No quick links available.")).toBeDefined();
});

test("the dashboard shows links, the reason and a retry when the server refuses its data", async () => {
  await show("manager", manager);
  expect(await screen.findByText("Error fetching dashboard data.")).toBeDefined();
  expect(screen.getByRole("button", { name: "Try again" })).toBeDefined();
});

test("the dashboard shows another message when the server is unreachable", async () => {
  pretendServer(() => "unreachable");
  await show("manager", manager);
  expect(await screen.findByText("Failed to fetch dashboard data.")).toBeDefined();
});
