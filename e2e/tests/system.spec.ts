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

test("an admin of an instance does not see the state of the installation", async ({ page, server }) => {
  const site = server.at("demo");
  await signIn(page, site, "admin@demo.test");
  await page.goto(`${site}/admin/system`);
  await expect(page.getByRole("heading", { name: "System" })).toHaveCount(0);
});
