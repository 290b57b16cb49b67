import { expectAccessible } from "../axe.ts";
import { callApi } from "../graphql.ts";
import { linkIn } from "../mailbox.ts";
import { expect, test } from "../server.ts";
import { PASSWORD, signIn } from "../sign-in.ts";
import { expectToFitInto } from "../width.ts";

const [OLD, NEW] = ["robin.marsh@riverside.test", "robin.reed@riverside.test"];

test("a user changes their email by a link to the new address, and the old address brings it back", async ({
  browser,
  server,
}) => {
  const site = server.at("riverside");
  const admin = await (await browser.newContext()).newPage();
  await signIn(admin, site, "admin@riverside.test");
  // A learner of this test alone: others sign in as the demo's learners.
  await callApi(admin, "mutation ($input: [BulkUserInput!]!) { bulkCreateUsers(input: $input) { id } }", {
    input: [{ first_name: "Robin", last_name: "Marsh", email: OLD, role: "learner", password: PASSWORD }],
  });
  const page = await (await browser.newContext()).newPage();
  await signIn(page, site, OLD);

  await test.step("asks for the change with the password", async () => {
    await page.goto(`${site}/profile/security`);
    await page.getByRole("button", { name: "Change email" }).click();
    const dialog = page.getByRole("dialog", { name: "Change your email" });
    await dialog.getByLabel("New email").fill(NEW);
    await dialog.getByLabel("Password").fill(PASSWORD);
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Send the link", exact: true }).click();
    await expect(page.getByText(`Open the link that was sent to ${NEW}`)).toBeVisible();
    await expectToFitInto(page, 360);
    await expectAccessible(page);
  });

  const links = {
    confirm: linkIn(await server.mailbox.mailTo(NEW, "Confirm your new email")),
    stop: linkIn(await server.mailbox.mailTo(OLD, "Your email at")),
  };

  await test.step("the new address is confirmed and logs in", async () => {
    const phone = await (await browser.newContext({ viewport: { width: 360, height: 780 } })).newPage();
    await phone.goto(links.confirm);
    await expect(phone.getByRole("heading", { name: "Confirm your new email" })).toBeVisible();
    await expectAccessible(phone);
    await expectToFitInto(phone, 320);
    await phone.getByRole("button", { name: "Confirm the new email" }).click();
    await expect(phone.getByText("Your email was changed.")).toBeVisible();
    await signIn(phone, site, NEW);
    await expect(phone).toHaveURL(/\/learner\/dashboard$/);
    await phone.context().close();
  });

  await test.step("the old address brings itself back and signs everybody out", async () => {
    const other = await (await browser.newContext()).newPage();
    await other.goto(links.stop);
    await expectAccessible(other);
    await other.getByRole("button", { name: "Stop the change" }).click();
    await expect(other.getByText(/^The change was stopped/)).toBeVisible();
    await page.goto(`${site}/learner/dashboard`);
    await expect(page).toHaveURL(/\/login/);
    await signIn(page, site, OLD);
    await expect(page).toHaveURL(/\/learner\/dashboard$/);
    await other.context().close();
  });

  for (const each of [admin, page]) await each.context().close();
});
