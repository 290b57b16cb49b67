import { createPicture } from "../../server/src/testing/course-rows.ts";
import { addQuestion, silence } from "../authoring.ts";
import { expectAccessible } from "../axe.ts";
import { publish } from "../course.ts";
import { expect, test } from "../server.ts";
import { signIn } from "../sign-in.ts";
import { expectToFitInto } from "../width.ts";

/** Draws a picture, wide enough that a small screen has to shrink it. */
const draw = async (background: string, name: string) => ({
  name,
  mimeType: "image/jpeg",
  buffer: await createPicture({ width: 900, height: 500, background }),
});

test("an author adds pictures and a recording to questions, and a learner answers with them", async ({
  browser,
  server,
}) => {
  const site = server.at("demo");
  const author = await (await browser.newContext()).newPage();
  await signIn(author, site, "instructor@demo.test");
  const id = await publish(author, "Signals", {
    test_units: [{ unit_order: 1, title: "Lights", pass_mark: 50, questions_per_page: 5, review: "after_attempt" }],
    tests: [{ unit_order: 1, type: "Number", question: "How many lights are there?", accepted: [{ text: "2" }] }],
  });
  const dialog = author.getByRole("dialog");
  const choose = (label: string) => dialog.locator(`input[type=file][aria-label="${label}"]`);

  await test.step("the author illustrates the question and its options", async () => {
    await author.goto(`${site}/courses/${id}/edit`);
    await author.getByRole("button", { name: "1. Lights" }).click();
    await addQuestion(author, "Multiple Choice", async () => {
      await author.getByLabel("Question", { exact: true }).fill("Which light means stop?");
      await choose("Add picture to the question").setInputFiles(await draw("#223344", "a-river.png"));
      await dialog.getByLabel("Description of picture 1").fill("A river at night");
      await choose("Add recording to the question").setInputFiles({
        name: "whistle.wav",
        mimeType: "audio/wav",
        buffer: silence(),
      });
      await dialog.getByLabel("Title of recording 2").fill("Three blasts");
      await choose("Add picture to option 1").setInputFiles(await draw("#cc2222", "the-right-answer.png"));
      await dialog.getByLabel("Description of the picture of option 1").fill("A red light");
      await dialog.getByLabel("Option 1 is correct").check();
      await dialog.getByLabel("Option 2", { exact: true }).fill("Go on");
      await choose("Add picture to option 2").setInputFiles(await draw("#22cc22", "the-wrong-answer.png"));
      await dialog.getByLabel("Description of the picture of option 2").fill("A green light");
      await expectAccessible(author);
      await expectToFitInto(author, 360);
    });
    await addQuestion(author, "Match the Pairs", async () => {
      await author.getByLabel("Question", { exact: true }).fill("What does each light say?");
      await choose("Add picture to the left side of pair 1").setInputFiles(await draw("#cc2222", "stop.png"));
      await dialog.getByLabel("Description of the picture of pair 1").fill("A red light");
      await dialog.getByLabel("Right side of pair 1").fill("Stop");
      // A picture that was added by mistake is removed again.
      await dialog.getByRole("button", { name: "Add pair" }).click();
      await choose("Add picture to the left side of pair 2").setInputFiles(await draw("#22cc22", "go.png"));
      await dialog.getByRole("button", { name: "Remove the picture of pair 2" }).click();
      await dialog.getByRole("textbox", { name: "Left side of pair 2" }).fill("Three blasts");
      await dialog.getByLabel("Right side of pair 2").fill("Come back");
    });
    await author.getByRole("button", { name: "Duplicate question 2" }).click();
    await author.getByRole("button", { name: "Delete question 3" }).click();
    await author.getByRole("button", { name: "Delete", exact: true }).click();
    await author.getByRole("button", { name: "Update Course" }).click();
    await author.waitForURL(/\/courses$/);
    await author.goto(`${site}/courses/${id}/edit`);
    await author.getByRole("button", { name: "1. Lights" }).click();
    await author.getByRole("button", { name: "Edit question 2" }).click();
    await expect(dialog.getByLabel("Description of the picture of option 1")).toHaveValue("A red light");
    await expect(dialog.getByLabel("Option 1", { exact: true })).toHaveValue("");
  });

  const context = await browser.newContext();
  const page = await context.newPage();
  await signIn(page, site, "yusuf.demir@demo.test");
  await page.goto(`${site}/learner/catalog/course/${id}`);
  await page.getByRole("button", { name: "Start Course" }).click();

  await test.step("the learner sees the pictures and answers by keyboard", async () => {
    await page.getByRole("button", { name: "Start Test" }).click();
    await page.getByRole("textbox").first().fill("2");
    const red = page.getByRole("radio", { name: "A red light" });
    await expect(page.getByRole("img", { name: "A river at night" })).toBeVisible();
    await expect(page.getByLabel("Three blasts", { exact: true })).toHaveAttribute("controls", "");
    await expect(page.getByRole("radio", { name: "A green light Go on" })).toBeVisible();
    expect(await page.content()).not.toMatch(/right-answer|wrong-answer/);
    await red.focus();
    await page.keyboard.press("Space");
    await expect(red).toBeChecked();
    await page.getByRole("combobox", { name: "Partner of A red light" }).selectOption("Stop");
    await page.getByRole("combobox", { name: "Partner of Three blasts" }).selectOption("Come back");
    await expectAccessible(page);
    await expectToFitInto(page, 360);
    await page.emulateMedia({ colorScheme: "dark" });
    await expectAccessible(page);
    await page.emulateMedia({ colorScheme: "light" });
    await page.getByRole("button", { name: "Submit test" }).click();
  });

  await test.step("the review shows them again", async () => {
    await expect(page.getByRole("heading", { name: /You passed/ })).toBeFocused();
    const answers = page.getByRole("region", { name: "Your answers" });
    await expect(answers.getByRole("img", { name: "A river at night" })).toBeVisible();
    await expect(answers.getByRole("img", { name: "A red light" }).first()).toBeVisible();
    await expectAccessible(page);
    await expectToFitInto(page, 360);
  });
  await context.close();
  await author.context().close();
});
