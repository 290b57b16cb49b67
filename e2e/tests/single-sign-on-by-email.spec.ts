import { CLIENT, openOidcProvider } from "../../server/src/testing/oidc.ts";
import { expectAccessible } from "../axe.ts";
import { callApi } from "../graphql.ts";
import { expect, startForOne, test } from "../server.ts";
import { signIn } from "../sign-in.ts";
import { expectToFitInto } from "../width.ts";

const CREATE = `mutation ($input: IdentityProviderInput!) { createIdentityProvider(input: $input) { id callback_url } }`;

test("an email leads a person to the provider of its domain, and an admin unlinks the person and deletes the provider", async ({
  browser,
}) => {
  const email = "learner@riverside.test";
  const idp = await openOidcProvider({ learner: { email, email_verified: true } });
  const { site, stop } = await startForOne("riverside");
  try {
    const admin = await (await browser.newContext()).newPage();
    await signIn(admin, site, "admin@riverside.test");
    const { createIdentityProvider: provider } = await callApi<{
      createIdentityProvider: { id: number; callback_url: string };
    }>(admin, CREATE, {
      input: { name: "Riverside ID", issuer: idp.issuer, client_id: CLIENT.id, client_secret: CLIENT.secret },
    });
    idp.allow(provider.callback_url);

    await test.step("the admin gives the provider a domain instead of a button", async () => {
      await admin.goto(`${site}/identity/${provider.id}`);
      await admin.getByLabel("Email domains").fill("riverside.test");
      await admin.getByLabel("Show a button on the login page").uncheck();
      await admin.getByLabel("Switched on").check();
      await expectToFitInto(admin, 360);
      await expectAccessible(admin);
      await admin.getByRole("button", { name: "Save" }).click();
      await expect(admin.getByText("Riverside ID was saved.")).toBeVisible();
    });

    await test.step("the login page offers it for an email of the domain, and goes there without a password", async () => {
      const page = await (await browser.newContext()).newPage();
      await page.goto(`${site}/login`);
      await expect(page.getByRole("link", { name: "Continue with Riverside ID" })).toHaveCount(0);
      await page.getByLabel("Email").fill("rivers@elsewhere.test");
      await page.keyboard.press("Tab");
      await page.getByLabel("Email").fill(email);
      await page.keyboard.press("Tab");
      await expect(page.getByRole("link", { name: "Continue with Riverside ID" })).toBeVisible();
      await expectToFitInto(page, 360);
      await expectAccessible(page);
      await page.getByRole("button", { name: "LOGIN" }).click();
      await page.getByRole("button", { name: "Sign in as learner" }).click();
      await page.waitForURL(`${site}/learner/dashboard`);

      await admin.goto(`${site}/users?search=${encodeURIComponent(email)}`);
      await admin
        .getByRole("link", { name: /^View / })
        .first()
        .click();
      await admin.getByRole("button", { name: "Unlink from Riverside ID" }).click();
      const dialog = admin.getByRole("alertdialog", { name: "Unlink from Riverside ID?" });
      await expect(dialog).toBeVisible();
      await expectToFitInto(admin, 360);
      await expectAccessible(admin);
      await dialog.getByRole("button", { name: "Unlink" }).click();
      await expect(admin.getByText(`${email} is not linked to Riverside ID any more.`)).toBeVisible();
      await page.reload();
      await expect(page).toHaveURL(/\/login/);
      await page.context().close();
    });

    await test.step("the deleted provider comes back with the undo", async () => {
      await admin.goto(`${site}/identity/${provider.id}`);
      await admin.getByRole("button", { name: "Delete", exact: true }).click();
      await admin.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
      await expect(admin.getByText("Riverside ID was deleted.")).toBeVisible();
      await expect(admin.getByText("No identity providers yet")).toBeVisible();
      await admin.getByRole("button", { name: "Undo", exact: true }).last().click();
      await expect(admin.getByRole("link", { name: /Riverside ID/ })).toBeVisible();
    });
    await admin.context().close();
  } finally {
    await stop();
    await idp.close();
  }
});
