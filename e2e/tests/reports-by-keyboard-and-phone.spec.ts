import { readFileSync } from "node:fs";
import { expectAccessible } from "../axe.ts";
import { callApi } from "../graphql.ts";
import { delta, publish } from "../course.ts";
import { signIn } from "../sign-in.ts";
import { expect, test } from "../server.ts";

test("reads reports with the keyboard, in the dark theme, on a phone and in print", async ({ browser, server }) => {
  const site = server.at("demo");
  const page = await (await browser.newContext({ viewport: { width: 1280, height: 900 } })).newPage();
  await signIn(page, site, "admin@demo.test");

  await test.step("keeps the filters of each tab of a user's report in the address", async () => {
    await page.goto(`${site}/reports/users`);
    await page.getByRole("searchbox", { name: "Search users or courses..." }).fill("learner@demo.test");
    await page.getByRole("link", { name: "Grace Adeyemi", exact: true }).click();
    await expect(page.getByRole("slider", { name: "Course Status" })).toBeVisible();
    await expectAccessible(page);
    await page.getByLabel("Assigned from").fill("2100-01-01");
    await expect(page).toHaveURL(/from=2100-01-01/);
    await expect(page.getByText("No courses available for progress data.")).toBeVisible();
    await page.getByRole("tab", { name: "Courses" }).click();
    await expect(page.getByText("No courses found. Try refining your search.")).toBeVisible();
    await page.getByRole("button", { name: "Clear filters" }).first().click();
    // Other tests also enrol this learner: which courses are on the first page is not known.
    await expect(page.getByText("No courses found. Try refining your search.")).toBeHidden();
    await expect(page.getByRole("cell").first()).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("tab", { name: "Certificates" }).click();
    await expect(page.getByLabel("Completed from")).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("tab", { name: "Activity" }).click();
    await page.getByLabel("What happened").selectOption({ label: "Enrolled in a course" });
    await expect(page).toHaveURL(/event=enrolled/);
    await expect(page.getByRole("region", { name: "Activity" }).getByText("Completed")).toHaveCount(0);
    await expect(page.getByRole("region", { name: "Activity" }).getByText("Enrolled in").first()).toBeVisible();
    await expectAccessible(page);
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Export PDF" }).click(),
    ]);
    expect(file.suggestedFilename()).toBe("user-activity.pdf");
    expect(
      readFileSync(await file.path())
        .subarray(0, 5)
        .toString(),
    ).toBe("%PDF-");
  });

  await test.step("reads the charts of a course with the arrow keys", async () => {
    await page.goto(`${site}/reports/courses`);
    await page.getByRole("searchbox", { name: "Search courses..." }).fill("Welcome to Northgate");
    await page.getByRole("link", { name: "View Details: Welcome to Northgate" }).click();
    const chart = page.getByRole("slider", { name: "Activity Over Time" });
    await chart.focus();
    const first = await chart.getAttribute("aria-valuetext");
    await expect(page.getByTestId("tip")).toContainText("Assignments");
    await page.keyboard.press("End");
    await expect(chart).not.toHaveAttribute("aria-valuetext", first!);
    await expectAccessible(page);
    for (const tab of ["Users", "Questions", "Packages"]) {
      await page.getByRole("tab", { name: tab }).click();
      await expect(page.getByRole("tabpanel", { name: tab }).locator("[aria-busy=true]")).toHaveCount(0);
      await expectAccessible(page);
    }
    await page.getByRole("tab", { name: "Users" }).click();
    await page.getByRole("button", { name: "What is ‘Progress’?" }).press("Enter");
    await expect(
      page.getByText("Complete units in percent of all units of the course", { exact: false }),
    ).toBeVisible();
    await page.keyboard.press("Escape");
  });

  await test.step("schedules the report from its screen and shows the result of the last run", async () => {
    await page.getByRole("button", { name: "Schedule" }).click();
    await expect(page.getByLabel("Name", { exact: true })).toHaveValue("People of Welcome to Northgate");
    await page.getByRole("combobox", { name: "People" }).click();
    await page.getByRole("option", { name: "Tomasz Zielinski" }).click();
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("The report is scheduled.")).toBeVisible();
    await page.goto(`${site}/reports/schedules`);
    await page.getByRole("button", { name: "Send now: People of Welcome to Northgate" }).click();
    await server.mailbox.mailTo("manager.north@demo.test", "Report: People of Welcome to Northgate");
    await expect(async () => {
      await page.reload();
      await expect(page.getByRole("button", { name: "Send now: People of Welcome to Northgate" })).toBeVisible();
      expect(await page.getByText(/Last time, .+: sent to 1/).count()).toBe(1);
    }).toPass();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Delete: People of Welcome to Northgate" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  });

  await test.step("filters certificates by date", async () => {
    await page.goto(`${site}/reports/certificates?state=valid`);
    await expect(page.getByRole("cell", { name: /^\d\d\/\d\d\/\d{4}$/ }).first()).toBeVisible();
    await expectAccessible(page);
    await page.getByLabel("Completed from").fill("2100-01-01");
    await expect(page.getByText("No certificates found")).toBeVisible();
    await page.getByRole("button", { name: "Clear filters" }).first().click();
    await expect(page).not.toHaveURL(/state=|from=/);
  });

  await test.step("shows the number of active filters in one button on a phone", async () => {
    await page.setViewportSize({ width: 390, height: 800 });
    for (const path of ["/reports/users", "/reports/courses", "/reports/certificates", "/reports/exports"]) {
      await page.goto(`${site}${path}`);
      await expect(page.getByLabel(/(Assigned|Completed) from/)).toHaveCount(0);
      await page.getByRole("button", { name: "Filters", exact: true }).click();
      await page.getByLabel(/(Assigned|Completed) from/).fill("2020-01-01");
      await expect(page.getByRole("button", { name: "Filters (1)" })).toHaveAttribute("aria-expanded", "true");
      await expectAccessible(page);
    }
  });

  await test.step("breaks a title of one long word on a phone", async () => {
    const title = `Z${"wischenprüfungsordnung".repeat(4)}`;
    const id = await publish(page, title, { content: [{ unit_order: 1, title: "One", content: delta("Words.") }] });
    await page.goto(`${site}/reports/courses?search=${title.slice(0, 20)}`);
    await expect(page.getByText(title)).toBeVisible();
    const widths = await page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      return { scrollWidth, clientWidth };
    });
    expect(widths.scrollWidth).toBe(widths.clientWidth);
    await callApi(page, "mutation ($id: Int!) { deleteCourse(id: $id) { id } }", { id });
  });
});
