import { createPicture } from "../../server/src/testing/course-rows.ts";
import { addQuestion } from "../authoring.ts";
import { expectAccessible } from "../axe.ts";
import { publish } from "../course.ts";
import { expect, test } from "../server.ts";
import { signIn } from "../sign-in.ts";
import { expectToFitInto } from "../width.ts";

test("an author places regions by keyboard and by drawing, and learners choose them by keyboard and by pointer", async ({
  browser,
  server,
}) => {
  const site = server.at("demo");
  const author = await (await browser.newContext()).newPage();
  await signIn(author, site, "instructor@demo.test");
  const id = await publish(author, "Ways out", {
    test_units: [{ unit_order: 1, title: "The hall", pass_mark: 100, questions_per_page: 5, review: "after_attempt" }],
    tests: [{ unit_order: 1, type: "Number", question: "How many exits are there?", accepted: [{ text: "2" }] }],
  });
  const dialog = author.getByRole("dialog", { name: "Add Hotspot question" });

  await test.step("the author adds a region by keyboard only, and another by drawing", async () => {
    await author.goto(`${site}/courses/${id}/edit`);
    await author.getByRole("button", { name: "1. The hall" }).click();
    await addQuestion(author, "Hotspot", async () => {
      await author.getByLabel("Question", { exact: true }).fill("Which way do you leave?");
      await expect(dialog.getByText("Add a picture to the question first.")).toBeVisible();
      await dialog.locator('input[type=file][aria-label="Add picture to the question"]').setInputFiles({
        name: "hall.jpg",
        mimeType: "image/jpeg",
        buffer: await createPicture({ width: 900, height: 500, background: "#dde3ee" }),
      });
      await dialog.getByLabel("Description of picture 1").fill("A hall with two exits");
      await dialog.getByRole("button", { name: "Add region" }).focus();
      await author.keyboard.press("Enter");
      await dialog.getByLabel("Region 1 is right").focus();
      await author.keyboard.press("Space");
      await author.keyboard.press("Tab");
      await author.keyboard.type("On the left");
      for (const typed of ["10", "20", "4", "40"]) {
        await author.keyboard.press("Tab");
        await author.keyboard.press("ControlOrMeta+a");
        await author.keyboard.type(typed);
      }
      await expect(dialog.getByLabel("Height of region 1 in percent")).toHaveValue("40");
      const picture = dialog.getByRole("img", { name: "A hall with two exits" });
      await picture.scrollIntoViewIfNeeded();
      const box = (await picture.boundingBox())!;
      await author.mouse.move(box.x + box.width * 0.6, box.y + box.height * 0.2);
      await author.mouse.down();
      await author.mouse.move(box.x + box.width * 0.9, box.y + box.height * 0.7);
      await author.mouse.up();
      await expect(dialog.getByLabel("Left edge of region 2 in percent")).toHaveValue("60");
      await expect(dialog.getByLabel("Height of region 2 in percent")).toHaveValue("50");
      await dialog.getByLabel("Name of region 2").fill("On the right");
      await expectAccessible(author);
      await expectToFitInto(author, 360);
    });
    await author.getByRole("button", { name: "Duplicate question 2" }).click();
    await author.getByRole("button", { name: "Edit question 3" }).click();
    const copy = author.getByRole("dialog");
    await copy.getByLabel("Region 2 is right").check();
    await copy.getByRole("button", { name: "Save" }).click();
    await author.getByRole("button", { name: "Update Course" }).click();
    await author.waitForURL(/\/courses$/);
    await author.goto(`${site}/courses/${id}/edit`);
    await author.getByRole("button", { name: "1. The hall" }).click();
    await author.getByRole("button", { name: "Edit question 2" }).click();
    await expect(author.getByLabel("Width of region 1 in percent")).toHaveValue("4");
    await author.getByRole("dialog").getByRole("button", { name: "Close" }).click();
  });

  await test.step("an export names the questions that it leaves out", async () => {
    await author.getByRole("button", { name: "Export questions" }).click();
    const downloading = author.waitForEvent("download");
    await author.getByRole("menuitem", { name: "Moodle XML" }).click();
    await downloading;
    const named = author.getByRole("dialog", { name: "Questions that are not in the file" });
    await expect(named.getByText('"Which way do you leave?" is left out')).toHaveCount(2);
    await expectAccessible(author);
  });

  const context = await browser.newContext();
  const page = await context.newPage();
  await signIn(page, site, "yusuf.demir@demo.test");
  await page.goto(`${site}/learner/catalog/course/${id}`);
  await page.getByRole("button", { name: "Start Course" }).click();

  await test.step("the learner chooses one region by keyboard and several by pointer", async () => {
    await page.getByRole("button", { name: "Start Test" }).click();
    await page.getByRole("textbox").first().fill("2");
    await expect(page.getByRole("img", { name: "A hall with two exits" })).toHaveCount(2);
    const left = page.getByRole("radio", { name: "On the left" });
    await left.focus();
    await page.keyboard.press("ArrowDown");
    await expect(page.getByRole("radio", { name: "On the right" })).toBeChecked();
    await page.keyboard.press("ArrowUp");
    await expect(left).toBeChecked();
    // The tree of screen readers and the order of Tab have each choice once.
    await expect(page.getByRole("button", { name: "On the left" })).toHaveCount(0);
    await expectToFitInto(page, 360);
    await page.setViewportSize({ width: 360, height: 740 });
    await expectAccessible(page);
    // A press beside the narrow region, within 44 pixels around its middle.
    const second = page.locator('button[title="On the left"]').nth(1);
    await second.scrollIntoViewIfNeeded();
    const box = (await second.boundingBox())!;
    expect(box.width).toBeLessThan(20);
    await page.mouse.click(box.x + box.width / 2 + 19, box.y + box.height / 2);
    await expect(page.getByRole("checkbox", { name: "On the left" })).toBeChecked();
    await page.locator('button[title="On the right"]').nth(1).click();
    await page.emulateMedia({ colorScheme: "dark" });
    await expectAccessible(page);
    await page.emulateMedia({ colorScheme: "light" });
    await page.getByRole("button", { name: "Submit test" }).click();
  });

  await test.step("the review shows the picture and what was chosen", async () => {
    await expect(page.getByRole("heading", { name: /You passed/ })).toBeFocused();
    const answers = page.getByRole("region", { name: "Your answers" });
    await expect(answers.getByRole("img", { name: "A hall with two exits" }).first()).toBeVisible();
    await expect(answers.getByText("On the left").first()).toBeVisible();
    await expect(answers.getByText("What you chose is filled").first()).toBeVisible();
    await expectAccessible(page);
    await expectToFitInto(page, 360);
  });
  await context.close();
  await author.context().close();
});
