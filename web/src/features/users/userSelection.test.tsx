import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from "@tanstack/react-router";
import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { viewerQuery, type Viewer } from "../../app/session.ts";
import { pretendBrowser } from "../../testing/browser.ts";
import { render } from "../../testing/render.tsx";
import { aViewer, pretendServer } from "../../testing/server.ts";
import { UsersScreen } from "./UsersScreen.tsx";

beforeEach(pretendBrowser);
afterEach(() => void vi.unstubAllGlobals());

const person = (id: number, name: string) => ({
  id,
  first_name: name,
  last_name: "Blake",
  email: `${name}@demo.test`,
  role: "learner",
  is_active: true,
  created_at: "2026-01-05T08:00:00Z",
  groups: [],
  last_active_on: null,
  in_reach: true,
  may_edit: true,
});

/** Opens the list of three users; `selectAll` answers the selection of all. */
async function open() {
  let rows = [person(2, "Nora"), person(3, "Omar"), person(4, "Pia")];
  let selectAll = () => {};
  const allSelected = new Promise<void>((resolve) => (selectAll = resolve));
  const calls = pretendServer(async ({ body: { query = "", variables } }) => {
    if (query.includes("selectableUsers")) await allSelected;
    if (query.includes("deleteUser(")) rows = rows.filter(({ id }) => id !== variables?.["id"]);
    return {
      json: {
        data: {
          usersPage: { total: rows.length + 20, rows, field_columns: [] },
          memberChoices: { fields: [], groups: [], branches: [], user_list: { columns: null, views: [] } },
          selectableUsers: { ids: [2, 3, 4, 5], may_edit: true },
          deleteUser: { id: 2 },
          setUsersActive: { ids: [3] },
        },
      },
    };
  });
  const rootRoute = createRootRoute();
  const router = createRouter({
    routeTree: rootRoute.addChildren([
      createRoute({ getParentRoute: () => rootRoute, path: "/users", component: UsersScreen }),
    ]),
    history: createMemoryHistory({ initialEntries: ["/users"] }),
  });
  const client = new QueryClient();
  const can = ["user.view", "user.edit", "user.delete"];
  client.setQueryData(viewerQuery.queryKey, aViewer("admin", can) as Viewer);
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  );
  await screen.findByText("Nora Blake");
  await userEvent.click(screen.getByRole("checkbox", { name: "Select Nora Blake" }));
  await userEvent.click(screen.getByRole("checkbox", { name: "Select Omar Blake" }));
  return { calls, selectAll: () => selectAll() };
}

test("a user who is deleted leaves the selection", async () => {
  const { calls } = await open();
  await userEvent.click(screen.getByRole("button", { name: "Delete Nora Blake" }));
  await userEvent.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "Delete" }));
  await screen.findByText("1 selected");
  await userEvent.click(screen.getByRole("button", { name: "Deactivate" }));
  await expect
    .poll(() => calls.find(({ body }) => body.query?.includes("setUsersActive"))?.body.variables)
    .toEqual(expect.objectContaining({ user_ids: [3] }));
});

test("all users whom a filter leaves are not selected once another filter was chosen", async () => {
  const { calls, selectAll } = await open();
  await userEvent.click(screen.getByRole("button", { name: "Select all 23 that match" }));
  await userEvent.selectOptions(screen.getByRole("combobox", { name: "Role" }), "Instructor");
  const isAsked = () => calls.some(({ body }) => body.variables?.["role"] === "instructor");
  await expect.poll(isAsked).toBe(true);
  selectAll();
  await expect.poll(() => screen.queryByRole("button", { name: /^Select all/ })?.getAttribute("aria-busy")).toBe(null);
  expect(screen.getByText("2 selected")).toBeDefined();
});

test("a selection that is cleared stays empty when the answer to a former one arrives", async () => {
  const { selectAll } = await open();
  await userEvent.click(screen.getByRole("button", { name: "Select all 23 that match" }));
  await userEvent.click(screen.getByRole("button", { name: "Clear selection" }));
  selectAll();
  await userEvent.click(screen.getByRole("checkbox", { name: "Select Omar Blake" }));
  await expect.poll(() => screen.queryByRole("button", { name: /^Select all/ })?.getAttribute("aria-busy")).toBe(null);
  expect(screen.getByText("1 selected")).toBeDefined();
});
