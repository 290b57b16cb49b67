import { expectAccessible } from "../axe.ts";
import { publish } from "../course.ts";
import { callApi } from "../graphql.ts";
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

test("an author previews a test with its settings, and nothing is stored", async ({ browser, server }) => {
  const site = server.at("demo");
  const page = await (await browser.newContext()).newPage();
  await signIn(page, site, "instructor@demo.test");
  const id = await publish(page, "The rope exam", {
    content: [{ unit_order: 2, title: "Afterwards", content: "Well done." }],
    test_units: [
      {
        unit_order: 1,
        title: "Exam",
        pass_mark: 60,
        attempts_allowed: 3,
        time_limit: 600,
        questions_per_page: 2,
        review: "after_attempt",
        shows_answers: true,
        retry: "wrong",
        counting_attempt: "best",
      },
    ],
    tests: [
      choice("Which river is longer?", "Severn", "Trent"),
      choice("Which knot holds a boat?", "Bowline", "Granny knot"),
      choice("Which call asks for help?", "Mayday", "Roger"),
    ],
  });
  await page.goto(`${site}/courses/${id}/edit`);
  await page.clock.install();
  await page.getByRole("button", { name: "Preview as a learner" }).click();

  await test.step("the introduction names the settings", async () => {
    await expect(page.getByText("This is a preview of the course")).toBeVisible();
    await expect(page.getByText("You pass with 60%.")).toBeVisible();
    await expect(page.getByText("You have 3 attempts.")).toBeVisible();
    await expect(page.getByText("Time limit: 10 min.")).toBeVisible();
    await expect(page.getByText("Which river is longer?")).toHaveCount(0);
    await page.getByRole("button", { name: "Start Test" }).click();
  });

  await test.step("the attempt has pages and a clock, and is graded as a whole", async () => {
    await expect(page.getByRole("heading", { name: "Page 1 of 2" })).toBeVisible();
    await expect(page.getByText(/^(?:10:00|9:\d\d) left$/).first()).toBeVisible();
    await page.getByLabel("Severn").check();
    await page.getByLabel("Granny knot").check();
    await expectAccessible(page);
    await expectToFitInto(page, 360);
    await page.getByRole("button", { name: "Next", exact: true }).click();
    await page.getByLabel("Roger").check();
    await expect(page.getByText("3 of 3 answered")).toBeVisible();
    await page.getByRole("button", { name: "Submit test" }).click();
    await expect(page.getByRole("heading", { name: "You did not pass: 33.3%." })).toBeFocused();
    await expect(page.getByText("You have 2 attempts left.")).toBeVisible();
    await expect(page.getByRole("region", { name: "Your answers" })).toContainText("Right answer: Bowline");
    await page.emulateMedia({ colorScheme: "dark" });
    await expectAccessible(page);
    await page.emulateMedia({ colorScheme: "light" });
  });

  await test.step("a retry asks the wrong questions alone, and ends when its time is over", async () => {
    await page.getByRole("button", { name: "Retry the wrong questions" }).click();
    await expect(page.getByText("1 answer of your last attempt was right and counts again.")).toBeVisible();
    await expect(page.getByText("Which river is longer?")).toHaveCount(0);
    await page.getByLabel("Bowline").check();
    await page.clock.fastForward("10:01");
    await expect(page.getByRole("heading", { name: "You passed with 66.7%." })).toBeVisible();
    await expect(page.getByText("The time was up, and what you had answered was submitted.")).toBeVisible();
    const history = page.getByRole("region", { name: "Your attempts" }).getByRole("listitem");
    await expect(history.filter({ hasText: "Attempt 2" }).first()).toContainText("Counts");
    await page.getByRole("button", { name: "Next Unit" }).click();
    await expect(page.getByText("Well done.")).toBeVisible();
  });

  await test.step("nothing is stored: a reload starts afresh", async () => {
    const { testAttempts } = await callApi<{ testAttempts: object[] }>(
      page,
      `query ($course: Int!, $unit: Int!) { testAttempts(course_id: $course, unit_id: $unit) { id } }`,
      { course: id, unit: await findTestUnit() },
    );
    expect(testAttempts).toEqual([]);
    await page.goto(`${site}/courses/${id}/preview/1`);
    await expect(page.getByText("You have 3 attempts.")).toBeVisible();
  });

  async function findTestUnit(): Promise<number> {
    const { course } = await callApi<{ course: { tests: { id: number }[] } }>(
      page,
      `query ($id: Int!) { course(id: $id) { tests { id } } }`,
      { id },
    );
    return course.tests[0]!.id;
  }
});
