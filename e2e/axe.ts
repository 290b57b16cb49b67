import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect } from "./server.ts";

/** Rules about colours; all other rules have equal results in both themes. */
const OF_COLOUR = ["color-contrast", "link-in-text-block"];

/** Fails when axe finds a problem on the page in the light or the dark theme. */
export async function expectAccessible(page: Page): Promise<void> {
  // Nothing is checked in Firefox: a process of Firefox ESR 153 ends with a segmentation fault during or soon after a
  // run of all rules, whether AxeBuilder starts it or a script in the page (ADR 078).
  if (page.context().browser()?.browserType().name() === "firefox") return;
  expect(await violations(page, "light", (axe) => axe)).toEqual([]);
  expect(await violations(page, "dark", (axe) => axe.withRules(OF_COLOUR))).toEqual([]);
  await page.emulateMedia({ colorScheme: "light" });
}

/** In legacy mode axe reads our own frames, not those of packages, and needs no second page. */
const createAxe = (page: Page) => new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ["violations"] });

async function violations(page: Page, colorScheme: "light" | "dark", narrowed: (axe: AxeBuilder) => AxeBuilder) {
  await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
  // Pages of the server follow the browser without an attribute.
  if ((await page.locator("#root").count()) > 0)
    await expect(page.locator("html")).toHaveAttribute("data-theme", colorScheme);
  // A page that is still loading has neither.
  await expect(page.locator("h1").first()).toBeAttached();
  // A list that is loading its next rows is dimmed. Buttons may wait for an answer in a dialog.
  await expect(page.locator('[aria-busy="true"]:not(button)')).toHaveCount(0);
  await isAtRest(page);
  const { violations } = await narrowed(createAxe(page)).analyze();
  return violations.map(({ id, nodes }) => `${colorScheme} ${page.url()}: ${id} ${nodes[0]?.html}`);
}

/** Waits for the end of a theme transition: the colours in between have the contrast of neither theme. */
async function isAtRest(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });
}
