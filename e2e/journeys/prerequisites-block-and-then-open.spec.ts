import { expectAccessible } from "../axe.ts";
import { delta, publish } from "../course.ts";
import { logIn } from "../people.ts";
import { expect, test } from "../server.ts";

const FIRST = "The banks of the river";
const SECOND = "Into the water";

test("a course stays closed until the one before it is complete, and opens then", async ({ browser, server }) => {
  const site = server.at("demo");
  const author = await (await browser.newContext()).newPage();
  await logIn(author, site, "instructor@demo.test");
  const text = (words: string) => [{ unit_order: 1, title: "What to know", content: delta(words) }];
  const first = await publish(author, FIRST, { content: text("Stay on the path.") });
  const second = await publish(author, SECOND, { content: text("Keep your vest on."), learning_path: [first] });
  await author.context().close();

  const page = await (await browser.newContext()).newPage();
  await logIn(page, site, "elin.rhys@demo.test");

  await test.step("it says what is missing, and does not start", async () => {
    await page.goto(`${site}/learner/catalog/course/${second}`);
    await expect(page.getByRole("row", { name: new RegExp(`${FIRST}.*Not Completed`) })).toBeVisible();
    await page.getByRole("button", { name: "Start Course" }).click();
    await expect(page.getByRole("alert")).toHaveText(
      "Please complete prerequisite courses before starting this course.",
    );
    await expectAccessible(page);
  });

  await test.step("the address of the player leads back, with the reason", async () => {
    await page.goto(`${site}/learner/course/${second}/unit/1`);
    await page.waitForURL(/\/learner\/catalog\/course\/\d+/);
    await expect(page.getByText("Please complete all prerequisite courses before starting this course.")).toBeVisible();
    await expect(page.getByText("Keep your vest on.")).toHaveCount(0);
  });

  await test.step("the first course is one click away, and completed", async () => {
    await page.getByRole("link", { name: FIRST }).click();
    await expect(page.getByRole("heading", { name: FIRST, level: 1 })).toBeVisible();
    await page.getByRole("button", { name: "Start Course" }).click();
    await page.getByRole("button", { name: "Next", exact: true }).click();
    await expect(page.getByText("100% Complete")).toBeVisible();
  });

  await test.step("now the second one starts", async () => {
    await page.goto(`${site}/learner/catalog/course/${second}`);
    await expect(page.getByRole("row", { name: new RegExp(`${FIRST}.*Completed`) })).toBeVisible();
    await page.getByRole("button", { name: "Start Course" }).click();
    await expect(page.getByText("Keep your vest on.")).toBeVisible();
  });
  await page.context().close();
});
