import { expectAccessible } from "../axe.ts";
import { signIn } from "../sign-in.ts";
import { expect, test } from "../server.ts";
import { expectToFitInto } from "../width.ts";

test("settings change the time zone, the name and the colours of an instance at once, for everybody", async ({
  browser,
  server,
}) => {
  const site = server.at("riverside");
  const admin = await (await browser.newContext({ timezoneId: "America/Los_Angeles" })).newPage();
  await signIn(admin, site, "admin@riverside.test");

  await test.step("the general settings", async () => {
    await admin.goto(`${site}/settings`);
    await expect(admin).toHaveURL(`${site}/settings/general`);
    await expect(admin.getByLabel("Time zone")).toBeVisible();
    await expectToFitInto(admin, 360);
    await expectAccessible(admin);
    await admin.getByLabel("Name", { exact: true }).fill("");
    await admin.getByRole("button", { name: "Save settings" }).click();
    await expect(admin.getByText("Enter the name of the organisation.")).toBeVisible();
    await admin.getByLabel("Name", { exact: true }).fill("Riverside Rowing");
    await admin.getByLabel("Time zone").selectOption("Pacific/Auckland");
    await admin.getByLabel("Currency").selectOption("NZD");
    await admin.getByRole("button", { name: "Save settings" }).click();
    await expect(admin.getByText("The settings were saved.")).toBeVisible();
    await expect(admin.getByText("Riverside Rowing").first()).toBeVisible();
    await expect(admin.getByLabel("Currency")).toHaveValue("NZD");
  });

  await test.step("times are those of the instance, not of the browser", async () => {
    await admin.goto(`${site}/audit`);
    const entry = admin.getByRole("row", { name: /Settings changed/ });
    const now = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeZone: "Pacific/Auckland" });
    await expect(entry).toContainText(now.format(new Date()));
    await expect(entry).not.toContainText(
      new Intl.DateTimeFormat("en-GB", { timeStyle: "short", timeZone: "America/Los_Angeles" }).format(new Date()),
    );
  });

  await test.step("the colours, with a preview before they are saved", async () => {
    await admin.goto(`${site}/settings/brand`);
    await admin.getByLabel("Theme").selectOption("plum");
    await expect(admin.getByText("Dark theme")).toBeVisible();
    await expectToFitInto(admin, 360);
    await expectAccessible(admin);
    const readBrand = () => admin.evaluate(() => document.documentElement.style.getPropertyValue("--art"));
    const before = await readBrand();
    await admin.getByRole("button", { name: "Save settings" }).click();
    await expect(admin.getByText("The settings were saved.")).toBeVisible();
    await expect.poll(readBrand).not.toBe(before);
  });

  await test.step("the support, which visitors see", async () => {
    await admin.getByRole("navigation", { name: "Sections" }).getByRole("link", { name: "Support" }).click();
    await expect(admin).toHaveURL(/\/settings\/support$/);
    // Without a reload the message of the section before may still be shown.
    await admin.reload();
    await admin.getByLabel("Email").fill("help");
    await admin.getByRole("button", { name: "Save settings" }).click();
    await expect(admin.getByText("Enter a valid email address.")).toBeVisible();
    await admin.getByLabel("Email").fill("help@riverside.example");
    await expectToFitInto(admin, 360);
    await expectAccessible(admin);
    await admin.getByRole("button", { name: "Save settings" }).click();
    await expect(admin.getByText("The settings were saved.")).toBeVisible();
    await admin.goto(`${site}/contact`);
    await expect(admin.getByRole("link", { name: "help@riverside.example" })).toBeVisible();
    await expectToFitInto(admin, 360);
    await expectAccessible(admin);
  });

  for (const [section, field] of [
    ["sign-in", "A sign-in lasts"],
    ["catalogue", "Courses with a price have to be assigned"],
  ] as const)
    await test.step(`the section ${section}`, async () => {
      await admin.goto(`${site}/settings/${section}`);
      await expect(admin.getByLabel(field)).toBeVisible();
      await expectToFitInto(admin, 360);
      await expectAccessible(admin);
    });

  await test.step("visitors see the name and the colours on the login page", async () => {
    const visitor = await (await browser.newContext()).newPage();
    await visitor.goto(`${site}/login`);
    await expect(visitor.getByText("Riverside Rowing").first()).toBeVisible();
    expect(await visitor.evaluate(() => document.documentElement.style.getPropertyValue("--art"))).toBe("#6b3a75");
    await visitor.context().close();
  });
  await admin.context().close();
});

test("the addresses of parts of the site and of settings that stand elsewhere lead to their screens", async ({
  page,
  server,
}) => {
  const site = server.at("demo");
  await signIn(page, site, "admin@demo.test");
  for (const [from, to] of [
    ["/settings", "/settings/general"],
    ["/reports", "/reports/users"],
    ["/settings/security", "/settings/sign-in"],
    ["/settings/certificates", "/certificates/templates"],
  ] as const) {
    await page.goto(site + from);
    await expect(page).toHaveURL(site + to);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  }
});
