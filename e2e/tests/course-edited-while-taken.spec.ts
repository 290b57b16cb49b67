import type { Page } from "@playwright/test";
import { addQuestion, addUnit, emptyPdf, keptOn, silence } from "../authoring.ts";
import { expectAccessible } from "../axe.ts";
import { pickUpRow } from "../keyboard.ts";
import { signIn } from "../sign-in.ts";
import { scormPackage } from "../../server/src/testing/packages.ts";
import { expect, test } from "../server.ts";
import { expectToFitInto } from "../width.ts";

const TITLE = "When the alarm rings";
const FILM = "server/src/demo/media/rope-and-river.webm";

test("changes a course of eight unit types while a learner takes it", async ({ browser, server }) => {
  const site = server.at("demo");
  const authors = await browser.newContext();
  await authors.route("https://example.org/**", (route) =>
    route.fulfill({ contentType: "text/html", body: "<h1>The fire brigade</h1>" }),
  );
  let author = await authors.newPage();

  await test.step("writes five units, then closes the tab without saving", async () => {
    await signIn(author, site, "instructor@demo.test");
    await author.goto(`${site}/addcourse`);
    await author.getByLabel("Title", { exact: true }).fill(TITLE);
    await author.getByLabel("Description").fill("What to do, and where to go.");
    await addUnit(author, "Content");
    await name(author, "The signal");
    await write(author, "Three long tones.");
    await addUnit(author, "Video");
    await name(author, "A drill");
    await author.getByRole("button", { name: "Upload a video" }).click();
    await author.getByLabel("Video file").last().setInputFiles(FILM);
    await expect(author.getByRole("button", { name: "Remove rope-and-river.webm" })).toBeVisible();

    await addUnit(author, "Audio");
    await name(author, "How it sounds");
    const sound = { name: "alarm.wav", mimeType: "audio/wav", buffer: silence() };
    await author.getByLabel("Audio file").last().setInputFiles(sound);
    await expect(author.getByRole("button", { name: "Remove alarm.wav" })).toBeVisible();
    await expect
      .poll(() => author.locator("audio").evaluate((audio: HTMLAudioElement) => audio.duration))
      .toBeCloseTo(1, 1);

    await addUnit(author, "Presentation");
    await name(author, "The plan of the building");
    const plan = { name: "plan.pdf", mimeType: "application/pdf", buffer: emptyPdf() };
    await author.getByLabel("Document", { exact: true }).last().setInputFiles(plan);
    await expect(author.getByRole("button", { name: "Remove plan.pdf" })).toBeVisible();
    await expect(author.getByText("Page 1 of 1")).toBeVisible();
    await expectToFitInto(author, 360);
    await author.getByLabel("Completion option").selectOption("question");
    await expectAccessible(author);
    await addQuestion(author, "Fill the Gaps", async () => {
      await author.getByLabel("Question", { exact: true }).fill("We meet at the [gate|lift].");
    });

    await addUnit(author, "iFrame");
    await name(author, "The fire brigade");
    await author.getByLabel("URL").fill("example.org/brigade");
    await author.getByLabel("URL").press("Enter");
    await expect(author.getByText("Use an address that begins with https:// or http://.")).toBeVisible();
    await author.getByLabel("URL").fill("https://example.org/brigade");
    await author.getByRole("button", { name: "Add URL" }).click();
    await expect(author.frameLocator("iframe").getByText("The fire brigade")).toBeVisible();
    await expectAccessible(author);
    await expect.poll(() => keptOn(author)).toContain("https://example.org/brigade");
    await author.close();
  });

  const id = await test.step("offers the unsaved text again; the author adds three units and publishes", async () => {
    author = await authors.newPage();
    await author.goto(`${site}/addcourse`);
    await author.getByRole("button", { name: "Restore" }).click();
    await expect(units(author)).toHaveText([/The signal/, /A drill/, /How it sounds/, /The plan/, /The fire brigade/]);

    await addUnit(author, "Test");
    await addQuestion(author, "Multiple Choice", async () => {
      await author.getByLabel("Option 1", { exact: true }).fill("I leave at once");
      await author.getByLabel("Option 1 is correct").check();
    });
    await addUnit(author, "Assignments");
    await author.getByRole("textbox", { name: "Title" }).fill("");
    await author.getByLabel("Completion option").selectOption("user-uploads");
    await author.getByRole("button", { name: "Publish" }).click();
    await expect(author.getByRole("alert")).toContainText("Assignment Unit 7 title is required");
    await expect(author.getByRole("alert")).toContainText("Assignment Unit 7 content is required");
    await name(author, "Your way out");
    await write(author, "Describe your way out of the building.");
    await addUnit(author, "Scorm");
    await name(author, "The drill on your screen");
    const drill = { name: "drill.zip", mimeType: "application/zip", buffer: scormPackage() };
    await author.getByLabel("SCORM, xAPI or cmi5 file").last().setInputFiles(drill);
    await expect(author.getByText("SCORM 1.2", { exact: true })).toBeVisible();
    await author.getByRole("button", { name: "Publish" }).click();
    await author.waitForURL(/\/courses$/);
    await author.getByRole("link", { name: `Edit ${TITLE}` }).click();
    await author.waitForURL(/\/courses\/\d+\/edit$/);
    return Number(/courses\/(\d+)\/edit/.exec(author.url())![1]);
  });

  const learner = await (await browser.newContext()).newPage();
  const courseMenu = learner.getByRole("navigation", { name: "Course Content" });
  await test.step("completes the first three units as a learner", async () => {
    await signIn(learner, site, "learner@demo.test");
    await learner.goto(`${site}/learner/catalog/course/${id}`);
    await learner.getByRole("button", { name: "Start Course" }).click();
    for (const unit of [1, 2, 3]) {
      await learner.waitForURL(new RegExp(`/learner/course/${id}/unit/${unit}$`));
      await learner.getByRole("button", { name: "Next", exact: true }).click();
    }
    await learner.waitForURL(/\/unit\/4$/);
    await expect(courseMenu.getByText("38% complete")).toBeVisible();
  });

  await test.step("moves a unit with the keyboard, changes other units, and shows the author which learners are affected", async () => {
    await expect(units(author)).toHaveCount(8);
    await author.getByRole("button", { name: "Reorder How it sounds" }).focus();
    // Each key press moves the unit one step, with a short animation and an announcement for screen readers.
    await pickUpRow(author);
    await expect(author.getByText("How it sounds is over position 3 of 8.")).toBeAttached();
    const steps = [
      ["ArrowUp", "is over position 2 of 8."],
      ["ArrowUp", "is over position 1 of 8."],
      ["Space", "is dropped at position 1 of 8."],
    ] as const;
    for (const [key, words] of steps) {
      await author.keyboard.press(key);
      await expect(author.getByText(`How it sounds ${words}`)).toBeAttached();
    }
    await expect(units(author)).toHaveText([
      /How it sounds/,
      /The signal/,
      /A drill/,
      /The plan/,
      /brigade/,
      /Test/,
      /way out/,
      /on your screen/,
    ]);
    await units(author).filter({ hasText: "How it sounds" }).click();
    await name(author, "How the alarm sounds");
    await units(author).filter({ hasText: "The plan" }).click();
    await author.getByRole("button", { name: "Remove plan.pdf" }).click();
    await author.getByRole("alertdialog", { name: "Confirm Removal" }).getByRole("button", { name: "Remove" }).click();
    await expect(author.getByText("We meet at the")).toHaveCount(0);
    await author.getByRole("button", { name: "Update Course" }).click();
    await expect(author.getByRole("alert")).toContainText("Presentation Unit 4 document is required");
    const plan = { name: "new plan.pdf", mimeType: "application/pdf", buffer: emptyPdf() };
    await author.getByLabel("Document", { exact: true }).last().setInputFiles(plan);
    await expect(author.getByRole("button", { name: "Remove new plan.pdf" })).toBeVisible();

    await author.getByRole("button", { name: "Update Course" }).click();
    const question = author.getByRole("alertdialog", { name: "Update Course" });
    await expect(question).toContainText("1 learner is enrolled in this course");
    await question.getByRole("button", { name: "Update Course" }).click();
    await author.waitForURL(/\/courses$/);
  });

  await test.step("keeps the learner's progress in the new order of units", async () => {
    await learner.goto(`${site}/learner/course/${id}/unit/4`);
    await expect(courseMenu.getByText("38% complete")).toBeVisible();
    const steps = courseMenu.getByRole("listitem");
    await expect(steps.first()).toContainText("How the alarm sounds");
    for (const done of [0, 1, 2]) await expect(steps.nth(done)).toContainText("Complete");
    await expect(steps.nth(3)).not.toContainText("Complete");
    await learner.getByRole("button", { name: "Next", exact: true }).click();
    await learner.waitForURL(/\/unit\/5$/);
    await expect(courseMenu.getByText("50% complete")).toBeVisible();
  });

  await test.step("duplicates the course as a draft without learners", async () => {
    await author.getByRole("button", { name: `More actions for ${TITLE}` }).click();
    await author.getByRole("menuitem", { name: "Duplicate" }).click();
    const copy = author.getByRole("row", { name: new RegExp(`${TITLE} \\(copy\\).*Draft`) });
    await expect(copy).toBeVisible();
    await copy.getByRole("link", { name: /^Edit/ }).click();
    await expect(units(author)).toHaveText([
      /alarm sounds/,
      /The signal/,
      /A drill/,
      /The plan/,
      /brigade/,
      /Test/,
      /way out/,
      /on your screen/,
    ]);
  });
});

/** Finds the buttons that select units, in order. */
const units = (page: Page) =>
  page.getByRole("navigation", { name: "Parts of the course" }).getByRole("button", { name: /^\d+\. / });

const name = (page: Page, title: string) => page.getByRole("textbox", { name: "Title" }).fill(title);
const write = (page: Page, text: string) => page.getByRole("textbox", { name: "Content" }).fill(text);
