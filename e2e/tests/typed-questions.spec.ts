import { addQuestion } from "../authoring.ts";
import { expectAccessible } from "../axe.ts";
import { publish } from "../course.ts";
import { expect, test } from "../server.ts";
import { signIn } from "../sign-in.ts";
import { expectToFitInto } from "../width.ts";

test("an author asks for true or false, a number and a short text, and a learner answers by keyboard", async ({
  browser,
  server,
}) => {
  const site = server.at("demo");
  const author = await (await browser.newContext()).newPage();
  await signIn(author, site, "instructor@demo.test");
  const id = await publish(author, "The gauge", {
    test_units: [{ unit_order: 1, title: "Levels", pass_mark: 60, questions_per_page: 5, review: "after_attempt" }],
    tests: [{ unit_order: 1, type: "Number", question: "How many gauges are there?", accepted: [{ text: "2" }] }],
  });

  await test.step("the author adds a question of each type", async () => {
    await author.goto(`${site}/courses/${id}/edit`);
    await author.getByRole("button", { name: "1. Levels" }).click();
    await addQuestion(author, "True or False", async () => {
      await author.getByLabel("Question", { exact: true }).fill("The river rises after rain.");
      await author.getByRole("radio", { name: "True" }).check();
      await expectAccessible(author);
      await expectToFitInto(author, 360);
    });
    await addQuestion(author, "Number", async () => {
      await author.getByLabel("Question", { exact: true }).fill("How high is the mark, in metres?");
      await author.getByLabel("Number 1", { exact: true }).fill("2,5");
      await expect(author.getByText("This is not a number with a point before the decimals: 2,5")).toBeVisible();
      await author.getByLabel("Number 1", { exact: true }).fill("2.5");
      await author.getByLabel("Tolerance of number 1").fill("0.1");
      await expectAccessible(author);
      await expectToFitInto(author, 360);
    });
    await addQuestion(author, "Short Text", async () => {
      await author.getByLabel("Question", { exact: true }).fill("Which river has the gauge?");
      await author.getByLabel("Accepted answer 1").fill("Severn");
      await author.getByRole("button", { name: "Add answer" }).click();
      await author.getByLabel("Accepted answer 2").fill("the Severn");
      await expect(
        author.getByText("With partial credit, an answer earns the percent of the accepted answer that it meets"),
      ).toBeVisible();
      await expectAccessible(author);
      await expectToFitInto(author, 360);
    });
    await author.getByRole("button", { name: "Update Course" }).click();
    await author.waitForURL(/\/courses$/);
  });

  const context = await browser.newContext();
  const page = await context.newPage();
  await signIn(page, site, "yusuf.demir@demo.test");
  await page.goto(`${site}/learner/catalog/course/${id}`);
  await page.getByRole("button", { name: "Start Course" }).click();

  await test.step("the learner answers them by keyboard, with a comma", async () => {
    await page.getByRole("button", { name: "Start Test" }).click();
    await page.getByRole("textbox").first().focus();
    await page.keyboard.type("2");
    await page.keyboard.press("Tab");
    // The first arrow chooses the second of two that are not chosen yet.
    await page.keyboard.press("ArrowDown");
    await expect(page.getByRole("radio", { name: "False" })).toBeChecked();
    await page.keyboard.press("Tab");
    await page.keyboard.type("2,6");
    await page.keyboard.press("Tab");
    await page.keyboard.type("the severn");
    await expect(page.getByText("4 of 4 answered")).toBeVisible();
    await expectAccessible(page);
    await expectToFitInto(page, 360);
    await page.emulateMedia({ colorScheme: "dark" });
    await expectAccessible(page);
    await page.getByRole("button", { name: "Submit test" }).click();
    await expect(page.getByRole("heading", { name: "You passed with 75%." })).toBeFocused();
    const answers = page.getByRole("region", { name: "Your answers" }).getByRole("listitem");
    await expect(answers.nth(0)).toContainText("Correct");
    await expect(answers.nth(1)).toContainText("Your answer: False");
    await expect(answers.nth(1)).toContainText("Incorrect");
    await expect(answers.nth(2)).toContainText("Correct");
    await expect(answers.nth(3)).toContainText("Correct");
  });
  await context.close();

  await test.step("the report counts who chose True and False", async () => {
    const admin = await (await browser.newContext()).newPage();
    await signIn(admin, site, "admin@demo.test");
    await admin.goto(`${site}/reports/courses/${id}?tab=questions`);
    const row = admin.getByRole("row", { name: /The river rises after rain\./ });
    await expect(row).toContainText(/True\s*0/);
    await expect(row).toContainText(/False\s*1/);
    await admin.context().close();
  });
  await author.context().close();
});
