import { QueryClientProvider } from "@tanstack/react-query";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createMemoryHistory } from "@tanstack/react-router";
import { pretendBrowser } from "../../testing/browser.ts";
import { render } from "../../testing/render.tsx";
import { aViewer, pretendServer } from "../../testing/server.ts";
import { setBoot } from "../boot.ts";
import { queryClient } from "../queryClient.ts";
import { createAppRouter, Screens } from "../Router.tsx";

const user = {
  id: 7,
  first_name: "Nora",
  last_name: "Blake",
  name: "Nora Blake",
  email: "nora@demo.test",
  role: "learner",
  is_primary: true,
  is_active: true,
  is_owner: false,
  is_invited: false,
  skip_email: false,
  deactivate_at: null,
  created_at: "2026-01-05T08:00:00Z",
  in_reach: true,
  may_edit: true,
  may_send_password_link: true,
  may_reset_second_factor: false,
  enrolledCourses: [],
  endedEnrolments: [],
  groups: [],
  fields: [],
};

const SEND = "Send Password Link";
const EDIT = "/edituser/7";
const EDIT_OF_INSTANCE = "/admin/instance/2/user/7/edit";
const refused = { data: null, errors: [{ message: "This account is not active.", extensions: { code: "CONFLICT" } }] };

/** Opens a page of the product with this user and returns what was sent. */
async function open(path: string, heading: string, fields: object = {}, sent: object = { data: {} }) {
  const shown = { ...user, ...fields };
  const can = ["dashboard.view", "user.view", "user.edit", "user.delete", "instance.manage"];
  const calls = pretendServer(({ body: { query = "" } }) => {
    if (query.includes("viewer"))
      return { json: { data: { viewer: { ...aViewer("super_admin", can), gives_roles: ["learner"] } } } };
    if (query.includes("sendPasswordLink")) return { json: sent };
    if (query.includes("updateUser")) return { json: { data: { updateUser: shown, editInstanceUser: { id: 7 } } } };
    if (query.includes("usersPage"))
      return {
        json: {
          data: {
            usersPage: { total: 1, rows: [shown], field_columns: {} },
            memberChoices: { fields: [], groups: [], branches: [], user_list: { columns: null, views: [] } },
          },
        },
      };
    return {
      json: {
        data: {
          user: shown,
          memberChoices: { fields: [], groups: [], branches: [], user_list: { columns: null, views: [] } },
        },
      },
    };
  });
  const router = createAppRouter(createMemoryHistory({ initialEntries: [path] }));
  render(
    <QueryClientProvider client={queryClient}>
      <Screens router={router} />
    </QueryClientProvider>,
  );
  await screen.findByRole("heading", { name: heading, level: 1 });
  return calls;
}

beforeEach(() => {
  pretendBrowser();
  localStorage.clear();
  localStorage.setItem("token", "x");
  queryClient.clear();
  setBoot({ instance: { id: 1, name: "Northgate Trust", domain: "demo" } } as never);
});
afterEach(() => vi.unstubAllGlobals());

describe.each([EDIT, EDIT_OF_INSTANCE])("%s", (path) => {
  test("has no password field and sends a link after a confirmation", async () => {
    const calls = await open(path, "Edit User");
    const press = await screen.findByRole("button", { name: SEND });
    expect(document.querySelectorAll("input[type=password]")).toHaveLength(0);
    await userEvent.click(press);
    const dialog = within(await screen.findByRole("alertdialog"));
    expect(dialog.getByText(/We will send nora@demo.test a link to set a new password./)).toBeDefined();
    const sent = () => calls.filter(({ body }) => body.query?.includes("sendPasswordLink"));
    expect(sent()).toEqual([]);
    await userEvent.click(dialog.getByRole("button", { name: "Send link" }));
    expect(await screen.findByText("A link to set a new password was sent to nora@demo.test.")).toBeDefined();
    expect(sent().map(({ body }) => body.variables)).toEqual([{ id: 7 }]);
  });

  test("has no such button where the server does not allow it", async () => {
    await open(path, "Edit User", { may_send_password_link: false });
    expect(await screen.findByLabelText("First Name")).toBeDefined();
    expect(screen.queryByRole("button", { name: SEND })).toBeNull();
    expect(document.querySelectorAll("input[type=password]")).toHaveLength(0);
  });

  test("sends no password when it saves the other fields", async () => {
    const calls = await open(path, "Edit User");
    await userEvent.type(await screen.findByLabelText("First Name"), "h");
    await userEvent.click(screen.getByRole("button", { name: /Update User|Save Changes/ }));
    const saved = () => calls.find(({ body }) => body.query?.includes("updateUser"))?.body.variables;
    await waitFor(() => expect(saved()).toMatchObject({ input: { first_name: "Norah" } }));
    expect(JSON.stringify(saved())).not.toContain("password");
  });
});

test("shows why the server refused to send the link", async () => {
  await open(EDIT, "Edit User", {}, refused);
  await userEvent.click(await screen.findByRole("button", { name: SEND }));
  const dialog = within(await screen.findByRole("alertdialog"));
  await userEvent.click(dialog.getByRole("button", { name: "Send link" }));
  expect((await dialog.findByRole("alert")).textContent).toBe("This account is not active.");
});

test("shows no form for a user whom the viewer may not change", async () => {
  await open(EDIT, "Edit User", { may_edit: false, may_send_password_link: false });
  expect((await screen.findByRole("alert")).textContent).toContain("You cannot change this user.");
  expect(screen.queryByLabelText("First Name")).toBeNull();
});

test("offers to edit and to invite only a user whom the viewer may change", async () => {
  await open("/user/7", "Nora Blake", { is_invited: true });
  expect(screen.getByRole("link", { name: "Edit User" })).toBeDefined();
  expect(screen.getByRole("button", { name: "Resend Invitation" })).toBeDefined();
});

test("offers neither for a user whom the viewer may not change", async () => {
  await open("/user/7", "Nora Blake", { is_invited: true, may_edit: false, may_send_password_link: false });
  expect(screen.queryByRole("link", { name: "Edit User" })).toBeNull();
  expect(screen.queryByRole("button", { name: "Resend Invitation" })).toBeNull();
});

test("lists a user whom the viewer may not change without a button to delete them", async () => {
  await open("/users", "Users", { may_edit: false });
  expect(await screen.findByRole("link", { name: "View Nora Blake" })).toBeDefined();
  expect(screen.queryByRole("button", { name: "Delete Nora Blake" })).toBeNull();
});
