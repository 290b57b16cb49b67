import type { Page } from "@playwright/test";

export const PASSWORD = "cairn-demo";

/** Signs in by the login screen, as a person does, and waits for the first screen. */
export async function logIn(page: Page, site: string, email: string): Promise<void> {
  await page.goto(`${site}/login`);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "LOGIN" }).click();
  await page.waitForURL((url) => !url.pathname.startsWith("/login"));
}
