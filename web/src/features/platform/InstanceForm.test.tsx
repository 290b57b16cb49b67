import { QueryClientProvider } from "@tanstack/react-query";
import { createMemoryHistory } from "@tanstack/react-router";
import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { setBoot } from "../../app/boot.ts";
import { queryClient } from "../../app/queryClient.ts";
import { createAppRouter, Screens } from "../../app/Router.tsx";
import { pretendBrowser } from "../../testing/browser.ts";
import { findDialog, render } from "../../testing/render.tsx";
import { aViewer, pretendServer } from "../../testing/server.ts";

const instance = {
  id: 7,
  name: "Harbour School",
  domain: "harbour",
  license_count: 5,
  branch_limit: null,
  storage_limit_gb: null,
  theme: "forest",
  primary_color: "#2f5d3a",
  secondary_color: "#c79a3b",
  api_access: false,
  branding_enabled: true,
  is_active: true,
  trial_ends_at: null,
  licenses_used: 2,
  branches_used: 1,
  subscription: null,
  usersPage: { total: 0, rows: [] },
};
type Answer = Parameters<typeof pretendServer>[0];
const operator: Answer = ({ body }) => {
  if (body.query?.includes("viewer"))
    return { json: { data: { viewer: aViewer("super_admin", ["instance.manage"]) } } };
  if (body.query?.includes("createLmsInstance")) return { json: { data: { createLmsInstance: instance } } };
  if (body.query?.includes("updateLmsInstance")) return { json: { data: { updateLmsInstance: instance } } };
  if (body.query?.includes("deleteLmsInstance")) return { json: { data: { deleteLmsInstance: { id: 7 } } } };
  if (body.query?.includes("lmsInstancesPage")) return { json: { data: { lmsInstancesPage: { total: 0, rows: [] } } } };
  return { json: { data: { lmsInstance: instance } } };
};

async function open(path: string, heading: string, answer: Answer = operator) {
  const calls = pretendServer(answer);
  const router = createAppRouter(createMemoryHistory({ initialEntries: [path] }));
  render(
    <QueryClientProvider client={queryClient}>
      <Screens router={router} />
    </QueryClientProvider>,
  );
  await screen.findByRole("heading", { name: new RegExp(heading), level: 1 });
  return { router, calls };
}

beforeEach(() => {
  pretendBrowser();
  localStorage.clear();
  localStorage.setItem("token", "x");
  queryClient.clear();
  setBoot({
    instance: { id: 1, name: "Northgate Trust", domain: "demo" },
    branch: null,
    detected: { instance: "demo", branch: null },
  });
});
afterEach(() => void vi.unstubAllGlobals());

test("InstanceForm creates an active instance by default, requires a name, and shows the new instance", async () => {
  const { router, calls } = await open("/instances/create", "Create Instance");
  expect(screen.getByLabelText("Active")).toHaveProperty("checked", true);
  await userEvent.click(screen.getByRole("button", { name: "Create Instance" }));
  expect(await screen.findByText("Enter the name of the instance.")).toBeDefined();
  await userEvent.type(screen.getByLabelText("Instance Name"), "Harbour School");
  await userEvent.type(screen.getByLabelText("License Count"), "5");
  await userEvent.selectOptions(screen.getByLabelText("Theme"), "custom");
  await userEvent.click(screen.getByRole("button", { name: "Create Instance" }));
  await expect.poll(() => router.state.location.pathname).toBe("/admin/instance/7");
  const sent = calls.find(({ body }) => body.query?.includes("createLmsInstance"))?.body.variables;
  expect(sent).toEqual({
    name: "Harbour School",
    domain: "",
    license_count: 5,
    branch_limit: null,
    storage_limit_gb: null,
    theme: "custom",
    primary_color: "#1f5c63",
    secondary_color: "#d9824a",
    api_access: false,
    branding_enabled: false,
    is_active: true,
    trial_ends_at: null,
  });
});

test("InstanceForm sends whole numbers, as the API takes them", async () => {
  const { calls } = await open("/admin/instance/7/edit", "Edit Instance");
  const licences = await screen.findByLabelText("License Count");
  await userEvent.clear(licences);
  await userEvent.type(licences, "7.4");
  await userEvent.click(screen.getByRole("button", { name: "Update Instance" }));
  await expect
    .poll(() => calls.find(({ body }) => body.query?.includes("updateLmsInstance"))?.body.variables)
    .toMatchObject({ license_count: 7, branch_limit: null });
});

test("InstanceForm warns that another domain changes every address", async () => {
  await open("/admin/instance/7/edit", "Edit Instance");
  const domain = await screen.findByLabelText("Domain");
  expect(screen.queryByText(/addresses of this instance/)).toBeNull();
  await userEvent.type(domain, "-new");
  expect(await screen.findByText(/addresses of this instance and of all its branches change/)).toBeDefined();
});

test("InstanceForm shows the specified text for a failure without a reason", async () => {
  await open("/admin/instance/7/edit", "Edit Instance", (call) =>
    call.body.query?.includes("updateLmsInstance")
      ? { json: { errors: [{ message: "", extensions: { code: "INTERNAL" } }] } }
      : operator(call),
  );
  await userEvent.click(await screen.findByRole("button", { name: "Update Instance" }));
  expect((await screen.findByRole("alert")).textContent).toBe("An error occurred while updating the instance.");
});

test("an instance is deleted only after its name is typed", async () => {
  const { router, calls } = await open("/admin/instance/7", "Harbour School");
  await userEvent.click(await screen.findByRole("button", { name: "Delete Instance" }));
  const dialog = within(await findDialog("Confirm Deletion"));
  const button = dialog.getByRole("button", { name: "Delete" });
  expect(button).toHaveProperty("disabled", true);
  await userEvent.type(dialog.getByLabelText("Type the name of the instance to delete it"), "Harbour Schoo");
  expect(button).toHaveProperty("disabled", true);
  await userEvent.type(dialog.getByLabelText("Type the name of the instance to delete it"), "l");
  await userEvent.click(button);
  await expect.poll(() => router.state.location.pathname).toBe("/admin/instances");
  expect(calls.find(({ body }) => body.query?.includes("deleteLmsInstance"))?.body.variables).toEqual({
    id: 7,
    name: "Harbour School",
  });
});
