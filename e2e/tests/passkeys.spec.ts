import type { Page } from "@playwright/test";
import { expectAccessible } from "../axe.ts";
import { callApi } from "../graphql.ts";
import { expect, test } from "../server.ts";
import { PASSWORD, signIn } from "../sign-in.ts";
import { expectToFitInto } from "../width.ts";

const EMAIL = "paz.keller@riverside.test";

test("a user adds a passkey, signs in with it alone and after the password, and removes it", async ({
  browser,
  server,
}) => {
  const site = server.at("riverside");
  const admin = await (await browser.newContext()).newPage();
  await signIn(admin, site, "admin@riverside.test");
  // A learner of this test alone: others sign in as the demo's learners.
  await callApi(admin, "mutation ($input: [BulkUserInput!]!) { bulkCreateUsers(input: $input) { id } }", {
    input: [{ first_name: "Paz", last_name: "Keller", email: EMAIL, role: "learner", password: PASSWORD }],
  });
  const page = await (await browser.newContext()).newPage();
  await addAuthenticator(page);
  await signIn(page, site, EMAIL);

  await test.step("the first passkey comes with recovery codes", async () => {
    await page.goto(`${site}/profile/security`);
    await expect(page.getByText("You have no passkeys yet.")).toBeVisible();
    await page.getByRole("button", { name: "Add a passkey" }).click();
    const dialog = page.getByRole("dialog", { name: "Add a passkey" });
    await dialog.getByLabel("Name").fill("Work laptop");
    await dialog.getByLabel("Password").fill("wrong");
    await dialog.getByRole("button", { name: "Continue" }).click();
    await expect(dialog.getByText("The current password is not correct.")).toBeVisible();
    await expectAccessible(page);
    await dialog.getByLabel("Password").fill(PASSWORD);
    await dialog.getByRole("button", { name: "Continue" }).click();
    await expect(dialog.getByRole("list", { name: "Recovery codes" }).getByRole("listitem")).toHaveCount(10);
    await dialog.getByLabel("I have kept the codes.").check();
    await dialog.getByRole("button", { name: "Continue" }).click();
    await expect(page.getByText("The passkey was added.")).toBeVisible();
    await expect(page.getByText("Work laptop")).toBeVisible();
    await expect(page.getByText("10 recovery codes are left.")).toBeVisible();
    await expectToFitInto(page, 360);
    await expectAccessible(page);
  });

  await test.step("the same device is not added twice", async () => {
    await page.getByRole("button", { name: "Add a passkey" }).click();
    const dialog = page.getByRole("dialog", { name: "Add a passkey" });
    await dialog.getByLabel("Password").fill(PASSWORD);
    await dialog.getByRole("button", { name: "Continue" }).click();
    await expect(dialog.getByText("This device has a passkey for your account already.")).toBeVisible();
    await page.keyboard.press("Escape");
  });

  await test.step("it signs in without email and password", async () => {
    await signOut(page, site);
    await page.getByRole("button", { name: "Sign in with a passkey" }).click();
    await page.waitForURL(/\/learner\/dashboard$/);
    await page.goto(`${site}/profile/security`);
    await expect(page.getByText(/last used/).first()).toBeVisible();
  });

  await test.step("it is the second factor after the password", async () => {
    await signOut(page, site);
    await expectToFitInto(page, 360);
    await expectAccessible(page);
    await page.getByLabel("Email").fill(EMAIL);
    await page.getByLabel("Password").fill(PASSWORD);
    await page.getByRole("button", { name: "LOGIN" }).click();
    await expect(page.getByRole("heading", { name: "Confirm that it is you" })).toBeVisible();
    await expect(page.getByRole("button", { name: "Use a passkey" })).toBeVisible();
    await expectToFitInto(page, 360);
    await expectAccessible(page);
    await page.getByRole("button", { name: "Use a passkey" }).click();
    await page.waitForURL(/\/learner\/dashboard$/);
  });

  await test.step("where it was used, the browser offers it in the field for the email", async () => {
    const asked: string[] = [];
    page.on("request", (request) => {
      if (request.postData()?.includes("StartPasskeySignIn")) asked.push(request.url());
    });
    await signOut(page, site);
    await page.waitForLoadState("networkidle");
    expect(asked, "a device without a used passkey asks for none").toEqual([]);
    await page.getByRole("button", { name: "Sign in with a passkey" }).click();
    await page.waitForURL(/\/learner\/dashboard$/);
    await page.evaluate(() => localStorage.removeItem("token"));
    // The browser's authenticator of these tests chooses the passkey by itself.
    await page.goto(`${site}/login`);
    await page.waitForURL(/\/learner\/dashboard$/);
  });

  await test.step("a renamed and removed passkey does not sign in any more", async () => {
    await page.goto(`${site}/profile/security`);
    await page.getByRole("button", { name: "Rename Work laptop" }).click();
    const renaming = page.getByRole("dialog", { name: "Rename the passkey" });
    await renaming.getByLabel("Name").fill("Old laptop");
    await renaming.getByRole("button", { name: "Rename" }).click();
    await page.getByRole("button", { name: "Remove Old laptop" }).click();
    const removing = page.getByRole("dialog", { name: "Remove the passkey?" });
    await expectAccessible(page);
    await removing.getByLabel("Password").fill(PASSWORD);
    await removing.getByRole("button", { name: "Remove" }).click();
    await expect(page.getByText("You have no passkeys yet.")).toBeVisible();
    await signOut(page, site);
    await page.getByRole("button", { name: "Sign in with a passkey" }).click();
    await expect(page.getByText(/^This passkey does not sign in here\./)).toBeVisible();
    await signIn(page, site, EMAIL);
    await expect(page).toHaveURL(/\/learner\/dashboard$/);
  });

  for (const each of [admin, page]) await each.context().close();
});

/** Gives the browser a built-in authenticator that verifies its user, as a fingerprint reader does. */
async function addAuthenticator(page: Page): Promise<void> {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send("WebAuthn.enable");
  await devTools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

/** Forgets the session, as another day on the same device. */
async function signOut(page: Page, site: string): Promise<void> {
  await page.evaluate(() => localStorage.clear());
  await page.goto(`${site}/login`);
  await expect(page.getByRole("button", { name: "Sign in with a passkey" })).toBeVisible();
}
