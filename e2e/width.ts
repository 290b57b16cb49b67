import type { Page } from "@playwright/test";
import { expect } from "./server.ts";

/** Narrows the window for a moment and fails when an element overflows it. */
export async function expectToFitInto(page: Page, width: number): Promise<void> {
  const former = page.viewportSize()!;
  await page.setViewportSize({ ...former, width });
  // The scroll bar takes a part of the width in Firefox, and lies above the page in a headless Chromium.
  const measure = () => {
    const { scrollWidth, clientWidth } = document.scrollingElement!;
    return scrollWidth + window.innerWidth - clientWidth;
  };
  await expect.poll(() => page.evaluate(measure)).toBe(width);
  await page.setViewportSize(former);
}
