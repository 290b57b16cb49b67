import type { Page } from "@playwright/test";
import { Secret, TOTP } from "otpauth";

/** Sets up an authenticator app at the first sign-in, as operators do. */
export async function setUpApp(page: Page, password: string): Promise<void> {
  await page.getByRole("heading", { name: "Set up a second factor" }).waitFor();
  await page.getByRole("button", { name: "Use an authenticator app" }).click();
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Continue" }).click();
  const secret = (await page.locator("code").innerText()).replace(/\s/g, "");
  await page.getByLabel("Code").fill(new TOTP({ secret: Secret.fromBase32(secret) }).generate());
  await page.getByRole("button", { name: "Confirm" }).click();
  await page.getByLabel("I have kept the codes.").check();
  await page.getByRole("button", { name: "Continue" }).click();
}
