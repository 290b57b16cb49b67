import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import { viewerQuery } from "../../app/session.ts";
import { pretendBrowser } from "../../testing/browser.ts";
import { render } from "../../testing/render.tsx";
import { aViewer, pretendServer } from "../../testing/server.ts";
import { CreateUserScreen } from "./CreateUserScreen.tsx";

beforeEach(() => pretendBrowser());

/** Opens the screen for a role, with a server that answers as given. */
function open(role: string, can: string[], gives_roles: string[], answer: object, fields: object[] = []) {
  const client = new QueryClient();
  client.setQueryData(viewerQuery.queryKey, { ...aViewer(role, can), gives_roles } as never);
  client.setQueryData(["userFields"], fields);
  client.setQueryData(["licenceUsage"], { used: 1, limit: null, state: "free" });
  const calls = pretendServer(() => ({ json: answer }));
  const router = createRouter({
    routeTree: createRootRoute({ component: CreateUserScreen }),
    history: createMemoryHistory({ initialEntries: ["/adduser"] }),
  });
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  );
  return calls;
}

const admin = ["user.create", "user.place"];

async function fill() {
  await userEvent.type(await screen.findByLabelText("First Name"), "Nora");
  await userEvent.type(screen.getByLabelText("Last Name"), "Blake");
  await userEvent.type(screen.getByLabelText("Email"), "nora@demo.test");
  await userEvent.selectOptions(screen.getByLabelText("User Type"), "manager");
}

test("CreateUserScreen sends nothing while a required field is empty, and marks each", async () => {
  const calls = open("admin", admin, ["admin", "manager", "learner"], {});
  await userEvent.click(await screen.findByRole("button", { name: "Create User" }));
  expect(await screen.findByText("Enter a first name.")).toBeDefined();
  expect(screen.getByText("Choose a user type from the list.")).toBeDefined();
  expect(calls).toEqual([]);
});

test("CreateUserScreen shows the server's messages at their fields and keeps what was typed", async () => {
  open("admin", admin, ["admin", "manager", "learner"], {
    data: null,
    errors: [
      { message: "x", extensions: { code: "VALIDATION", validation: { email: ["This email is already in use."] } } },
    ],
  });
  await fill();
  await userEvent.click(screen.getByRole("button", { name: "Create User" }));
  expect(await screen.findByText("This email is already in use.")).toBeDefined();
  expect(screen.getByLabelText("Email")).toHaveProperty("value", "nora@demo.test");
  expect(screen.getByLabelText("Email").getAttribute("aria-invalid")).toBe("true");
});

test("CreateUserScreen shows a reason without a field above the form, and the specified text for an unexpected failure", async () => {
  open("admin", admin, ["manager"], {
    data: null,
    errors: [{ message: "No licence is left.", extensions: { code: "CONFLICT" } }],
  });
  await fill();
  await userEvent.click(screen.getByRole("button", { name: "Create User" }));
  expect((await screen.findByRole("alert")).textContent).toBe("No licence is left.");
  pretendServer(() => "unreachable");
  await userEvent.click(screen.getByRole("button", { name: "Create User" }));
  await waitFor(() =>
    expect(screen.getByRole("alert").textContent).toBe("An unexpected error occurred. Please try again later."),
  );
});

test("CreateUserScreen shows no box for the main site to users who may not choose, sends none, and selects a single user type", async () => {
  const calls = open("instructor", ["user.create"], ["learner"], { data: { createUser: null } });
  await userEvent.type(await screen.findByLabelText("First Name"), "Nora");
  expect(screen.queryByLabelText("Primary Instance Access")).toBeNull();
  await userEvent.type(screen.getByLabelText("Last Name"), "Blake");
  await userEvent.type(screen.getByLabelText("Email"), "nora@demo.test");
  await userEvent.click(screen.getByRole("button", { name: "Create User" }));
  await waitFor(() => expect(calls).toHaveLength(1));
  const input = calls[0]!.body.variables!["input"] as object;
  expect(input).toMatchObject({ role: "learner", is_active: true, skip_email: false, deactivate_at: null });
  expect(input).not.toHaveProperty("is_primary");
});

test("CreateUserScreen sends the organisation's own fields, and requires what they require", async () => {
  const fields = [
    { id: 3, name: "Department", type: "choice", choices: ["Kitchen", "Laundry"], is_required: true },
    { id: 4, name: "First aider", type: "checkbox", choices: [], is_required: false },
  ];
  const calls = open("admin", admin, ["manager"], { data: { createUser: { id: 9 } } }, fields);
  await fill();
  await userEvent.click(screen.getByRole("button", { name: "Create User" }));
  expect(await screen.findByText("Fill this in.")).toBeDefined();
  expect(calls).toEqual([]);
  await userEvent.selectOptions(screen.getByLabelText("Department"), "Kitchen");
  await userEvent.click(screen.getByLabelText("First aider"));
  await userEvent.click(screen.getByRole("button", { name: "Create User" }));
  await waitFor(() =>
    expect(calls[0]?.body.variables?.["input"]).toMatchObject({
      first_name: "Nora",
      fields: [
        { id: 3, value: "Kitchen" },
        { id: 4, value: "true" },
      ],
    }),
  );
  expect(calls[0]?.body.variables?.["input"]).not.toHaveProperty("field_3");
});
