import { CLIENT, openOidcProvider } from "../../server/src/testing/oidc.ts";
import { expectAccessible } from "../axe.ts";
import { callApi } from "../graphql.ts";
import { pressAt } from "../keyboard.ts";
import { expect, test } from "../server.ts";
import { PASSWORD, signIn } from "../sign-in.ts";
import { expectToFitInto } from "../width.ts";

const EMAIL = "omar.stone@demo.test";
const CREATE = `mutation ($input: IdentityProviderInput!) { createIdentityProvider(input: $input) { id callback_url } }`;

test("a user of two branches who comes from an identity provider chooses one of them", async ({ browser, server }) => {
  const main = server.at("demo");
  const idp = await openOidcProvider({ omar: { email: EMAIL, email_verified: true } });
  const admin = await (await browser.newContext()).newPage();
  await signIn(admin, main, "admin@demo.test");
  await callApi(admin, "mutation ($input: [BulkUserInput!]!) { bulkCreateUsers(input: $input) { id } }", {
    input: [
      {
        first_name: "Omar",
        last_name: "Stone",
        email: EMAIL,
        role: "learner",
        password: PASSWORD,
        is_primary: false,
        branchUrls: ["north", "south"],
      },
    ],
  });
  // Without a button, so that other tests of this server see the login page as it was.
  const input = {
    name: "Stone ID",
    issuer: idp.issuer,
    client_id: CLIENT.id,
    client_secret: CLIENT.secret,
    has_button: false,
    email_domains: ["stone.test"],
    is_active: true,
  };
  const { createIdentityProvider: provider } = await callApi<{
    createIdentityProvider: { id: number; callback_url: string };
  }>(admin, CREATE, { input });
  idp.allow(provider.callback_url);

  const page = await (await browser.newContext({ viewport: { width: 360, height: 780 } })).newPage();
  await page.goto(`${main}/sso/oidc/${provider.id}/start`);
  await page.getByRole("button", { name: "Sign in as omar" }).click();
  await expect(page.getByRole("heading", { name: "Choose your branch" })).toBeVisible();
  await expect(page.getByRole("button", { name: /^Northgate/ })).toHaveCount(2);
  await expectAccessible(page);
  await expectToFitInto(page, 320);
  for (const [language, heading] of [
    ["fr", "Choisissez votre site"],
    ["es", "Elija su sede"],
    ["en", "Choose your branch"],
  ] as const) {
    await page.getByLabel(/^(Language|Langue|Idioma)$/).selectOption(language);
    await expect(page.getByRole("heading", { name: heading })).toBeVisible();
    await expectAccessible(page);
  }
  await pressAt(page, page.getByRole("button", { name: "Northgate Sud" }));
  await page.waitForURL(`${server.at("south.demo")}/learner/dashboard`);

  await callApi(admin, "mutation ($id: Int!) { deleteIdentityProvider(id: $id) { id } }", { id: provider.id });
  for (const each of [admin, page]) await each.context().close();
  await idp.close();
});
