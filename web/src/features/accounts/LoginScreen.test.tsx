import { QueryClientProvider } from "@tanstack/react-query";
import { createMemoryHistory } from "@tanstack/react-router";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
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
  setBoot({
    instance: site,
    branch: null,
    detected: { instance: "demo", branch: null },
    hasEmailDomains: false,
  });
});
afterEach(() => void vi.unstubAllGlobals());

test("LoginScreen asks for no domain on a site's own address", async () => {
  await open();
  expect(screen.queryByLabelText("Your Domain")).toBeNull();
  expect(screen.getByRole("link", { name: "Forgot password?" }).getAttribute("href")).toBe("/forgot-password");
  expect(screen.getByText("Northgate Trust")).toBeDefined();
});

test("LoginScreen shows the welcome text and the languages that the organisation has set", async () => {
  setBoot({ instance: { ...site, welcome_text: "Welcome to the Trust", languages: ["en", "fr"] } });
  await open();
  expect(screen.getByText("Welcome to the Trust")).toBeDefined();
  expect(screen.queryByText("Pick up where you left off.")).toBeNull();
  expect(screen.getAllByRole("option").map(({ textContent }) => textContent)).toEqual(["English", "Français"]);
});

test("LoginScreen shows the picture and the welcome text of the branch, else those of the organisation", async () => {
  const instance = { ...site, welcome_text: "Of the Trust", login_picture_url: "/trust.png" };
  setBoot({ instance, branch: { id: 2, name: "North", login_picture_url: "/north.png" } });
  await open();
  expect(screen.getByText("Of the Trust")).toBeDefined();
  expect(document.querySelector("img")?.getAttribute("src")).toBe("/north.png");
});

test("LoginScreen asks for the domain on the product's own address, with its fixed suffix", async () => {
  setBoot({ instance: null, baseDomain: "learn.example.org", detected: { instance: null, branch: null } });
  await open();
  expect(screen.getByLabelText("Your Domain")).toBeDefined();
  expect(screen.getByText(".learn.example.org")).toBeDefined();
  expect(screen.queryByText("We could not find a training site at this address.")).toBeNull();
});

test("LoginScreen says that an address has no site, and asks for the domain", async () => {
  setBoot({ instance: null, detected: { instance: "nowhere", branch: null } });
  await open();
  expect(screen.getByText("We could not find a training site at this address.")).toBeDefined();
  expect(screen.getByLabelText("Your Domain")).toBeDefined();
});

test("LoginScreen shows a success message of the previous step above the form", async () => {
  await open("/login?success=Your%20password%20was%20changed.");
  expect(screen.getByText("Your password was changed.")).toBeDefined();
});

test("LoginScreen requires domain, email and password", async () => {
  setBoot({ instance: null, detected: { instance: null, branch: null } });
  const calls = pretendServer(() => "unreachable");
  await open();
  await userEvent.click(screen.getByRole("button", { name: "LOGIN" }));
  expect(await screen.findByText("Enter your domain.")).toBeDefined();
  expect(screen.getByText("Enter your email.")).toBeDefined();
  expect(screen.getByText("Enter your password.")).toBeDefined();
  expect(calls).toEqual([]);
});

describe("LoginScreen with email domains", () => {
  const provider = { id: 7, kind: "oidc", name: "Northgate ID" };

  test("asks for the domain alone, and offers its provider", async () => {
    setBoot({ hasEmailDomains: true });
    const calls = pretendServer(() => ({ json: { data: { providerOfDomain: provider } } }));
    await open();
    await userEvent.type(screen.getByLabelText("Email"), "amara@Northgate.org");
    await userEvent.tab();
    const link = await screen.findByRole("link", { name: "Continue with Northgate ID" });
    expect(link.getAttribute("href")).toBe("/sso/oidc/7/start");
    expect(JSON.stringify(calls)).toContain("northgate.org");
    expect(JSON.stringify(calls)).not.toContain("amara");
  });

  test("offers nothing for other domains, and asks nothing without domains or for half an address", async () => {
    setBoot({ hasEmailDomains: true });
    const calls = pretendServer(() => ({ json: { data: { providerOfDomain: null } } }));
    await open();
    await userEvent.type(screen.getByLabelText("Email"), "amara@");
    await userEvent.tab();
    expect(calls).toEqual([]);
    await userEvent.type(screen.getByLabelText("Email"), "other.org");
    await userEvent.tab();
    await waitFor(() => expect(calls).toHaveLength(1));
    expect(screen.queryByRole("link", { name: /Continue with/ })).toBeNull();
  });
});

