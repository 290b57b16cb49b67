import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from "@tanstack/react-router";
import { screen } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { QueryClientProvider } from "@tanstack/react-query";
import { queryClient } from "../../app/queryClient.ts";
import { pretendBrowser } from "../../testing/browser.ts";
import { render } from "../../testing/render.tsx";
import { aViewer } from "../../testing/server.ts";
import { NextStepHeader } from "./NextStepHeader.tsx";
import type { PathCourse } from "./nextStep.ts";

const course = (title: string, unitsCompleted: number, totalUnits: number, is_complete = false): PathCourse => ({
  id: title.length,
  title,
  unitsCompleted,
  totalUnits,
  is_complete,
});

/** Renders the header as a learner sees it, in a product with the given screens. */
async function show(courses: PathCourse[], hasAvailable = false, screens: string[] = []) {
  const root = createRootRoute();
  const home = createRoute({
    getParentRoute: () => root,
    path: "/",
    component: () => <NextStepHeader courses={courses} hasAvailable={hasAvailable} />,
  });
  const others = screens.map((path) => createRoute({ getParentRoute: () => root, path }));
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
  return (await screen.findByRole("heading", { level: 1 })).textContent;
}

beforeEach(() => {
  pretendBrowser();
  queryClient.clear();
  queryClient.setQueryData(["viewer"], aViewer("learner", ["learn"]));
});

test("names the course that is nearest its end, with its progress", async () => {
  const courses = [course("First aid", 1, 8), course("Safeguarding essentials", 3, 6), course("Induction", 4, 4, true)];
  expect(await show(courses)).toBe("You are three units from finishing Safeguarding essentials.");
});

test("counts one unit in the singular", async () => {
  expect(await show([course("First aid", 7, 8)])).toBe("You are one unit from finishing First aid.");
});

test("writes many units as a number", async () => {
  expect(await show([course("First aid", 1, 13)])).toBe("You are 12 units from finishing First aid.");
});

test("does not call a course unfinished that is complete by its rule", async () => {
  const courses = [course("Moving and handling", 4, 5, true), course("Data protection", 0, 4)];
  expect(await show(courses)).toBe("Your next course is Data protection.");
});

test("says that everything is finished", async () => {
  expect(await show([course("Induction", 4, 4, true)])).toBe("You have finished all your courses.");
});

test("links a learner without courses to the catalog if it has courses", async () => {
  expect(await show([], true, ["/learner/course-catalog"])).toBe("Choose your first course from the catalog.");
  expect(screen.getByRole("link", { name: "Course Catalog" })).toBeDefined();
});

test("says that there is nothing to learn yet", async () => {
  expect(await show([], false)).toBe("There are no courses for you yet.");
});

test("continues a started course in the player, if the player exists", async () => {
  await show([course("First aid", 1, 2)], false, ["/learner/course/$course/unit/{-$unit_order}"]);
  expect(screen.getByRole("link", { name: "Continue Course" }).getAttribute("href")).toBe("/learner/course/9/unit");
});

test("names the first course that is overdue or due within a week before any other step", async () => {
  const due = (title: string, due_on: string, due_status: string): PathCourse => ({
    ...course(title, 0, 4),
    due_on,
    due_status,
  });
  await show([
    course("Nearly done", 3, 4),
    due("Ladders", "2026-05-06", "overdue"),
    due("Knots", "2026-05-09", "due_soon"),
  ]);
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Ladders is overdue since 6 May 2026.");
});

test("leaves a course that is due later in its place", async () => {
  await show([course("Nearly done", 3, 4), { ...course("Later", 0, 4), due_on: "2027-05-06", due_status: "due" }]);
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("You are one unit from finishing Nearly done.");
});
