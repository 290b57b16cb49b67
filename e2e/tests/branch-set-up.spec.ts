import type { Page } from "@playwright/test";
import { expectAccessible } from "../axe.ts";
import { signIn } from "../sign-in.ts";
import { expect, test } from "../server.ts";

const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

test("sets up a branch with users, groups and courses", async ({ page, server }) => {
  const site = server.at("demo");
  const dialog = page.getByRole("dialog");
  const asks = page.getByRole("alertdialog");
  await signIn(page, site, "admin@demo.test");

  await test.step("creates a branch with its own theme, logo and language", async () => {
    await page.goto(`${site}/branches`);
    await page.getByRole("link", { name: "+ Add Branch" }).click();
    await expect(page.getByRole("heading", { name: "Create A New Branch" })).toBeVisible();
    await page.getByRole("button", { name: "Create Branch" }).click();
    await expect(page.getByText("Enter a branch name.")).toBeVisible();
    await page.getByLabel("Branch Name").fill("Harbour & Quay");
    await page.getByLabel("URL").fill("www");
    await page.getByRole("button", { name: "Create Branch" }).click();
    await expect(page.getByText("'www' is kept for the product itself. Choose another.")).toBeVisible();
    await expect(page.getByLabel("Branch Name")).toHaveValue("Harbour & Quay");
    await page.getByLabel("URL").fill("");
    await page.getByLabel("Theme").selectOption("custom");
    await page.getByLabel("Primary colour").fill("#8a1f3d");
    await page
      .locator("input[type=file]")
      .first()
      .setInputFiles({ name: "logo.png", mimeType: "image/png", buffer: PNG });
    await page.getByLabel("Language").selectOption("fr");
    await expectAccessible(page);
    await page.getByRole("button", { name: "Create Branch" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Harbour & Quay" })).toBeVisible();
    await expect(page.getByRole("link", { name: "harbour-quay.demo.localhost" })).toBeVisible();
    await expect(page.getByRole("img", { name: "Logo" })).toBeVisible();
  });
  const branch = page.url();

  await test.step("adds users and a course to the branch", async () => {
    await expect(page.getByText("No users found in this branch.")).toBeVisible();
    await page.getByRole("button", { name: "+ Add Users" }).click();
    await choose(page, "Wei Chen", "Aoife Brennan");
    await expect(page.getByRole("row", { name: /Wei Chen/ })).toBeVisible();
    await expect(page.getByText("Showing 1-2 of 2")).toBeVisible();
    await page.getByRole("tab", { name: "Courses" }).click();
    await expect(page.getByText("No courses assigned to this branch.")).toBeVisible();
    await page.getByRole("button", { name: "+ Add Courses" }).click();
    await choose(page, "First aid at work");
    await expect(page.getByRole("row", { name: /First aid at work/ })).toBeVisible();
    await expectAccessible(page);
  });

  await test.step("creates a group that gives courses to its members", async () => {
    await page.goto(`${site}/groups`);
    await page.getByRole("link", { name: "+ Add Group" }).click();
    await page.getByLabel("Group Name").fill("Quay crew");
    await page.getByLabel("Description").fill("Everybody on the water");
    await page.getByRole("button", { name: "Create Group" }).click();
    await page.getByRole("link", { name: "Quay crew" }).click();
    await expect(page.getByText("No users found in this group.")).toBeVisible();
    await page.getByRole("button", { name: "+ Add Users" }).click();
    await choose(page, "Wei Chen", "Tomasz Zielinski");
    const leads = page.getByRole("checkbox", { name: "Tomasz Zielinski leads the group and reads its reports" });
    await leads.click();
    await expect(leads).toBeChecked();
    await expect(leads).toBeEnabled();
    await page.getByRole("tab", { name: "Courses" }).click();
    await page.getByRole("button", { name: "+ Add Courses" }).click();
    await choose(page, "Moving and handling");
    await expect(page.getByRole("row", { name: /Moving and handling/ })).toBeVisible();
    await expectAccessible(page);
  });

  await test.step("says what a removal ends, and cancels it", async () => {
    await page.getByRole("button", { name: /Remove Moving and handling/ }).click();
    await expect(asks).toContainText("This will also unassign this course from all users within this group.");
    await expect(asks).toContainText(
      "1 enrolment ends. 1 person keeps it because another group or a learning path of theirs has it.",
    );
    await asks.getByRole("button", { name: "Cancel" }).click();
  });

  await test.step("creates a category with an image below another category, for the branch only", async () => {
    await page.goto(`${site}/categories`);
    await page.getByRole("link", { name: "+ Add Category" }).click();
    await page.getByLabel("Category Name").fill("On the water");
    await page.locator("input[type=file]").setInputFiles({ name: "water.png", mimeType: "image/png", buffer: PNG });
    await page.getByLabel("Parent Category").selectOption({ label: "Safe practice" });
    await page.getByRole("combobox", { name: "Assign to Branches" }).click();
    await page.getByRole("listbox", { name: "Assign to Branches" }).waitFor();
    await expectAccessible(page);
    await page.getByRole("option", { name: "Harbour & Quay" }).click();
    await page.keyboard.press("Escape");
    await expectAccessible(page);
    await page.getByRole("button", { name: "Create Category" }).click();
    await expect(page.getByRole("row", { name: /On the water/ })).toContainText("Safe practice");
  });

  await test.step("shows the branch in its own theme and language", async () => {
    const visitor = await page.context().browser()!.newPage();
    await visitor.goto(`${server.at("harbour-quay.demo")}/login`);
    await expect(visitor.locator("html")).toHaveAttribute("lang", "fr");
    await expect(visitor.getByRole("img", { name: "Harbour & Quay" }).first()).toBeVisible();
    const brand = await visitor.evaluate(() => document.documentElement.style.getPropertyValue("--brand"));
    expect(brand).toBe("#8a1f3d");
    await visitor.close();
  });

  await test.step("deletes the group, undoes that, and lists what is deleted", async () => {
    await page.goto(`${site}/groups`);
    await page.getByRole("button", { name: "Delete Quay crew" }).click();
    await expect(asks).toContainText("Are you sure you want to delete this group? You can restore it for 30 days.");
    await asks.getByRole("button", { name: "Delete" }).click();
    await expect(page.getByRole("link", { name: "Quay crew" })).toHaveCount(0);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(page.getByRole("link", { name: "Quay crew" })).toBeVisible();
    await page.goto(branch);
    await page.getByRole("button", { name: "Delete Branch" }).click();
    await asks.getByRole("button", { name: "Delete" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Branches" })).toBeVisible();
    await page.goto(`${site}/deleted`);
    await expect(page.getByRole("row", { name: /Harbour & Quay/ })).toContainText("Margaret Oyelaran");
    await expectAccessible(page);
    await page.getByRole("button", { name: "Delete for good: Harbour & Quay" }).click();
    await expect(dialog.getByRole("button", { name: "Delete for good" })).toBeDisabled();
    await dialog.getByLabel("Type the name to confirm").fill("Harbour & Quay");
    await expect(dialog.getByRole("button", { name: "Delete for good" })).toBeEnabled();
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("button", { name: "Restore Harbour & Quay" }).click();
    await expect(page.getByText("Harbour & Quay was restored.").first()).toBeVisible();
    await page.goto(branch);
    await expect(page.getByRole("row", { name: /Wei Chen/ })).toBeVisible();
  });
});

/** Selects users or courses in the open picker and searches for each. */
async function choose(page: Page, ...names: string[]): Promise<void> {
  // Messages are dialogs too.
  const dialog = page.getByRole("dialog").filter({ has: page.getByRole("searchbox") });
  for (const name of names) {
    await dialog.getByRole("searchbox").fill(name);
    await dialog.getByRole("checkbox", { name }).check();
  }
  await dialog.getByRole("button", { name: `Add (${names.length})` }).click();
  await expect(dialog).toHaveCount(0);
}
