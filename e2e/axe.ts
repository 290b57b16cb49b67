import type { Page } from "@playwright/test";
import axe, { type RunOptions } from "axe-core";
import { expect } from "./server.ts";

/** Rules about colours; all other rules have equal results in both themes. */
const OF_COLOUR = ["color-contrast", "link-in-text-block"];

/** Fails when axe finds a problem on the page in the light or the dark theme. */
export async function expectAccessible(page: Page): Promise<void> {
  // Nothing is checked in Firefox: a process of Firefox ESR 153 ends with a segmentation fault during or soon after a
  // run of all rules, however it is started (ADR 078).
  if (page.context().browser()?.browserType().name() === "firefox") return;
  expect(await violations(page, "light", {})).toEqual([]);
  expect(await violations(page, "dark", { runOnly: OF_COLOUR })).toEqual([]);
  await page.emulateMedia({ colorScheme: "light" });
}

/**
 * Runs axe in the page and in its frames of the same origin, not in those of packages.
 * @returns what violates a rule: its name and the first element
 */
export async function runAxe(page: Page, options: RunOptions = {}): Promise<string[]> {
  const { origin } = new URL(page.url());
  for (const frame of page.frames()) {
    const isOwn = frame.url().startsWith("about:") || new URL(frame.url()).origin === origin;
    // Axe stays until the page is left: to send it takes as long as to run it.
    if (isOwn && (await frame.evaluate(() => !("axe" in window)))) await frame.evaluate(axe.source);
  }
  return page.evaluate(async (options) => {
    const { axe } = window as unknown as { axe: typeof import("axe-core") };
    const { violations } = await axe.run({ ...options, resultTypes: ["violations"] });
    return violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html}`);
  }, options);
}

async function violations(page: Page, colorScheme: "light" | "dark", options: RunOptions) {
  await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
  // Pages of the server follow the browser without an attribute.
  if ((await page.locator("#root").count()) > 0)
    await expect(page.locator("html")).toHaveAttribute("data-theme", colorScheme);
  // A page that is still loading has neither.
  await expect(page.locator("h1").first()).toBeAttached();
  // A list that is loading its next rows is dimmed. Buttons may wait for an answer in a dialog.
  await expect(page.locator('[aria-busy="true"]:not(button)')).toHaveCount(0);
  await isAtRest(page);
  return (await runAxe(page, options)).map((problem) => `${colorScheme} ${page.url()}: ${problem}`);
}

/** Waits for the end of a theme transition: the colours in between have the contrast of neither theme. */
async function isAtRest(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });
}
