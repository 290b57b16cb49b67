import type { Page } from "@playwright/test";
import { expectAccessible } from "../axe.ts";
import { publish } from "../course.ts";
import { expect, test } from "../server.ts";
import { signIn } from "../sign-in.ts";
import { expectToFitInto } from "../width.ts";

const TAKERS = ["learner", "samuel.okonkwo", "wei.chen", "ruth.pemberton", "yusuf.demir"].map(
  (name) => `${name}@demo.test`,
);

test("an author asks anonymously, five people answer, and a manager reads the results", async ({ browser, server }) => {
  const site = server.at("demo");
  const author = await (await browser.newContext()).newPage();
  await signIn(author, site, "instructor@demo.test");
  const id = await publish(author, "The river survey", {
    surveys: [{ unit_order: 1, title: "Opinion", survey_questions: [{ kind: "text", text: "Anything else?" }] }],
  });

  await test.step("the author adds questions of each kind and makes it anonymous", async () => {
    await author.goto(`${site}/courses/${id}/edit`);
    await author.getByRole("button", { name: "1. Opinion" }).click();
    await author.getByRole("checkbox", { name: "Anonymous" }).check();
    const questions = author.getByRole("region", { name: "Questions" });
    await questions.getByRole("button", { name: "Add question" }).click();
    await author.getByRole("menuitem", { name: "Scale" }).click();
    await questions.getByLabel("Question 2", { exact: true }).fill("The trip was safe.");
    await questions.getByRole("button", { name: "Add question" }).click();
    await author.getByRole("menuitem", { name: "Choice" }).click();
    await questions.getByLabel("Question 3", { exact: true }).fill("Which boat?");
    await questions.getByLabel("Option 1", { exact: true }).fill("Canoe");
    await questions.getByLabel("Option 2", { exact: true }).fill("Raft");
    await questions.getByRole("button", { name: "Duplicate question 3" }).click();
    await expect(questions.getByLabel("Question 4", { exact: true })).toHaveValue("Which boat?");
    await questions.getByRole("button", { name: "Delete question 4" }).click();
    await author.getByRole("button", { name: "Delete", exact: true }).click();
    // From last to first.
    await questions.getByRole("button", { name: "Move question 1 down" }).click();
    await questions.getByRole("button", { name: "Move question 2 down" }).click();
    await expect(questions.getByLabel("Question 3", { exact: true })).toHaveValue("Anything else?");
    await expectAccessible(author);
    await expectToFitInto(author, 360);
    await author.getByRole("button", { name: "Update Course" }).click();
    await author.waitForURL(/\/courses$/);
  });

  await test.step("a person sees what is missing, keeps a draft over a reload, and submits by keyboard", async () => {
    const page = await openSurvey(TAKERS[0]!);
    await expect(page.getByText("You cannot change them after you submit them.")).toBeVisible();
    await page.getByRole("button", { name: "Submit answers" }).click();
    await expect(page.getByText("Answer this question.")).toHaveCount(2);
    await expect(page.getByRole("radio", { name: "1, Strongly disagree" })).toBeFocused();
    await page.keyboard.press("Space");
    await page.keyboard.press("ArrowRight");
    await expect(page.getByRole("radio", { name: "2", exact: true })).toBeChecked();
    await page.getByLabel("3. Anything else?").fill("More boats, please.");
    await page.reload();
    await expect(page.getByLabel("3. Anything else?")).toHaveValue("More boats, please.");
    await expect(page.getByRole("radio", { name: "2", exact: true })).toBeChecked();
    await page.getByRole("radio", { name: "Canoe" }).check();
    await expectAccessible(page);
    await expectToFitInto(page, 360);
    await page.getByRole("button", { name: "Submit answers" }).focus();
    await page.keyboard.press("Enter");
    await expect(page.getByText("Thank you. Your answers have been submitted.")).toBeVisible();
    await expect(page.getByRole("button", { name: "Change answers" })).toHaveCount(0);
    await page.getByRole("button", { name: "Next" }).click();
    await page.waitForURL(/completed=true/);
    await page.context().close();
  });

  const manager = await (await browser.newContext()).newPage();
  await signIn(manager, site, "manager@demo.test");
  const report = `${site}/reports/courses/${id}?tab=surveys`;
  await test.step("a manager sees no result of one answer", async () => {
    await manager.goto(report);
    await expect(manager.getByText("Not enough answers yet")).toBeVisible();
    await expectAccessible(manager);
  });

  await test.step("with the fifth answer the results appear, and are exported", async () => {
    for (const [index, email] of TAKERS.slice(1).entries()) {
      const page = await openSurvey(email);
      await page.getByRole("radio", { name: index < 2 ? "4" : "5, Strongly agree", exact: true }).check();
      await page.getByRole("radio", { name: "Raft" }).check();
      await page.getByRole("button", { name: "Submit answers" }).click();
      await expect(page.getByText("Thank you. Your answers have been submitted.")).toBeVisible();
      await page.context().close();
    }
    await manager.goto(report);
    await expect(manager.getByText("Answers: 5 · Mean: 4")).toBeVisible();
    await expect(manager.getByRole("table", { name: "2. Which boat?" })).toContainText("Raft");
    await expect(manager.getByRole("list", { name: "3. Anything else?" })).toHaveText("More boats, please.");
    await expectAccessible(manager);
    await expectToFitInto(manager, 360);
    const [download] = await Promise.all([
      manager.waitForEvent("download"),
      manager.getByRole("button", { name: /CSV/ }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^survey.*\.csv$/);
  });

  await test.step("the author can no longer make it named", async () => {
    await author.goto(`${site}/courses/${id}/edit`);
    await author.getByRole("button", { name: "1. Opinion" }).click();
    await expect(author.getByRole("checkbox", { name: "Anonymous" })).toBeDisabled();
    await expect(author.getByRole("button", { name: "Delete question 1" })).toBeDisabled();
  });

  async function openSurvey(email: string): Promise<Page> {
    const page = await (await browser.newContext()).newPage();
    await signIn(page, site, email);
    await page.goto(`${site}/learner/catalog/course/${id}`);
    await page.getByRole("button", { name: "Start Course" }).click();
    await expect(page.getByRole("heading", { name: "Opinion" })).toBeVisible();
    return page;
  }
});
