import { readFileSync } from "node:fs";
import { expectAccessible } from "../axe.ts";
import { logIn } from "../people.ts";
import { expect, test } from "../server.ts";
import { unzip } from "../../server/src/testing/tables.ts";

test("a report is narrowed, taken away as a file, planned for a manager of a branch, and read in the mail", async ({
  browser,
  server,
}) => {
  const site = server.at("demo");
  const page = await (await browser.newContext({ viewport: { width: 1280, height: 900 } })).newPage();
  await logIn(page, site, "admin@demo.test");

  await test.step("the administrator narrows the report to a branch, and the address says so", async () => {
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

  await test.step("the figure says what it means, by keyboard", async () => {
    await page.getByRole("button", { name: "What is ‘Completion Rate’?" }).press("Enter");
    await expect(page.getByText("Completed courses in percent of all assigned ones", { exact: false })).toBeVisible();
    await page.keyboard.press("Escape");
  });

  await test.step("the file holds what the screen shows and nobody of another branch", async () => {
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

  await test.step("a list that is no report leaves as a workbook too, as it is searched", async () => {
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
    await page.goto(`${site}/reports/users`);
  });

  await test.step("the report is planned for the manager of the branch, and sent at once", async () => {
    await page.getByRole("link", { name: "Scheduled reports" }).click();
    await expect(page.getByText("No reports are scheduled.")).toBeVisible();
    await page.getByRole("button", { name: "Schedule a report" }).click();
    await page.getByLabel("Name", { exact: true }).fill("Figures of the week");
    await page.getByLabel("Report", { exact: true }).selectOption({ label: "Everything" });
    await page.getByLabel("Day", { exact: true }).selectOption({ label: "Friday" });
    await page.getByRole("combobox", { name: "People" }).click();
    await page.getByRole("option", { name: "Tomasz Zielinski" }).click();
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText(/Weekly: Friday, 07:00/)).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Send now: Figures of the week" }).click();
    const mail = await server.mailbox.mailTo("manager.north@demo.test");
    expect(mail.subject).toBe("Report: Figures of the week");
    const csv = new TextDecoder().decode(mail.attachments[0]!.content as ArrayBuffer);
    expect(csv).toContain("learner@demo.test");
    expect(csv).not.toContain("amara.diallo@demo.test");
  });

  await test.step("it is paused and deleted", async () => {
    await page.getByRole("button", { name: "Pause: Figures of the week" }).click();
    await expect(page.getByText(/paused/)).toBeVisible();
    await page.getByRole("button", { name: "Delete: Figures of the week" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
    await expect(page.getByText("No reports are scheduled.")).toBeVisible();
  });
});
