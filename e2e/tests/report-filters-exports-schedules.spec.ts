import { readFileSync } from "node:fs";
import { expectAccessible } from "../axe.ts";
import { signIn } from "../sign-in.ts";
import { expect, test } from "../server.ts";
import { unzip } from "../../server/src/testing/tables.ts";

test("filters, exports and schedules a report, and mails it to a manager of a branch", async ({ browser, server }) => {
  const site = server.at("demo");
  const page = await (await browser.newContext({ viewport: { width: 1280, height: 900 } })).newPage();
  await signIn(page, site, "admin@demo.test");

  await test.step("keeps the branch filter in the address", async () => {
    await page.goto(`${site}/reports/users`);
    await page.getByRole("combobox", { name: "Branches" }).click();
    await page.getByRole("option", { name: "Northgate North" }).click();
    await page.keyboard.press("Escape");
    await expect(page).toHaveURL(/branches=/);
    await expect(page.getByRole("cell", { name: "learner@demo.test" })).toBeVisible();
    await expectAccessible(page);
    await page.getByLabel("Assigned from").fill("2100-01-01");
    await expect(page.getByText("No users found. Try refining your search.")).toBeVisible();
    await page.getByLabel("Assigned from").fill("");
    await page.reload();
    await expect(page.getByRole("cell", { name: "learner@demo.test" })).toBeVisible();
  });

  await test.step("explains a figure with the keyboard", async () => {
    await page.getByRole("button", { name: "What is ‘Completion Rate’?" }).press("Enter");
    await expect(page.getByText("Completed courses in percent of all assigned ones", { exact: false })).toBeVisible();
    await page.keyboard.press("Escape");
  });

  await test.step("exports the rows on the screen and no user of another branch", async () => {
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Export CSV" }).click(),
    ]);
    const text = readFileSync(await download.path(), "utf8");
    expect(text).toContain("learner@demo.test");
    expect(text).not.toContain("amara.diallo@demo.test");
    const [workbook] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Export Excel" }).click(),
    ]);
    expect(workbook.suggestedFilename()).toBe("user-reports.xlsx");
    await page.getByRole("button", { name: "Clear filters" }).click();
    await expect(page).not.toHaveURL(/branches=/);
  });

  await test.step("exports a searched list as a workbook", async () => {
    await page.goto(`${site}/users`);
    await page.getByRole("searchbox", { name: "Search users" }).fill("learner@");
    await expect(page.getByText("Showing 1-1 of 1")).toBeVisible();
    const [workbook] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Export Excel" }).click(),
    ]);
    expect(workbook.suggestedFilename()).toBe("users.xlsx");
    const sheet = (await unzip(readFileSync(await workbook.path()))).get("xl/worksheets/sheet1.xml")!;
    expect(sheet).toContain("learner@demo.test");
    expect(sheet).not.toContain("amara.diallo@demo.test");
    const [list] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Export PDF" }).click(),
    ]);
    expect(list.suggestedFilename()).toBe("users.pdf");
    await page.goto(`${site}/reports/users`);
  });

  await test.step("opens a report that has no screen of its own, with the same filters and exports", async () => {
    await page.getByRole("link", { name: "Every learner in every course" }).click();
    const table = page.getByRole("region", { name: "Every learner in every course" });
    await expect(table.getByRole("row", { name: /Grace Adeyemi/ }).first()).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("searchbox", { name: "Search" }).fill("Nobody of this name");
    await expect(table.getByText("No results found.")).toBeVisible();
    await page.getByRole("searchbox", { name: "Search" }).fill("Grace");
    await expect(table.getByRole("row", { name: /Amara/ })).toHaveCount(0);
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Export CSV" }).click(),
    ]);
    expect(file.suggestedFilename()).toBe("learners-and-courses.csv");
    const text = readFileSync(await file.path(), "utf8");
    expect(text).toContain("Grace Adeyemi");
    expect(text).not.toContain("Amara");
    await page.goto(`${site}/reports/users`);
  });

  await test.step("schedules the report for the manager of the branch and sends it immediately", async () => {
    await page.getByRole("link", { name: "Scheduled reports" }).click();
    await expect(page.getByText("Every learner, on Mondays")).toBeVisible();
    await page.getByRole("button", { name: "Schedule a report" }).click();
    await page.getByLabel("Name", { exact: true }).fill("Figures of the week");
    await page.getByLabel("Report", { exact: true }).selectOption({ label: "Every learner in every course" });
    await page.getByLabel("Day", { exact: true }).selectOption({ label: "Friday" });
    await page.getByRole("combobox", { name: "People" }).click();
    await page.getByRole("option", { name: "Tomasz Zielinski" }).click();
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText(/Weekly: Friday, 07:00/)).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Send now: Figures of the week" }).click();
    const mail = await server.mailbox.mailTo("manager.north@demo.test", "Report: Figures of the week");
    const csv = new TextDecoder().decode(mail.attachments[0]!.content as ArrayBuffer);
    expect(csv).toContain("learner@demo.test");
    expect(csv).not.toContain("amara.diallo@demo.test");
  });

  await test.step("pauses and deletes the schedule", async () => {
    await page.getByRole("button", { name: "Pause: Figures of the week" }).click();
    await expect(page.getByText(/paused/)).toBeVisible();
    await page.getByRole("button", { name: "Delete: Figures of the week" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
    await expect(page.getByRole("button", { name: "Delete: Figures of the week" })).toBeHidden();
    await page.getByRole("button", { name: "Delete: Every learner, on Mondays" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
    await expect(page.getByText("No reports are scheduled.")).toBeVisible();
  });
});
