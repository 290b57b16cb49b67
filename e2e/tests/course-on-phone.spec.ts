import type { Page } from "@playwright/test";
import { expectAccessible } from "../axe.ts";
import { delta, embedWeather, everyUnit, publish, uploadMedia } from "../course.ts";
import { readText } from "../pdf.ts";
import { signIn } from "../sign-in.ts";
import { expect, test } from "../server.ts";

const TITLE = "A day at the river";

test("takes a course with every unit type from the catalog to the certificate on a phone", async ({
  browser,
  server,
}) => {
  // axe checks each screen in the light and the dark theme.
  test.setTimeout(240_000);
  const site = server.at("demo");
  const author = await (await browser.newContext()).newPage();
  await signIn(author, site, "instructor@demo.test");
  const media = await uploadMedia(author);
  const first = {
    title: "Before we go",
    content: delta("Pack a rope."),
    completion_option: "time",
    time_limit: 2,
  };
  await publish(author, TITLE, {
    ...everyUnit(media, first),
    resources: [{ name: "The map", file_path: media.resource, is_downloadable: true }],
  });
  await author.context().close();

  const phone = await browser.newContext({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
  await embedWeather(phone);
  const page = await phone.newPage();
  const shown = async (what: string) => {
    await expectNoSideScroll(page, what);
    await expectAccessible(page);
  };
  const next = () => page.getByRole("button", { name: "Next", exact: true }).tap();

  await test.step("finds the course by searching the catalog", async () => {
    await signIn(page, site, "kateryna.shevchenko@demo.test");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await shown("the dashboard");
    await page.goto(`${site}/learner/course-catalog`);
    await page.getByRole("searchbox").fill("day at the");
    await page.waitForURL(/search=day/);
    // The former list is dimmed until the found one arrives.
    await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
    await expect(page.getByRole("status").filter({ hasText: /^1 course$/ })).toBeVisible();
    await expect(page.getByRole("heading", { name: TITLE })).toBeVisible();
    await shown("the catalogue");
    await page
      .getByRole("link", { name: new RegExp(`View Course.*${TITLE}|${TITLE}.*View Course`) })
      .first()
      .tap();
    await expect(page.getByRole("heading", { name: TITLE, level: 1 })).toBeVisible();
    await shown("the overview");
  });

  await test.step("opens a resource", async () => {
    await page.getByRole("link", { name: /View Resource/ }).tap();
    await expect(page.getByText("Page 1 of 1")).toBeVisible();
    await shown("the resource");
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toBeHidden();
  });

  await test.step("completes the text after its minimum time", async () => {
    await page.getByRole("button", { name: "Start Course" }).tap();
    await expect(page.getByText("Pack a rope.")).toBeVisible();
    await next();
    await expect(page.getByRole("alert")).toHaveText("You must wait until the time is up before proceeding.");
    await shown("the text");
    await expect(page.getByText(/You need to stay on this unit/)).toBeHidden();
    await next();
  });

  await test.step("plays the video and the audio, also faster", async () => {
    const video = page.locator("video");
    await expect.poll(() => video.evaluate((film: HTMLVideoElement) => film.duration)).toBeGreaterThan(10);
    await page.getByLabel("Playback speed").selectOption("1.5");
    expect(await video.evaluate((film: HTMLVideoElement) => film.playbackRate)).toBe(1.5);
    await shown("the film");
    await next();
    await expect(page.locator("audio")).toBeVisible();
    expect(await page.locator("audio").evaluate((sound: HTMLAudioElement) => sound.playbackRate)).toBe(1.5);
    await shown("the sound");
    await next();
  });

  await test.step("requires the right answer below the document", async () => {
    await expect(page.getByText("Page 1 of 1")).toBeVisible();
    await page.getByLabel("Skiddaw").tap();
    await next();
    await expect(page.getByRole("alert")).toContainText("You answered one or more questions incorrectly.");
    await shown("the document");
    await page.getByLabel("Trent").tap();
    await next();
  });

  await test.step("shows a page of another site in its frame", async () => {
    await expect(page.frameLocator("iframe").getByText("Fair")).toBeVisible();
    await shown("the frame");
    await next();
  });

  await test.step("passes the test with all five question types", async () => {
    await expect(page.getByText("You have 5 questions to complete.")).toBeVisible();
    await shown("the introduction of the test");
    await page.getByRole("button", { name: "Start Test" }).tap();
    const submit = () => page.getByRole("button", { name: "Submit" }).tap();
    await page.getByLabel("Trent").tap();
    await shown("a choice");
    await submit();
    await next();
    await page.getByLabel("Gap 1 of 1").selectOption("lend");
    await shown("gaps");
    await submit();
    await next();
    if ((await page.getByRole("main").getByRole("listitem").first().innerText()).includes("Shout"))
      await page.getByRole("button", { name: "Move up" }).last().tap();
    await shown("an order");
    await submit();
    await next();
    await page.getByLabel("Partner of rope").selectOption("to throw");
    await page.getByLabel("Partner of whistle").selectOption("to call");
    await shown("pairs");
    await submit();
    await next();
    await page.getByLabel("Your answer").fill("So that help comes.");
    await shown("a free text");
    await submit();
    await expect(page.getByText("Congratulations! You got all answers correct!")).toBeVisible();
    await shown("the result");
    await page.getByRole("button", { name: "Next Unit" }).tap();
  });

  await test.step("submits the assignment", async () => {
    await page.getByRole("button", { name: "Submit Text" }).tap();
    await page.getByLabel("Your text").fill("We rowed.");
    await page.getByRole("button", { name: "Submit", exact: true }).tap();
    await expect(page.getByText("Response submitted successfully")).toBeVisible();
    await shown("the assignment");
    await page.getByRole("button", { name: "Course Content" }).tap();
    await expect(page.getByRole("navigation", { name: "Course Content" })).toBeVisible();
    await shown("the course menu");
    await page.keyboard.press("Escape");
    await next();
  });

  await test.step("completes the course and downloads the certificate", async () => {
    await expect(page.getByText("100% Complete")).toBeVisible();
    await shown("the overview when complete");
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: /certificate/i }).tap();
    const text = await readText(await (await download).path());
    for (const words of ["Kateryna Shevchenko", TITLE]) expect(text).toContain(words);
    for (const path of ["courses", "progress", "certificates", "badges"]) {
      await page.goto(`${site}/learner/${path}`);
      await expect(page.getByText(TITLE).first()).toBeVisible();
      await shown(path);
    }
    await page.goto(`${site}/profile`);
    await expect(page.getByLabel("First name")).toHaveValue("Kateryna");
    await shown("the profile");
  });
  await phone.close();
});

async function expectNoSideScroll(page: Page, what: string): Promise<void> {
  const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(over, `${what} is wider than the phone`).toBeLessThanOrEqual(0);
}
