import { expect, startEmpty, test as base } from "../server.ts";
import type { Locator, Page } from "@playwright/test";
import { expectAccessible } from "../axe.ts";
import { stepWithoutScripts } from "../firefox.ts";
import { setUpApp } from "../second-factor.ts";
import { measureWidth } from "../width.ts";

/** A server without any instance. */
const test = base.extend<{ empty: Awaited<ReturnType<typeof startEmpty>> }>({
  empty: async ({ browserName: _ }, provide) => {
    const empty = await startEmpty();
    await provide(empty);
    await empty.stop();
  },
});

test("the set-up link leads from an empty database to a signed-in dashboard, once", async ({ page, empty }) => {
  await page.goto(empty.link);
  await expect(page.getByRole("heading", { name: "Set up Cairn" })).toBeVisible();
  await expect(page.getByText(`.localhost:${empty.port}`)).toBeVisible();
  await expect(page.getByText("Fields marked * are required.")).toBeVisible();
  await expectAccessible(page);

  await page.getByLabel("Name of the organisation").fill("Société Été & Co.");
  await expect(page.getByLabel("Address of its training site")).toHaveValue("societe-ete-co");
  await page.getByLabel("Address of its training site").fill("www");
  await page.getByLabel("Your first name").fill("Ada");
  await page.getByLabel("Your last name").fill("Abara");
  await page.getByLabel("Your email").fill("ada@acme.test");
  await page.getByLabel("A password of at least 8 characters").fill("lantern-river-41");
  await page.getByRole("button", { name: "Set up" }).click();

  // What was typed is still there, except the password.
  await expect(page.getByText("some names are reserved")).toBeVisible();
  await expect(page.getByLabel("Name of the organisation")).toHaveValue("Société Été & Co.");
  await page.getByLabel("Address of its training site").fill("acme");
  await page.getByLabel("A password of at least 8 characters").fill("lantern-river-41");
  // Two presses make one account, and lead where the first does: to the site, signed in.
  await page.getByRole("button", { name: "Set up" }).dblclick();

  await expect(page.getByRole("heading", { name: "Set up a second factor" })).toBeVisible();
  expect(new URL(page.url()).host).toBe(`acme.localhost:${empty.port}`);
  await expectAccessible(page);
  await setUpApp(page, "lantern-river-41");
  await expect(page).toHaveURL(/\/dashboard$/);

  await test.step("leads through the first steps, with a sample course in one click", async () => {
    const steps = page.getByRole("region", { name: "First steps" });
    await expect(steps.getByText(/^0 of \d done$/)).toBeVisible();
    await expectAccessible(page);
    await steps.getByRole("button", { name: "Use the sample course" }).click();
    await expect(page.getByRole("heading", { name: "Edit course" })).toBeVisible();
    await expect(page.getByLabel("Title", { exact: true })).toHaveValue("A sample course");
    await page.goto(`http://acme.localhost:${empty.port}/dashboard`);
    await expect(steps.getByText(/^1 of \d done$/)).toBeVisible();
    await steps.getByRole("button", { name: "Hide" }).click();
    await expect(steps).toBeHidden();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(steps).toBeVisible();
  });

  await page.goto(empty.link);
  await expect(page.getByRole("heading", { name: "This page cannot be opened" })).toBeVisible();
  await expect(page.getByText("This link is not valid any more.")).toBeVisible();
  await expectAccessible(page);
});

const LANGUAGES = [
  {
    locale: "en-GB",
    title: "Set up Cairn",
    meter: "Strength of the password",
    weak: "Weak. It is close to a password that many people use. Add words that do not belong together.",
    own: "Too easy to guess. Do not use your name or your email.",
    strong: "Strong.",
  },
  {
    locale: "fr-FR",
    title: "Configurer Cairn",
    meter: "Solidité du mot de passe",
    weak: "Faible. Il ressemble à un mot de passe très répandu. Ajoutez des mots sans lien entre eux.",
    own: "Trop facile à deviner. N’utilisez ni votre nom ni votre adresse e-mail.",
    strong: "Très bon.",
  },
  {
    locale: "es-ES",
    title: "Configurar Cairn",
    meter: "Seguridad de la contraseña",
    weak: "Débil. Se parece a una contraseña muy usada. Añada palabras sin relación entre sí.",
    own: "Demasiado fácil de adivinar. No use su nombre ni su correo electrónico.",
    strong: "Muy buena.",
  },
];

test("the set-up page rates the password in the browser's language, and nothing below moves", async ({
  browser,
  empty,
}) => {
  for (const { locale, title, meter, weak, own, strong } of LANGUAGES)
    for (const width of [1360, 360])
      await test.step(`${locale}, ${width} px`, async () => {
        const context = await browser.newContext({ locale, viewport: { width, height: 900 } });
        const page = await context.newPage();
        await page.goto(empty.link);
        await expect(page.getByRole("heading", { name: title })).toBeVisible();
        await expect(page.locator("html")).toHaveAttribute("lang", locale.slice(0, 2));
        await expect.poll(() => hasTexts(page)).toBe(true);

        // The lists arrive only after the field was left.
        const held = Promise.withResolvers<void>();
        await page.route(/\.js$/, async (route) => {
          await held.promise;
          await route.continue();
        });
        const field = page.locator("input[type=password]");
        const rating = page.getByRole("status");
        const button = page.getByRole("button");
        await page.locator("#name").fill("Lantern River Works");
        await field.fill("lovely1985");
        const top = await readTop(button);
        held.resolve();
        await expect(rating).toHaveText(weak);
        expect(await readTop(button)).toBe(top);
        await expect(page.getByRole("meter", { name: meter })).toHaveAttribute("aria-valuenow", "1");
        expect(await measureWidth(page)).toBe(width);
        await expectAccessible(page);

        await field.fill("lantern river works");
        await expect(rating).toHaveText(own);
        await field.fill("lantern-river-41-violet");
        await expect(rating).toHaveText(strong);
        expect(await readTop(button)).toBe(top);
        await context.close();
      });

  await stepWithoutScripts(browser, "without scripts nothing is kept free for it", async () => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(empty.link);
    await page.locator("input[type=password]").fill("lantern-river-41");
    expect((await page.locator(".strength").boundingBox())!.height).toBe(0);
    await context.close();
  });
});

/** Tells whether the page has loaded the texts of the rating; Playwright does not see all requests of Firefox end. */
const hasTexts = (page: Page) =>
  page.evaluate(() => performance.getEntriesByType("resource").some(({ name }) => /\/learning-[^/]+\.js$/.test(name)));

const readTop = (element: Locator) => element.evaluate((node) => node.getBoundingClientRect().top);
