import { focusManager, QueryClientProvider } from "@tanstack/react-query";
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from "@tanstack/react-router";
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { queryClient } from "../../app/queryClient.ts";
import { pretendBrowser } from "../../testing/browser.ts";
import { render } from "../../testing/render.tsx";
import { pretendServer } from "../../testing/server.ts";
import { EssayScreen } from "./EssayScreen.tsx";

beforeEach(() => {
  pretendBrowser();
  queryClient.clear();
});
afterEach(() => {
  focusManager.setFocused(undefined);
  vi.unstubAllGlobals();
});

const essay = {
  attempt_id: 3,
  question_id: 4,
  user_name: "Kim Quill",
  course_title: "Knots",
  unit_title: "Last test",
  question: "Why?",
  media: [],
  rubric: [],
  points: 10,
  min_words: null,
  max_words: null,
  marker_note: "",
  answer: "Because.",
  words: 1,
  number: 1,
  submitted_at: "2026-01-02T10:00:00Z",
  score: null,
  is_passed: null,
  others_waiting: 0,
  mark_points: null as number | null,
  mark_levels: null,
  mark_comment: null as string | null,
  marker: null as string | null,
  marked_at: null as string | null,
  neighbours: { previous: null, next: null },
};

/** Renders the screen of the essay at its address. */
function show() {
  const root = createRootRoute({ component: Outlet });
  const signedIn = createRoute({ getParentRoute: () => root, id: "signed-in" });
  const shell = createRoute({ getParentRoute: () => signedIn, id: "shell" });
  const office = createRoute({ getParentRoute: () => shell, id: "back-office" });
  const place = createRoute({
    getParentRoute: () => office,
    path: "/submissions/essays/$attempt_id/$question_id",
    component: EssayScreen,
  });
  const list = createRoute({ getParentRoute: () => office, path: "/submissions" });
  const routeTree = root.addChildren([signedIn.addChildren([shell.addChildren([office.addChildren([list, place])])])]);
  const history = createMemoryHistory({ initialEntries: ["/submissions/essays/3/4"] });
  const router = createRouter({ routeTree, history });
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  );
}

test("EssayScreen keeps what is typed when another person marks the essay meanwhile", async () => {
  let now = essay;
  pretendServer(() => ({ json: { data: { essay: now } } }));
  show();
  await userEvent.type(await screen.findByLabelText("Comment"), "Well argued, but");
  now = { ...essay, mark_points: 2, mark_comment: "No.", marker: "Ann", marked_at: "2026-01-02T11:00:00Z" };
  focusManager.setFocused(false);
  focusManager.setFocused(true);
  await expect.poll(() => queryClient.isFetching()).toBe(0);
  expect(screen.getByLabelText<HTMLTextAreaElement>("Comment").value).toBe("Well argued, but");
});
