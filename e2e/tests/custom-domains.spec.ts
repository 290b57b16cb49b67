import { expectAccessible } from "../axe.ts";
import { expect, test } from "../server.ts";
import { signIn } from "../sign-in.ts";
import { expectToFitInto } from "../width.ts";

test("an admin adds a domain, proves it by its DNS record, and removes it", async ({ browser, server }) => {
  const site = server.at("demo");
  const admin = await (await browser.newContext()).newPage();
  await signIn(admin, site, "admin@demo.test");
  await admin.goto(`${site}/settings/domains`);
  await expect(admin.getByText("No domains yet")).toBeVisible();

  await test.step("a name of the product is refused, another one waits for its proof", async () => {
    await admin.getByRole("textbox", { name: "Domain" }).fill("riverside.localhost");
    await admin.getByRole("button", { name: "Add domain" }).click();
    await expect(admin.getByText("This name belongs to the product.")).toBeVisible();
    await admin.getByRole("textbox", { name: "Domain" }).fill("learn.northgate.example");
    await admin.getByLabel("Leads to").selectOption("Northgate Sud");
    await admin.getByRole("button", { name: "Add domain" }).click();
    await expect(admin.getByText("Waiting for proof")).toBeVisible();
    await expect(admin.getByText("_cairn.learn.northgate.example")).toBeVisible();
    await expect(admin.getByText("south.demo.localhost")).toBeVisible();
    await expect(admin.getByText("Create the records below.")).toBeVisible();
    await expectToFitInto(admin, 360);
    await expectAccessible(admin);
  });

  await test.step("once the record is there, the domain is verified and used in links", async () => {
    const value = await admin.getByText(/^cairn-verification=/).textContent();
    server.dns.records.set("_cairn.learn.northgate.example", [value!]);
    await admin.getByRole("button", { name: "Check now: learn.northgate.example" }).click();
    await expect(admin.getByText("People open the product at this domain.")).toBeVisible();
    await expect(admin.getByLabel("Links in mails use this domain: learn.northgate.example")).toBeChecked();
    const { port } = new URL(site);
    const page = await admin.request.get(`http://127.0.0.1:${port}/login`, {
      headers: { host: "learn.northgate.example" },
    });
    expect(await page.text()).toContain("Northgate Sud");
    await expectToFitInto(admin, 360);
    await expectAccessible(admin);
  });

  await test.step("a removed domain can be taken back", async () => {
    await admin.getByRole("button", { name: "Remove learn.northgate.example" }).click();
    await admin.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
    await expect(admin.getByText("No domains yet")).toBeVisible();
    await admin.getByRole("button", { name: "Undo" }).click();
    await expect(admin.getByText("People open the product at this domain.")).toBeVisible();
    await admin.getByRole("button", { name: "Remove learn.northgate.example" }).click();
    await admin.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
    await expect(admin.getByText("No domains yet")).toBeVisible();
  });
  await admin.context().close();
});
