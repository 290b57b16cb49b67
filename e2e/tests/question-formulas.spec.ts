import { addQuestion } from "../authoring.ts";
import { expectAccessible } from "../axe.ts";
import { publish } from "../course.ts";
import { expect, test } from "../server.ts";
import { signIn } from "../sign-in.ts";
import { expectToFitInto } from "../width.ts";

const WIDE = "$$x = \\frac{-b \\pm \\sqrt{b^2 - 4ac}}{2a} + a_1 + a_2 + a_3 + a_4 + a_5 + a_6 + a_7 + a_8 + a_9$$";

test("an author writes formulas, and a learner sees them drawn", async ({ browser, server }) => {
  const site = server.at("demo");
  const author = await (await browser.newContext()).newPage();
  await signIn(author, site, "instructor@demo.test");
  const id = await publish(author, "Currents", {
    test_units: [{ unit_order: 1, title: "Speed", pass_mark: 50, questions_per_page: 5, review: "after_attempt" }],
    tests: [
      {
        unit_order: 1,
        type: "Number",
        question: `Solve this: ${WIDE}`,
        accepted: [{ text: "2", feedback: "As \\(1 + 1\\) is." }],
      },
    ],
  });

  await test.step("the author sees the formula, and what is wrong with another", async () => {
    await author.goto(`${site}/courses/${id}/edit`);
    await author.getByRole("button", { name: "1. Speed" }).click();
    await addQuestion(author, "Multiple Choice", async () => {
      await author.getByLabel("Question", { exact: true }).fill("What is \\(\\frac{a}{2\\)?");
      const formulas = author.getByRole("region", { name: "Formulas" });
      await expect(formulas).toContainText("expected '}'");
      await author.getByLabel("Question", { exact: true }).fill("What is \\(\\frac{4}{2}\\)?");
      await expect(formulas.locator("math mfrac")).toBeAttached();
      await expect(formulas).not.toContainText("expected '}'");
      await author.getByLabel("Option 1", { exact: true }).fill("\\(\\sqrt{4}\\)");
      await author.getByLabel("Option 1 is correct").check();
      await author.getByLabel("Option 2", { exact: true }).fill("\\(\\sqrt{\\)");
      await expectAccessible(author);
      await expectToFitInto(author, 360);
    });
    await author.getByRole("button", { name: "Update Course" }).click();
    await author.waitForURL(/\/courses$/);
  });

  const context = await browser.newContext();
  const page = await context.newPage();
  const problems: string[] = [];
  page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
  await signIn(page, site, "yusuf.demir@demo.test");
  await page.goto(`${site}/learner/catalog/course/${id}`);
  await page.getByRole("button", { name: "Start Course" }).click();

  await test.step("the learner sees them drawn, and a wrong one as it was written", async () => {
    await page.getByRole("button", { name: "Start Test" }).click();
    await expect(page.locator(".katex-display math mfrac")).toBeAttached();
    const root = page.getByRole("radio", { name: "\\(\\sqrt{4}\\)" });
    await expect(page.locator("label", { has: root }).locator("math msqrt")).toBeAttached();
    await expect(page.locator("code", { hasText: "\\(\\sqrt{\\)" })).toBeVisible();
    // Drawn with the product's own fonts, which the content security policy allows.
    await expect.poll(() => page.evaluate(() => document.fonts.check("16px KaTeX_Main"))).toBe(true);
    await expectAccessible(page);
    await expectToFitInto(page, 360);
    await page.emulateMedia({ colorScheme: "dark" });
    await expectAccessible(page);
    await page.emulateMedia({ colorScheme: "light" });
    await page.getByRole("textbox").first().fill("2");
    await root.focus();
    await page.keyboard.press("Space");
    await page.getByRole("button", { name: "Submit test" }).click();
  });

  await test.step("the review and its feedback draw them too", async () => {
    await expect(page.getByRole("heading", { name: /You passed/ })).toBeFocused();
    const answers = page.getByRole("region", { name: "Your answers" });
    await expect(answers.locator("math mfrac").first()).toBeAttached();
    await expect(page.getByRole("list", { name: "Feedback" }).locator("math").first()).toBeAttached();
    await expectAccessible(page);
    await expectToFitInto(page, 360);
    expect(problems.filter((text) => /Content Security Policy/i.test(text))).toEqual([]);
  });
  await context.close();
  await author.context().close();
});
