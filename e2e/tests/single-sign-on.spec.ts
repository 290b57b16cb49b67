import { CLIENT, openOidcProvider } from "../../server/src/testing/oidc.ts";
import { expectAccessible } from "../axe.ts";
import { expect, startForOne, test } from "../server.ts";
import { signIn } from "../sign-in.ts";
import { expectToFitInto } from "../width.ts";

test("an admin connects a provider, tests it and switches passwords off, and people sign in by it", async ({
  browser,
}) => {
  const people = {
    ada: { email: "ada@riverside.test", email_verified: true, given_name: "Ada", family_name: "Byron" },
    learner: { email: "learner@riverside.test", email_verified: true, given_name: "Liam", family_name: "Novak" },
  };
  const idp = await openOidcProvider(people);
  const { site, stop } = await startForOne("riverside");
  try {
    const admin = await (await browser.newContext()).newPage();
    await signIn(admin, site, "admin@riverside.test");
    await admin.getByRole("link", { name: "Single sign-on" }).click();
    await expect(admin.getByText("No identity providers yet")).toBeVisible();
    await expectAccessible(admin);
    await admin.getByRole("link", { name: "Add provider" }).click();
    await expect(admin.getByRole("heading", { name: "Add identity provider" })).toBeVisible();
    await admin.getByRole("button", { name: "Save" }).click();
    await expect(admin.getByText("Enter a name for the button.")).toBeVisible();
    await admin.getByLabel("Name on the button").fill("Riverside ID");
    await admin.getByLabel("Issuer").fill(idp.issuer);
    await admin.getByLabel("Client ID").fill(CLIENT.id);
    await admin.getByLabel("Client secret").fill(CLIENT.secret);
    await admin.getByLabel("Create an account at the first sign-in").check();
    await admin.getByRole("button", { name: "Add row to Roles" }).click();
    await expectToFitInto(admin, 360);
    await expectAccessible(admin);
    await admin.getByRole("button", { name: "Save" }).click();
    await expect(admin.getByText("Riverside ID was created.")).toBeVisible();
    for (const address of [/\/sso\/oidc\/\d+\/callback$/, /\/sso\/oidc\/\d+\/signed-out$/])
      idp.allow((await admin.getByText(address).textContent())!);

    await test.step("a test sign-in shows the claims and what they would become", async () => {
      await admin.getByRole("button", { name: "Test sign-in" }).click();
      await admin.getByRole("button", { name: "Sign in as ada" }).click();
      const card = admin.getByRole("region", { name: "Test sign-in" });
      await expect(card.getByText("A new account would be created.")).toBeVisible();
      await expect(card.getByText("ada@riverside.test (verified)")).toBeVisible();
      await expect(card.getByText("given_name")).toBeVisible();
      await expectToFitInto(admin, 360);
      await expectAccessible(admin);
    });

    await admin.getByLabel("Switched on").check();
    await admin.getByLabel("Sign out at the provider as well").check();
    await admin.getByRole("button", { name: "Save" }).click();
    await expect(admin.getByText("Riverside ID was saved.")).toBeVisible();

    await test.step("a person without an account gets one, and opens the page that they wanted", async () => {
      const page = await (await browser.newContext()).newPage();
      await page.goto(`${site}/learner/course-catalog`);
      await expect(page.getByRole("link", { name: "Continue with Riverside ID" })).toBeVisible();
      await expectToFitInto(page, 360);
      await expectAccessible(page);
      await page.getByRole("link", { name: "Continue with Riverside ID" }).click();
      await page.getByRole("button", { name: "Sign in as ada" }).click();
      await page.waitForURL(`${site}/learner/course-catalog`);
      await test.step("and signs out here and at the provider", async () => {
        await page.getByRole("button", { name: "Your account: Ada Byron" }).click();
        await page.getByRole("menuitem", { name: "Sign out" }).click();
        await page.waitForURL(`${idp.issuer}/session/end?*`);
        await page.locator("form").evaluate((form: HTMLFormElement) => {
          form.insertAdjacentHTML("beforeend", '<input name="logout" value="yes">');
          form.submit();
        });
        await page.waitForURL(`${site}/login`);
        await page.getByRole("link", { name: "Continue with Riverside ID" }).click();
        await expect(page.getByRole("button", { name: "Sign in as ada" })).toBeVisible();
      });
      await page.context().close();
    });

    await test.step("where passwords are off, the admin who was chosen still has one", async () => {
      await admin.goto(`${site}/identity`);
      await expect(admin.getByText("1 person")).toBeVisible();
      await admin.getByLabel("Sign in only with the organisation").check();
      const saving = admin.getByRole("region", { name: "Passwords" }).getByRole("button", { name: "Save" });
      await saving.click();
      await expect(admin.getByText("Choose an admin with a password", { exact: false })).toBeVisible();
      await admin.getByLabel("Admins who may still use a password").click();
      await admin.getByRole("option").first().click();
      await admin.keyboard.press("Escape");
      await saving.click();
      await expect(admin.getByText("People sign in only with their organisation.")).toBeVisible();
      await expectToFitInto(admin, 360);
      await expectAccessible(admin);

      const page = await (await browser.newContext()).newPage();
      await page.goto(`${site}/login`);
      await page.getByLabel("Email").fill("learner@riverside.test");
      await page.getByLabel("Password").fill("cairn-demo");
      await page.getByRole("button", { name: "LOGIN" }).click();
      await expect(page.getByText("Your organisation signs in without passwords.", { exact: false })).toBeVisible();
      await expectAccessible(page);
      await page.getByRole("link", { name: "Continue with Riverside ID" }).click();
      await page.getByRole("button", { name: "Sign in as learner" }).click();
      await page.waitForURL(`${site}/learner/dashboard`);
      await page.context().close();
      const again = await (await browser.newContext()).newPage();
      await signIn(again, site, "admin@riverside.test");
      await again.context().close();
    });
    await admin.context().close();
  } finally {
    await stop();
    await idp.close();
  }
});
