import type { Page } from "@playwright/test";
import { expectAccessible } from "../axe.ts";
import { publish } from "../course.ts";
import { expect, test } from "../server.ts";
import { signIn } from "../sign-in.ts";
import { expectToFitInto } from "../width.ts";

const choice = (question: string, right: string, wrong: string) => ({
  unit_order: 1,
  type: "Multiple Choice",
  question,
  options: [
    { text: right, checked: true },
    { text: wrong, checked: false },
  ],
});

test("an author sets up a test, a learner fails and passes it, and staff allow another attempt", async ({
  browser,
  server,
}) => {
  const site = server.at("demo");
  const author = await (await browser.newContext()).newPage();
  await signIn(author, site, "instructor@demo.test");
  const id = await publish(author, "The river exam", {
    test_units: [{ unit_order: 1, title: "Exam" }],
    tests: [
      choice("Which river is longer?", "Severn", "Trent"),
      choice("Which knot holds a boat?", "Bowline", "Granny knot"),
      choice("Which call asks for help?", "Mayday", "Roger"),
    ],
  });

  await test.step("the author sets pass mark, attempts, time and review", async () => {
    await author.goto(`${site}/courses/${id}/edit`);
    await author.getByRole("button", { name: "1. Exam" }).click();
    const settings = author.getByRole("region", { name: "Test settings" });
    await settings.getByLabel("Pass mark in percent").fill("120");
    await expect(settings.getByText("Enter a pass mark from 1 to 100.")).toBeVisible();
    await settings.getByLabel("Pass mark in percent").fill("60");
    await settings.getByLabel("Attempts allowed").fill("1");
    await settings.getByLabel("Time limit in minutes").fill("30");
    await settings.getByLabel("Questions on a page").fill("2");
    await settings.getByLabel("Learners see which answers are right").selectOption("After each attempt");
    await settings.getByLabel("Show the right answers too").check();
    await expectAccessible(author);
    await expectToFitInto(author, 360);
    await author.getByRole("button", { name: "Update Course" }).click();
    await author.waitForURL(/\/courses$/);
    await author.goto(`${site}/courses/${id}/edit`);
    await author.getByRole("button", { name: "1. Exam" }).click();
    await expect(settings.getByLabel("Time limit in minutes")).toHaveValue("30");
    await expect(settings.getByLabel("Questions on a page")).toHaveValue("2");
  });

  const context = await browser.newContext();
  const page = await context.newPage();
  await signIn(page, site, "yusuf.demir@demo.test");
  await page.goto(`${site}/learner/catalog/course/${id}`);
  await page.getByRole("button", { name: "Start Course" }).click();

  await test.step("the learner reads what awaits them, and answers page by page", async () => {
    await expect(page.getByText("You pass with 60%.")).toBeVisible();
    await expect(page.getByText("You have 1 attempt.")).toBeVisible();
    await expectAccessible(page);
    await expectToFitInto(page, 360);
    await page.getByRole("button", { name: "Start Test" }).click();
    await expect(page.getByText(/left$/).first()).toBeVisible();
    await expect(page.getByText("0 of 3 answered")).toBeVisible();
    await page.getByLabel("Severn").check();
    await page.getByLabel("Granny knot").check();
    await expect(page.getByText("2 of 3 answered")).toBeVisible();
    await expectAccessible(page);
    await expectToFitInto(page, 360);
  });

  await test.step("answers and time survive a reload", async () => {
    await expect(page.getByRole("status").getByText("Saved", { exact: true })).toBeVisible();
    await page.reload();
    await expect(page.getByText("2 of 3 answered")).toBeVisible();
    await expect(page.getByRole("heading", { name: "Page 2 of 2" })).toBeVisible();
    await page.getByRole("button", { name: "Previous" }).click();
    await expect(page.getByLabel("Granny knot")).toBeChecked();
  });

  await test.step("the result says which answers were right, and that no attempts are left", async () => {
    await page.getByRole("button", { name: "Next", exact: true }).click();
    await page.getByRole("button", { name: "Submit test" }).click();
    const dialog = page.getByRole("alertdialog");
    await expect(dialog).toContainText("1 question has no answer.");
    await dialog.getByRole("button", { name: "Submit test" }).click();
    await expect(page.getByRole("heading", { name: "You did not pass: 33.3%." })).toBeFocused();
    await expect(page.getByText("You have no attempts left.")).toBeVisible();
    await expect(page.getByRole("region", { name: "Your answers" })).toContainText("Right answer: Bowline");
    await expect(page.getByRole("button", { name: "Try again" })).toHaveCount(0);
    await expectAccessible(page);
    await expectToFitInto(page, 360);
  });

  await test.step("the author allows another attempt", async () => {
    await author.goto(`${site}/courses/${id}/people`);
    await author.getByRole("checkbox", { name: "Select Yusuf Demir" }).check();
    await author.getByRole("button", { name: "Allow more test attempts" }).click();
    const dialog = author.getByRole("dialog", { name: "Allow more test attempts" });
    await expect(dialog.getByLabel("Test")).toHaveValue(/\d+/);
    await expectAccessible(author);
    await dialog.getByRole("button", { name: "Allow attempts" }).click();
    await expect(author.getByText("Attempts allowed at this test now: 2.")).toBeVisible();
  });

  await test.step("the learner passes by keyboard, and the course is complete", async () => {
    await page.reload();
    await press(page, "Try again");
    await page.getByLabel("Severn").focus();
    await page.keyboard.press("Space");
    await page.getByLabel("Bowline").focus();
    await page.keyboard.press("Space");
    await press(page, "Next");
    await expect(page.getByRole("heading", { name: "Page 2 of 2" })).toBeFocused();
    await page.getByLabel("Mayday").focus();
    await page.keyboard.press("Space");
    await press(page, "Submit test");
    await expect(page.getByRole("heading", { name: "You passed with 100%." })).toBeFocused();
    // The menu and the notice tell it at once.
    await expect(page.getByRole("progressbar", { name: "Course progress" })).toHaveAttribute("aria-valuenow", "100");
    const history = page.getByRole("region", { name: "Your attempts" }).getByRole("listitem");
    await expect(history.filter({ hasText: "Attempt 1" })).toContainText("33.3%");
    await page.emulateMedia({ colorScheme: "dark" });
    await expectAccessible(page);
    await page.emulateMedia({ colorScheme: "light" });
    await page.getByRole("button", { name: "Next Unit" }).click();
    await expect(page).toHaveURL(/completed=true/);
  });

  await test.step("an admin reads both attempts in a report", async () => {
    const admin = await (await browser.newContext()).newPage();
    await signIn(admin, site, "admin@demo.test");
    await admin.goto(`${site}/reports/table?report=testAttempts&search=Yusuf`);
    await expect(admin.getByRole("row", { name: /Exam/ })).toHaveCount(2);
    await admin.context().close();
  });
  await author.context().close();
  await context.close();
});

async function press(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name, exact: true }).focus();
  await page.keyboard.press("Enter");
}
