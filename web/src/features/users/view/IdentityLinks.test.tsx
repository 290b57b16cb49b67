import { QueryClientProvider } from "@tanstack/react-query";
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { queryClient } from "../../../app/queryClient.ts";
import { pretendBrowser } from "../../../testing/browser.ts";
import { render } from "../../../testing/render.tsx";
import { pretendServer } from "../../../testing/server.ts";
import { IdentityLinks } from "./IdentityLinks.tsx";

const asked = vi.fn();
beforeEach(() => {
  pretendBrowser();
  queryClient.clear();
  asked.mockClear();
});
afterEach(() => void vi.unstubAllGlobals());

/** Shows a user who is linked to providers with these names, whose ids are counted from 1. */
function show(...names: string[]): void {
  pretendServer(({ body }) => {
    if (body.query?.includes("unlinkIdentity")) asked(body.variables);
    const identityLinks = names.map((provider_name, at) => ({ provider_id: at + 1, provider_name }));
    return { json: { data: { identityLinks, unlinkIdentity: true } } };
  });
  render(
    <QueryClientProvider client={queryClient}>
      <IdentityLinks user={{ id: 7, email: "ada@demo.test" }} />
    </QueryClientProvider>,
  );
}

const press = async (role: "button" | "menuitem", name: string) =>
  userEvent.click(await screen.findByRole(role, { name }));

test("a user of one provider is unlinked by a button", async () => {
  show("Entra ID");
  await press("button", "Unlink from Entra ID");
  await press("button", "Unlink");
  await expect.poll(() => asked.mock.calls).toEqual([[{ user_id: 7, provider_id: 1 }]]);
});

test("a user of several providers is unlinked from the one that is chosen in a menu", async () => {
  show("Entra ID", "Okta");
  await press("button", "Unlink from a provider");
  await press("menuitem", "Okta");
  expect(await screen.findByRole("alertdialog", { name: "Unlink from Okta?" })).toBeTruthy();
  await press("button", "Unlink");
  await expect.poll(() => asked.mock.calls).toEqual([[{ user_id: 7, provider_id: 2 }]]);
});
