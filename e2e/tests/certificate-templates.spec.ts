import { expectAccessible } from "../axe.ts";
import { expect, test } from "../server.ts";
import { signIn } from "../sign-in.ts";
import { expectToFitInto } from "../width.ts";

test("an admin designs a certificate, sees its PDF, and saves a second version", async ({ page, server }) => {
  const site = server.at("demo");
  await signIn(page, site, "admin@demo.test");
  await page.goto(`${site}/certificates/templates`);
  await expectAccessible(page);
  await page.getByRole("link", { name: "Add template" }).first().click();
  await page.getByLabel("Name", { exact: false }).first().fill("Rescue design");
  await expect(page.getByRole("region", { name: "Preview of the certificate" }).locator("canvas")).toBeVisible();

  await page.getByLabel("Note below the course").fill("By {nobody}");
  await expect(page.getByText("{nobody} is not a placeholder. Choose one from the list.").first()).toBeVisible();
  await page.getByLabel("Note below the course").fill("Number ");
  await page.getByRole("button", { name: "Insert: Day of issue" }).click();
  await expect(page.getByLabel("Note below the course")).toHaveValue("Number {issued_on}");
  await expectAccessible(page);
  await expectToFitInto(page, 360);

  await page.getByRole("button", { name: "Save template" }).click();
  await expect(page.getByText("Version 1", { exact: true })).toBeVisible();
  await page.getByLabel("Design", { exact: true }).selectOption("band");
  await page.getByRole("button", { name: "Save template" }).click();
  await expect(page.getByRole("button", { name: "Open version 1" })).toBeVisible();
  await expectAccessible(page);
});
