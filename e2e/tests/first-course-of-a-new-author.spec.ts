import type { Locator, Page } from "@playwright/test";
import { demoPackage } from "../../server/src/demo/package.ts";
import { expectAccessible } from "../axe.ts";
import { setUpApp } from "../second-factor.ts";
import { expect, startEmpty, test as base } from "../server.ts";

const FILM = "server/src/demo/media/the-first-minute.webm";
const PASSWORD = "lantern-river-41";

/** A server without any instance. */
const test = base.extend<{ empty: Awaited<ReturnType<typeof startEmpty>> }>({
  empty: async ({ browserName: _ }, provide) => {
    const empty = await startEmpty();
    await provide(empty);
    await empty.stop();
  },
});

/**
 * Seconds of a practised user by the keystroke-level model (Card, Moran and Newell 1983): one thought and one movement
 * of the mouse with a click for each action, and the keys of an average typist.
 */
const SECONDS = { thought: 1.35, click: 1.3, key: 0.28 };
/** How much longer a user takes who has to read and search the screen for the first time. */
const FIRST_TIME = 4;

/** Acts on a page and adds up how long a first-time author would take. */
class Author {
  seconds = 0;
  readonly page: Page;
  constructor(page: Page) {
    this.page = page;
  }
  async click(target: Locator): Promise<void> {
    this.#count(0);
    await target.click();
  }
  async type(target: Locator, text: string): Promise<void> {
    this.#count(text.length);
    await target.fill(text);
  }
  async pick(target: Locator, files: Parameters<Locator["setInputFiles"]>[0]): Promise<void> {
    this.#count(0);
    await target.setInputFiles(files);
  }
  #count(keys: number): void {
    this.seconds += FIRST_TIME * (SECONDS.thought + SECONDS.click) + keys * SECONDS.key;
  }
}

/** Collects the text of every alert and status message that appears on the pages from now on. */
async function collectMessages(page: Page): Promise<Set<string>> {
  const messages = new Set<string>();
  await page.exposeFunction("addMessage", (text: string) => messages.add(text));
  await page.addInitScript(() => {
    const report = () => {
      for (const element of document.querySelectorAll<HTMLElement>('[role="alert"], [role="status"], [aria-live]')) {
        const text = element.innerText.trim();
        if (text) (window as unknown as { addMessage(text: string): void }).addMessage(text);
      }
    };
    new MutationObserver(report).observe(document, { subtree: true, childList: true, characterData: true });
  });
  return messages;
}

/** All that the screens may report on the way. Some are shown too briefly to be seen on every machine. */
const TRUE_MESSAGES = [
  /^Logging you in\.\.\.$/,
  /^Loading$/,
  // The rating of the password, once its list is there.
  /^Strong\.$/,
  /^Unsaved changes$/,
  /^Uploading/,
  /^Unpacking \d+ files? \.\.\.$/,
  /^Saving\.\.\.$/,
  /^The course is published\.$/,
  /^Showing 1-1 of 1$/,
];

test("a first-time author publishes a course with a video, a test and a package in less than 15 minutes of work, and each message is true", async ({
  page,
  empty,
}) => {
  const messages = await collectMessages(page);
  const author = new Author(page);
  const button = (name: string) => page.getByRole("button", { name, exact: true });
  const field = (name: string) => page.getByRole("textbox", { name, exact: true });
  const addUnit = async (type: string) => {
    await author.click(button("Add unit"));
    await author.click(page.getByRole("menuitem", { name: type }));
  };

  await test.step("sets up the instance and signs in", async () => {
    await page.goto(empty.link);
    await author.type(page.getByLabel("Name of the organisation"), "Millbrook Rowing Club");
    await author.type(page.getByLabel("Your first name"), "Ada");
    await author.type(page.getByLabel("Your last name"), "Abara");
    await author.type(page.getByLabel("Your email"), "ada@millbrook.test");
    await author.type(page.getByLabel("A password of at least 8 characters"), PASSWORD);
    await author.click(button("Set up"));
    await setUpApp(page, PASSWORD);
    await expect(page).toHaveURL(/\/dashboard$/);
    await expectAccessible(page);
  });

  await test.step("writes a course with a video, a package and a test", async () => {
    await author.click(page.getByRole("link", { name: "Add Course" }).or(button("Add Course")).first());
    await author.type(field("Title"), "On the water");
    await author.type(field("Description"), "What to know before the first outing.");

    await addUnit("Video");
    await author.type(field("Title").last(), "The first minute");
    await author.click(button("Upload a video"));
    await author.pick(page.getByLabel("Video file").last(), FILM);
    await expect(page.locator("video")).toBeVisible();
    await expectAccessible(page);

    await addUnit("Scorm");
    await author.type(field("Title").last(), "Which extinguisher?");
    await author.pick(page.getByLabel("SCORM, xAPI or cmi5 file").last(), {
      name: "which-extinguisher.zip",
      mimeType: "application/zip",
      buffer: demoPackage(),
    });
    await expect(page.getByText(/^SCORM /)).toBeVisible();
    await expectAccessible(page);

    await addUnit("Test");
    await author.type(field("Title").last(), "Ready?");
    await author.click(button("Add question"));
    await author.click(page.getByRole("menuitem", { name: "Multiple Choice" }));
    await author.type(page.getByLabel("Question", { exact: true }), "Who wears a life jacket?");
    await author.type(page.getByLabel("Option 1", { exact: true }), "Everybody in the boat");
    await author.click(page.getByLabel("Option 1 is correct"));
    await author.click(button("Add option"));
    await author.type(page.getByLabel("Option 2", { exact: true }), "Only the cox");
    await expectAccessible(page);
    await author.click(page.getByRole("dialog").getByRole("button", { name: "Save" }));
    await expect(page.getByRole("dialog")).toBeHidden();
  });

  await test.step("publishes it", async () => {
    await author.click(button("Publish"));
    await page.waitForURL(/\/courses$/);
    await expect(page.getByRole("row", { name: /On the water.*Published/ })).toBeVisible();
  });

  expect(author.seconds / 60).toBeLessThan(15);
  expect([...messages].filter((text) => !TRUE_MESSAGES.some((message) => message.test(text)))).toEqual([]);
  expect([...messages]).toEqual(expect.arrayContaining(["Unsaved changes", "The course is published."]));
});
