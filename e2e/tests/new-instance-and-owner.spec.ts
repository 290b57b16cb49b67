import { expectAccessible } from "../axe.ts";
import { linkIn } from "../mailbox.ts";
import { signIn } from "../sign-in.ts";
import { expect, test } from "../server.ts";

const PASSWORD = "the tide comes in twice";

test("creates an instance with a subscription and an owner who sets a password and signs in", async ({
  browser,
  server,
}) => {
  const page = await (await browser.newContext()).newPage();
  await signIn(page, server.at("demo"), "super@demo.test");

  await test.step("creates the instance", async () => {
    await page.getByRole("link", { name: "Instances" }).click();
    await expect(page.getByRole("heading", { name: "Instances" })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("link", { name: "+ Create Instance" }).click();
    await page.getByLabel("Instance Name").fill("Harbour School");
    await page.getByLabel("Domain").fill("harbour");
    await page.getByLabel("License Count").fill("25");
    await page.getByLabel("Theme").selectOption("ocean");
    await page.getByLabel("Branding Enabled").check();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Create Instance" }).click();
    await expect(page.getByRole("heading", { name: "Harbour School", level: 1 })).toBeVisible();
    await expect(page.getByText("0 / 25")).toBeVisible();
  });

  await test.step("creates the subscription", async () => {
    await page.getByRole("tab", { name: "Subscriptions" }).click();
    await expect(page.getByText("No subscriptions found.")).toBeVisible();
    await page.getByRole("link", { name: "+ Create Subscription" }).click();
    await page.getByLabel("Billing Interval").selectOption("yearly");
    await page.getByLabel("Amount (£)").fill("1200.50");
    await page.getByLabel("Plan Ends At").fill("2035-12-31");
    await page.getByRole("button", { name: "Create Subscription" }).click();
    await expect(page.getByText("£1,200.50")).toBeVisible();
    await expect(page.getByText("31/12/2035")).toBeVisible();
    await expectAccessible(page);
  });

  await test.step("creates the owner", async () => {
    await page.getByRole("tab", { name: "Users" }).click();
    await page.getByRole("link", { name: "+ Create User" }).click();
    await page.getByLabel("First Name").fill("Iris");
    await page.getByLabel("Last Name").fill("Vale");
    await page.getByLabel("Email", { exact: true }).fill("iris@harbour.test");
    await page.getByLabel("Role").selectOption("admin");
    await page.getByLabel("Mark as Instance Owner").check();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Create User" }).click();
    await expect(page.getByText("1 / 25")).toBeVisible();
    await expect(page.getByRole("row", { name: /Iris Vale/ })).toContainText("Owner");
  });

  const theirs = await (await browser.newContext()).newPage();
  await test.step("lets the owner open the invitation and set a password", async () => {
    const mail = await server.mailbox.mailTo("iris@harbour.test", "Welcome to Harbour School");
    await theirs.goto(linkIn(mail));
    expect(new URL(theirs.url()).hostname).toBe("harbour.localhost");
    await expect(theirs.getByRole("heading", { name: "Set Up Your Password" })).toBeVisible();
    await expectAccessible(theirs);
    await theirs.getByLabel("New password", { exact: true }).fill(PASSWORD);
    await theirs.getByLabel("Confirm new password").fill("something else");
    await theirs.getByRole("button", { name: "SET PASSWORD" }).click();
    await expect(theirs.getByRole("alert")).toHaveText("Passwords do not match.");
    await theirs.getByLabel("Confirm new password").fill(PASSWORD);
    await theirs.getByRole("button", { name: "SET PASSWORD" }).click();
    await expect(theirs.getByText("Your password has been set. Please log in.")).toBeVisible();
  });

  await test.step("signs the owner in at the new address, as its admin", async () => {
    await theirs.getByLabel("Email").fill("iris@harbour.test");
    await theirs.getByLabel("Password").fill(PASSWORD);
    await theirs.getByRole("button", { name: "LOGIN" }).click();
    await theirs.waitForURL(/\/dashboard$/);
    await expect(theirs.getByRole("link", { name: "Users" }).first()).toBeVisible();
    await expect(theirs.getByRole("link", { name: "Instances" })).toHaveCount(0);
  });

  await test.step("lists the changes in the audit log of the platform", async () => {
    await page.getByRole("link", { name: "Audit log" }).click();
    await page.getByLabel("Log", { exact: true }).selectOption("platform");
    await expect(page.getByRole("row", { name: /Instance created.*Harbour School/ })).toBeVisible();
    await expectAccessible(page);
  });

  await test.step("deletes the instance after its name is typed, and ends the owner's session", async () => {
    await page.goto(`${server.at("demo")}/admin/instances?search=harbour`);
    await page.getByRole("link", { name: "View Harbour School" }).click();
    await page.getByRole("button", { name: "Delete Instance" }).click();
    const dialog = page.getByRole("dialog", { name: "Confirm Deletion" });
    await expect(dialog.getByRole("button", { name: "Delete" })).toBeDisabled();
    await dialog.getByLabel("Type the name of the instance to delete it").fill("Harbour School");
    await dialog.getByRole("button", { name: "Delete" }).click();
    await expect(page.getByText("Harbour School was deleted.")).toBeVisible();
    await theirs.goto(`${server.at("harbour")}/users`);
    await expect(theirs.getByText("We could not find a training site at this address.")).toBeVisible();
  });
});
