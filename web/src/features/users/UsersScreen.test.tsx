import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { viewerQuery, type Viewer } from "../../app/session.ts";
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from "@tanstack/react-router";
import { pretendBrowser } from "../../testing/browser.ts";
import { render } from "../../testing/render.tsx";
import { aViewer, pretendServer } from "../../testing/server.ts";
import { UsersScreen } from "./UsersScreen.tsx";

const person = (id: number, name: string, may_edit: boolean) => ({
  id,
  first_name: name,
  last_name: "Blake",
  email: `${name}@demo.test`,
  role: "learner",
  is_active: true,
  created_at: "2026-01-05T08:00:00Z",
  groups: ["Night shift"],
  last_active_on: "2026-03-04",
  in_reach: true,
  may_edit,
});

beforeEach(pretendBrowser);
afterEach(() => void vi.unstubAllGlobals());

const VIEW = {
  id: 7,
  name: "Managers",
  search: null,
  sort: "-created",
  role: "manager",
  state: null,
  group_id: null,
  branch_id: null,
  idle_days: null,
  is_overdue: null,
  enrolled_in: null,
  not_enrolled_in: null,
  field_id: null,
  field_value: null,
  columns: ["role", "field_4"],
};

async function open(address = "/users", columns: string[] | null = null, more: object = {}) {
  const can = ["user.view", "user.edit", "user.delete", "enrolment.manage", "group.manage"];
  const rows = [person(2, "Nora", true), person(3, "Omar", false)];
  const fields = [
    { id: 3, name: "Department", type: "choice", choices: ["Kitchen", "Laundry"], is_listed: true },
    { id: 4, name: "Locker", type: "text", choices: [], is_listed: false },
  ];
  const calls = pretendServer(() => ({
    json: {
      data: {
        usersPage: { total: rows.length, rows, field_columns: { 3: ["Kitchen", null] } },
        memberChoices: { fields, groups: [], branches: [], user_list: { columns, views: [VIEW] } },
        setUserListColumns: ["email"],
        createUserView: { id: 8, name: "Mine" },
        coursesPage: { rows: [{ id: 9, title: "First aid", status: "draft" }] },
        course: { id: 9, title: "First aid" },
        ...more,
      },
    },
  }));
  const rootRoute = createRootRoute();
  const list = createRoute({ getParentRoute: () => rootRoute, path: "/users", component: UsersScreen });
  const router = createRouter({
    routeTree: rootRoute.addChildren([list]),
    history: createMemoryHistory({ initialEntries: [address] }),
  });
  const client = new QueryClient();
  client.setQueryData(viewerQuery.queryKey, aViewer("admin", can) as Viewer);
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  );
  await screen.findByText("Nora Blake");
  return calls;
}

const buttons = (...names: string[]) => names.filter((name) => screen.queryByRole("button", { name }) !== null);

test("offers to delete only users whom the current user may change", async () => {
  await open();
  expect(buttons("Delete Nora Blake", "Delete Omar Blake")).toEqual(["Delete Nora Blake"]);
});

test("offers to change selected users only if the current user may change all of them", async () => {
  await open();
  const names = ["Activate", "Deactivate", "Add to Group", "Enroll", "Delete"];
  await userEvent.click(screen.getByRole("checkbox", { name: "Select Nora Blake" }));
  expect(buttons(...names)).toEqual(names);
  await userEvent.click(screen.getByRole("checkbox", { name: "Select Omar Blake" }));
  expect(buttons(...names)).toEqual(["Add to Group", "Enroll"]);
  await userEvent.click(screen.getByRole("checkbox", { name: "Select Omar Blake" }));
  expect(buttons(...names)).toEqual(names);
});

test("asks the server for the users whom the chosen filters leave, from the first page on", async () => {
  const calls = await open("/users?page=2");
  await userEvent.selectOptions(screen.getByRole("combobox", { name: "Role" }), "Manager");
  await userEvent.selectOptions(screen.getByRole("combobox", { name: "Last active" }), "Not active for 30 days");
  await waitFor(() =>
    expect(calls.at(-1)?.body.variables).toMatchObject({ role: "manager", idle_days: 30, offset: 0 }),
  );
});

test("shows listed fields of the organisation as columns, and filters by a value", async () => {
  const calls = await open();
  expect(screen.getAllByRole("columnheader").map((cell) => cell.textContent)).toContain("Department");
  expect(screen.queryByRole("columnheader", { name: "Locker" })).toBeNull();
  const departments = screen
    .getAllByRole("row")
    .map((row) => [row.textContent.includes("Nora"), row.textContent.includes("Kitchen")]);
  expect(departments).toEqual([
    [false, false],
    [true, true],
    [false, false],
  ]);
  await userEvent.selectOptions(screen.getByRole("combobox", { name: "User field" }), "Department");
  expect(calls.at(-1)?.body.variables).not.toHaveProperty("field_id");
  await userEvent.selectOptions(await screen.findByRole("combobox", { name: "Value of Department" }), "Laundry");
  await waitFor(() =>
    expect(calls.at(-1)?.body.variables).toMatchObject({ field_id: 3, field_value: "Laundry", offset: 0 }),
  );
});

