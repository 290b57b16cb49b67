import { expect, type Locator, type Page } from "@playwright/test";

/** Presses Tab until an element has the focus; fails after one round through the page. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  await expect(target).toBeEnabled();
  const isFocused = () => target.evaluate((element) => element === document.activeElement);
  for (let step = 0; step < 120; step++) {
    if (await isFocused()) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`The Tab key does not lead to ${String(target)}.`);
}

/** Goes to an element with Tab and presses a key. */
export async function pressAt(page: Page, target: Locator, key = "Enter"): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press(key);
}

/**
 * Picks up the row whose handle has the focus, and waits until it takes further keys: the library that moves rows listens for
 * them in a timer, which can run after it has announced the row.
 */
export async function pickUpRow(page: Page): Promise<void> {
  await page.keyboard.press("Space");
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
}
