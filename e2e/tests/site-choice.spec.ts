import { expectAccessible } from "../axe.ts";
import { callApi } from "../graphql.ts";
import { expect, test } from "../server.ts";
import { PASSWORD, signIn } from "../sign-in.ts";
import { expectToFitInto } from "../width.ts";

const EMAIL = "nadia.brook@demo.test";

test("a user of two branches finds their sites by email, and chooses a branch at the main site", async ({
  browser,
  server,
}) => {
  const main = server.at("demo");
  const admin = await (await browser.newContext()).newPage();
  await signIn(admin, main, "admin@demo.test");
  // A learner of this test alone: others sign in as the demo's learners.
  await callApi(admin, "mutation ($input: [BulkUserInput!]!) { bulkCreateUsers(input: $input) { id } }", {
    input: [
      {
        first_name: "Nadia",
        last_name: "Brook",
        email: EMAIL,
        role: "learner",
        password: PASSWORD,
        is_primary: false,
        branchUrls: ["north", "south"],
      },
    ],
  });
  const page = await (await browser.newContext({ viewport: { width: 360, height: 780 } })).newPage();

  await test.step("asks for the sites at the product's own address", async () => {
    await page.goto(`${main.replace("demo.", "")}/login`);
    await page.getByRole("link", { name: "Find my training sites" }).click();
    await page.getByRole("button", { name: "Send me the addresses" }).click();
    await expect(page.getByText("Enter your email.")).toBeVisible();
    await page.getByLabel("Email").fill(EMAIL);
    await page.getByRole("button", { name: "Send me the addresses" }).click();
    await expect(page.getByRole("status")).toContainText("we have sent you their addresses");
    await expectAccessible(page);
    await expectToFitInto(page, 320);
    const mail = await server.mailbox.mailTo(EMAIL, "Your training sites");
    expect(mail.text).toContain(`${server.at("north.demo")}/login`);
    expect(mail.text).toContain(`${server.at("south.demo")}/login`);
  });

  await test.step("chooses a branch after the password, and is signed in there", async () => {
    await page.goto(`${main}/login`);
    await page.getByLabel("Email").fill(EMAIL);
    await page.getByLabel("Password").fill(PASSWORD);
    await page.getByRole("button", { name: "LOGIN" }).click();
    await expect(page.getByRole("heading", { name: "Where do you want to sign in?" })).toBeVisible();
    await expectAccessible(page);
    await expectToFitInto(page, 320);
    await page.getByRole("button", { name: "Northgate Sud" }).click();
    await page.waitForURL(`${server.at("south.demo")}/learner/dashboard`);
  });
});
