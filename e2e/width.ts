import type { Page } from "@playwright/test";
import { expect } from "./server.ts";

/** Narrows the window for a moment and fails when an element overflows it. */
export async function expectToFitInto(page: Page, width: number): Promise<void> {
  const former = page.viewportSize()!;
  await page.setViewportSize({ ...former, width });
  await expect.poll(() => measureWidth(page)).toBe(width);
  await page.setViewportSize(former);
}

/** Returns the width of the page's contents and of its scroll bar, which takes space in Firefox only. */
export function measureWidth(page: Page): Promise<number> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.scrollingElement!;
    return scrollWidth + window.innerWidth - clientWidth;
  });
}
