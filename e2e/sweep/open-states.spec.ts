import { readFileSync } from "node:fs";
import type { Locator, Page, Route } from "@playwright/test";
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
const SAVE_LANGUAGE = `mutation ($language: String!) { updateUserDetails(input: { language: $language }) { id } }`;
/** Without toasts, which the library gives a type. */
const OPEN = ["dialog", "alertdialog", "menu", "listbox"].map((role) => `[role=${role}]:not([data-type])`).join(", ");
/** In the frame around every screen: opened once for each user. */
const FRAME = "header, nav, aside";

for (const person of PEOPLE)
  test(`every dialog, menu and list that ${person} opens fits, is accessible, and is in one language`, async ({
    page,
    server,
  }) => {
    const problems = new Set<string>();
    const site = server.at("demo");
    await signIn(page, site, `${person}@demo.test`);
    const session = await page.evaluate(() => ({ ...localStorage }) as Record<string, string>);
    const links = new Set<string>();
    for (const language of LANGUAGES) {
      await callApi(page, SAVE_LANGUAGE, { language });
      session["language"] = language;
      await page.route("**/*", refuseWrites);
      const english = language === "en" ? new Set<string>() : listEnglishTexts(language);
      const opened = new Set<string>();
      for (const route of listRoutes()) {
        const path = route.includes("$") ? [...links].find((link) => matches(route, link)) : route;
        if (path === undefined) continue;
        const address = `${site}${path}${SEARCH[route] ?? ""}`;
        const open = async () => {
          await page.evaluate((kept) => Object.assign(localStorage, kept), session);
          await page.setViewportSize({ width: 1360, height: 900 });
          await page.goto(address);
          return settle(page).then(
            () => matches(route, new URL(page.url()).pathname),
            () => false,
          );
        };
        if (!(await open())) continue;
        for (const href of await page.locator("a[href]").evaluateAll((all) => all.map((a) => a.getAttribute("href")!)))
          links.add(href.split(/[?#]/)[0]!);
        for (const { key, index } of await listControls(page)) {
          if (opened.has(key)) continue;
          if (key.startsWith("frame")) opened.add(key);
          if ((await page.locator(OPEN).count()) > 0 || new URL(page.url()).pathname !== path)
            if (!(await open())) break;
          const control = controls(page).nth(index);
          const name = await control.evaluate(describe, undefined, { timeout: 1000 }).catch(() => null);
          if (name === null) continue;
          if (!(await opens(page, control))) continue;
          const where = `${person} ${language} ${path} "${name}"`;
          await inspect(page, where, language, english, problems);
          for (let n = 0; n < 3 && (await page.locator(OPEN).count()) > 0; n++) await page.keyboard.press("Escape");
        }
      }
      await page.unroute("**/*", refuseWrites);
    }
    expect([...problems]).toEqual([]);
  });

let known: Record<string, string> | undefined;

/** Returns the client's documents by their hashes; the server of the tests has built them. */
function documents(): Record<string, string> {
  const file = new URL("../../web/dist/.trusted-documents", import.meta.url);
  known ??= JSON.parse(readFileSync(file, "utf8")) as Record<string, string>;
  return known;
}

/** Answers what would change something with an error, so that every button can be pressed. */
async function refuseWrites(route: Route): Promise<void> {
  const request = route.request();
  if (request.method() === "GET") return route.continue();
  const sent = request.postData() ?? "";
  const isRead =
    new URL(request.url()).pathname === "/graphql" &&
    /^[[{]/.test(sent) &&
    [JSON.parse(sent) as { documentId?: string; query?: string }]
      .flat()
      .every(({ documentId, query }) => /^\s*query\b/.test(query ?? documents()[documentId!] ?? ""));
  if (isRead) return route.continue();
  await route.fulfill({ status: 503, json: { error: "Refused by the test", code: "UNAVAILABLE" } });
}

/** Controls except those that send, sort or turn a page. */
const controls = (page: Page) =>
  page
    .locator(":not(th, nav) > button:not([type=submit]), [role=combobox], summary")
    .filter({ hasNotText: /^Export / });

/** Lists what may open something: of the rows of a list, that of the first row only. */
function listControls(page: Page): Promise<{ key: string; index: number }[]> {
  return controls(page).evaluateAll((all, frame) => {
    const found = new Map<string, { key: string; index: number }>();
    for (const [index, element] of all.entries()) {
      if (!element.checkVisibility({ visibilityProperty: true })) continue;
      if (element instanceof HTMLButtonElement && element.disabled) continue;
      const row = element.closest("tr, li, [role=row], article");
      const name = element.getAttribute("aria-label") ?? element.textContent.trim();
      const place = row
        ? `row ${[...row.querySelectorAll("button, [role=combobox], summary")].indexOf(element)}`
        : name;
      const key = `${element.closest(frame) ? "frame" : location.pathname} ${place}`;
      if (!found.has(key)) found.set(key, { key, index });
    }
    return [...found.values()];
  }, FRAME);
}

const describe = (element: Element) => element.getAttribute("aria-label") ?? element.textContent.trim().slice(0, 40);

/** Presses a control and tells whether something opened. */
async function opens(page: Page, control: Locator): Promise<boolean> {
  const before = await page.locator(OPEN).count();
  try {
    await control.click({ timeout: 3000 });
  } catch {
    return false;
  }
  await settle(page).catch(() => {});
  return (await page.locator(OPEN).count()) > before;
}

async function inspect(
  page: Page,
  where: string,
  language: string,
  english: ReadonlySet<string>,
  problems: Set<string>,
): Promise<void> {
  for (const text of await findTexts(page, english)) problems.add(`${where}: in English: ${text}`);
  for (const width of [1360, 360])
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await page.setViewportSize({ width, height: 900 });
      await settle(page).catch(() => {});
      // What belongs to a control that phones do not show has closed.
      if (!(await page.locator(OPEN).first().isVisible())) continue;
      // What has opened is placed again after the window has changed.
      const fits = expect.poll(() => measureWidth(page), { timeout: 2000 }).toBeLessThanOrEqual(width);
      await fits.catch(() => {});
      const wide = await measureWidth(page);
      if (wide > width) problems.add(`${where}: ${wide} pixels wide at ${width}`);
      for (const text of await listCutOff(page)) problems.add(`${where}: cut off at ${width}: ${text}`);
      if (language !== "en") continue;
      for (const problem of await runAxe(page))
        problems.add(`${where} ${width} ${colorScheme}: axe ${problem.slice(0, 200)}`);
      const name = `open ${where} ${width} ${colorScheme}`.replace(/[^\w]+/g, "-").slice(0, 120);
      await page.screenshot({ path: `test-results/sweep/${name}.png` });
    }
  await page.setViewportSize({ width: 1360, height: 900 });
}
