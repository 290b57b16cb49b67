import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { pretendBrowser } from "../../testing/browser.ts";
import { renderInRouter } from "../../testing/render.tsx";
import { aViewer, pretendServer } from "../../testing/server.ts";
import { ProviderForm } from "./ProviderForm.tsx";

beforeEach(pretendBrowser);
afterEach(() => void vi.unstubAllGlobals());

test("a rule of a provider that is half filled is not dropped", async () => {
  const calls = pretendServer(() => ({
    json: {
      data: {
        viewer: { ...aViewer("admin"), gives_roles: ["learner", "manager"] },
        branches: [],
        groups: [],
        userFields: [],
        createIdentityProvider: { id: 3, name: "Campus" },
      },
    },
  }));
  await renderInRouter(
    <QueryClientProvider client={new QueryClient()}>
      <ProviderForm kind="oidc" provider={null} />
    </QueryClientProvider>,
  );
  const sent = () => calls.filter(({ body }) => body.query?.includes("createIdentityProvider"));
  const save = () => userEvent.click(screen.getByRole("button", { name: "Save" }));
  await userEvent.type(screen.getByRole("textbox", { name: "Name on the button" }), "Campus");
  await userEvent.type(screen.getByRole("textbox", { name: "Issuer" }), "https://id.example.org");
  await userEvent.type(screen.getByRole("textbox", { name: "Client ID" }), "cairn");
  await userEvent.click(screen.getByRole("button", { name: "Add row to Roles" }));
  await userEvent.type(screen.getByRole("textbox", { name: "Value of role 1" }), "staff");
  await save();
  await screen.findByText("Complete or remove the rows of the rules that are half filled.");
  expect(sent()).toEqual([]);
  await userEvent.selectOptions(screen.getByRole("combobox", { name: "Role 1" }), "manager");
  await save();
  await expect
    .poll(() => sent().map(({ body }) => body.variables))
    .toMatchObject([{ input: { mapping: { role_rules: [{ value: "staff", role: "manager" }] } } }]);
});
