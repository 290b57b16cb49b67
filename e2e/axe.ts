import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect } from "./server.ts";

/** Fails when axe finds anything on the page as it stands, in light or in dark. */
export async function expectAccessible(page: Page): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await expect(page.locator("html")).toHaveAttribute("data-theme", colorScheme);
    // What is found in frames is put together in a page of its own, which takes a third of the time; most pages have none.
    const axe = new AxeBuilder({ page }).setLegacyMode(page.frames().length === 1);
    const { violations } = await axe.analyze();
    expect(violations.map(({ id, nodes }) => `${colorScheme} ${page.url()}: ${id} ${nodes[0]?.html}`)).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: "light" });
}