test("limits the list to those who are not enrolled in a course, once the course is chosen", async () => {
  const calls = await open();
  await userEvent.selectOptions(screen.getByRole("combobox", { name: "Enrolment" }), "Not enrolled in");
  await userEvent.click(await screen.findByRole("combobox", { name: "Course" }));
  expect(calls.some(({ body }) => "not_enrolled_in" in (body.variables ?? {}))).toBe(false);
  await userEvent.click(await screen.findByRole("option", { name: "First aid" }));
  await waitFor(() =>
    expect(calls.map(({ body }) => body.variables)).toContainEqual(
      expect.objectContaining({ not_enrolled_in: 9, offset: 0 }),
    ),
  );
  await userEvent.selectOptions(screen.getByRole("combobox", { name: "Enrolment" }), "Enrolled in");
  await waitFor(() =>
    expect(calls.map(({ body }) => body.variables)).toContainEqual(expect.objectContaining({ enrolled_in: 9 })),
  );
  expect(await screen.findByRole("combobox", { name: "Course: First aid" })).toBeDefined();
});

/** Selects all 2,500 users whom the list has, on every page. */
async function selectAll(may_edit: boolean) {
  const ids = Array.from({ length: 2_500 }, (_, at) => at + 2);
  const rows = [person(2, "Nora", true), person(3, "Omar", true)];
  const calls = await open("/users?role=learner", null, {
    usersPage: { total: 2_501, rows, field_columns: {} },
    selectableUsers: { ids, may_edit },
    setUsersActive: { count: 1, ids: [2] },
  });
  await userEvent.click(screen.getByRole("checkbox", { name: "Select Nora Blake" }));
  await userEvent.click(screen.getByRole("button", { name: "Select all 2,501 that match" }));
  await screen.findByText("2,500 selected");
  return { calls, ids };
}

test("changes all users whom the filters leave, a thousand in a request", async () => {
  const { calls, ids } = await selectAll(true);
  expect(calls.map(({ body }) => body.variables)).toContainEqual(
    expect.objectContaining({ users: { role: "learner", search: "" } }),
  );
  await userEvent.click(screen.getByRole("button", { name: "Deactivate" }));
  const listSent = () =>
    calls.flatMap(({ body }) => (body.variables && "is_active" in body.variables ? [body.variables["user_ids"]] : []));
  await waitFor(() => expect(listSent()).toEqual([ids.slice(0, 1_000), ids.slice(1_000, 2_000), ids.slice(2_000)]));
});

test("offers no change of users if one of all whom the filters leave may not be changed", async () => {
  await selectAll(false);
  expect(buttons("Activate", "Delete", "Add to Group", "Enroll")).toEqual(["Add to Group", "Enroll"]);
  await userEvent.click(screen.getByRole("button", { name: "Clear selection" }));
  await userEvent.click(screen.getByRole("checkbox", { name: "Select Nora Blake" }));
  expect(buttons("Activate", "Delete")).toEqual(["Activate", "Delete"]);
});

const headings = () => screen.getAllByRole("columnheader").map((cell) => cell.textContent);

test("shows the columns that the user chose, and remembers another choice", async () => {
  const calls = await open("/users", ["role", "field_4"]);
  await waitFor(() => expect(headings()).toEqual(expect.arrayContaining(["Name", "Role", "Locker"])));
  expect(headings()).not.toContain("Email");
  await userEvent.click(screen.getByRole("button", { name: "Columns" }));
  await userEvent.click(await screen.findByRole("menuitemcheckbox", { name: "Email" }));
  await waitFor(() =>
    expect(calls.map(({ body }) => body.variables)).toContainEqual(
      expect.objectContaining({ columns: ["email", "role", "field_4"] }),
    ),
  );
});

test("leaves out groups, dates and fields in a small window, unless the user chose them", async () => {
  pretendBrowser({ small: true });
  await open();
  expect(headings()).toEqual(["", "Name", "Email", "Role", "Status", "Actions"]);
  await userEvent.click(screen.getByRole("button", { name: "Columns" }));
  expect((await screen.findByRole("menuitemcheckbox", { name: "Groups" })).ariaChecked).toBe("false");
  cleanup();
  await open("/users", ["groups", "field_3"]);
  await waitFor(() => expect(headings()).toEqual(["", "Name", "Groups", "Department", "Actions"]));
});

test("opens a view with its filters and its columns, and saves what is shown as another", async () => {
  const calls = await open();
  await userEvent.click(screen.getByRole("button", { name: "Views" }));
  await userEvent.click(await screen.findByRole("menuitem", { name: "Managers" }));
  await waitFor(() =>
    expect(calls.at(-1)?.body.variables).toMatchObject({ role: "manager", sort: "-created", field_ids: [4] }),
  );
  expect(headings()).not.toContain("Email");
  await userEvent.click(screen.getByRole("button", { name: "View: Managers" }));
  await userEvent.click(await screen.findByRole("menuitem", { name: "Save as a new view..." }));
  await userEvent.type(await screen.findByRole("textbox", { name: /^Name/ }), "Mine");
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() =>
    expect(calls.map(({ body }) => body.variables)).toContainEqual(
      expect.objectContaining({
        input: expect.objectContaining({
          name: "Mine",
          role: "manager",
          sort: "-created",
          columns: ["role", "field_4"],
        }),
      }),
    ),
  );
});
