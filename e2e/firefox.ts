import type { Browser, Locator } from "@playwright/test";

/**
 * Lets `fill` type with the keyboard in Firefox. Playwright's own sets the value by a script there, which React takes
 * for its own change and ignores.
 */
export async function typeInFirefox(browser: Browser): Promise<void> {
  if (browser.browserType().name() !== "firefox") return;
  const page = await browser.newPage();
  const prototype = Object.getPrototypeOf(page.locator("html")) as Locator;
  await page.close();
  const setValue = prototype.fill;
  prototype.fill = async function (this: Locator, value, options) {
    const type = await this.getAttribute("type");
    if (type === "date" || type === "time" || type === "color") return setValue.call(this, value, options);
    await this.focus();
    await this.press("ControlOrMeta+A");
    if (value === "") await this.press("Delete");
    else await this.pressSequentially(value);
  };
}
