import { expectAccessible } from "../axe.ts";
import { signIn } from "../sign-in.ts";
import { measureWidth } from "../width.ts";
import { expect, test } from "../server.ts";

test("a manager reads the compliance pages of a learning path, a course and a branch, and the matrix of learning paths", async ({
  page,
  server,
}) => {
  const site = server.at("demo");
  await signIn(page, site, "manager@demo.test");
  const panel = page.getByRole("tabpanel");
  const rows = panel.getByRole("row");

  await test.step("from the list of learning paths to the people of one", async () => {
    await page.goto(`${site}/reports/compliance?tab=paths`);
    await panel.getByRole("link", { name: "Your first weeks at Northgate" }).click();
    await expect(page).toHaveURL(/\/reports\/compliance\/path\/\d+/);
    await expect(page.getByRole("heading", { level: 1 })).not.toBeEmpty();
    await expect(page.getByText("Over the last twelve months")).toBeVisible();
    await expect(rows.nth(1)).toBeVisible();
    await expectAccessible(page);
    await page.getByLabel("State").selectOption({ label: "To do" });
    await expect(page).toHaveURL(/state=/);
    await expect(rows.nth(1)).toBeVisible();
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Export CSV" }).click();
    expect((await download).suggestedFilename()).toBe("compliance-people.csv");
    await page.getByRole("tab", { name: "Branches" }).click();
    await expect(panel.getByText("Northgate North", { exact: true })).toBeVisible();
  });

  await test.step("from the branches to the courses and learning paths of one", async () => {
    await page.goto(`${site}/reports/compliance?tab=branches`);
    await panel.getByRole("link", { name: "Northgate North" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Northgate North" })).toBeVisible();
    await expectAccessible(page);
    await panel.getByRole("link").first().click();
    await expect(page).toHaveURL(/\/reports\/compliance\/course\/\d+/);
    await expect(rows.nth(1)).toBeVisible();
    await page.setViewportSize({ width: 360, height: 740 });
    expect(await measureWidth(page)).toBe(360);
    await expectAccessible(page);
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  await test.step("in the matrix, learning paths as columns", async () => {
    await page.goto(`${site}/reports/matrix`);
    const grid = page.getByRole("grid", { name: "Training matrix" });
    await page.getByLabel("Columns").selectOption("paths");
    await expect(page).toHaveURL(/of=paths/);
    const cell = grid.getByRole("gridcell", { name: /Compliant|To do|Overdue|Expired/ }).first();
    await expect(cell).toBeVisible();
    await expectAccessible(page);
    await cell.click();
    await expect(page).toHaveURL(/\/reports\/compliance\/path\/\d+\?search=/);
    await expect(rows.nth(1)).toBeVisible();
  });
});
