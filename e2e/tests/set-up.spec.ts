import { expect, startEmpty, test as base } from "../server.ts";
import { expectAccessible } from "../axe.ts";
import { setUpApp } from "../second-factor.ts";

/** A server without any instance. */
const test = base.extend<{ empty: Awaited<ReturnType<typeof startEmpty>> }>({
  empty: async ({ browserName: _ }, provide) => {
    const empty = await startEmpty();
    await provide(empty);
    await empty.stop();
  },
});

test("the set-up link leads from an empty database to a signed-in dashboard, once", async ({ page, empty }) => {
  await page.goto(empty.link);
  await expect(page.getByRole("heading", { name: "Set up Cairn" })).toBeVisible();
  await expect(page.getByText(`.localhost:${empty.port}`)).toBeVisible();
  await expect(page.getByText("Fields marked * are required.")).toBeVisible();
  await expectAccessible(page);

  await page.getByLabel("Name of the organisation").fill("Société Été & Co.");
  await expect(page.getByLabel("Address of its training site")).toHaveValue("societe-ete-co");
  await page.getByLabel("Address of its training site").fill("www");
  await page.getByLabel("Your first name").fill("Ada");
  await page.getByLabel("Your last name").fill("Abara");
  await page.getByLabel("Your email").fill("ada@acme.test");
  await page.getByLabel("A password of at least 8 characters").fill("lantern-river-41");
  await page.getByRole("button", { name: "Set up" }).click();

  // What was typed is still there, except the password.
  await expect(page.getByText("some names are reserved")).toBeVisible();
  await expect(page.getByLabel("Name of the organisation")).toHaveValue("Société Été & Co.");
  await page.getByLabel("Address of its training site").fill("acme");
  await page.getByLabel("A password of at least 8 characters").fill("lantern-river-41");
  // Two presses make one account, and lead where the first does.
  await page.getByRole("button", { name: "Set up" }).dblclick();

  await expect(page).toHaveURL(new RegExp(`^http://acme\\.localhost:${empty.port}/login`));
  await expect(page.getByText("Everything is set up.")).toBeVisible();
  await page.getByLabel("Email").fill("ada@acme.test");
  await page.getByLabel("Password", { exact: true }).fill("lantern-river-41");
  await page.getByRole("button", { name: "Login" }).click();
  await expect(page.getByRole("heading", { name: "Set up a second factor" })).toBeVisible();
  await expectAccessible(page);
  await setUpApp(page, "lantern-river-41");
  await expect(page).toHaveURL(/\/dashboard$/);

  await test.step("leads through the first steps, with a sample course in one click", async () => {
    const steps = page.getByRole("region", { name: "First steps" });
    await expect(steps.getByText(/^0 of \d done$/)).toBeVisible();
    await expectAccessible(page);
    await steps.getByRole("button", { name: "Use the sample course" }).click();
    await expect(page.getByRole("heading", { name: "Edit course" })).toBeVisible();
    await expect(page.getByLabel("Title", { exact: true })).toHaveValue("A sample course");
    await page.goto(`http://acme.localhost:${empty.port}/dashboard`);
    await expect(steps.getByText(/^1 of \d done$/)).toBeVisible();
    await steps.getByRole("button", { name: "Hide" }).click();
    await expect(steps).toBeHidden();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(steps).toBeVisible();
  });

  await page.goto(empty.link);
  await expect(page.getByRole("heading", { name: "This page cannot be opened" })).toBeVisible();
  await expect(page.getByText("This link is not valid any more.")).toBeVisible();
  await expectAccessible(page);
});

test("the set-up page speaks the browser's language", async ({ browser, empty }) => {
  const context = await browser.newContext({ locale: "fr-FR" });
  const page = await context.newPage();
  await page.goto(empty.link);
  await expect(page.getByRole("heading", { name: "Configurer Cairn" })).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("lang", "fr");
  await context.close();
});
