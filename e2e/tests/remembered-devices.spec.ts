import type { Page } from "@playwright/test";
import { Secret, TOTP } from "otpauth";
import { expectAccessible } from "../axe.ts";
import { callApi } from "../graphql.ts";
import { expect, startForOne, test } from "../server.ts";
import { PASSWORD, signIn } from "../sign-in.ts";
import { expectToFitInto } from "../width.ts";

const EMAIL = "learner@riverside.test";
const REMEMBER = `mutation ($version: Int!) {
  updateInstanceSettings(version: $version, sign_in: { second_factor_roles: ["learner"], remember_days: 30 }) { version } }`;

test("a device that is remembered is not asked for a code until its user says so", async ({ browser }) => {
  const { site, stop } = await startForOne("riverside");
  try {
    const admin = await (await browser.newContext()).newPage();
    await signIn(admin, site, "admin@riverside.test");
    const { instanceSettings } = await callApi<{ instanceSettings: { version: number } }>(
      admin,
      "{ instanceSettings { version } }",
    );
    await callApi(admin, REMEMBER, { version: instanceSettings.version });
    const page = await (await browser.newContext()).newPage();
    await page.goto(`${site}/login`);
    await enterPassword(page);
    const code = await setUpApp(page);

    await test.step("the code is asked for, with an offer to remember the device", async () => {
      await forgetSession(page, site);
      await enterPassword(page);
      await page.getByRole("button", { name: "Use a recovery code" }).click();
      await page.getByLabel("Do not ask again on this device for 30 days").check();
      await expectToFitInto(page, 360);
      await expectAccessible(page);
      await page.getByLabel("Code").fill(code);
      await page.getByRole("button", { name: "Continue" }).click();
      await page.waitForURL(/\/learner\/dashboard$/);
    });

    await test.step("the password is enough there, until the user ends it", async () => {
      await forgetSession(page, site);
      await enterPassword(page);
      await page.waitForURL(/\/learner\/dashboard$/);
      await page.goto(`${site}/profile/security`);
      const again = page.getByRole("button", { name: /^Ask again: .+, remembered / });
      await expect(again).toBeVisible();
      await expectToFitInto(page, 360);
      await expectAccessible(page);
      await again.click();
      await expect(again).toHaveCount(0);
      await forgetSession(page, site);
      await enterPassword(page);
      await expect(page.getByRole("heading", { name: "Confirm that it is you" })).toBeVisible();
    });
    for (const each of [admin, page]) await each.context().close();
  } finally {
    await stop();
  }
});

/** Sets up an authenticator app, as the first sign-in asks for. @returns a recovery code */
async function setUpApp(page: Page): Promise<string> {
  await page.getByRole("button", { name: "Use an authenticator app" }).click();
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Continue" }).click();
  const secret = (await page.locator("code").innerText()).replace(/\s/g, "");
  await page.getByLabel("Code").fill(new TOTP({ secret: Secret.fromBase32(secret) }).generate());
  await page.getByRole("button", { name: "Confirm" }).click();
  const code = await page.getByRole("list", { name: "Recovery codes" }).getByRole("listitem").first().innerText();
  await page.getByLabel("I have kept the codes.").check();
  await page.getByRole("button", { name: "Continue" }).click();
  await page.waitForURL(/\/learner\/dashboard$/);
  return code;
}

async function enterPassword(page: Page): Promise<void> {
  await page.getByLabel("Email").fill(EMAIL);
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "LOGIN" }).click();
}

/** Forgets the session and nothing else, as on another day. */
async function forgetSession(page: Page, site: string): Promise<void> {
  await page.evaluate(() => localStorage.clear());
  await page.goto(`${site}/login`);
}
