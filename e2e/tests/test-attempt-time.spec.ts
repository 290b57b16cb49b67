import type { Page } from "@playwright/test";
import { expectAccessible } from "../axe.ts";
import { publish } from "../course.ts";
import { expect, test } from "../server.ts";
import { signIn } from "../sign-in.ts";
import { expectToFitInto } from "../width.ts";

const choice = (question: string, right: string, wrong: string) => ({
  unit_order: 1,
  type: "Multiple Choice",
  question,
  options: [
    { text: right, checked: true },
    { text: wrong, checked: false },
  ],
});

const tests = [
  choice("Which river is longer?", "Severn", "Trent"),
  choice("Which knot holds a boat?", "Bowline", "Granny knot"),
];

async function open(page: Page, site: string, id: number): Promise<void> {
  await signIn(page, site, "yusuf.demir@demo.test");
  await page.goto(`${site}/learner/catalog/course/${id}`);
  await page.getByRole("button", { name: "Start Course" }).click();
  await page.getByRole("button", { name: "Start Test" }).click();
}

test("when the time is up, what a learner has answered is submitted, and the page says so", async ({
  browser,
  server,
}) => {
  const site = server.at("demo");
  const author = await (await browser.newContext()).newPage();
  await signIn(author, site, "instructor@demo.test");
  const settings = { time_limit: 8, pass_mark: 50, questions_per_page: 2, review: "never" };
  const id = await publish(author, "The quick exam", {
    test_units: [{ unit_order: 1, title: "Quick", ...settings }],
    tests,
  });
  await author.context().close();

  const context = await browser.newContext();
  const page = await context.newPage();
  await open(page, site, id);
  await page.getByLabel("Severn").check();
  await expect(page.getByText("1 of 2 answered")).toBeVisible();
  await expect(page.getByRole("heading", { name: "You passed with 50%." })).toBeFocused({ timeout: 20_000 });
  await expect(page.getByText("The time was up, and what you had answered was submitted.")).toBeVisible();
  await expect(page.getByText("Bowline")).toHaveCount(0);
  await expectAccessible(page);
  await expectToFitInto(page, 360);
  await context.close();
});

test("an attempt loses no answer when the connection is lost in between", async ({ browser, server }) => {
  const site = server.at("demo");
  const author = await (await browser.newContext()).newPage();
  await signIn(author, site, "instructor@demo.test");
  const id = await publish(author, "The exam by the river", {
    test_units: [{ unit_order: 1, title: "Outside", pass_mark: 50, questions_per_page: 2, review: "after_attempt" }],
    tests,
  });
  await author.context().close();

  const context = await browser.newContext();
  const page = await context.newPage();
  await open(page, site, id);
  await page.getByLabel("Severn").check();
  await expect(page.getByRole("status").getByText("Saved", { exact: true })).toBeVisible();
  await context.setOffline(true);
  await page.getByLabel("Bowline").check();
  await expect(page.getByText("Not saved yet")).toBeVisible();
  await expect(page.getByText("2 of 2 answered")).toBeVisible();
  await context.setOffline(false);
  await page.getByRole("button", { name: "Submit test" }).click();
  await expect(page.getByRole("heading", { name: "You passed with 100%." })).toBeFocused({ timeout: 20_000 });
  await context.close();
});
