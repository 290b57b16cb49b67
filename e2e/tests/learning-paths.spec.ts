import { expectAccessible } from "../axe.ts";
import { pickUpRow } from "../keyboard.ts";
import { expect, test } from "../server.ts";
import { signIn } from "../sign-in.ts";
import { expectToFitInto } from "../width.ts";

test("an author builds a learning path, assigns it and changes it, and the learner follows the way", async ({
  page,
  browser,
  server,
}) => {
  const site = server.at("demo");
  await signIn(page, site, "admin@demo.test");

  await test.step("builds the path by keyboard", async () => {
    await page.goto(`${site}/learning-paths`);
    await page.getByRole("searchbox", { name: "Search learning paths" }).fill("Nothing like it");
    await expect(page.getByText("No learning path found")).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("link", { name: "Add learning path" }).first().click();
    await page.getByLabel("Title", { exact: false }).first().fill("Ready for the house");
    await page.getByLabel("Due, days after the assignment").fill("30");
    await page.getByRole("radio", { name: /Published/ }).check();
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(page.getByText("Add a course to the section, or remove the section.")).toBeVisible();

    await page.getByLabel("Title of section 1").fill("First steps");
    await page.getByRole("button", { name: "Add courses to First steps" }).click();
    const picker = page.getByRole("dialog", { name: "Add courses" });
    for (const title of ["Data protection in daily work", "Safeguarding essentials", "Welcome to Northgate"])
      await picker.getByRole("checkbox", { name: title }).check();
    await expectAccessible(page);
    await picker.getByRole("button", { name: /^Add/ }).click();
    const courses = page.getByRole("list", { name: "Courses of First steps" }).getByRole("listitem");
    await expect(courses).toHaveText([/^Data protection/, /^Safeguarding/, /^Welcome/]);

    await page.getByRole("button", { name: "Move Welcome to Northgate up" }).focus();
    await page.keyboard.press("Enter");
    await page.keyboard.press("Enter");
    await expect(courses).toHaveText([/^Welcome/, /^Data protection/, /^Safeguarding/]);
    await page.getByRole("button", { name: "Reorder Safeguarding essentials" }).focus();
    await pickUpRow(page);
    await expect(page.getByText(/Safeguarding essentials is over position 3/)).toBeAttached();
    await page.keyboard.press("ArrowUp");
    await expect(page.getByText(/Safeguarding essentials is over position 2/)).toBeAttached();
    await page.keyboard.press("Space");
    await expect(courses).toHaveText([/^Welcome/, /^Safeguarding/, /^Data protection/]);
    await page.getByLabel("One course after the other").check();
    await expectAccessible(page);
    await expectToFitInto(page, 360);
    await expectAccessible(page);
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(page.getByRole("heading", { name: "Ready for the house", level: 1 })).toBeVisible();
    await expect(page.getByText("All courses, in order")).toBeVisible();
  });

  await test.step("assigns it to a person", async () => {
    await page.getByRole("button", { name: "Assign", exact: true }).first().click();
    const dialog = page.getByRole("dialog", { name: "Assign learning path" });
    await dialog.getByRole("searchbox").fill("Adeyemi");
    await dialog.getByRole("checkbox", { name: /Grace Adeyemi/ }).check();
    await dialog.getByRole("tab", { name: "Groups" }).click();
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Assign", exact: true }).click();
    await expect(page.getByText("1 person was assigned.")).toBeVisible();
    const row = page.getByRole("row", { name: /Grace Adeyemi/ });
    await expect(row).toContainText("1 of 3");
    await expect(row).toContainText("Assigned by staff");
    await expectAccessible(page);
    await expectToFitInto(page, 360);
    await expectAccessible(page);
  });

  const learner = await browser.newPage();
  await signIn(learner, site, "learner@demo.test");

  await test.step("the learner sees the way, and the course that is locked on it", async () => {
    await learner.goto(`${site}/learner/courses`);
    await expect(learner.getByText("1 of 3 courses completed")).toBeVisible();
    await expectAccessible(learner);
    await learner.getByRole("link", { name: "Ready for the house" }).click();
    await expect(learner.getByRole("link", { name: "Continue: Safeguarding essentials" })).toBeVisible();
    const stations = learner.getByRole("region", { name: "First steps" }).getByRole("listitem");
    await expect(stations).toHaveText([
      /Welcome to Northgate.*Completed on/,
      /Safeguarding essentials.*Next step/,
      /Data protection.*Locked: opens when the course before is complete/,
    ]);
    await expect(learner.getByRole("link", { name: "Data protection in daily work" })).toHaveCount(0);
    await expectAccessible(learner);
    await expectToFitInto(learner, 360);
    await expectAccessible(learner);
  });

  await test.step("a change shows what it means for people before it is saved", async () => {
    await page.getByRole("link", { name: "Edit", exact: true }).click();
    await page.getByRole("button", { name: "Add courses to First steps" }).click();
    const picker = page.getByRole("dialog", { name: "Add courses" });
    await picker.getByRole("checkbox", { name: "Online safety for staff" }).check();
    await picker.getByRole("button", { name: /^Add/ }).click();
    await page.getByRole("button", { name: "Save", exact: true }).click();
    const effect = page.getByRole("alertdialog", { name: "What changes for people" });
    await expect(effect).toContainText("1 person is assigned to this learning path.");
    await expect(effect).toContainText("1 person will have more courses.");
    await expectAccessible(page);
    await effect.getByRole("button", { name: "Save" }).click();
    await expect(page.getByRole("row", { name: /Grace Adeyemi/ })).toContainText("1 of 4");
    await learner.reload();
    await expect(learner.getByText("1 of 4 courses completed")).toBeVisible();
  });

  await test.step("the undo of an ended assignment leads the learner on the way again, where they were", async () => {
    const row = page.getByRole("row", { name: /Grace Adeyemi/ });
    await page.getByRole("checkbox", { name: "Select Grace Adeyemi" }).check();
    await page.getByRole("button", { name: "Unassign", exact: true }).click();
    const question = page.getByRole("alertdialog", { name: "End the assignment?" });
    await expect(question).toContainText("1 person");
    await expectAccessible(page);
    await question.getByRole("button", { name: "Unassign" }).click();
    await expect(page.getByText("The assignment has ended.")).toBeVisible();
    await expect(row).toHaveCount(0);
    await learner.reload();
    await expect(learner.getByText("This learning path is not available.")).toBeVisible();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(page.getByText("The learning path is assigned again.")).toBeVisible();
    await expect(row).toContainText("1 of 4");
    await learner.reload();
    await expect(learner.getByText("1 of 4 courses completed")).toBeVisible();
  });

  await test.step("a deleted path is gone for the learner, and the undo brings it back", async () => {
    await page.getByRole("button", { name: "Delete", exact: true }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
    await expect(page.getByText("Ready for the house was deleted.")).toBeVisible();
    await learner.reload();
    await expect(learner.getByText("This learning path is not available.")).toBeVisible();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(page.getByText("Ready for the house was restored.")).toBeVisible();
    await learner.reload();
    await expect(learner.getByText("1 of 4 courses completed")).toBeVisible();
  });
  await learner.close();
});
