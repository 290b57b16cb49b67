import type { Page } from "@playwright/test";
import { runAxe } from "../axe.ts";
import { listCutOff } from "../cut-off.ts";
import { callApi } from "../graphql.ts";
import { expect, test } from "../server.ts";
import { signIn } from "../sign-in.ts";
import { measureWidth } from "../width.ts";
import { listRoutes, matches, SEARCH } from "./routes.ts";
import { settle } from "./settle.ts";
import { findTexts, listEnglishTexts } from "./texts.ts";

const PEOPLE = ["super", "admin", "manager", "instructor", "learner"];
const LANGUAGES = (process.env["SWEEP_LANGUAGES"] ?? "en,fr,es").split(",");
const THEMES = (process.env["SWEEP_THEMES"] ?? "light,dark").split(",") as ("light" | "dark")[];
const WIDTHS = [1360, 360];
/** Narrow for a table beside the side menu. */
const TABLE_WIDTH = 1024;
const SAVE_LANGUAGE = `mutation ($language: String!) { updateUserDetails(input: { language: $language }) { id } }`;

/** For a picture, Playwright adds a style to each page, which Firefox reports as blocked. Chromium reports those of Cairn. */
const DRIVERS_STYLE = /blocked an inline style \(style-src-elem\)/;

for (const person of PEOPLE)
  test(`every screen of ${person} fits, is accessible, and is in one language`, async ({ page, server }) => {
    const problems: string[] = [];
    let where = "";
    const report = (message: string) => {
      if (!(isFirefox(page) && DRIVERS_STYLE.test(message))) problems.push(`${where}: ${message}`);
    };
    const site = server.at("demo");
    await signIn(page, site, `${person}@demo.test`);
    page.on("console", (message) => {
      if (message.type() === "error") report(`console: ${message.text().slice(0, 200)}`);
    });
    page.on("pageerror", ({ message }) => report(message));
    const links = new Set<string>();
    for (const language of LANGUAGES) {
      await callApi(page, SAVE_LANGUAGE, { language });
      await page.evaluate((value) => localStorage.setItem("language", value), language);
      const english = language === "en" ? new Set<string>() : listEnglishTexts(language);
      for (const route of listRoutes()) {
        const path = route.includes("$") ? [...links].find((link) => matches(route, link)) : route;
        if (path === undefined) continue;
        where = `${person} ${language} ${path}`;
        await page.setViewportSize({ width: WIDTHS[0]!, height: 900 });
        await page.goto(`${site}${path}${SEARCH[route] ?? ""}`);
        const failure = await settle(page).catch((error: Error) => error);
        if (failure) {
          problems.push(`${where}: ${failure.message.slice(0, 200)}`);
          continue;
        }
        if (!matches(route, new URL(page.url()).pathname)) continue;
        for (const href of await page.locator("a[href]").evaluateAll((all) => all.map((a) => a.getAttribute("href")!)))
          links.add(href.split(/[?#]/)[0]!);
        for (const text of await findTexts(page, english)) problems.push(`${where}: in English: ${text}`);
        // Before the width of phones, which shows cards.
        const widths = (await page.getByRole("table").count()) > 0 ? [1360, TABLE_WIDTH, 360] : WIDTHS;
        for (const colorScheme of THEMES) {
          await showIn(page, colorScheme);
          for (const width of widths) {
            await page.setViewportSize({ width, height: 900 });
            await settle(page);
            const wide = await measureWidth(page);
            if (wide > width) problems.push(`${where}: ${wide} pixels wide at ${width}`);
            for (const text of await listCutOff(page)) problems.push(`${where}: cut off at ${width}: ${text}`);
            if (width === TABLE_WIDTH) continue;
            // The rules depend on the screen, the width and the colours, not on the language.
            if (language === "en") problems.push(...(await listViolations(page, `${where} ${width} ${colorScheme}`)));
            const name = `${where} ${width} ${colorScheme}`.replace(/[^\w]+/g, "-");
            await page.screenshot({ path: `test-results/sweep/${name}.png`, fullPage: true });
          }
        }
      }
    }
    expect([...new Set(problems)]).toEqual([]);
  });

const isFirefox = (page: Page) => page.context().browser()?.browserType().name() === "firefox";

/** Shows the page in a colour scheme. Firefox keeps that of the system, so the user's own choice is made there. */
async function showIn(page: Page, colorScheme: "light" | "dark"): Promise<void> {
  if (!isFirefox(page)) return page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
  await page.evaluate((theme) => localStorage.setItem("theme", theme), colorScheme);
  await page.reload();
}

/** Lists what axe finds; nothing in Firefox, which it ends (e2e/axe.ts). */
async function listViolations(page: Page, where: string): Promise<string[]> {
  if (isFirefox(page)) return [];
  return (await runAxe(page)).map((problem) => `${where}: axe ${problem.slice(0, 200)}`);
}
