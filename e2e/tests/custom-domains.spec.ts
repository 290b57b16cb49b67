import type { Page } from "@playwright/test";
import { expectAccessible } from "../axe.ts";
import { linkIn } from "../mailbox.ts";
import { expect, type Server, test } from "../server.ts";
import { PASSWORD, signIn } from "../sign-in.ts";
import { expectToFitInto } from "../width.ts";

test("an admin adds a domain, proves it by its DNS record, and removes it", async ({ browser, server }) => {
  const site = server.at("demo");
  const admin = await (await browser.newContext()).newPage();
  await signIn(admin, site, "admin@demo.test");
  await admin.goto(`${site}/settings/domains`);
  await expect(admin.getByText("_cairn.training.northgate.example")).toBeVisible();
  const card = findCard(admin, "learn.northgate.example");

  await test.step("a name of the product is refused, another one waits for its proof", async () => {
    await admin.getByRole("textbox", { name: "Domain" }).fill("riverside.localhost");
    await admin.getByRole("button", { name: "Add domain" }).click();
    await expect(admin.getByText("This name belongs to the product.")).toBeVisible();
    await admin.getByRole("textbox", { name: "Domain" }).fill("learn.northgate.example");
    await admin.getByLabel("Leads to").selectOption("Northgate Sud");
    await admin.getByRole("button", { name: "Add domain" }).click();
    await expect(card.getByText("Waiting for proof")).toBeVisible();
    await expect(card.getByText("_cairn.learn.northgate.example")).toBeVisible();
    await expect(card.getByText("south.demo.localhost")).toBeVisible();
    await expect(card.getByText("Create the records below.")).toBeVisible();
    await expectToFitInto(admin, 360);
    await expectAccessible(admin);
  });

  await test.step("once the record is there, the domain is verified and used in links", async () => {
    const value = await card.getByText(/^cairn-verification=/).textContent();
    server.dns.records.set("_cairn.learn.northgate.example", [value!]);
    await admin.getByRole("button", { name: "Check now: learn.northgate.example" }).click();
    await expect(card.getByText("People open the product at this domain.")).toBeVisible();
    await expect(admin.getByLabel("Links in mails use this domain: learn.northgate.example")).toBeChecked();
    const { port } = new URL(site);
    const page = () =>
      admin.request.get(`http://127.0.0.1:${port}/login`, { headers: { host: "learn.northgate.example" } });
    // Another process of the server may answer, which hears of it a moment later.
    await expect.poll(async () => (await page()).text()).toContain("Northgate Sud");
    await expectToFitInto(admin, 360);
    await expectAccessible(admin);
  });

  await test.step("a removed domain can be taken back", async () => {
    await remove(admin, "learn.northgate.example");
    await admin.getByRole("button", { name: "Undo" }).click();
    await expect(card.getByText("People open the product at this domain.")).toBeVisible();
    await remove(admin, "learn.northgate.example");
  });
  await admin.context().close();
});

test("people open a proved domain, sign in there, and are led to it from elsewhere", async ({
  browser,
  playwright,
  server,
}) => {
  const site = server.at("demo");
  const { port } = new URL(site);
  const domain = "learn.example.test";
  const admin = await (await browser.newContext()).newPage();
  await signIn(admin, site, "admin@demo.test");
  await prove(admin, server, domain);

  // A browser that finds the domain as the DNS of its owner would let it.
  const options = test.info().project.use.launchOptions!;
  const rule = `--host-resolver-rules=MAP ${domain} 127.0.0.1`;
  const visitor = await playwright.chromium.launch({ ...options, args: [...options.args!, rule] });
  const openPage = async () => (await visitor.newContext()).newPage();
  const enter = async (page: Page, email: string, password: string) => {
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password", { exact: true }).fill(password);
    await page.getByRole("button", { name: "Login" }).click();
  };

  await test.step("signs in at the domain, and stays there", async () => {
    const page = await openPage();
    await page.goto(`http://${domain}:${port}/`);
    await expect(page).toHaveURL(`http://${domain}:${port}/login`);
    await expect(page.getByText("Northgate Trust").first()).toBeVisible();
    await expectAccessible(page);
    await enter(page, "learner@demo.test", PASSWORD);
    await expect(page).toHaveURL(`http://${domain}:${port}/learner/dashboard`);
    await expect(page.getByRole("button", { name: /Grace Adeyemi/ })).toBeVisible();
    await page.reload();
    await expect(page).toHaveURL(`http://${domain}:${port}/learner/dashboard`);
    await page.context().close();
  });

  await test.step("the product's own sign-in leads to the domain, signed in", async () => {
    const page = await openPage();
    await page.goto(`http://localhost:${port}/login`);
    await page.getByLabel("Domain").fill("demo");
    await enter(page, "learner@demo.test", PASSWORD);
    await expect(page).toHaveURL(`http://${domain}:${port}/learner/dashboard`);
    await page.context().close();
  });

  await test.step("the link of a mail opens at the domain", async () => {
    const page = await openPage();
    await page.goto(`${site}/forgot-password`);
    await page.getByLabel("Email").fill("learner@demo.test");
    await page.getByRole("button", { name: "SEND RESET LINK" }).click();
    const link = linkIn(await server.mailbox.mailTo("learner@demo.test", "Reset your password"));
    expect(new URL(link).host).toBe(`${domain}:${port}`);
    await page.goto(link);
    await expect(page.getByLabel("New password", { exact: true })).toBeVisible();
    await page.context().close();
  });

  await test.step("nobody is served at the domain once it is removed", async () => {
    await remove(admin, domain);
    const page = await openPage();
    await expect(async () => {
      await page.goto(`http://${domain}:${port}/login`);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expect(page.getByText("Northgate Trust")).toHaveCount(0, { timeout: 1 });
    }).toPass();
    await page.context().close();
  });
  await visitor.close();
  await admin.context().close();
});

/** Adds a domain on the settings page, writes its record, and has it checked. */
async function prove(admin: Page, server: Server, domain: string): Promise<void> {
  await admin.goto(`${server.at("demo")}/settings/domains`);
  await admin.getByRole("textbox", { name: "Domain" }).fill(domain);
  await admin.getByRole("button", { name: "Add domain" }).click();
  const card = findCard(admin, domain);
  const value = await card.getByText(/^cairn-verification=/).textContent();
  server.dns.records.set(`_cairn.${domain}`, [value!]);
  await admin.getByRole("button", { name: `Check now: ${domain}` }).click();
  await expect(card.getByText("People open the product at this domain.")).toBeVisible();
}

const findCard = (admin: Page, domain: string) =>
  admin.getByRole("listitem").filter({ has: admin.getByRole("heading", { name: domain }) });

async function remove(admin: Page, domain: string): Promise<void> {
  await admin.getByRole("button", { name: `Remove ${domain}` }).click();
  await admin.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
  // Behind the dialog the list has no roles, so that the card seems gone before it is.
  await expect(admin.getByRole("alertdialog")).toHaveCount(0);
  await expect(findCard(admin, domain)).toHaveCount(0);
}
