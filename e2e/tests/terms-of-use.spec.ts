import { expectAccessible } from "../axe.ts";
import { callApi } from "../graphql.ts";
import { PASSWORD, signIn } from "../sign-in.ts";
import { expect, test } from "../server.ts";
import { expectToFitInto } from "../width.ts";

const EMAIL = "tilda.frost@riverside.test";

test("an admin publishes terms of use and periods; users accept the terms before anything else", async ({
  browser,
  server,
}) => {
  const site = server.at("riverside");
  const admin = await (await browser.newContext()).newPage();
  await signIn(admin, site, "admin@riverside.test");
  // A learner of this test alone: others change what the demo's learners have.
  await callApi(admin, "mutation ($input: [BulkUserInput!]!) { bulkCreateUsers(input: $input) { id } }", {
    input: [{ first_name: "Tilda", last_name: "Frost", email: EMAIL, role: "learner", password: PASSWORD }],
  });
  const learner = await (await browser.newContext()).newPage();
  await signIn(learner, site, EMAIL);

  await test.step("contact and periods with a preview", async () => {
    await admin.goto(`${site}/settings/general`);
    await admin.getByRole("link", { name: "Privacy" }).click();
    await admin.getByLabel("Email").fill("data@riverside.example");
    await admin.getByLabel("Activity of users").selectOption("120 months");
    await expect(admin.getByText("Would delete 0 entries now.")).toBeVisible();
    await expectToFitInto(admin, 360);
    await expectAccessible(admin);
    await admin.getByRole("button", { name: "Save settings" }).click();
    await expect(admin.getByText("The settings were saved.")).toBeVisible();
    await learner.goto(`${site}/support`);
    await expect(learner.getByRole("link", { name: "data@riverside.example" })).toBeVisible();
  });

  await test.step("a version is published", async () => {
    await admin.getByRole("button", { name: "Publish a version..." }).click();
    const dialog = admin.getByRole("dialog", { name: "Publish terms of use" });
    await dialog.getByRole("button", { name: "Publish" }).click();
    await expect(dialog.getByText("Enter the terms of use.")).toBeVisible();
    await dialog.getByLabel("Text").fill("Share what you learn.\nKeep your password to yourself.");
    await expectAccessible(admin);
    await dialog.getByRole("button", { name: "Publish" }).click();
    await expect(admin.getByText("Version 1 was published.")).toBeVisible();
    await expect(admin.getByText("Accepted by 1 user")).toBeVisible();
  });

  await test.step("the learner accepts it and goes on where they wanted", async () => {
    await learner.goto(`${site}/learner/certificates`);
    await expect(learner).toHaveURL(/\/terms$/);
    await expect(learner.getByText("Keep your password to yourself.")).toBeVisible();
    const accept = learner.getByRole("button", { name: "Accept and continue" });
    await expect(accept).toBeDisabled();
    await expectToFitInto(learner, 360);
    await expectAccessible(learner);
    await learner.goto(`${site}/learner/progress`);
    await expect(learner).toHaveURL(/\/terms$/);
    await learner.getByLabel("I have read the terms of use and accept them.").check();
    await accept.click();
    await expect(learner).toHaveURL(/\/learner\/progress$/);
    await expect(learner.getByRole("heading", { level: 1 })).toBeVisible();
  });

  await test.step("who accepted is listed", async () => {
    await admin.getByRole("link", { name: "Version 1" }).click();
    await admin.getByRole("combobox", { name: "Acceptance" }).selectOption("Accepted");
    await expect(admin.getByText("Showing 1-2 of 2")).toBeVisible();
    await expect(admin.getByRole("row", { name: new RegExp(EMAIL.replace(".", "\\.")) })).toBeVisible();
    await expectToFitInto(admin, 360);
    await expectAccessible(admin);
  });
  // So that other users of the instance, whom other tests have, do not need to accept them.
  await callApi(admin, "mutation { requireTerms(is_required: false) { version } }");
  await learner.context().close();
  await admin.context().close();
});
