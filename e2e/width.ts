import type { Page } from "@playwright/test";
import { expect } from "./server.ts";

/** Narrows the window for a moment and fails when an element overflows it. */
export async function expectToFitInto(page: Page, width: number): Promise<void> {
  const former = page.viewportSize()!;
  await page.setViewportSize({ ...former, width });
  await expect.poll(() => page.evaluate(() => document.scrollingElement!.scrollWidth)).toBe(width);
  await page.setViewportSize(former);
}
