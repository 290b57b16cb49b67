import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from "@tanstack/react-router";
import { act, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { viewerQuery, type Viewer } from "../../app/session.ts";
import { pretendBrowser } from "../../testing/browser.ts";
import { render } from "../../testing/render.tsx";
import { aViewer, pretendServer } from "../../testing/server.ts";
import { connectToasts, type ToastInput } from "../../ui/toast.ts";
import { MoreCourseActions } from "./MoreCourseActions.tsx";

const toasts: ToastInput[] = [];
connectToasts((toast) => toasts.push(toast));
const copied = { json: { data: { duplicateCourse: { id: 8, title: "Fire safety (copy)" } } } };

/** Opens the actions on a site with /submissions, for a user with these permissions. */
const open = (...can: string[]) => openWith(vi.fn(), can);

async function openWith(onDelete: (() => void) | undefined, can: string[]) {
  const rootRoute = createRootRoute();
  const at = (path: string, component?: () => React.ReactNode) =>
    createRoute({ getParentRoute: () => shell, path, ...(component && { component }) });
  const shell = createRoute({ getParentRoute: () => rootRoute, id: "shell" });
  const list = at("/courses", () => <MoreCourseActions course={{ id: 7, title: "Fire safety" }} onDelete={onDelete} />);
  const router = createRouter({
    routeTree: rootRoute.addChildren([shell.addChildren([list, at("/submissions"), at("/courses/$id/edit")])]),
    history: createMemoryHistory({ initialEntries: ["/courses"] }),
  });
  const client = new QueryClient();
  client.setQueryData(viewerQuery.queryKey, aViewer("instructor", can) as Viewer);
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  );
  const user = userEvent.setup();
  await user.click(await screen.findByRole("button", { name: "More actions for Fire safety" }));
  await screen.findByRole("menuitem", { name: "Duplicate" });
  return { onDelete, router, user };
}

beforeEach(() => {
  pretendBrowser();
  toasts.length = 0;
});
afterEach(() => void vi.unstubAllGlobals());

test("duplicates the course, names the copy and links to it", async () => {
  const viewer = { json: { data: { viewer: aViewer("instructor") } } };
  const calls = pretendServer(({ body }) => (body.query?.includes("duplicateCourse") ? copied : viewer));
  const { router, user } = await open("course.author");
  await user.click(screen.getByRole("menuitem", { name: "Duplicate" }));
  await expect
    .poll(() => toasts.map(({ kind, text }) => [kind, text]))
    .toEqual([["success", "Fire safety (copy) was created."]]);
  expect(calls[0]!.body.variables).toMatchObject({ id: 7 });
  act(() => toasts[0]!.action!.onPress());
  await expect.poll(() => router.state.location.pathname).toBe("/courses/8/edit");
});

test("shows why a course was not duplicated", async () => {
  pretendServer(() => ({
    json: { errors: [{ message: "The course was not found.", extensions: { code: "NOT_FOUND" } }] },
  }));
  const { user } = await open("course.author");
  await user.click(screen.getByRole("menuitem", { name: "Duplicate" }));
  await expect.poll(() => toasts.map(({ kind }) => kind)).toEqual(["error"]);
});

test("links to submissions for those who review them", async () => {
  await open("course.author", "submission.review");
  expect(screen.getByRole("menuitem", { name: "Submissions" }).getAttribute("href")).toBe("/submissions?course=7");
});

test("shows no link to submissions to others", async () => {
  await open("course.author");
  expect(screen.queryByRole("menuitem", { name: "Submissions" })).toBeNull();
});

test("leaves the confirmation of a deletion to the list", async () => {
  const { onDelete, user } = await open();
  await user.click(screen.getByRole("menuitem", { name: "Delete" }));
  expect(onDelete).toHaveBeenCalledOnce();
});

test("offers no deletion of a course that the viewer may not change", async () => {
  await openWith(undefined, ["course.author"]);
  expect(screen.queryByRole("menuitem", { name: "Delete" })).toBeNull();
});
