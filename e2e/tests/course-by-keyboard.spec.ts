import type { Locator, Page } from "@playwright/test";
import { delta, embedWeather, everyUnit, publish, uploadMedia } from "../course.ts";
import { tabTo } from "../keyboard.ts";
import { PASSWORD } from "../sign-in.ts";
import { expect, test } from "../server.ts";

const TITLE = "The keys of the boathouse";

test("takes a course from the catalog to the certificate with the keyboard only", async ({ browser, server }) => {
  test.setTimeout(240_000);
  const site = server.at("demo");
  const author = await (await browser.newContext()).newPage();
  await author.goto(`${site}/login`);
  await signIn(author, "instructor@demo.test");
  const media = await uploadMedia(author);
  const first = { title: "Where they hang", content: delta("Behind the counter.") };
  await publish(author, TITLE, everyUnit(media, first));
  await author.context().close();

  const context = await browser.newContext();
  await embedWeather(context);
  const page = await context.newPage();
  const { keyboard } = page;
  const press = async (target: Locator, key = "Enter") => {
    await tabTo(page, target);
    await keyboard.press(key);
  };
  const button = (name: string | RegExp) => page.getByRole("button", { name, exact: typeof name === "string" });
  const next = () => press(button("Next"));
  const submit = () => press(button("Submit"));

  await test.step("finds the course in the catalog and starts it", async () => {
    await page.goto(`${site}/login`);
    await signIn(page, "peter.lindqvist@demo.test");
    await press(page.getByRole("navigation").getByRole("link", { name: "Course Catalog" }));
    await tabTo(page, page.getByRole("searchbox"));
    await keyboard.type("keys of the boat");
    await expect(page.getByRole("heading", { name: TITLE })).toBeVisible();
    await press(page.getByRole("link", { name: new RegExp(`View Course.*${TITLE}|${TITLE}.*View Course`) }).first());
    await expect(page.getByRole("heading", { name: TITLE, level: 1 })).toBeVisible();
    await press(button("Start Course"));
    await expect(page.getByText("Behind the counter.")).toBeVisible();
    await next();
  });

  await test.step("plays, pauses and seeks the video with the player's keys", async () => {
    await expect(page.getByRole("heading", { name: "The crossing", level: 1 })).toBeFocused();
    const video = page.locator("video");
    const now = () => video.evaluate((film: HTMLVideoElement) => film.currentTime);
    await expect.poll(() => video.evaluate((film: HTMLVideoElement) => film.readyState)).toBeGreaterThan(1);
    await tabTo(page, video);
    await keyboard.press("Space");
    await expect.poll(now).toBeGreaterThan(0.2);
    await keyboard.press("Space");
    expect(await video.evaluate((film: HTMLVideoElement) => film.paused)).toBe(true);
    const before = await now();
    await keyboard.press("ArrowRight");
    await expect.poll(now).toBeGreaterThan(before + 2);
    await tabTo(page, page.getByLabel("Playback speed"));
    await keyboard.press("ArrowDown");
    await expect.poll(() => video.evaluate((film: HTMLVideoElement) => film.playbackRate)).toBe(1.25);
    await next();
    await expect(page.locator("audio")).toBeVisible();
    await next();
  });

  await test.step("answers the question below the document with the arrow keys", async () => {
    await tabTo(page, page.getByRole("main").getByRole("radio").first());
    await keyboard.press("Space");
    while (!(await page.getByLabel("Trent").isChecked())) await keyboard.press("ArrowDown");
    await next();
    await expect(page.getByRole("heading", { name: "The weather", level: 1 })).toBeFocused();
    await next();
  });

  await test.step("answers all five question types", async () => {
    await press(button("Start Test"));
    await tabTo(page, page.getByRole("main").getByRole("radio").first());
    await keyboard.press("Space");
    while (!(await page.getByLabel("Trent").isChecked())) await keyboard.press("ArrowDown");
    await submit();
    await next();
    await choose(page, "Gap 1 of 1", "lend");
    await submit();
    await next();
    if ((await page.getByRole("main").getByRole("listitem").first().innerText()).includes("Shout")) {
      await press(page.getByRole("button", { name: /^Move up/ }).last());
      await expect(page.getByRole("main").getByRole("listitem").first()).toContainText("Look");
      await expect(page.getByText("Look is now 1 of 2.")).toBeAttached();
    }
    await submit();
    await next();
    await choose(page, "Partner of rope", "to throw");
    await choose(page, "Partner of whistle", "to call");
    await submit();
    await next();
    await tabTo(page, page.getByLabel("Your answer"));
    await keyboard.type("So that help comes.");
    await submit();
    await expect(page.getByRole("heading", { name: /Congratulations!/ })).toBeFocused();
    await press(button("Next Unit"));
  });

  await test.step("submits the assignment and downloads the certificate", async () => {
    await press(button("Submit Text"));
    await tabTo(page, page.getByLabel("Your text"));
    await keyboard.type("We rowed.");
    await submit();
    await expect(page.getByText("Response submitted successfully")).toBeVisible();
    await next();
    await expect(page.getByText("100% Complete")).toBeVisible();
    const download = page.waitForEvent("download");
    await press(button(/certificate/i));
    expect((await download).suggestedFilename()).toBe(`${TITLE}-certificate.pdf`);
  });
  await context.close();
});

async function signIn(page: Page, email: string): Promise<void> {
  await tabTo(page, page.getByLabel("Email"));
  await page.keyboard.type(email);
  await tabTo(page, page.getByLabel("Password"));
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press("Enter");
  await page.waitForURL((url) => !url.pathname.startsWith("/login"));
}

/** Selects an option of a list by typing its first letters. */
async function choose(page: Page, label: string, option: string): Promise<void> {
  const select = page.getByLabel(label);
  await tabTo(page, select);
  await page.keyboard.type(option);
  await expect(select).toHaveValue(option);
}
