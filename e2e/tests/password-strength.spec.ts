import type { Locator } from "@playwright/test";
import { expect, test } from "../server.ts";
import { signIn } from "../sign-in.ts";

for (const width of [360, 1360])
  test(`the fields below a new password stay where they are when its strength appears, at ${width} px`, async ({
    page,
    server,
  }) => {
    const site = server.at("demo");
    await signIn(page, site, "admin@demo.test");
    await page.setViewportSize({ width, height: 800 });
    await page.goto(`${site}/adduser`);
    const field = page.getByLabel("Password");
    await expect(field).toBeVisible();
    await page.waitForLoadState("networkidle");

    // What the rating needs arrives only after the field was left.
    const held = Promise.withResolvers<void>();
    await page.route(/\.js$/, async (route) => {
      await held.promise;
      await route.continue();
    });
    await field.fill("lovely1985");
    const role = page.getByLabel("User Type");
    const before = await readTop(role);
    held.resolve();
    await expect(page.getByRole("meter", { name: "Strength of the password" })).toBeVisible();
    await expect(page.getByText("It is close to a password that many people use.")).toBeVisible();
    expect(await readTop(role)).toBe(before);
  });

const readTop = (element: Locator) => element.evaluate((node) => node.getBoundingClientRect().top);
