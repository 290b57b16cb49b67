import { QueryClientProvider } from "@tanstack/react-query";
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from "@tanstack/react-router";
import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { pretendBrowser } from "../../testing/browser.ts";
import { findDialog, render } from "../../testing/render.tsx";
import { queryClient } from "../queryClient.ts";
import { PeopleTable } from "./PeopleTable.tsx";

afterEach(() => void vi.unstubAllGlobals());

test("lists the members, adds those that are chosen, and removes one after a confirmation", async () => {
  pretendBrowser();
  queryClient.clear();
  const ada = { id: 1, name: "Ada King", email: "ada@demo.test" };
  const grace = { id: 2, name: "Grace Hopper", email: "grace@demo.test" };
  let rows = [ada];
  const add = vi.fn(async () => void (rows = [ada, grace]));
  const remove = vi.fn(async () => void (rows = [grace]));
  const root = createRootRoute();
  const table = createRoute({
    getParentRoute: () => root,
    path: "/",
    component: () => (
      <PeopleTable
        owner={{ group_id: 7 }}
        kind="group-users"
        title="Users in Group"
        empty="No users found in this group."
        list={async () => ({ total: rows.length, rows })}
        find={async () => [grace]}
        add={add}
        remove={remove}
        confirmation={(person) => `Remove ${person?.email}?`}
      />
    ),
  });
  const router = createRouter({
    routeTree: root.addChildren([table]),
    history: createMemoryHistory({ initialEntries: ["/"] }),
  });
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  );
  await screen.findByText("ada@demo.test");

  await userEvent.click(screen.getByRole("button", { name: "+ Add Users" }));
  const picker = within(await findDialog("Add Users"));
  await userEvent.click(await picker.findByRole("checkbox", { name: /Grace Hopper/ }));
  await userEvent.click(picker.getByRole("button", { name: /^Add/ }));
  await screen.findByText("grace@demo.test");
  expect(add).toHaveBeenCalledWith([2], expect.anything());

  await userEvent.click(screen.getByRole("button", { name: "Remove Ada King" }));
  const dialog = within(await screen.findByRole("alertdialog"));
  expect(dialog.getByText("Remove ada@demo.test?")).toBeDefined();
  expect(remove).not.toHaveBeenCalled();
  await userEvent.click(dialog.getByRole("button", { name: "Remove" }));
  await expect.poll(() => screen.queryByText("ada@demo.test")).toBeNull();
});
