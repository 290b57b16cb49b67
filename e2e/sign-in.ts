import type { Page } from "@playwright/test";

export const PASSWORD = "cairn-demo";

/** Signs in on the sign-in screen and waits for the first screen. @throws what the screen says when it refuses */
export async function signIn(page: Page, site: string, email: string): Promise<void> {
  await page.goto(`${site}/login`);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "LOGIN" }).click();
  const refusal = page.getByRole("alert").filter({ hasText: /./ });
  await Promise.race([
    page.waitForURL((url) => !url.pathname.startsWith("/login")),
    refusal.waitFor({ timeout: 0 }).then(async () => {
      throw new Error(`${email} could not sign in: ${await refusal.innerText()}`);
    }),
  ]);
}
