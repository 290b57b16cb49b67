import path from "node:path";
import { type Browser, type Locator, type Page, test, type TestInfo } from "@playwright/test";

const BODIES = "Playwright gets no bodies of requests from Firefox";

/** Why the tests of a file do not run in Firefox, or those whose titles match. */
const LEFT_OUT: Readonly<Record<string, { reason: string; title?: RegExp }>> = {
  "passkeys.spec.ts": { reason: "only the protocol of Chromium's developer tools has an authenticator" },
  "first-load.spec.ts": { reason: "only the protocol of Chromium's developer tools counts what is sent" },
  "custom-domains.spec.ts": { reason: "only Chromium is given which address a domain has", title: /^people open/ },
  "course-on-phone.spec.ts": { reason: "Playwright's Firefox has no touch screen" },
  "course-notifications.spec.ts": { reason: `${BODIES}, which the test answers` },
  "question-essay.spec.ts": { reason: BODIES },
  "scorm-resume.spec.ts": { reason: BODIES },
};

/** Skips a test that does not run in Firefox, and says so with the reason. */
export function skipInFirefox(info: TestInfo): void {
  const file = path.basename(info.file);
  const { reason, title } = LEFT_OUT[file] ?? {};
  if (reason === undefined || title?.test(info.title) === false) return;
  console.log(`\nSKIPPED in Firefox: ${file}: ${info.title}: ${reason}`);
  info.skip(true, reason);
}

/**
 * Runs a step that asks for a theme or for paper. It is left out in Firefox, which Playwright cannot ask for them, and the
 * output says so.
 */
export async function stepWithMedia(page: Page, title: string, body: () => Promise<void>): Promise<void> {
  if (page.context().browser()?.browserType().name() !== "firefox") return test.step(title, body);
  console.log(`\nLEFT OUT in Firefox: ${title}: Playwright cannot ask Firefox for themes and print`);
}

/** Runs a step whose pages run no scripts. It is left out in Firefox, whose pages run them, and the output says so. */
export async function stepWithoutScripts(browser: Browser, title: string, body: () => Promise<void>): Promise<void> {
  if (browser.browserType().name() !== "firefox") return test.step(title, body);
  console.log(`\nLEFT OUT in Firefox: ${title}: Playwright cannot turn scripts off in Firefox`);
}

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
