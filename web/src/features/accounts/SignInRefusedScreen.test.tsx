import { QueryClientProvider } from "@tanstack/react-query";
import { screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { queryClient } from "../../app/queryClient.ts";
import { createAppRouter, Screens } from "../../app/Router.tsx";
import { pretendBrowser } from "../../testing/browser.ts";
import { render } from "../../testing/render.tsx";
import { pretendServer } from "../../testing/server.ts";

let router: ReturnType<typeof createAppRouter>;

async function open(search: string) {
  window.history.pushState(null, "", `/sign-in-refused${search}`);
  router = createAppRouter();
  await router.load();
  render(
    <QueryClientProvider client={queryClient}>
      <Screens router={router} />
    </QueryClientProvider>,
  );
}

beforeEach(() => {
  pretendBrowser();
  queryClient.clear();
  pretendServer(() => ({ json: { data: {} } }));
});
afterEach(() => expect.poll(() => router.state.status).toBe("idle"));

test.each([
  ["was not let in may choose another account at the provider", "denied", "/sso/oidc/7/start?account=choose"],
  ["cancelled starts again with the account of the provider", "cancelled", "/sso/oidc/7/start"],
])("SignInRefusedScreen: who %s", async (_, reason, address) => {
  await open(`?reason=${reason}&again=oidc/7`);
  expect((await screen.findByRole("link", { name: "Try again" })).getAttribute("href")).toBe(address);
});

test("SignInRefusedScreen leads nowhere else when its address names another place", async () => {
  await open("?reason=denied&again=//elsewhere.test&request=<b>");
  expect(await screen.findByRole("heading", { name: "You are not signed in" })).toBeDefined();
  expect(screen.queryByRole("link", { name: "Try again" })).toBeNull();
  expect(screen.queryByText("<b>")).toBeNull();
});
