import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { pretendBrowser } from "../../testing/browser.ts";
import { renderInRouter } from "../../testing/render.tsx";
import { aViewer, pretendServer } from "../../testing/server.ts";
import { CreateProviderScreen } from "./ProviderScreen.tsx";

beforeEach(pretendBrowser);
afterEach(() => void vi.unstubAllGlobals());

test("keeps what was typed when the protocol of a new provider changes, and sends only what belongs to it", async () => {
  const calls = pretendServer(() => ({
    json: {
      data: {
        viewer: { ...aViewer("admin"), gives_roles: ["learner"] },
        branches: [],
        groups: [],
        userFields: [],
        createIdentityProvider: { id: 3, name: "Campus" },
      },
    },
  }));
  await renderInRouter(
    <QueryClientProvider client={new QueryClient()}>
      <CreateProviderScreen />
    </QueryClientProvider>,
  );
  const field = (name: string) => screen.getByRole<HTMLInputElement>("textbox", { name });
  const choose = (name: RegExp) => userEvent.click(screen.getByRole("radio", { name }));
  await userEvent.type(field("Name on the button"), "Campus");
  await userEvent.type(field("Issuer"), "https://id.example.org");
  await choose(/^SAML/);
  expect(field("Name on the button").value).toBe("Campus");
  await userEvent.type(field("Address of the metadata"), "https://id.example.org/metadata");
  await choose(/^OpenID/);
  expect(field("Issuer").value).toBe("https://id.example.org");
  await choose(/^SAML/);
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  await expect
    .poll(() =>
      calls.filter(({ body }) => body.query?.includes("createIdentityProvider")).map(({ body }) => body.variables),
    )
    .toMatchObject([
      { kind: "saml", input: { name: "Campus", issuer: "", metadata_url: "https://id.example.org/metadata" } },
    ]);
});
