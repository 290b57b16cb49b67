import { expectAccessible } from "../axe.ts";
import { delta, publish } from "../course.ts";
import { stepWithMedia } from "../firefox.ts";
import { signIn } from "../sign-in.ts";
import { expect, test } from "../server.ts";

const FIRST = "The banks of the river";
const SECOND = "Into the water";

test("keeps a course closed until its prerequisite is complete", async ({ browser, server }) => {
  const site = server.at("demo");
  const author = await (await browser.newContext()).newPage();
  await signIn(author, site, "instructor@demo.test");
  const text = (words: string) => [{ unit_order: 1, title: "What to know", content: delta(words) }];
  const first = await publish(author, FIRST, { content: text("Stay on the path.") });
  const second = await publish(author, SECOND, { content: text("Keep your vest on."), learning_path: [first] });
  await author.context().close();

  const page = await (await browser.newContext()).newPage();
  await signIn(page, site, "elin.rhys@demo.test");

  await test.step("says what is missing and does not start", async () => {
    await page.goto(`${site}/learner/catalog/course/${second}`);
    await expect(page.getByRole("row", { name: new RegExp(`${FIRST}.*Not Completed`) })).toBeVisible();
    await page.getByRole("button", { name: "Start Course" }).click();
    await expect(page.getByRole("alert")).toHaveText(
      "Please complete prerequisite courses before starting this course.",
    );
    await expectAccessible(page);
  });

  await test.step("leads the player's address back to the course with the reason", async () => {
    await page.goto(`${site}/learner/course/${second}/unit/1`);
    await page.waitForURL(/\/learner\/catalog\/course\/\d+/);
    await expect(page.getByText("Please complete all prerequisite courses before starting this course.")).toBeVisible();
    await expect(page.getByText("Keep your vest on.")).toHaveCount(0);
  });

  await test.step("opens the prerequisite with one click and completes it", async () => {
    await page.getByRole("link", { name: FIRST }).click();
    await expect(page.getByRole("heading", { name: FIRST, level: 1 })).toBeVisible();
    await page.getByRole("button", { name: "Start Course" }).click();
    await page.getByRole("button", { name: "Next", exact: true }).click();
    await expect(page.getByText("100% Complete")).toBeVisible();
  });

  await test.step("starts the course after the prerequisite", async () => {
    await page.goto(`${site}/learner/catalog/course/${second}`);
    await expect(page.getByRole("row", { name: new RegExp(`${FIRST}.*Completed`) })).toBeVisible();
    await page.getByRole("button", { name: "Start Course" }).click();
    await expect(page.getByText("Keep your vest on.")).toBeVisible();
  });
  await stepWithMedia(page, "prints a text unit in black on white without controls", async () => {
    await page.emulateMedia({ media: "print", colorScheme: "dark" });
    await expect(page.getByText("Keep your vest on.")).toBeVisible();
    await expect(page.getByRole("navigation")).toBeHidden();
    await expect(page.getByRole("button", { name: "Next", exact: true })).toBeHidden();
    const colours = await page.evaluate(() => {
      const { backgroundColor, color } = getComputedStyle(document.body);
      return [backgroundColor, color];
    });
    expect(colours).toEqual(["rgb(255, 255, 255)", "rgb(17, 17, 17)"]);
  });
  await page.context().close();
});
