import { callApi } from "../graphql.ts";
import { addQuestion, addUnit } from "../authoring.ts";
import { expectAccessible } from "../axe.ts";
import { readText } from "../pdf.ts";
import { signIn } from "../sign-in.ts";
import { expect, test } from "../server.ts";

const FILM = "server/src/demo/media/rope-and-river.webm";
const TITLE = "Keys and alarms";

test("takes a course from the author to the learner's certificate and the manager's report", async ({
  browser,
  server,
}) => {
  const site = server.at("demo");

  await test.step("writes a course with a text, a video and a test as an instructor, and publishes it", async () => {
    const page = await (await browser.newContext()).newPage();
    await signIn(page, site, "instructor@demo.test");
    await page.goto(`${site}/courses`);
    await expectAccessible(page);
    await page.getByRole("link", { name: "Add Course" }).click();
    await page.getByLabel("Title", { exact: true }).fill(TITLE);
    await page.getByLabel("Description").fill("Who holds which key, and what to do when the alarm rings.");

    await addUnit(page, "Content");
    await page.getByRole("textbox", { name: "Title" }).fill("The keys");
    await page.getByRole("textbox", { name: "Content" }).fill("The duty manager holds the keys. Never lend them.");
    await expectAccessible(page);

    await addUnit(page, "Video");
    await page.getByRole("textbox", { name: "Title" }).fill("A round of the building");
    await page.getByRole("button", { name: "Upload a video" }).click();
    await page.getByLabel("Video file").last().setInputFiles(FILM);
    await expect(page.locator("video")).toBeVisible();

    await addUnit(page, "Test");
    await addQuestion(page, "Multiple Choice", async () => {
      await page.getByLabel("Question", { exact: true }).fill("Who holds the keys?");
      await page.getByLabel("Option 1", { exact: true }).fill("The duty manager");
      await page.getByLabel("Option 1 is correct").check();
      await page.getByRole("button", { name: "Add option" }).click();
      await page.getByLabel("Option 2", { exact: true }).fill("The first person");
    });
    await addQuestion(page, "Fill the Gaps", async () => {
      await page.getByLabel("Question", { exact: true }).fill("Never [lend|copy|hide] the keys.");
    });

    await page.getByRole("button", { name: "Publish" }).click();
    await page.waitForURL(/\/courses$/);
    await expect(page.getByRole("cell", { name: TITLE, exact: true })).toBeVisible();
    await page.context().close();
  });

  const certificate =
    await test.step("lets the learner find it in the catalog, retry a wrong answer, finish and download the certificate", async () => {
      const page = await (await browser.newContext()).newPage();
      await signIn(page, site, "learner@demo.test");
      await expect(page).toHaveURL(`${site}/learner/dashboard`);
      await expectAccessible(page);
      await page.getByRole("navigation").getByRole("link", { name: "Course Catalog" }).click();
      await expect(page.getByRole("heading", { name: TITLE })).toBeVisible();
      await expectAccessible(page);
      await page
        .getByRole("link", { name: new RegExp(`View Course.*${TITLE}|${TITLE}.*View Course`) })
        .first()
        .click();
      await expect(page.getByRole("heading", { name: TITLE, level: 1 })).toBeVisible();
      await expectAccessible(page);

      await page.getByRole("button", { name: "Start Course" }).click();
      await expect(page.getByText("Never lend them.")).toBeVisible();
      await expectAccessible(page);
      await page.getByRole("button", { name: "Next", exact: true }).click();
      await expect(page.locator("video")).toBeVisible();
      await expect
        .poll(() => page.locator("video").evaluate((video: HTMLVideoElement) => video.duration))
        .toBeGreaterThan(10);
      await page.getByRole("button", { name: "Next", exact: true }).click();

      await expect(page.getByText("You have 2 questions to complete.")).toBeVisible();
      await page.getByRole("button", { name: "Start Test" }).click();
      await expectAccessible(page);
      await page.getByLabel("The first person").check();
      await page.getByRole("button", { name: "Submit" }).click();
      await page.getByRole("button", { name: "Next", exact: true }).click();
      await page.getByRole("combobox").selectOption("lend");
      await page.getByRole("button", { name: "Submit" }).click();
      await expect(page.getByText("You missed some questions. Try again.")).toBeVisible();
      await expectAccessible(page);

      await page.getByRole("button", { name: "Retry Test" }).click();
      await page.getByLabel("The duty manager").check();
      await page.getByRole("button", { name: "Submit" }).click();
      await page.getByRole("button", { name: "Next", exact: true }).click();
      await page.getByRole("combobox").selectOption("lend");
      await page.getByRole("button", { name: "Submit" }).click();
      await expect(page.getByText("Congratulations! You got all answers correct!")).toBeVisible();
      await page.getByRole("button", { name: "Next Unit" }).click();

      await page.waitForURL(/\/learner\/catalog\/course\/\d+/);
      await expect(page.getByText("100% Complete")).toBeVisible();
      await expect(page.getByText("Course Completed", { exact: true })).toBeVisible();
      await expect(page.getByText("You have completed this course. Your certificate is ready.")).toBeVisible();
      const download = page.waitForEvent("download");
      await page.getByRole("button", { name: /certificate/i }).click();
      const file = await download;
      expect(file.suggestedFilename()).toBe(`${TITLE}-certificate.pdf`);
      const text = await readText(await file.path());
      for (const words of ["Grace Adeyemi", TITLE, "Northgate Trust"]) expect(text).toContain(words);

      const { completedCourses } = await callApi<{ completedCourses: { title: string }[] }>(
        page,
        "{ completedCourses { title } }",
      );
      expect(completedCourses.map((course) => course.title)).toContain(TITLE);
      await page.context().close();
      return text;
    });

  await test.step("verifies the certificate at its printed address without sign-in", async () => {
    const address = /\/certificates\/([\w-]{20,})/.exec(certificate.replaceAll(" ", ""))?.[1];
    if (!address) throw new Error(`No address of a public page in: ${certificate}`);
    const page = await (await browser.newContext()).newPage();
    await page.goto(`${site}/certificates/${address}`);
    await expect(page.getByText("Grace Adeyemi")).toBeVisible();
    await expect(page.getByText(/valid/i).first()).toBeVisible();
    await page.context().close();
  });

  await test.step("shows 100 % in the manager's report", async () => {
    const page = await (await browser.newContext()).newPage();
    await signIn(page, site, "manager@demo.test");
    await expect(page).toHaveURL(`${site}/dashboard`);
    await expectAccessible(page);
    await page.goto(`${site}/reports/courses`);
    await page.getByRole("searchbox").fill(TITLE);
    await page.waitForURL(/search=/);
    await expect(page.getByRole("row", { name: new RegExp(TITLE) })).toBeVisible();
    await expectAccessible(page);
    await page
      .getByRole("row", { name: new RegExp(TITLE) })
      .getByRole("link", { name: /View Details/ })
      .click();
    await expect(page.getByText("100%").first()).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("tab", { name: "Users" }).click();
    await expect(page.getByRole("row", { name: /Grace Adeyemi.*100/ })).toBeVisible();
    await expectAccessible(page);

    await page.getByRole("row", { name: /Grace Adeyemi.*100/ }).click();
    await expect(page.getByRole("heading", { name: "Grace Adeyemi User Report" })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("tab", { name: "Courses" }).click();
    await page.getByRole("button", { name: TITLE }).click();
    const units = page.getByRole("dialog", { name: new RegExp(`^Course: ${TITLE.slice(0, 20)}`) });
    await expect(units.getByRole("cell", { name: "Yes" })).toHaveCount(3);
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await page.getByRole("tab", { name: "Activity" }).click();
    await expect(page.getByText(`Completed '${TITLE}'`)).toBeVisible();
    await expect(page.getByText("Page 1 of")).toBeVisible();
    await expectAccessible(page);
    await page.goto(`${site}/reports/users`);
    await expect(page.getByRole("row", { name: /Grace Adeyemi/ })).toBeVisible();
    await expectAccessible(page);
    await page.context().close();
  });
});
