import { expectAccessible } from "../axe.ts";
import { expect, test } from "../server.ts";
import { signIn } from "../sign-in.ts";
import { expectToFitInto } from "../width.ts";

test("an operator sees the state of the installation, and sends a test mail", async ({ page, server }) => {
  const site = server.at("demo");
  await signIn(page, site, "super@demo.test");
  await page.goto(`${site}/admin/instances`);
  await page.getByRole("link", { name: "System" }).click();
  const state = page.getByRole("region", { name: "State" });
  await expect(state.getByRole("listitem").filter({ hasText: "PostgreSQL" }).first()).toContainText("OK");
  await expect(state.getByRole("listitem").filter({ hasText: "Files" })).toContainText("OK");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Send a test mail" }).click();
  await expect(page.getByText("A test mail was sent to super@demo.test.")).toBeVisible();
  await page.getByRole("button", { name: "Check again" }).click();
  await expect(page.getByRole("button", { name: "Check again" })).toBeEnabled();
  await expectToFitInto(page, 360);
});

test("an operator changes the level of the log for a time by keyboard, and goes back to that of the server", async ({
  page,
  server,
}) => {
  await signIn(page, server.at("demo"), "super@demo.test");
  await page.goto(`${server.at("demo")}/admin/system`);
  const log = page.getByRole("region", { name: "Log" });
  await expect(log).toContainText("This server logs at its own level, warn (LOG_LEVEL).");
  // The level of the server itself, because other tests use it too.
  await log.getByLabel("Level").selectOption("warn");
  await log.getByLabel("Time limit").selectOption("For an hour");
  await expectAccessible(page);
  await expectToFitInto(page, 360);
  await log.getByRole("button", { name: "Change level" }).press("Enter");
  await expect(page.getByText("The level of the log changes on all servers within ten seconds.")).toBeVisible();
  await expect(log).toContainText(/All servers log at the level warn until \d/);
  await expectAccessible(page);
  await log.getByRole("button", { name: "Use LOG_LEVEL again" }).press("Enter");
  await expect(log).toContainText("This server logs at its own level, warn (LOG_LEVEL).");
});

test("an admin of an instance does not see the state of the installation", async ({ page, server }) => {
  const site = server.at("demo");
  await signIn(page, site, "admin@demo.test");
  await page.goto(`${site}/admin/system`);
  await expect(page.getByRole("heading", { name: "System" })).toHaveCount(0);
});
