import { expectAccessible } from "../axe.ts";
import { expect, test } from "../server.ts";
import { PASSWORD, signIn } from "../sign-in.ts";
import { expectToFitInto } from "../width.ts";

test("an admin writes an automation, tries it, sees a loop refused, and reads in the log what it did for a new user", async ({
  page,
  server,
}) => {
  const site = server.at("demo");
  await signIn(page, site, "admin@demo.test");

  await test.step("writes it and tries it", async () => {
    await page.goto(`${site}/automations`);
    await page.getByRole("searchbox", { name: "Search automations" }).fill("Nothing like it");
    await expect(page.getByText("No automation found")).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("link", { name: "Add automation" }).first().click();
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(page.getByText("Enter a name.")).toBeVisible();
    await expect(page.getByText("Choose one of the list.")).toBeVisible();
    await expectAccessible(page);
    await page.getByLabel("Name", { exact: false }).first().fill("Welcome learners");
    await page.getByLabel("Role").selectOption("Learner");
    await page.getByLabel("Action 1", { exact: true }).selectOption("Add to a group");
    await page.getByLabel("Group", { exact: false }).last().selectOption("Kitchen team");
    await page.getByRole("button", { name: "Add action" }).click();
    await page.getByLabel("Action 2", { exact: true }).selectOption("Send a message");
    await page.getByLabel("Subject").fill("Welcome, {first_name}");
    await page.getByLabel("Text", { exact: false }).last().fill("Read {course}.");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(page.getByText("There is no placeholder {course} here.")).toBeVisible();
    await page.getByLabel("Text", { exact: false }).last().fill("Good to have you here.");
    await page.getByRole("button", { name: "Show whom it would touch" }).click();
    const dialog = page.getByRole("dialog", { name: "Whom it would touch" });
    await expect(dialog.getByRole("status")).toContainText("people match now");
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Close" }).click();
    await expectToFitInto(page, 360);
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(page.getByRole("heading", { name: "Welcome learners" })).toBeVisible();
    await expect(page.getByText("It has not run yet")).toBeVisible();
    await expectAccessible(page);
  });

  await test.step("cannot save one that would start itself", async () => {
    await page.goto(`${site}/automations/create`);
    await page.getByLabel("Name", { exact: false }).first().fill("Round and round");
    await page.getByLabel("What happens").selectOption("A person joins a group");
    await page.getByLabel("Action 1", { exact: true }).selectOption("Add to a group");
    await page.getByLabel("Group", { exact: false }).last().selectOption("Kitchen team");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(page.getByRole("alert")).toContainText("would start itself again and again");
    await expect(page.getByRole("alert")).toContainText("‘Round and round’ adds people to the group ‘Kitchen team’");
    await page.getByRole("link", { name: "Back to automations" }).click();
    await page.getByRole("button", { name: "Leave" }).click();
  });

  await test.step("reads what it did for a new user", async () => {
    await page.goto(`${site}/adduser`);
    await page.getByLabel("First Name").fill("Ines");
    await page.getByLabel("Last Name").fill("Marlow");
    await page.getByRole("textbox", { name: "Email" }).fill("ines.marlow@demo.test");
    await page.getByLabel("Password").fill(PASSWORD);
    await page.getByLabel("User Type").selectOption("Learner");
    await page.getByLabel("Skip Email").check();
    await page.getByRole("button", { name: "Create User" }).click();
    await expect(page).toHaveURL(/\/users$/);
    await expect(async () => {
      await page.goto(`${site}/automations`);
      await page.getByRole("link", { name: "Welcome learners", exact: true }).click();
      await expect(page.getByRole("row", { name: /Ines Marlow/ })).toContainText("Send a message", { timeout: 1_000 });
    }).toPass();
    await expectAccessible(page);
    await expectToFitInto(page, 360);
  });

  await test.step("switches it off, deletes it and undoes that", async () => {
    await page.getByRole("button", { name: "Switch off" }).click();
    await expect(page.getByText("Welcome learners is off.")).toBeVisible();
    await page.getByRole("button", { name: "Delete" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(page.getByText("Welcome learners was restored.")).toBeVisible();
    await expect(page.getByRole("row", { name: /Welcome learners/ })).toContainText("Off");
  });
});
