import { QueryClientProvider } from "@tanstack/react-query";
import { createMemoryHistory } from "../../router/index.ts";
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { setBoot } from "../../app/boot.ts";
import { queryClient } from "../../app/queryClient.ts";
import { createAppRouter, Screens } from "../../app/Router.tsx";
import { pretendBrowser } from "../../testing/browser.ts";
import { render } from "../../testing/render.tsx";
import { aViewer, pretendServer } from "../../testing/server.ts";
import { redirectAddress, siteName } from "./login.ts";

const site = { id: 1, name: "Northgate Trust", domain: "demo" };
const user = { id: 1, first_name: "Amara", last_name: "Okafor", email: "amara@demo.test", role: "learner" };
const refused = (extensions: object, message = "Refused.") => ({ json: { errors: [{ message, extensions }] } });

async function open(path = "/login") {
  const router = createAppRouter(createMemoryHistory({ initialEntries: [path] }));
  render(
    <QueryClientProvider client={queryClient}>
      <Screens router={router} />
    </QueryClientProvider>,
  );
  await screen.findByRole("heading", { name: "Log in to your account" });
  return router;
}

async function logIn() {
  await userEvent.type(screen.getByLabelText("Email"), "amara@demo.test");
  await userEvent.type(screen.getByLabelText("Password"), "cairn-demo");
  await userEvent.click(screen.getByRole("button", { name: "LOGIN" }));
}

beforeEach(() => {
  pretendBrowser();
  localStorage.clear();
  queryClient.clear();
  setBoot({ instance: site, branch: null, detected: { instance: "demo", branch: null } });
});
afterEach(() => void vi.unstubAllGlobals());

test("on a site's own address no domain is asked for", async () => {
  await open();
  expect(screen.queryByLabelText("Your Domain")).toBeNull();
  expect(screen.getByRole("link", { name: "Forgot password?" }).getAttribute("href")).toBe("/forgot-password");
  expect(screen.getByText("Northgate Trust")).toBeDefined();
});

test("on the product's own address the domain is asked for, with its fixed ending", async () => {
  setBoot({ instance: null, baseDomain: "learn.example.org", detected: { instance: null, branch: null } });
  await open();
  expect(screen.getByLabelText("Your Domain")).toBeDefined();
  expect(screen.getByText(".learn.example.org")).toBeDefined();
  expect(screen.queryByText("We could not find a training site at this address.")).toBeNull();
});

test("an address of no site says so and asks for the domain", async () => {
  setBoot({ instance: null, detected: { instance: "nowhere", branch: null } });
  await open();
  expect(screen.getByText("We could not find a training site at this address.")).toBeDefined();
  expect(screen.getByLabelText("Your Domain")).toBeDefined();
});

test("a message of success from the flow before stands above the form", async () => {
  await open("/login?success=Your%20password%20was%20changed.");
  expect(screen.getByText("Your password was changed.")).toBeDefined();
});

test("domain, email and password are required", async () => {
  setBoot({ instance: null, detected: { instance: null, branch: null } });
  const calls = pretendServer(() => "unreachable");
  await open();
  await userEvent.click(screen.getByRole("button", { name: "LOGIN" }));
  expect(await screen.findByText("Enter your domain.")).toBeDefined();
  expect(screen.getByText("Enter your email.")).toBeDefined();
  expect(screen.getByText("Enter your password.")).toBeDefined();
  expect(calls).toEqual([]);
});

test("what was typed as an email has to look like one", async () => {
  await open();
  await userEvent.type(screen.getByLabelText("Email"), "amara");
  await userEvent.click(screen.getByRole("button", { name: "LOGIN" }));
  expect(await screen.findByText("Enter a valid email address.")).toBeDefined();
});

test.each([
  ["email", { branch_url: ["Second."], email: ["First."] }],
  ["branch_url", { instance_url: ["Second."], branch_url: ["First."] }],
  ["instance_url", { branch: ["Second."], instance_url: ["First."] }],
  ["branch", { branch: ["First."] }],
])("a validation error shows the first message found, here of %s", async (_, validation) => {
  pretendServer(() => refused({ code: "VALIDATION", validation }));
  await open();
  await logIn();
  expect((await screen.findByRole("alert")).textContent).toBe("First.");
});

test("a validation error of other fields shows 'An error occurred.'", async () => {
  pretendServer(() => refused({ code: "VALIDATION", validation: { captcha: ["No."] } }));
  await open();
  await logIn();
  expect((await screen.findByRole("alert")).textContent).toBe("An error occurred.");
});

test("another error shows its message", async () => {
  pretendServer(() => refused({ code: "RATE_LIMITED" }, "Too many attempts. Please wait 10 minutes."));
  await open();
  await logIn();
  expect((await screen.findByRole("alert")).textContent).toBe("Too many attempts. Please wait 10 minutes.");
});

test("an error without a message shows 'An error occurred. Please try again.'", async () => {
  pretendServer(() => refused({ code: "INTERNAL" }, ""));
  await open();
  await logIn();
  expect((await screen.findByRole("alert")).textContent).toBe("An error occurred. Please try again.");
});

test("a failing network shows that it may be tried later, and keeps what was typed", async () => {
  pretendServer(() => "unreachable");
  await open();
  await logIn();
  expect((await screen.findByRole("alert")).textContent).toBe(
    "An error occurred while logging in. Please try again later.",
  );
  expect(screen.getByLabelText("Email")).toHaveProperty("value", "amara@demo.test");
});

test("the button shows a spinner while the server thinks", async () => {
  vi.stubGlobal("fetch", () => new Promise(() => {}));
  await open();
  await logIn();
  expect(await screen.findByTestId("spinner")).toBeDefined();
  expect(screen.getByRole("button", { name: "LOGIN" })).toHaveProperty("disabled", true);
});

test("signing in keeps the token and the person, and names the branch of the address", async () => {
  setBoot({ branch: { id: 2, name: "North", url: "north" }, detected: { instance: "demo", branch: "north" } });
  const calls = pretendServer(({ body }) =>
    body.query?.includes("mutation")
      ? { json: { data: { loginUser: { token: "secret", user } } } }
      : { json: { data: { viewer: aViewer("learner") } } },
  );
  const router = await open();
  await logIn();
  await expect.poll(() => router.state.location.pathname).toBe("/learner/dashboard");
  expect(localStorage.getItem("token")).toBe("secret");
  expect(JSON.parse(localStorage.getItem("user") ?? "")).toEqual(user);
  expect(calls[0]?.body.variables).toEqual({
    email: "amara@demo.test",
    password: "cairn-demo",
    instance_url: null,
    branch_url: "north",
  });
  expect(calls[1]?.body.variables).toEqual({ branchUrl: "north" });
});

test("from the product's own address the way leads to the site's host with the one-time code", () => {
  setBoot({ baseDomain: "learn.example.org" });
  const address = redirectAddress(siteName("https://Acme.learn.example.org/"), "a code", {
    protocol: "https:",
    port: "8443",
  });
  expect(address).toBe("https://acme.learn.example.org:8443/login-redirect?token=a%20code");
  expect(siteName(" acme ")).toBe("acme");
});
