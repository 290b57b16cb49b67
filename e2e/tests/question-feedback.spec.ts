import { addQuestion } from "../authoring.ts";
import { expectAccessible } from "../axe.ts";
import { publish } from "../course.ts";
import { expect, test } from "../server.ts";
import { signIn } from "../sign-in.ts";
import { expectToFitInto } from "../width.ts";

test("an author gives points and feedback, and a learner reads them with the grades", async ({ browser, server }) => {
  const site = server.at("demo");
  const author = await (await browser.newContext()).newPage();
  await signIn(author, site, "instructor@demo.test");
  const id = await publish(author, "The weir", {
    test_units: [{ unit_order: 1, title: "Weirs", pass_mark: 60, questions_per_page: 5, review: "after_attempt" }],
    tests: [{ unit_order: 1, type: "Number", question: "How many weirs are there?", accepted: [{ text: "2" }] }],
  });

  await test.step("the author adds a question with points and feedback", async () => {
    await author.goto(`${site}/courses/${id}/edit`);
    await author.getByRole("button", { name: "1. Weirs" }).click();
    await addQuestion(author, "Multiple Choice", async () => {
      await author.getByLabel("Question", { exact: true }).fill("May you run a weir alone?");
      await author.getByLabel("Option 1", { exact: true }).fill("Never");
      await author.getByLabel("Option 1 is correct").check();
      await author.getByLabel("Option 2", { exact: true }).fill("When it is low");
      await author.getByLabel("Points", { exact: true }).fill("3");
      await author.getByLabel("Feedback on the question").fill("A weir holds what falls into it.");
      await author.getByLabel('Feedback on "When it is low"').fill("Low water hides the backwash.");
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

  await test.step("the learner sees points while answering, and feedback only in the review", async () => {
    await page.getByRole("button", { name: "Start Test" }).click();
    await expect(page.getByText("Question 2 of 2 · 3 points")).toBeVisible();
    await page.getByRole("textbox").first().fill("2");
    await page.getByRole("radio", { name: "When it is low" }).check();
    await expect(page.getByText("2 of 2 answered")).toBeVisible();
    await expect(page.getByText("Low water hides the backwash.")).toHaveCount(0);
    await page.getByRole("button", { name: "Submit test" }).click();
    await expect(page.getByRole("heading", { name: "You did not pass: 25%." })).toBeFocused();
    const answers = page.getByRole("region", { name: "Your answers" }).getByRole("listitem");
    await expect(answers.filter({ hasText: "run a weir" }).first()).toContainText("0 of 3 points");
    const feedback = page.getByRole("list", { name: "Feedback" });
    await expect(feedback).toContainText("When it is low: Low water hides the backwash.");
    await expect(feedback).toContainText("A weir holds what falls into it.");
    await expectAccessible(page);
    await expectToFitInto(page, 360);
    await page.emulateMedia({ colorScheme: "dark" });
    await expectAccessible(page);
  });
  await context.close();
  await author.context().close();
});

test("a test without settings of its own tells its feedback with the result", async ({ browser, server }) => {
  const site = server.at("demo");
  const author = await (await browser.newContext()).newPage();
  await signIn(author, site, "instructor@demo.test");
  const id = await publish(author, "The lock", {
    test_units: [{ unit_order: 1, title: "Locks" }],
    tests: [
      {
        unit_order: 1,
        type: "True or False",
        question: "You may leave a lock open.",
        feedback: "An open lock drains the cut.",
        options: [
          { text: "True", checked: false, feedback: "The next boat runs aground." },
          { text: "False", checked: true },
        ],
      },
    ],
  });
  const page = await (await browser.newContext()).newPage();
  await signIn(page, site, "yusuf.demir@demo.test");
  await page.goto(`${site}/learner/catalog/course/${id}`);
  await page.getByRole("button", { name: "Start Course" }).click();
  await page.getByRole("button", { name: "Start Test" }).click();
  await page.getByRole("radio", { name: "True" }).check();
  await page.getByRole("button", { name: "Submit" }).click();
  await expect(page.getByRole("heading", { name: "You missed some questions. Try again." })).toBeVisible();
  const feedback = page.getByRole("list", { name: "Feedback" });
  await expect(feedback).toContainText("True: The next boat runs aground.");
  await expect(feedback).toContainText("An open lock drains the cut.");
  await expectAccessible(page);
  await expectToFitInto(page, 360);
  await page.context().close();
  await author.context().close();
});
