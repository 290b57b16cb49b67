import { addQuestion } from "../authoring.ts";
import { expectAccessible } from "../axe.ts";
import { publish } from "../course.ts";
import { expect, test } from "../server.ts";
import { signIn } from "../sign-in.ts";
import { expectToFitInto } from "../width.ts";

test("an author writes an essay question with a rubric, a learner answers it, and an instructor marks it by keyboard", async ({
  browser,
  server,
}) => {
  const site = server.at("demo");
  const author = await (await browser.newContext()).newPage();
  await signIn(author, site, "instructor@demo.test");
  const id = await publish(author, "Ageing ropes", {
    test_units: [{ unit_order: 1, title: "Ropes", pass_mark: 80, questions_per_page: 5, review: "after_attempt" }],
    tests: [{ unit_order: 1, type: "Number", question: "How many strands?", accepted: [{ text: "3" }], points: 4 }],
  });

  await test.step("the author writes the question with its rubric", async () => {
    await author.goto(`${site}/courses/${id}/edit`);
    await author.getByRole("button", { name: "1. Ropes" }).click();
    const dialog = author.getByRole("dialog", { name: "Add Essay question" });
    await addQuestion(author, "Essay", async () => {
      await dialog.getByLabel("Question", { exact: true }).fill("Why do ropes age?");
      await dialog.getByLabel("At most so many words").fill("3");
      await dialog.getByRole("button", { name: "Add criterion" }).click();
      await dialog.getByLabel("Criterion 1", { exact: true }).fill("Clarity");
      await dialog.getByLabel("Level 1 of criterion 1", { exact: true }).fill("Unclear");
      await dialog.getByLabel("Level 2 of criterion 1", { exact: true }).fill("Clear");
      await dialog.getByLabel("Points of level 2 of criterion 1").fill("6");
      await expect(dialog.getByText("Points of the question: 6")).toBeVisible();
      await expect(dialog.getByLabel("Points", { exact: true })).toHaveCount(0);
      await dialog.getByLabel("Note for markers").fill("Look for sunlight.");
      await expectAccessible(author);
      await expectToFitInto(author, 360);
    });
    await author.getByRole("button", { name: "Update Course" }).click();
    await author.waitForURL(/\/courses$/);
    await author.goto(`${site}/courses/${id}/edit`);
    await author.getByRole("button", { name: "1. Ropes" }).click();
    await author.getByRole("button", { name: "Edit question 2" }).click();
    await expect(author.getByLabel("Level 2 of criterion 1", { exact: true })).toHaveValue("Clear");
    await author.getByRole("dialog").getByRole("button", { name: "Close" }).click();
  });

  const context = await browser.newContext();
  const page = await context.newPage();
  await signIn(page, site, "yusuf.demir@demo.test");
  await page.goto(`${site}/learner/catalog/course/${id}`);
  await page.getByRole("button", { name: "Start Course" }).click();

  await test.step("the learner writes, and finds the text again after a reload", async () => {
    await page.getByRole("button", { name: "Start Test" }).click();
    await page.getByRole("textbox").first().fill("3");
    const essay = page.getByRole("textbox").nth(1);
    const stored = page.waitForResponse((response) => response.request().postData()?.includes("Light and") ?? false);
    await essay.fill("Light and water break them.");
    await expect(page.getByText("Words: 5")).toBeVisible();
    await expect(page.getByText("These are more than 3.")).toBeVisible();
    await stored;
    await expectAccessible(page);
    await expectToFitInto(page, 360);
    await page.reload();
    await expect(page.getByRole("textbox").nth(1)).toHaveValue("Light and water break them.");
    await page.getByRole("button", { name: "Submit test" }).click();
  });

  await test.step("the result waits, with the other questions reviewed", async () => {
    await expect(page.getByRole("heading", { name: "Your test waits to be marked." })).toBeFocused();
    const answers = page.getByRole("region", { name: "Your answers" });
    await expect(answers.getByText("Correct", { exact: true })).toHaveCount(1);
    await expect(answers.getByText("Waiting for a mark")).toBeVisible();
    await expect(page.getByRole("button", { name: "Try again" })).toHaveCount(0);
    await expect(page.getByText("Clarity")).toHaveCount(0);
    await expectAccessible(page);
    await expectToFitInto(page, 360);
  });

  await test.step("the instructor finds the essay in the submissions and marks it by keyboard", async () => {
    await author.goto(`${site}/submissions?course=${id}`);
    const row = author.getByRole("row").filter({ hasText: "Why do ropes age?" });
    await expect(row).toBeVisible();
    await expectAccessible(author);
    await expectToFitInto(author, 360);
    await row.getByRole("link").first().focus();
    await author.keyboard.press("Enter");
    await expect(author.getByText("Light and water break them.")).toBeVisible();
    await expect(author.getByText("Look for sunlight.")).toBeVisible();
    await author.getByRole("button", { name: "Save mark" }).focus();
    await author.keyboard.press("Enter");
    await expect(author.getByText("Choose a level.")).toBeVisible();
    await author.getByRole("radio", { name: /Unclear/ }).focus();
    await author.keyboard.press("Space");
    await expect(author.getByText("0 of 6 points")).toBeVisible();
    await author.keyboard.press("ArrowDown");
    await expect(author.getByText("6 of 6 points")).toBeVisible();
    await author.keyboard.press("Tab");
    await author.keyboard.type("Well put.");
    await expectAccessible(author);
    await expectToFitInto(author, 360);
    await author.keyboard.press("Tab");
    await author.keyboard.press("Enter");
    await expect(author.getByText("The learner passed with 100%.")).toBeVisible();
    await expectAccessible(author);
  });

  await test.step("the learner is notified and sees the mark", async () => {
    await page.reload();
    await expect(page.getByRole("heading", { name: "You passed with 100%." })).toBeVisible();
    const answers = page.getByRole("region", { name: "Your answers" });
    await expect(answers.getByText("Clarity:")).toBeVisible();
    await expect(answers.getByText("(6 of 6)")).toBeVisible();
    await expect(answers.getByText("Well put.")).toBeVisible();
    await expectAccessible(page);
    await expectToFitInto(page, 360);
    await page.goto(`${site}/learner/dashboard`);
    await page.getByRole("button", { name: /Notifications/ }).click();
    await expect(page.getByText("Your test ‘Ropes’ has been marked.")).toBeVisible();
  });

  await test.step("the instructor changes the mark, which leaves the course complete", async () => {
    await author.getByRole("radio", { name: /Unclear/ }).check();
    await author.getByRole("button", { name: "Change mark" }).click();
    await expect(author.getByText("The learner did not pass: 40%.")).toBeVisible();
    await page.goto(`${site}/learner/catalog/course/${id}`);
    await expect(page.getByText(/100\s?%/).first()).toBeVisible();
  });
  await context.close();
  await author.context().close();
});
