import { readFile } from "node:fs/promises";
import { expectAccessible } from "../axe.ts";
import { signIn } from "../sign-in.ts";
import { expect, test } from "../server.ts";
import { expectToFitInto } from "../width.ts";

test("a user chooses columns, exports them, and saves, opens, renames and deletes a view", async ({ page, server }) => {
  const site = server.at("demo");
  await signIn(page, site, "instructor@demo.test");
  await page.goto(`${site}/users`);

  await test.step("chooses columns, which stay and are exported", async () => {
    await page.getByRole("button", { name: "Columns" }).click();
    await page.getByRole("menuitemcheckbox", { name: "Groups" }).click();
    await page.getByRole("menuitemcheckbox", { name: "Email" }).click();
    await expect(page.getByRole("menuitemcheckbox", { name: "Email" })).not.toBeChecked();
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("columnheader", { name: "Email" })).toBeHidden();
    await page.reload();
    await expect(page.getByRole("columnheader", { name: "Last active" })).toBeVisible();
    await expect(page.getByRole("columnheader", { name: "Email" })).toBeHidden();
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Export CSV" }).click();
    const [headings] = (await readFile(await (await download).path(), "utf8")).split("\r\n");
    expect(headings).toContain("Last active");
    expect(headings).not.toContain("Email");
  });

  await test.step("saves what the list shows as a view", async () => {
    await page.getByRole("combobox", { name: "Role", exact: true }).selectOption("Manager");
    await expect(page.getByRole("row").nth(1)).toContainText("Manager");
    await page.getByRole("button", { name: "Views" }).click();
    await page.getByRole("menuitem", { name: "Save as a new view..." }).click();
    const dialog = page.getByRole("dialog", { name: "Save as a new view" });
    await dialog.getByLabel("Name").fill("Managers");
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(page.getByRole("button", { name: "View: Managers" })).toBeVisible();
  });

  await test.step("opens it from another list, renames it, deletes it and undoes that", async () => {
    await page.goto(`${site}/users`);
    await page.getByRole("button", { name: "Views" }).click();
    await page.getByRole("menuitem", { name: "Managers" }).click();
    await expect(page).toHaveURL(/role=manager/);
    await page.getByRole("button", { name: "View: Managers" }).click();
    await page.getByRole("menuitem", { name: "Rename this view..." }).click();
    await page.getByRole("dialog").getByLabel("Name").fill("Who leads");
    await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
    await page.getByRole("button", { name: "View: Who leads" }).click();
    await page.getByRole("menuitem", { name: "Delete this view" }).click();
    await expect(page).not.toHaveURL(/role=manager/);
    await page.getByRole("button", { name: "Undo", exact: true }).click();
    await page.getByRole("button", { name: "Views" }).click();
    await expect(page.getByRole("menuitem", { name: "Who leads" })).toBeVisible();
    await page.keyboard.press("Escape");
    await expectToFitInto(page, 360);
  });
});
