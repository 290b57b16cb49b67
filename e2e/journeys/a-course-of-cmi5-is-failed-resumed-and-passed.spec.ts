import type { Page } from "@playwright/test";
import { expectAccessible } from "../axe.ts";
import { cmi5Course, courseOfPackage } from "../packages.ts";
import { logIn } from "../people.ts";
import { expect, test } from "../server.ts";

const AU = (number: number) => `https://test.example/au/${number}`;

/** Starts an AU of the course and waits until it has begun. */
async function start(page: Page, number: number) {
  await page.getByTestId(`cmi5-start-${AU(number)}`).click();
  const au = page.getByTestId("cmi5-running").frameLocator("iframe");
  await expect(au.getByRole("heading", { name: "Normal" })).toBeVisible();
  return {
    au,
    press: async (button: string, verb: string) => {
      await au.getByRole("button", { name: button }).click();
      await expect(au.getByText(`Said ${verb}`)).toBeVisible();
    },
    leave: async () => {
      await au.getByRole("button", { name: "Leave" }).click();
      await expect(page.getByTestId(`cmi5-au-${AU(number)}`)).toBeVisible();
    },
  };
}

test("a course of cmi5 is left in the middle, resumed, failed and passed; the unit, the results and the store follow [cmi5 8.1, 9.3, 10.2.6.0-1]", async ({
  browser,
  server,
}) => {
  const site = server.at("demo");
  const admin = await (await browser.newContext()).newPage();
  await logIn(admin, site, "admin@demo.test");
  const course = await courseOfPackage(admin, "Knots by cmi5", cmi5Course());

  const learner = await (await browser.newContext({ viewport: { width: 390, height: 780 } })).newPage();
  await logIn(learner, site, "learner@demo.test");
  await learner.goto(`${site}/learner/catalog/course/${course}`);
  await learner.getByRole("button", { name: "Start Course" }).click();
  await learner.getByRole("button", { name: "Start", exact: true }).click();
  const chapter = learner.getByTestId(`cmi5-au-${AU(0)}`);
  const exam = learner.getByTestId(`cmi5-au-${AU(1)}`);
  await expect(chapter).toContainText("Not started");
  await expectAccessible(learner);

  const first = await start(learner, 0);
  await expect(first.au.getByText("Page 1")).toBeVisible();
  await first.au.getByRole("button", { name: "Turn the page" }).click();
  await expect(first.au.getByText("Page 2")).toBeVisible();
  await learner.getByTestId("cmi5-contents").click();
  await expect(chapter).toContainText("In progress");

  const resumed = await start(learner, 0);
  await expect(resumed.au.getByText("Page 2")).toBeVisible();
  await resumed.press("Complete", "completed");
  await resumed.leave();
  await expect(chapter).toContainText("Done");

  const failed = await start(learner, 1);
  await failed.press("Fail", "failed");
  await failed.leave();
  await expect(exam).toContainText("Not passed · 40 %");

  const passed = await start(learner, 1);
  await passed.press("Pass", "passed");
  await passed.leave();
  await expect(exam).toContainText("Done · 90 %");
  await learner.getByRole("dialog").getByRole("button", { name: "Close" }).click();
  await expect(learner.getByText("You have completed this unit.")).toBeVisible();

  await admin.goto(`${site}/courses/${course}/packages`);
  await expect(admin.getByRole("row", { name: /Knots by cmi5.*90/ })).toBeVisible();
  await admin.goto(`${site}/xapi-statements`);
  for (const verb of ["satisfied", "terminated"])
    await expect(admin.getByRole("row", { name: new RegExp(verb) }).first()).toBeVisible();
});

test("an admin waives what somebody need not do again, and their unit is complete [cmi5 9.3.7]", async ({
  browser,
  server,
}) => {
  const site = server.at("demo");
  const admin = await (await browser.newContext()).newPage();
  await logIn(admin, site, "admin@demo.test");
  const course = await courseOfPackage(admin, "Knots known already", cmi5Course());
  const learner = await (await browser.newContext()).newPage();
  await logIn(learner, site, "learner@demo.test");
  await learner.goto(`${site}/learner/catalog/course/${course}`);
  await learner.getByRole("button", { name: "Start Course" }).click();
  await learner.getByRole("button", { name: "Start", exact: true }).click();
  const chapter = await start(learner, 0);
  await chapter.press("Complete", "completed");
  await chapter.leave();

  await admin.goto(`${site}/courses/${course}/packages`);
  await admin.getByRole("row", { name: /Knots known already/ }).click();
  const dialog = admin.getByRole("dialog");
  await dialog.getByRole("button", { name: "Waive AU 1" }).click();
  await expectAccessible(admin);
  await dialog.getByLabel("Reason").fill("Has tied knots for years");
  await dialog.getByRole("button", { name: "Waive", exact: true }).click();
  await expect(dialog.getByText("Waived")).toBeVisible();

  await learner.getByRole("dialog").getByRole("button", { name: "Close" }).click();
  await expect(learner.getByText("You have completed this unit.")).toBeVisible();
});
