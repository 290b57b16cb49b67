import { expectAccessible } from "../axe.ts";
import { linkIn } from "../mailbox.ts";
import { signIn } from "../sign-in.ts";
import { expect, test } from "../server.ts";
import { expectToFitInto } from "../width.ts";

const PHRASE = "five quiet herons";

test("people register by an invitation and at an open site, where an admin approves them", async ({
  browser,
  server,
}) => {
  const site = server.at("riverside");
  const admin = await (await browser.newContext()).newPage();
  await signIn(admin, site, "admin@riverside.test");
  const visitor = await (await browser.newContext()).newPage();
  let invitation = "";

  await test.step("an invitation", async () => {
    await admin.goto(`${site}/users`);
    await admin.getByRole("link", { name: "Invitations" }).click();
    await expect(admin.getByText("No invitations yet")).toBeVisible();
    await expectAccessible(admin);
    await admin.getByRole("button", { name: "+ Create invitation" }).first().click();
    const dialog = admin.getByRole("dialog");
    await dialog.getByRole("button", { name: "Create" }).click();
    await expect(dialog.getByText("Enter a name.")).toBeVisible();
    await dialog.getByLabel("Name").fill("Open day");
    await dialog.getByLabel("How many people may use it").fill("1");
    await expectAccessible(admin);
    await dialog.getByRole("button", { name: "Create" }).click();
    invitation = await dialog.getByTestId("invitation").innerText();
    await dialog.getByRole("button", { name: "Done" }).click();
    await expect(admin.getByRole("row", { name: /Open day/ })).toContainText("0 of 1");
    await expectToFitInto(admin, 360);
    await expectAccessible(admin);
  });

  await test.step("a visitor sees who invites to what, confirms their address and signs in", async () => {
    await visitor.goto(`${site}/register`);
    await visitor.getByLabel("Invitation code").fill("no code");
    await visitor.getByRole("button", { name: "Continue" }).click();
    await expect(visitor.getByText("Enter the code as it is written in your invitation.")).toBeVisible();
    await expectToFitInto(visitor, 360);
    await expectAccessible(visitor);
    await visitor.getByLabel("Invitation code").fill(` ${invitation.split("/").at(-1)} `);
    await visitor.getByRole("button", { name: "Continue" }).click();
    await expect(visitor).toHaveURL(invitation);
    await expect(visitor.getByText(/Rowan Teasdale invites you to/)).toBeVisible();
    await expectToFitInto(visitor, 360);
    await expectAccessible(visitor);
    await visitor.getByRole("button", { name: "Register" }).click();
    await expect(visitor.getByText("Enter your first name.")).toBeVisible();
    await visitor.getByLabel("First name").fill("Noor");
    await visitor.getByLabel("Last name").fill("Haddad");
    await visitor.getByLabel("Email").fill("noor@new.example");
    await visitor.getByRole("button", { name: "Register" }).click();
    await expect(visitor.getByText("Look into your mail")).toBeVisible();
    await visitor.goto(linkIn(await server.mailbox.mailTo("noor@new.example", "Confirm your email")));
    await expect(visitor.getByText("noor@new.example")).toBeVisible();
    await expectToFitInto(visitor, 360);
    await expectAccessible(visitor);
    await visitor.getByLabel("Password").fill(PHRASE);
    await visitor.getByRole("button", { name: "Confirm" }).click();
    await expect(visitor.getByText("Your account was created. Please log in.")).toBeVisible();
    await visitor.getByLabel("Email").fill("noor@new.example");
    await visitor.getByLabel("Password").fill(PHRASE);
    await visitor.getByRole("button", { name: "LOGIN" }).click();
    await expect(visitor).toHaveURL(/\/learner\/dashboard$/);
    await visitor.evaluate(() => localStorage.clear());
    await visitor.goto(invitation);
    await expect(visitor.getByText("This invitation is not valid")).toBeVisible();
  });

  await test.step("the site is opened for a domain", async () => {
    await admin.goto(`${site}/settings/sign-in`);
    await admin
      .getByRole("button", { name: /^Change registration at / })
      .first()
      .click();
    // Messages are dialogs too.
    const dialog = admin.getByRole("dialog").filter({ hasText: "People may register without an invitation" });
    await dialog.getByLabel("People may register without an invitation").check();
    await dialog.getByLabel("Only email addresses of these domains").fill("new.example");
    await expectAccessible(admin);
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog).toBeHidden();
    await expect(admin.getByText("new.example · with approval")).toBeVisible();
    await expectToFitInto(admin, 360);
    await expectAccessible(admin);
  });

  await test.step("a visitor registers from the login page and waits", async () => {
    await visitor.goto(`${site}/login`);
    await visitor.getByRole("link", { name: "Create an account" }).click();
    await visitor.getByLabel("First name").fill("Ivo");
    await visitor.getByLabel("Last name").fill("Brandt");
    await visitor.getByLabel("Email").fill("ivo@other.example");
    await visitor.getByRole("button", { name: "Register" }).click();
    await expect(visitor.getByText("Use an email address of new.example.")).toBeVisible();
    await visitor.getByLabel("Email").fill("ivo@new.example");
    await visitor.getByRole("button", { name: "Register" }).click();
    await expect(visitor.getByText("Look into your mail")).toBeVisible();
    await visitor.goto(linkIn(await server.mailbox.mailTo("ivo@new.example", "Confirm your email")));
    await visitor.getByLabel("Password").fill(PHRASE);
    await visitor.getByRole("button", { name: "Confirm" }).click();
    await expect(visitor.getByText("Your registration waits for approval")).toBeVisible();
  });

  await test.step("an admin approves", async () => {
    await admin.goto(`${site}/registrations`);
    await expect(admin.getByRole("row", { name: /Ivo Brandt/ })).toContainText("Without invitation");
    await expectToFitInto(admin, 360);
    await expectAccessible(admin);
    await admin.getByRole("checkbox", { name: "Select Ivo Brandt" }).check();
    await admin.getByRole("button", { name: "Approve", exact: true }).first().click();
    await expect(admin.getByText("1 registration was approved.")).toBeVisible();
    await expect(admin.getByText("Nobody waits for approval")).toBeVisible();
    await visitor.goto(`${site}/login`);
    await visitor.getByLabel("Email").fill("ivo@new.example");
    await visitor.getByLabel("Password").fill(PHRASE);
    await visitor.getByRole("button", { name: "LOGIN" }).click();
    await expect(visitor).toHaveURL(/\/learner\/dashboard$/);
  });
  await visitor.context().close();
  await admin.context().close();
});
