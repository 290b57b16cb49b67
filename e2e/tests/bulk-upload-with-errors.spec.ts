import { expectAccessible } from "../axe.ts";
import { signIn } from "../sign-in.ts";
import { expect, test } from "../server.ts";

test("creates users from an uploaded file after the admin corrects its errors", async ({ page, server }) => {
  const site = server.at("demo");
  await signIn(page, site, "admin@demo.test");
  await page.goto(`${site}/users`);
  await page.getByRole("link", { name: "+ Bulk Create Users" }).click();
  await expect(page.getByRole("heading", { name: "Bulk Create Users" })).toBeVisible();
  const choose = (text: string) =>
    page
      .getByLabel("CSV File")
      .last()
      .setInputFiles({ name: "people.csv", mimeType: "text/csv", buffer: Buffer.from(text) });

  await test.step("refuses a file without a required column", async () => {
    await choose("first_name,last_name,email\nAda,Lovelace,ada@demo.test");
    await expect(page.getByRole("alert")).toContainText("Error processing the CSV file. Please check formatting.");
    await expect(page.getByRole("alert")).toContainText("These columns are missing: role.");
  });

  await test.step("shows the rows of a spreadsheet, and a wrong date can be corrected in place", async () => {
    await choose(
      "\uFEFFfirst_name;last_name;email;role;deactivate_at;branch_url;group_name\r\n" +
        "Zora;Quill;zora.quill@demo.test;learner;2030-12-31;north;Night shift\r\n" +
        "Zeno;Quill;learner@demo.test;learner;;;\r\n" +
        "Zelda;Quill;zelda.quill@demo.test;king;;nowhere;\r\n",
    );
    await expect(page.getByRole("region", { name: "User Preview" })).toContainText("Zelda");
    await expect(page.getByRole("button", { name: "Upload Users" })).toBeDisabled();
    await expect(page.getByText("User 1: Write the date as DD/MM/YYYY.")).toBeVisible();
    await expectAccessible(page);
    await page.getByLabel("deactivate_at of User 1").fill("31/12/2030");
  });

  await test.step("reports errors of the server by row, column and value, and creates no user", async () => {
    await page.getByRole("button", { name: "Upload Users" }).click();
    await expect(page.getByText("User 2: This email is already in use.")).toBeVisible();
    await expect(page.getByText("User 3: Choose a user type from the list.")).toBeVisible();
    await expect(page.getByText("User 3: There is no branch with the URL 'nowhere'.")).toBeVisible();
    await expect(page.getByLabel("email of User 2")).toHaveValue("learner@demo.test");
    await expectAccessible(page);
  });

  await test.step("creates all users once the errors are corrected", async () => {
    await page.getByLabel("email of User 2").fill("zeno.quill@demo.test");
    await page.getByLabel("role of User 3").fill("manager");
    await page.getByLabel("branch_url of User 3").fill("south");
    await page.getByRole("button", { name: "Upload Users" }).click();
    await page.waitForURL(`${site}/users`);
    await expect(page.getByText("3 users were created.")).toBeVisible();
    await page.getByRole("searchbox", { name: "Search users" }).fill("quill");
    await expect(page.getByText("Showing 1-3 of 3")).toBeVisible();
  });

  await test.step("adds a new user to the branch and group of the file", async () => {
    await page.getByRole("link", { name: "View Zora Quill" }).click();
    await page.getByRole("tab", { name: "Groups" }).click();
    await expect(page.getByRole("cell", { name: "Night shift", exact: true })).toBeVisible();
    await page.getByRole("tab", { name: "Branches" }).click();
    await expect(page.getByRole("cell", { name: "north", exact: true })).toBeVisible();
    await expectAccessible(page);
  });
});
