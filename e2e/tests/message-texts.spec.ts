import { expectAccessible } from "../axe.ts";
import { expect, test } from "../server.ts";
import { signIn } from "../sign-in.ts";
import { expectToFitInto } from "../width.ts";

test("an admin writes the text of a mail, tries it, and people get it from then on", async ({ browser, server }) => {
  const site = server.at("riverside");
  const admin = await (await browser.newContext()).newPage();
  await signIn(admin, site, "admin@riverside.test");

  await test.step("the list of all messages, with what cannot be switched off", async () => {
    await admin.goto(`${site}/settings/notifications`);
    await expect(admin.getByText("Forgotten password", { exact: true })).toBeVisible();
    await expect(admin.getByText(/^Always by mail\. People need this mail to sign in/).first()).toBeVisible();
    await admin.getByLabel("Work handed in: in the product").uncheck();
    // It is disabled until it is saved.
    await expect(admin.getByLabel("Work handed in: in the product")).toBeEnabled();
    await admin.reload();
    await expect(admin.getByLabel("Work handed in: in the product")).not.toBeChecked();
    await expect(admin.getByLabel("Work handed in: by mail")).toBeChecked();
    await expectToFitInto(admin, 360);
    await expectAccessible(admin);
  });

  await test.step("a text is checked while it is typed, and shown with a course of the organisation", async () => {
    await admin.getByRole("link", { name: "Change text of Enrolment in a course" }).click();
    await expect(admin.getByRole("heading", { name: "Enrolment in a course" })).toBeVisible();
    const preview = admin.getByRole("region", { name: "Preview" });
    await expect(preview).toContainText("Hello Rowan,");
    await admin.getByLabel("Subject").fill("On the water: {title}");
    await expect(admin.getByText("There is no placeholder {title} here.")).toBeVisible();
    await admin.getByLabel("Subject").fill("On the water: {course}");
    await admin.getByLabel("Text", { exact: true }).fill("Dear {first_name},");
    await expect(admin.getByText("The text has to contain {link}.").last()).toBeVisible();
    await admin.getByLabel("Text", { exact: true }).fill("Dear {first_name},\n\n{link}\n\nSee you on the river");
    await expect(preview).toContainText("See you on the river");
    await expect(preview).toContainText(/On the water: (?!\{)/);
    await expectToFitInto(admin, 360);
    await expectAccessible(admin);
  });

  await test.step("a test goes to the admin", async () => {
    await admin.getByRole("button", { name: "Send me a test" }).click();
    await expect(admin.getByText("A test was sent to admin@riverside.test.")).toBeVisible();
    const mail = await server.mailbox.mailTo("admin@riverside.test", "On the water: ");
    expect(mail.text).toContain("See you on the river");
  });

  await test.step("once saved, the list says so, and the product's text can be restored and taken back", async () => {
    await admin.getByRole("button", { name: "Save text" }).click();
    await expect(admin.getByText("The text was saved. It is used from the next message on.")).toBeVisible();
    await admin.getByRole("button", { name: "Restore the product's text" }).click();
    await expect(admin.getByLabel("Subject")).toHaveValue("You have been enrolled in ‘{course}’");
    await admin.getByRole("button", { name: "Undo" }).click();
    await expect(admin.getByLabel("Subject")).toHaveValue("On the water: {course}");
    await admin.getByRole("link", { name: "Back to notifications" }).click();
    await expect(admin.getByText("Own text: English").first()).toBeVisible();
  });
  await admin.context().close();
});
