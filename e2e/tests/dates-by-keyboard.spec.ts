import { signIn } from "../sign-in.ts";
import { expect, test } from "../server.ts";

test("takes a day that is typed into a filter digit by digit, as one step of the history", async ({ page, server }) => {
  const site = server.at("demo");
  await signIn(page, site, "admin@demo.test");
  await page.goto(`${site}/reports/users`);
  const from = page.getByLabel("Assigned from");
  await from.click({ position: { x: 16, y: 16 } });
  for (const digit of "05112026") {
    await page.keyboard.press(digit);
    // A person is slower than the page.
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  }
  await expect(from).toHaveValue("2026-05-11");
  await expect(page).toHaveURL(/from=2026-05-11/);
  await page.goBack();
  await expect(page).not.toHaveURL(/from=/);
});
