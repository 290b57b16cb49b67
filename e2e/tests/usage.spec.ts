import { expectAccessible } from "../axe.ts";
import { expect, test } from "../server.ts";
import { signIn } from "../sign-in.ts";
import { expectToFitInto } from "../width.ts";

test("an admin sees what the organisation uses, now and over time", async ({ browser, server }) => {
  const admin = await (await browser.newContext()).newPage();
  const site = server.at("riverside");
  await signIn(admin, site, "admin@riverside.test");
  await admin.goto(`${site}/settings/usage`);
  await expect(admin.getByRole("region", { name: "Active users", exact: true })).toContainText(/\d/);
  await expect(admin.getByRole("region", { name: "Storage", exact: true })).toContainText(/ of 100\sGB/);
  await expect(admin.getByRole("region", { name: "Active users over time" })).toContainText("Active users");
  await expectToFitInto(admin, 360);
  await expectAccessible(admin);
  await admin.context().close();
});
