import type { Page } from "@playwright/test";
import { expect } from "../server.ts";

/** Waits until the screen has loaded and no transition runs. */
export async function settle(page: Page): Promise<void> {
  await page.waitForLoadState("networkidle");
  await expect(page.locator("h1").first()).toBeAttached();
  await expect(page.getByRole("status", { name: /^(Loading|Chargement|Cargando)/ })).toHaveCount(0);
  await page.evaluate(async () => {
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });
}
