import type { Page } from "@playwright/test";
import { expectAccessible } from "../axe.ts";
import { callApi } from "../graphql.ts";
import { signIn } from "../sign-in.ts";
import { expect, test } from "../server.ts";
import { expectToFitInto } from "../width.ts";

const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

async function choosePicture(page: Page, label: string, name: string) {
  const input = page.getByRole("group", { name: label, exact: true }).locator("input[type=file]");
  await input.setInputFiles({ name: `${name}.png`, mimeType: "image/png", buffer: PNG });
}

test("a branch has its own pictures and welcome text at its own login; the organisation's are shown elsewhere", async ({
  page,
  browser,
  server,
}) => {
  const site = server.at("demo");
  await signIn(page, site, "admin@demo.test");

  await test.step("the organisation's pictures, and the day on which weeks begin", async () => {
    await page.goto(`${site}/settings/brand`);
    await choosePicture(page, "Logo on dark pages", "dark");
    await choosePicture(page, "Icon", "icon");
    await choosePicture(page, "Picture at the login", "login");
    await page.getByLabel("Welcome text").fill("Welcome to the Trust.");
    await expectAccessible(page);
    await expectToFitInto(page, 360);
    await page.getByRole("button", { name: "Save settings" }).click();
    await expect(page.getByText("The settings were saved.")).toBeVisible();
    await expect(page.locator("link[rel=icon]")).toHaveAttribute("href", /^\/files\/|^http/);
    await page.goto(`${site}/settings/general`);
    await page.getByLabel("Weeks begin on").selectOption("Sunday");
    await page.getByRole("button", { name: "Save settings" }).click();
    await expect(page.getByText("The settings were saved.")).toBeVisible();
    await page.reload();
    await expect(page.getByLabel("Weeks begin on")).toHaveValue("7");
  });

  const { createBranch: branch } = await callApi<{ createBranch: { id: number } }>(
    page,
    'mutation { createBranch(input: { name: "Estuary", url: "estuary" }) { id } }',
  );
  const visitor = await (await browser.newContext({ viewport: { width: 1360, height: 900 } })).newPage();
  const host = site.replace("://", "://estuary.");

  await test.step("a branch without its own shows the organisation's", async () => {
    await visitor.goto(`${host}/login`);
    await expect(visitor.getByText("Welcome to the Trust.")).toBeVisible();
    await expect(visitor.locator("img.object-cover")).toBeVisible();
  });

  await test.step("the branch's own", async () => {
    const shared = await visitor.locator("img.object-cover").getAttribute("src");
    await page.goto(`${site}/branches/${branch.id}/edit`);
    await choosePicture(page, "Picture at the login", "estuary");
    await page.getByLabel("Welcome text").fill("Mind the tide.");
    await expectAccessible(page);
    await expectToFitInto(page, 360);
    await page.getByRole("button", { name: "Update Branch" }).click();
    await expect(page).toHaveURL(new RegExp(`/branches/${branch.id}$`));
    await visitor.reload();
    await expect(visitor.getByText("Mind the tide.")).toBeVisible();
    expect(await visitor.locator("img.object-cover").getAttribute("src")).not.toBe(shared);
    await expectAccessible(visitor);
    await expectToFitInto(visitor, 360);
    await visitor.goto(`${site}/login`);
    await expect(visitor.getByText("Welcome to the Trust.")).toBeVisible();
  });
});