test.each(["ada@xn--e1afmkfd.xn--p1ai", "jürgen@demo.test"])(
  "LoginScreen sends %s, which an account may have",
  async (email) => {
    const calls = pretendServer(() => refused({ code: "VALIDATION" }));
    await open();
    fireEvent.change(screen.getByLabelText("Email"), { target: { value: email } });
    fireEvent.change(screen.getByLabelText("Password"), { target: { value: "cairn-demo" } });
    fireEvent.click(screen.getByText("LOGIN"));
    await waitFor(() => expect(calls.map(({ body }) => body.variables?.["email"])).toContain(email));
  },
);

test("LoginScreen requires an email address", async () => {
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
])("LoginScreen shows the first message of a validation error, here of %s", async (_, validation) => {
  pretendServer(() => refused({ code: "VALIDATION", validation }));
  await open();
  await logIn();
  expect((await screen.findByRole("alert")).textContent).toBe("First.");
});

test("LoginScreen shows 'An error occurred.' for a validation error of other fields", async () => {
  pretendServer(() => refused({ code: "VALIDATION", validation: { captcha: ["No."] } }));
  await open();
  await logIn();
  expect((await screen.findByRole("alert")).textContent).toBe("An error occurred.");
});

test("LoginScreen shows the message of another error", async () => {
  pretendServer(() => refused({ code: "RATE_LIMITED" }, "Too many attempts. Please wait 10 minutes."));
  await open();
  await logIn();
  expect((await screen.findByRole("alert")).textContent).toBe("Too many attempts. Please wait 10 minutes.");
});

test("LoginScreen shows 'An error occurred. Please try again.' for an error without a message", async () => {
  pretendServer(() => refused({ code: "INTERNAL" }, ""));
  await open();
  await logIn();
  expect((await screen.findByRole("alert")).textContent).toBe("An error occurred. Please try again.");
});

test("LoginScreen says to try again later when the network fails, and keeps what was typed", async () => {
  pretendServer(() => "unreachable");
  await open();
  await logIn();
  expect((await screen.findByRole("alert")).textContent).toBe(
    "An error occurred while logging in. Please try again later.",
  );
  expect(screen.getByLabelText("Email")).toHaveProperty("value", "amara@demo.test");
});

test("LoginScreen shows a spinner on the button while the server works", async () => {
  vi.stubGlobal("fetch", () => new Promise(() => {}));
  await open();
  await logIn();
  expect(await screen.findByTestId("spinner")).toBeDefined();
  expect(screen.getByRole("button", { name: "LOGIN" }).getAttribute("aria-disabled")).toBe("true");
});

test("LoginScreen stores the token and the user, and sends the branch of the address", async () => {
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

test("LoginScreen redirects from the product's own address to the host that the server names with the one-time code", () => {
  setBoot({ baseDomain: "learn.example.org" });
  const address = redirectAddress("learn.acme.example", "a code", {
    protocol: "https:",
    port: "8443",
  });
  expect(siteName("https://Acme.learn.example.org/")).toBe("acme");
  expect(address).toBe("https://learn.acme.example:8443/login-redirect?token=a%20code");
  expect(siteName(" acme ")).toBe("acme");
});
