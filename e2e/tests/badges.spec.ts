import { expectAccessible } from "../axe.ts";
import { expect, test } from "../server.ts";
import { signIn } from "../sign-in.ts";
import { expectToFitInto } from "../width.ts";

test("an admin awards a badge, the learner shows it, anybody checks it, and it is revoked and restored", async ({
  page,
  server,
  browser,
}) => {
  const site = server.at("demo");
  await signIn(page, site, "admin@demo.test");

  await test.step("creates a badge", async () => {
    await page.goto(`${site}/badges`);
    await page.getByRole("searchbox", { name: "Search badges" }).fill("Nothing like it");
    await expect(page.getByText("No badge found")).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("link", { name: "Add badge" }).first().click();
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(page.getByText("Say how people earn this badge.")).toBeVisible();
    await expectAccessible(page);
    await page.getByLabel("Name", { exact: false }).first().fill("Fire warden");
    await page.getByLabel("How people earn it", { exact: false }).fill("Lead a fire drill.");
    await expectToFitInto(page, 360);
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(page.getByRole("heading", { name: "Fire warden" })).toBeVisible();
    await expect(page.getByText("Nobody has this badge yet")).toBeVisible();
  });

  await test.step("awards it", async () => {
    await page.getByRole("button", { name: "Award badge" }).click();
    const dialog = page.getByRole("dialog", { name: "Award badge" });
    await dialog.getByRole("searchbox").fill("Grace Adeyemi");
    await dialog.getByText("Grace Adeyemi").click();
    await expectAccessible(page);
    await dialog.getByRole("button", { name: /^Award/ }).click();
    await expect(page.getByText("The badge was awarded to 1 person.")).toBeVisible();
    await expectAccessible(page);
    await expectToFitInto(page, 360);
  });

  const context = await browser.newContext();
  const other = await context.newPage();
  let address = "";
  await test.step("the learner has it, with its public page and its credential", async () => {
    await signIn(other, site, "learner@demo.test");
    await other.goto(`${site}/learner/badges`);
    await expect(other.getByRole("heading", { name: "Fire warden" })).toBeVisible();
    await expectAccessible(other);
    await expectToFitInto(other, 360);
    address = (await other.getByRole("link", { name: "Open the page of Fire warden" }).getAttribute("href"))!;
    // In the page: only browsers find names below localhost on every computer.
    const credential = await other.evaluate(async (path) => (await fetch(path)).json(), `${address}.json`);
    expect(credential).toMatchObject({ name: "Fire warden", proof: { type: "DataIntegrityProof" } });
    await other.goto(`${site}${address}`);
    await expect(other.getByText("This badge is valid.")).toBeVisible();
    await expect(other.getByText("Grace Adeyemi")).toBeVisible();
    await expectAccessible(other);
    await expectToFitInto(other, 360);
  });

  await test.step("is revoked with a reason, which the public page does not tell, and restored", async () => {
    await page.getByRole("button", { name: "Revoke the badge of Grace Adeyemi" }).click();
    const dialog = page.getByRole("dialog", { name: "Revoke badge" });
    await dialog.getByLabel("Reason", { exact: false }).fill("Awarded by mistake");
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Revoke" }).click();
    // The dialog has the reason as well.
    await expect(dialog).toBeHidden();
    await expect(page.getByText("Awarded by mistake")).toBeVisible();
    await other.reload();
    await expect(other.getByText("This badge has been revoked and is no longer valid.")).toBeVisible();
    await expect(other.getByText("Awarded by mistake")).toHaveCount(0);
    await page.getByRole("button", { name: "Restore the badge of Grace Adeyemi" }).click();
    await expect(page.getByText("Grace Adeyemi has the badge again.")).toBeVisible();
    await other.reload();
    await expect(other.getByText("This badge is valid.")).toBeVisible();
  });
  await context.close();
});
