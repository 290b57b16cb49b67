import { QueryClientProvider } from "@tanstack/react-query";
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test } from "vitest";
import { queryClient } from "../../app/queryClient.ts";
import { createAppRouter, Screens } from "../../app/Router.tsx";
import { pretendBrowser } from "../../testing/browser.ts";
import { render } from "../../testing/render.tsx";
import { aViewer, pretendServer } from "../../testing/server.ts";

const user = { id: 1, first_name: "Amara", last_name: "Okafor", email: "amara@demo.test", role: "learner" };

let router: ReturnType<typeof createAppRouter>;

async function open(search = '?token=one-time&user={"role":"admin"}') {
  window.history.pushState(null, "", `/login-redirect${search}`);
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
  localStorage.clear();
  queryClient.clear();
});

// A navigation that is not over would change the screen after the test's window is gone.
afterEach(() => expect.poll(() => router.state.status).toBe("idle"));

test("LoginRedirectScreen exchanges the one-time code, removes it from the address bar immediately, and ignores the user in the address", async () => {
  let addressWhenAsked = "";
  const calls = pretendServer(({ url }) => {
    if (url !== "/api/login-code") return { json: { data: { viewer: aViewer("learner") } } };
    addressWhenAsked = location.href;
    return { json: { token: "secret", user } };
  });
  await open();
  await expect.poll(() => location.pathname).toBe("/learner/dashboard");
  expect(calls[0]).toEqual({ url: "/api/login-code", body: { code: "one-time" } });
  expect(addressWhenAsked).not.toContain("one-time");
  expect(localStorage.getItem("token")).toBe("secret");
  expect(JSON.parse(localStorage.getItem("user") ?? "")).toEqual(user);
});

test("LoginRedirectScreen leads back to the login with a used or expired code", async () => {
  pretendServer(() => ({ status: 401, json: { error: "Please sign in to continue.", request_id: "r1" } }));
  await open();
  expect(await screen.findByText("This link no longer works")).toBeDefined();
  expect(screen.getByRole("link", { name: "Go to login" }).getAttribute("href")).toBe("/login");
  expect(localStorage.getItem("token")).toBeNull();
});

test("LoginRedirectScreen lets a person of several branches choose one, and offers the login with an old choice", async () => {
  const branches = [
    { url: "north", name: "Northgate" },
    { url: "south", name: "Southport" },
  ];
  const calls = pretendServer(({ body }) =>
    (body as { branch_url?: string | null }).branch_url
      ? { status: 401, json: { error: "Please sign in to continue.", request_id: "r1" } }
      : { json: { branches } },
  );
  await open("?choice=once");
  await userEvent.click(await screen.findByRole("button", { name: "Southport" }));
  expect((await screen.findByRole("alert")).textContent).not.toBe("");
  expect(calls.map(({ url, body }) => [url, body])).toEqual([
    ["/api/branch-choice", { code: "once", branch_url: null }],
    ["/api/branch-choice", { code: "once", branch_url: "south" }],
  ]);
  expect(location.search).toBe("");
  expect(localStorage.getItem("token")).toBeNull();
});

test("LoginRedirectScreen sends nothing without a code, and says what is wrong", async () => {
  const calls = pretendServer(() => ({ json: {} }));
  await open("");
  expect(await screen.findByText("This link is incomplete")).toBeDefined();
  expect(screen.getByRole("link", { name: "Go to login" }).getAttribute("href")).toBe("/login");
  expect(calls).toEqual([]);
});
