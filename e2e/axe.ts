import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect } from "./server.ts";

/** The rules that look at colours; all others find the same in the dark as in the light. */
const OF_COLOUR = ["color-contrast", "link-in-text-block"];

/** Fails when axe finds anything on the page as it stands, in light or in dark. */
export async function expectAccessible(page: Page): Promise<void> {
  expect(await violations(page, "light", (axe) => axe)).toEqual([]);
  expect(await violations(page, "dark", (axe) => axe.withRules(OF_COLOUR))).toEqual([]);
  await page.emulateMedia({ colorScheme: "light" });
}

/** In legacy mode axe looks at our own frames, not at foreign content, and needs no second page for its sums. */
const axeOf = (page: Page) => new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ["violations"] });

async function violations(page: Page, colorScheme: "light" | "dark", narrowed: (axe: AxeBuilder) => AxeBuilder) {
  await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
  await expect(page.locator("html")).toHaveAttribute("data-theme", colorScheme);
  // A page that has only begun to load has neither.
  await expect(page.locator("h1").first()).toBeAttached();
  await isAtRest(page);
  const { violations } = await narrowed(axeOf(page)).analyze();
  return violations.map(({ id, nodes }) => `${colorScheme} ${page.url()}: ${id} ${nodes[0]?.html}`);
}

/** A colour on its way from one scheme to the other has the contrast of neither. */
async function isAtRest(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });
}
