import { QueryClientProvider } from "@tanstack/react-query";
import { createMemoryHistory } from "@tanstack/react-router";
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { setBoot } from "../../app/boot.ts";
import { queryClient } from "../../app/queryClient.ts";
import { createAppRouter, Screens } from "../../app/Router.tsx";
import { pretendBrowser } from "../../testing/browser.ts";
import { render } from "../../testing/render.tsx";
import { pretendServer } from "../../testing/server.ts";

const refused = (extensions: object, message = "Refused.") => ({ json: { errors: [{ message, extensions }] } });
const done = { json: { data: { resetPassword: { message: "Done." } } } };

async function open(path: string) {
  const router = createAppRouter(createMemoryHistory({ initialEntries: [path] }));
  render(
    <QueryClientProvider client={queryClient}>
      <Screens router={router} />
    </QueryClientProvider>,
  );
  await screen.findByRole("heading", { level: 1 });
  return router;
}

async function choose(password: string, confirmation = password) {
  await userEvent.type(screen.getByLabelText("New password"), password);
  await userEvent.type(screen.getByLabelText("Confirm new password"), confirmation);
  await userEvent.click(screen.getByRole("button", { name: /^(RE)?SET PASSWORD$/ }));
}

beforeEach(() => {
  pretendBrowser();
  localStorage.clear();
  queryClient.clear();
  setBoot({
    instance: { id: 1, name: "Northgate Trust", domain: "demo" },
    branch: null,
    detected: { instance: "demo", branch: null },
  });
});
afterEach(() => void vi.unstubAllGlobals());

test.each([
  ["/password-reset", "Invalid reset token or email."],
  ["/password-reset?token=x", "Invalid reset token or email."],
  ["/set-password?email=a%40b.test", "Invalid setup token or email."],
])("%s without a complete link shows '%s'", async (path, words) => {
  await open(path);
  expect(screen.getByRole("alert").textContent).toBe(words);
  expect(screen.getByRole("button", { name: /PASSWORD/ })).toHaveProperty("disabled", true);
});

test("both passwords must be equal", async () => {
  const calls = pretendServer(() => done);
  await open("/password-reset?token=x&email=a%40b.test");
  await choose("a long way", "a short way");
  expect((await screen.findByRole("alert")).textContent).toBe("Passwords do not match.");
  expect(calls).toEqual([]);
});

test("a reset leads to the login with a success message", async () => {
  const calls = pretendServer(() => done);
  const router = await open("/password-reset?token=12&email=a%2Bb%40b.test");
  await choose("a long way");
  await screen.findByText("Your password has been reset. Please log in with your new password.");
  expect(router.state.location.pathname).toBe("/login");
  expect(calls[0]?.body.variables).toMatchObject({ email: "a+b@b.test", token: "12", password: "a long way" });
});

test("set-up turns spaces in the email back into plus signs", async () => {
  const calls = pretendServer(() => done);
  await open("/set-password?token=x&email=a+b%40b.test");
  await choose("a long way");
  await screen.findByText("Your password has been set. Please log in.");
  expect(calls[0]?.body.variables).toMatchObject({ email: "a+b@b.test" });
});

test.each([
  [
    refused({ code: "VALIDATION", validation: { password: ["Too short.", "Too plain."], token: ["Over."] } }),
    "password: Too short., Too plain. | token: Over.",
  ],
  [refused({ code: "RATE_LIMITED" }, "Too many attempts."), "Too many attempts."],
  [refused({ code: "INTERNAL" }, ""), "An error occurred while resetting your password."],
  ["unreachable" as const, "An error occurred. Please try again later."],
])("a failure shows the specified text, %#", async (answer, words) => {
  pretendServer(() => answer);
  await open("/password-reset?token=x&email=a%40b.test");
  await choose("a long way");
  expect((await screen.findByRole("alert")).textContent).toBe(words);
  expect(screen.getByLabelText("New password")).toHaveProperty("value", "a long way");
});

test("requesting a link always says that it was sent", async () => {
  const calls = pretendServer(() => ({ json: { data: { sendPasswordReset: "Sent." } } }));
  await open("/forgot-password");
  await userEvent.type(screen.getByLabelText("Email"), "a@b.test");
  await userEvent.click(screen.getByRole("button", { name: "SEND RESET LINK" }));
  expect((await screen.findByRole("status")).textContent).toBe(
    "Password reset email sent successfully. Please check your inbox.",
  );
  expect(calls[0]?.body.variables).toEqual({ email: "a@b.test", branch_url: null, instance_url: null });
});

test("a link that cannot be requested shows why", async () => {
  pretendServer(() => "unreachable");
  await open("/forgot-password");
  await userEvent.type(screen.getByLabelText("Email"), "a@b.test");
  await userEvent.click(screen.getByRole("button", { name: "SEND RESET LINK" }));
  expect((await screen.findByRole("alert")).textContent).toBe(
    "An error occurred while sending the reset email. Please try again.",
  );
});
