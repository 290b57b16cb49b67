import { expectAccessible } from "../axe.ts";
import { linkIn } from "../mailbox.ts";
import { signIn } from "../sign-in.ts";
import { expect, test } from "../server.ts";

const EMAIL = "learner@riverside.test";
const PASSWORD = "over the water and back";

test("replaces a forgotten password through a mail and ends the open session", async ({ browser, server }) => {
  const site = server.at("riverside");
  const open = await (await browser.newContext()).newPage();
  await signIn(open, site, EMAIL);

  const page = await (await browser.newContext()).newPage();
  await test.step("requests a link from the sign-in screen", async () => {
    await page.goto(`${site}/login`);
    await page.getByRole("link", { name: "Forgot password?" }).click();
    await expect(page.getByRole("heading", { name: "Reset your password" })).toBeVisible();
    await expectAccessible(page);
    await page.getByLabel("Email").fill("nobody@riverside.test");
    await page.getByRole("button", { name: "SEND RESET LINK" }).click();
    const sent = page.getByText("Password reset email sent successfully. Please check your inbox.");
    await expect(sent).toBeVisible();
    await page.getByLabel("Email").fill(EMAIL);
    await page.getByRole("button", { name: "SEND RESET LINK" }).click();
    await expect(sent).toBeVisible();
  });

  const link = await test.step("receives the mail", async () => {
    return linkIn(await server.mailbox.mailTo(EMAIL, "Reset your password for Riverside"));
  });

  await test.step("sets a new password", async () => {
    await page.goto(link);
    await page.getByLabel("New password", { exact: true }).fill("password1");
    await page.getByLabel("Confirm new password").fill("password1");
    await page.getByRole("button", { name: "RESET PASSWORD" }).click();
    await expect(page.getByRole("alert")).toHaveText(
      "password: This password is too easy to guess. Please choose another.",
    );
    await page.getByLabel("New password", { exact: true }).fill(PASSWORD);
    await page.getByLabel("Confirm new password").fill(PASSWORD);
    await page.getByRole("button", { name: "RESET PASSWORD" }).click();
    await page.waitForURL(/\/login/);
    await page.getByLabel("Email").fill(EMAIL);
    await page.getByLabel("Password").fill(PASSWORD);
    await page.getByRole("button", { name: "LOGIN" }).click();
    await page.waitForURL(/\/learner\/dashboard$/);
  });

  await test.step("ends the open session and refuses the used link", async () => {
    await open.reload();
    await expect(open.getByRole("heading", { name: "Log in to your account" })).toBeVisible();
    await open.goto(link);
    await open.getByLabel("New password", { exact: true }).fill("another way across");
    await open.getByLabel("Confirm new password").fill("another way across");
    await open.getByRole("button", { name: "RESET PASSWORD" }).click();
    await expect(open.getByRole("alert")).toContainText("This link is not valid any more.");
  });

  await test.step("changes name, language and password in the profile", async () => {
    await page.goto(`${site}/profile`);
    await expectAccessible(page);
    await page.getByLabel("Last name").fill("Kingfisher");
    await page.getByRole("combobox", { name: "Language" }).selectOption("fr");
    await page.getByRole("button", { name: "Save Changes" }).click();
    await expect(page.getByRole("heading", { name: "Paramètres du profil" })).toBeVisible();
    await page.getByRole("tab", { name: "Sécurité" }).click();
    await page.getByLabel("Mot de passe actuel").fill(PASSWORD);
    await page.getByLabel("Nouveau mot de passe", { exact: true }).fill("back over the water");
    await page.getByLabel("Confirmer le mot de passe").fill("back over the water");
    await page.getByRole("button", { name: "Mettre à jour le mot de passe" }).click();
    await expect(page.getByText("Mot de passe mis à jour !")).toBeVisible();
    await expectAccessible(page);
  });
});
