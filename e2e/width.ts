import type { Page } from "@playwright/test";
import { expect } from "./server.ts";

/** Makes the window as narrow as that for a moment: nothing may stand beyond its edge. */
export async function expectToFitInto(page: Page, width: number): Promise<void> {
  const former = page.viewportSize()!;
  await page.setViewportSize({ ...former, width });
  await expect.poll(() => page.evaluate(() => document.scrollingElement!.scrollWidth)).toBe(width);
  await page.setViewportSize(former);
}
