import { readFileSync } from "node:fs";
import { expectAccessible } from "../axe.ts";
import { closePackage, content, courseNamed, pressStart } from "../packages.ts";
import { signIn } from "../sign-in.ts";
import { expect, test } from "../server.ts";

test("resumes and finishes a SCORM 1.2 package and updates unit, course, report and certificate [SCORM 1.2 cmi.suspend_data, cmi.core.lesson_location, cmi.core.lesson_status]", async ({
  browser,
  server,
}) => {
  const site = server.at("demo");
  const page = await (await browser.newContext()).newPage();
  await signIn(page, site, "learner@demo.test");

  await test.step("starts the demo package and answers a question", async () => {
    await page.goto(`${site}/learner/catalog/course/${await courseNamed(page, "Which extinguisher?")}`);
    await page.getByRole("button", { name: "Start Course" }).click();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Next", exact: true }).click();
    await expect(page.getByRole("alert")).toHaveText("Please start this unit before proceeding.");
    await pressStart(page);
    await expect(content(page).getByRole("heading", { name: "Which extinguisher?" })).toBeVisible();
    await content(page).getByRole("button", { name: "Next page" }).click();
    await content(page).getByRole("button", { name: "Next page" }).click();
    await content(page).getByLabel("Yellow: wet chemical").check();
    await expect(content(page).getByText("That is right.")).toBeVisible();
    await expect(page.getByRole("dialog").getByText("Saved", { exact: true })).toBeVisible();
    await expectAccessible(page);
  });

  await test.step("shows the unit as incomplete when the window closes early", async () => {
    await closePackage(page);
    await page.getByRole("button", { name: "Next", exact: true }).click();
    await expect(page.getByRole("alert")).toHaveText("Please finish this unit before proceeding.");
  });

  await test.step("restores the page and the answer on another day, and finishes", async () => {
    await page.reload();
    await page.getByRole("button", { name: "Next", exact: true }).click();
    await expect(page.getByRole("alert")).toHaveText("Please finish this unit before proceeding.");
    await pressStart(page);
    await expect(content(page).getByRole("heading", { name: "The fryer is burning" })).toBeVisible();
    await expect(content(page).getByLabel("Yellow: wet chemical")).toBeChecked();
    await content(page).getByRole("button", { name: "Next page" }).click();
    await content(page).getByLabel("Black: carbon dioxide").check();
    await content(page).getByRole("button", { name: "Next page" }).click();
    await content(page).getByLabel("None: I go and look for somebody").check();
    await content(page).getByRole("button", { name: "Next page" }).click();
    await expect(content(page).getByText("You have 67 of 100 points.")).toBeVisible();
    await closePackage(page);
    await expect(page.getByText("You have completed this unit.")).toBeVisible();
    await expect(page.getByRole("alert")).toHaveCount(0);
  });

  await test.step("completes the course and issues the certificate", async () => {
    await page.getByRole("button", { name: "Next", exact: true }).click();
    await expect(page.getByText("100%").first()).toBeVisible();
    await page.goto(`${site}/learner/badges`);
    await expect(page.getByText("Which extinguisher?").first()).toBeVisible();
  });

  const manager = await (await browser.newContext()).newPage();
  await test.step("shows status, score, answers and API calls in the report", async () => {
    await signIn(manager, site, "manager@demo.test");
    await manager.goto(`${site}/reports/courses/${await courseNamed(manager, "Which extinguisher?")}?tab=packages`);
    const row = manager.getByRole("row", { name: /Grace Adeyemi/ });
    await expect(row).toContainText("Passed");
    await expect(row).toContainText("67");
    await expect(manager.getByRole("row", { name: /question-2/ })).toContainText("1 (100%)");
    await expectAccessible(manager);
    await row.getByText("Grace Adeyemi").click();
    const dialog = manager.getByRole("dialog");
    await expect(dialog.getByRole("cell", { name: "Incorrect" })).toBeVisible();
    await dialog.getByText(/What the content called/).click();
    await expect(dialog.getByRole("cell", { name: "LMSInitialize" }).first()).toBeVisible();
    await expectAccessible(manager);
    const file = manager.waitForEvent("download");
    await dialog.getByRole("button", { name: "Export CSV" }).last().click();
    expect((await file).suggestedFilename()).toBe("package-calls.csv");
  });

  await test.step("filters the report by branch and date, with its questions, files and other tabs", async () => {
    await manager.keyboard.press("Escape");
    await expect(manager.getByRole("dialog")).toBeHidden();
    const row = manager.getByRole("row", { name: /Grace Adeyemi/ });
    const question = manager.getByRole("row", { name: /question-2/ });
    await manager.getByRole("combobox", { name: "Branches" }).click();
    await manager.getByRole("option", { name: "Northgate North" }).click();
    await manager.keyboard.press("Escape");
    await expect(manager).toHaveURL(/branches=/);
    await expect(row).toBeVisible();
    await expect(question).toContainText("1 (100%)");
    for (const [table, row] of [
      ["Results of packages", "Grace Adeyemi"],
      ["Questions in packages", "question-2"],
    ] as const) {
      const asked = manager.waitForRequest(/\/api\/reports\/export/);
      const download = manager.waitForEvent("download");
      await manager.getByRole("region", { name: table }).getByRole("button", { name: "Export CSV" }).click();
      expect((await asked).postDataJSON()).toMatchObject({ branchUrls: ["north"] });
      expect(readFileSync(await (await download).path(), "utf8")).toContain(row);
    }
    await manager.getByLabel("Assigned from").fill("2100-01-01");
    await expect(manager.getByText("No users found. Try refining your search.")).toBeVisible();
    await expect(question).toBeHidden();
    await expectAccessible(manager);
    await manager.getByRole("tab", { name: "Users" }).click();
    await expect(manager.getByLabel("Assigned from")).toHaveValue("2100-01-01");
    await manager.getByRole("tab", { name: "Packages" }).click();
    await manager.getByRole("button", { name: "Clear filters" }).first().click();
    await expect(manager).not.toHaveURL(/branches=|from=/);
    await expect(row).toBeVisible();
    await expect(question).toBeVisible();
  });
});
