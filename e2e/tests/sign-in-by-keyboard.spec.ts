import type { Page } from "@playwright/test";
import { CLIENT, openOidcProvider } from "../../server/src/testing/oidc.ts";
import { expectAccessible } from "../axe.ts";
import { callApi } from "../graphql.ts";
import { pressAt, tabTo } from "../keyboard.ts";
import { expect, startForOne, test } from "../server.ts";
import { PASSWORD, signIn } from "../sign-in.ts";
import { expectToFitInto } from "../width.ts";

const CREATE = `mutation ($input: IdentityProviderInput!) { createIdentityProvider(input: $input) { id callback_url } }`;

/** Shows a page in French and in Spanish and checks it, then in English again. */
async function expectAccessibleAbroad(page: Page): Promise<void> {
  const url = page.url();
  for (const language of ["fr", "es", "en"]) {
    await page.evaluate((shown) => localStorage.setItem("language", shown), language);
    await page.goto(url);
    await expect(page.locator("html")).toHaveAttribute("lang", language);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    if (language !== "en") await expectAccessible(page);
  }
}

test("providers, a refused sign-in, the security of a profile and the list of providers work with the keyboard", async ({
  browser,
}) => {
  test.setTimeout(180_000);
  const idp = await openOidcProvider({ ada: { email: "ada@elsewhere.test", email_verified: true } });
  const { site, stop } = await startForOne("riverside");
  try {
    const admin = await (await browser.newContext()).newPage();
    await signIn(admin, site, "admin@riverside.test");
    for (const name of ["River ID", "Water ID"]) {
      const input = { name, issuer: idp.issuer, client_id: CLIENT.id, client_secret: CLIENT.secret, is_active: true };
      const { createIdentityProvider: made } = await callApi<{ createIdentityProvider: { callback_url: string } }>(
        admin,
        CREATE,
        { input },
      );
      idp.allow(made.callback_url);
    }

    await test.step("the login page leads to the second provider, and the page of a refused sign-in back", async () => {
      const page = await (await browser.newContext()).newPage();
      await page.goto(`${site}/login`);
      await tabTo(page, page.getByRole("link", { name: "Continue with River ID" }));
      await page.keyboard.press("Tab");
      await expect(page.getByRole("link", { name: "Continue with Water ID" })).toBeFocused();
      await expectAccessibleAbroad(page);
      await pressAt(page, page.getByRole("link", { name: "Continue with Water ID" }));
      await pressAt(page, page.getByRole("button", { name: "Sign in as ada" }));
      await expect(page.getByRole("heading", { name: "You are not signed in" })).toBeVisible();
      await expect(page.getByText("this site did not let you in", { exact: false })).toBeVisible();
      await expect(page.locator("code")).toHaveText(/^[\da-f-]{36}$/);
      await expectAccessible(page);
      await expectToFitInto(page, 320);
      await expectAccessibleAbroad(page);
      const first = await page.locator("code").innerText();
      await pressAt(page, page.getByRole("link", { name: "Try again" }));
      // The provider still knows Ada, and lets her use another account.
      await pressAt(page, page.getByRole("button", { name: "Sign in as ada" }));
      await expect(page.locator("code")).not.toHaveText(first);
      await pressAt(page, page.getByRole("link", { name: "Use another way to sign in" }));
      await expect(page.getByLabel("Email")).toBeVisible();
      await page.context().close();
    });

    await test.step("the security of a profile", async () => {
      await admin.goto(`${site}/profile/security`);
      await tabTo(admin, admin.getByLabel("New password"));
      await admin.keyboard.type("lantern-river-41");
      await expect(admin.getByRole("meter", { name: "Strength of the password" })).toHaveAttribute(
        "aria-valuetext",
        "Strong.",
      );
      await expectAccessible(admin);
      await pressAt(admin, admin.getByRole("button", { name: "Set up" }));
      const dialog = admin.getByRole("dialog", { name: "Set up a second factor" });
      await expect(dialog).toBeVisible();
      await tabTo(admin, dialog.getByLabel("Password"));
      await admin.keyboard.press("Escape");
      await expect(dialog).toBeHidden();
      await expect(admin.getByRole("button", { name: "Set up" })).toBeFocused();
      await expectAccessibleAbroad(admin);
    });

    await test.step("the list of providers", async () => {
      await admin.goto(`${site}/identity`);
      await pressAt(admin, admin.getByRole("link", { name: "Water ID" }));
      await expect(admin.getByLabel("Name on the button")).toHaveValue("Water ID");
      await admin.goto(`${site}/identity`);
      await pressAt(admin, admin.getByLabel("Sign in only with the organisation"), "Space");
      await expect(admin.getByLabel("Sign in only with the organisation")).toBeChecked();
      await expectAccessibleAbroad(admin);
    });

    await test.step("a second factor that may wait is asked for at the sign-in, and once", async () => {
      const { instanceSettings } = await callApi<{ instanceSettings: { version: number } }>(
        admin,
        "{ instanceSettings { version } }",
      );
      await callApi(
        admin,
        `mutation ($version: Int!) { updateInstanceSettings(version: $version,
          sign_in: { second_factor_roles: ["learner"], second_factor_grace_days: 7 }) { version } }`,
        instanceSettings,
      );
      const page = await (await browser.newContext()).newPage();
      await page.goto(`${site}/learner/certificates`);
      await tabTo(page, page.getByLabel("Email"));
      await page.keyboard.type("learner@riverside.test");
      await tabTo(page, page.getByLabel("Password"));
      await page.keyboard.type(PASSWORD);
      await page.keyboard.press("Enter");
      await expect(page.getByRole("heading", { name: "Set up a second factor" })).toBeVisible();
      await expect(page.getByText(/^Set one up by .+\d{4}\.$/)).toBeVisible();
      await expectAccessible(page);
      await expectToFitInto(page, 320);
      await pressAt(page, page.getByRole("button", { name: "Not now" }));
      await page.waitForURL(`${site}/learner/certificates`);
      await page.reload();
      await expect(page.getByRole("heading", { name: "My Certificates" })).toBeVisible();
      await page.context().close();
    });
    await admin.context().close();
  } finally {
    await stop();
    await idp.close();
  }
});
