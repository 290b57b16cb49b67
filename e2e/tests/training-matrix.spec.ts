import { expectAccessible } from "../axe.ts";
import { signIn } from "../sign-in.ts";
import { expect, test } from "../server.ts";
import { measureWidth } from "../width.ts";

test("a manager finds who is overdue in the training matrix by keyboard, and the counts on the compliance screen", async ({
  page,
  server,
}) => {
  const site = server.at("demo");
  await signIn(page, site, "manager@demo.test");
  await page.goto(`${site}/reports/matrix`);
  const grid = page.getByRole("grid", { name: "Training matrix" });
  await expect(grid.getByRole("rowheader").first()).not.toBeEmpty();
  await expect(grid.getByRole("columnheader", { name: /\d+% compliant/ }).first()).toBeVisible();
  await expectAccessible(page);

  await test.step("shows only people with an overdue course", async () => {
    await page.getByLabel("People with a course that is").selectOption("overdue");
    await expect(page).toHaveURL(/state=overdue/);
    await expect(page.getByRole("region", { name: "Training matrix" })).toHaveAttribute("aria-busy", "false");
    await expect(grid.getByRole("row", { name: /Overdue/ }).first()).toBeVisible();
  });

  await test.step("moves from cell to cell, and opens the units of a person's course", async () => {
    const overdue = grid.getByRole("gridcell", { name: /Overdue/ }).first();
    await overdue.click();
    await expect(page.getByRole("dialog")).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toBeHidden();
    await overdue.focus();
    await page.keyboard.press("Control+Home");
    await expect(grid.locator('[data-place="0 0"]')).toBeFocused();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowRight");
    await expect(grid.locator('[data-place="1 1"]')).toBeFocused();
  });

  await test.step("leaves the focus where the user goes next, and offers Tab a cell in sight", async () => {
    const search = page.getByRole("searchbox");
    await search.focus();
    await grid.evaluate((element) => (element.scrollLeft = element.scrollWidth));
    await expect(grid.locator('[data-place="0 0"]')).toHaveCount(0);
    await expect(search).toBeFocused();
    await expect(grid.locator('[role="gridcell"][tabindex="0"]')).toHaveCount(1);
    await grid.evaluate((element) => (element.scrollLeft = 0));
    await expect(grid.locator('[data-place="1 1"]')).toBeVisible();
    await expect(search).toBeFocused();
  });

  await test.step("exports the matrix", async () => {
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Export CSV" }).click();
    expect((await download).suggestedFilename()).toBe("training-matrix.csv");
  });

  await test.step("scrolls only the matrix on a phone", async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    await expect(grid).toBeVisible();
    expect(await measureWidth(page)).toBe(360);
    await expectAccessible(page);
  });

  await test.step("counts by course and by branch", async () => {
    await page.goto(`${site}/reports/compliance`);
    await expect(page.getByRole("definition").first()).toHaveText(/^\d+%$/);
    await expect(page.getByRole("tabpanel")).toContainText("%");
    await expectAccessible(page);
    expect(await measureWidth(page)).toBe(360);
    await page.getByRole("tab", { name: "Branches" }).click();
    await expect(page).toHaveURL(/tab=branches/);
    await expect(page.getByText("Northgate North", { exact: true })).toBeVisible();
  });
});
