import { expectAccessible } from "../axe.ts";
import { PASSWORD, signIn } from "../sign-in.ts";
import { expect, test } from "../server.ts";
import { expectToFitInto } from "../width.ts";

test("an admin adds a field to users, fills it in for a new user, and finds the user by it", async ({
  page,
  server,
}) => {
  const site = server.at("riverside");
  await signIn(page, site, "admin@riverside.test");

  await test.step("the field", async () => {
    await page.goto(`${site}/settings/general`);
    await page.getByRole("link", { name: "User fields" }).click();
    await expect(page.getByText("No user fields yet")).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Add field" }).click();
    const dialog = page.getByRole("dialog", { name: "Add a user field" });
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog.getByText("Enter a name.")).toBeVisible();
    await dialog.getByLabel("Name").fill("Boathouse");
    await dialog.getByLabel("Type").selectOption("Choice");
    await dialog.getByLabel("Choices").fill("North bank\nSouth bank");
    await dialog.getByLabel("Show in the users list, in reports and their files").check();
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Boathouse was saved.")).toBeVisible();
    await page.getByRole("button", { name: "Add field" }).click();
    await dialog.getByLabel("Name").fill("Can swim");
    await dialog.getByLabel("Type").selectOption("Checkbox");
    await dialog.getByLabel("Who sees it").selectOption("Staff and the user");
    await dialog.getByLabel("Users may change their own").check();
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog).toBeHidden();
    const names = page.getByRole("listitem").filter({ has: page.getByRole("button", { name: /^Edit / }) });
    await expect(names).toHaveText([/^Boathouse/, /^Can swim/]);
    await page.getByRole("button", { name: "Move Can swim up" }).click();
    await expect(names).toHaveText([/^Can swim/, /^Boathouse/]);
    await expectToFitInto(page, 360);
    await expectAccessible(page);
  });

  await test.step("a new user with a value", async () => {
    await page.goto(`${site}/adduser`);
    await page.getByLabel("First Name").fill("Ines");
    await page.getByLabel("Last Name").fill("Marlow");
    await page.getByRole("textbox", { name: "Email" }).fill("ines@riverside.test");
    await page.getByLabel("Password").fill(PASSWORD);
    await page.getByLabel("User Type").selectOption("Learner");
    await page.getByLabel("Boathouse").selectOption("South bank");
    await page.getByLabel("Skip Email").check();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Create User" }).click();
    await expect(page).toHaveURL(/\/users$/);
  });

  await test.step("the list with its column and its filter", async () => {
    await expect(page.getByRole("columnheader", { name: "Boathouse" })).toBeVisible();
    await page.getByLabel("User field").selectOption("Boathouse");
    await page.getByLabel("Value of Boathouse").selectOption("South bank");
    await expect(page.getByText("Showing 1-1 of 1")).toBeVisible();
    const row = page.getByRole("row", { name: /Ines Marlow/ });
    await expect(row).toContainText("South bank");
    await page.reload();
    await expect(page.getByText("Showing 1-1 of 1")).toBeVisible();
    await expectToFitInto(page, 360);
    await expectAccessible(page);
    await page.getByRole("link", { name: "View Ines Marlow" }).click();
    await expect(page.getByRole("definition")).toHaveText("South bank");
  });

  await test.step("a filter by a text on a phone", async () => {
    await page.goto(`${site}/settings/fields`);
    await page.getByRole("button", { name: "Add field" }).click();
    const dialog = page.getByRole("dialog", { name: "Add a user field" });
    await dialog.getByLabel("Name").fill("Locker");
    await dialog.getByLabel("Show in the users list, in reports and their files").check();
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog).toBeHidden();
    await page.goto(`${site}/users`);
    await page.setViewportSize({ width: 360, height: 800 });
    await page.getByLabel("User field").selectOption("Locker");
    const readRight = async (name: string) => {
      const box = await page.getByLabel(name, { exact: true }).boundingBox();
      return box!.x + box!.width;
    };
    // Both are in the second column.
    expect(await readRight("Value of Locker")).toBeLessThanOrEqual(await readRight("Due date"));
    await page.setViewportSize({ width: 1280, height: 720 });
  });

  await test.step("the user's own profile", async () => {
    await page.context().clearCookies();
    await page.evaluate(() => localStorage.clear());
    await signIn(page, site, "ines@riverside.test");
    await page.goto(`${site}/profile`);
    await expect(page.getByLabel("Boathouse")).toHaveCount(0);
    await page.getByLabel("Can swim").check();
    await page.getByRole("button", { name: "Save Changes" }).click();
    await expect(page.getByText("Profile updated successfully!")).toBeVisible();
    await page.reload();
    await expect(page.getByLabel("Can swim")).toBeChecked();
    await expectAccessible(page);
  });
});
