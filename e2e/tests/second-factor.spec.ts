import type { Page } from "@playwright/test";
import { Secret, TOTP } from "otpauth";
import { expectAccessible } from "../axe.ts";
import { callApi } from "../graphql.ts";
import { expect, test } from "../server.ts";
import { PASSWORD, signIn } from "../sign-in.ts";
import { expectToFitInto } from "../width.ts";

const EMAIL = "sol.winter@riverside.test";

test("a user sets up a second factor, signs in with it, loses the device, and signs other devices out", async ({
  browser,
  server,
}) => {
  const site = server.at("riverside");
  const admin = await (await browser.newContext()).newPage();
  await signIn(admin, site, "admin@riverside.test");
  // A learner of this test alone: others sign in as the demo's learners.
  await callApi(admin, "mutation ($input: [BulkUserInput!]!) { bulkCreateUsers(input: $input) { id } }", {
    input: [{ first_name: "Sol", last_name: "Winter", email: EMAIL, role: "learner", password: PASSWORD }],
  });
  const page = await (await browser.newContext()).newPage();
  await signIn(page, site, EMAIL);
  let secret = "";
  let codes: string[] = [];

  await test.step("set-up with the password, the app's first code and recovery codes", async () => {
    await page.goto(`${site}/profile/security`);
    await page.getByRole("button", { name: "Set up" }).click();
    const dialog = page.getByRole("dialog", { name: "Set up a second factor" });
    await dialog.getByLabel("Password").fill(PASSWORD);
    await dialog.getByRole("button", { name: "Continue" }).click();
    await expect(dialog.getByRole("img", { name: "QR code for the authenticator app" })).toBeVisible();
    await expectAccessible(page);
    secret = (await dialog.locator("code").innerText()).replace(/\s/g, "");
    await dialog.getByLabel("Code").fill("12345");
    await dialog.getByRole("button", { name: "Confirm" }).click();
    await expect(dialog.getByText("This code is not correct.")).toBeVisible();
    await dialog.getByLabel("Code").fill(toCode(secret));
    await dialog.getByRole("button", { name: "Confirm" }).click();
    const list = dialog.getByRole("list", { name: "Recovery codes" }).getByRole("listitem");
    await expect(list).toHaveCount(10);
    // One by one: read at once, by roles in the page's own scripts, they end the process of the page in Firefox 153.
    codes = await Promise.all((await list.all()).map((code) => code.innerText()));
    await expectAccessible(page);
    await dialog.getByLabel("I have kept the codes.").check();
    await dialog.getByRole("button", { name: "Continue" }).click();
    await expect(page.getByText(/^On since /)).toBeVisible();
    await expect(page.getByText("10 recovery codes are left.")).toBeVisible();
    await expectToFitInto(page, 360);
    await expectAccessible(page);
  });

  const phone = await (await browser.newContext({ viewport: { width: 360, height: 780 } })).newPage();
  await test.step("a sign-in asks for the code before it shows anything, and then the wanted page", async () => {
    await phone.goto(`${site}/learner/certificates`);
    await enterPassword(phone);
    await expect(phone.getByRole("heading", { name: "Confirm that it is you" })).toBeVisible();
    await expectAccessible(phone);
    await expectToFitInto(phone, 320);
    await phone.goto(`${site}/learner/dashboard`);
    await expect(phone.getByRole("heading", { name: "Confirm that it is you" })).toBeVisible();
    await phone.getByRole("button", { name: "Use a recovery code" }).click();
    await phone.getByLabel("Code").fill(codes[0]!);
    await phone.getByRole("button", { name: "Continue" }).click();
    await expect(phone.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(phone).toHaveURL(/\/learner\/dashboard$/);
  });

  await test.step("the other device is listed and signed out", async () => {
    await page.reload();
    await expect(page.getByText("9 recovery codes are left.")).toBeVisible();
    await expect(page.getByText("This device")).toBeVisible();
    await page.getByRole("button", { name: /^Sign out .+, last used/ }).click();
    await expect(page.getByText(/was signed out\.$/)).toBeVisible();
    await phone.goto(`${site}/learner/dashboard`);
    await expect(phone).toHaveURL(/\/login/);
  });

  await test.step("an admin resets it, and the password alone signs in", async () => {
    await admin.goto(`${site}/users?search=Winter`);
    await admin.getByRole("link", { name: "Sol Winter" }).first().click();
    await admin.getByRole("button", { name: "Reset second factor" }).click();
    const question = admin.getByRole("alertdialog", { name: "Reset the second factor?" });
    await expectAccessible(admin);
    await question.getByRole("button", { name: "Reset" }).click();
    await expect(admin.getByText(`The second factor of ${EMAIL} was reset.`)).toBeVisible();
    await signIn(phone, site, EMAIL);
    await expect(phone.getByRole("heading", { level: 1 })).toBeVisible();
  });

  for (const each of [admin, page, phone]) await each.context().close();
});

const toCode = (secret: string) => new TOTP({ secret: Secret.fromBase32(secret) }).generate();

async function enterPassword(page: Page): Promise<void> {
  await page.getByLabel("Email").fill(EMAIL);
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "LOGIN" }).click();
}
