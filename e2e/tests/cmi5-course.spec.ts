import type { Page } from "@playwright/test";
import { expectAccessible } from "../axe.ts";
import { cmi5Course, createCourseOfPackage } from "../packages.ts";
import { signIn } from "../sign-in.ts";
import { expect, test } from "../server.ts";

const AU = (number: number) => `https://test.example/au/${number}`;

/** Starts an AU of the course and waits until it runs. */
async function start(page: Page, number: number) {
  await page.getByTestId(`cmi5-start-${AU(number)}`).click();
  const au = page.getByTestId("cmi5-running").frameLocator("iframe").frameLocator("iframe");
  await expect(au.getByRole("heading", { name: "Normal" })).toBeVisible();
  return {
    au,
    press: async (button: string, verb: string) => {
      await au.getByRole("button", { name: button }).click();
      await expect(au.getByText(`Sent ${verb}`)).toBeVisible();
    },
    leave: async () => {
      await au.getByRole("button", { name: "Leave" }).click();
      await expect(page.getByTestId(`cmi5-au-${AU(number)}`)).toBeVisible();
    },
  };
}

test("records a cmi5 course that is left, resumed, failed and passed in the unit, the results and the record store [cmi5 8.1, 9.3, 10.2.6.0-1]", async ({
  browser,
  server,
}) => {
  const site = server.at("demo");
  const admin = await (await browser.newContext()).newPage();
  await signIn(admin, site, "admin@demo.test");
  const course = await createCourseOfPackage(admin, "Knots by cmi5", cmi5Course());

  const learner = await (await browser.newContext({ viewport: { width: 390, height: 780 } })).newPage();
  await signIn(learner, site, "learner@demo.test");
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
  await expect(exam).toContainText("Not passed · 40%");

  const passed = await start(learner, 1);
  await passed.press("Pass", "passed");
  await passed.leave();
  await expect(exam).toContainText("Done · 90%");
  await learner.getByRole("dialog").getByLabel("Close", { exact: true }).click();
  await expect(learner.getByText("You have completed this unit.")).toBeVisible();

  await admin.goto(`${site}/courses/${course}/packages`);
  await expect(admin.getByRole("row", { name: /Knots by cmi5.*90/ })).toBeVisible();
  await admin.goto(`${site}/xapi-statements`);
  for (const verb of ["satisfied", "terminated"])
    await expect(admin.getByRole("row", { name: new RegExp(verb) }).first()).toBeVisible();
});

test("closes the window of an AU when it leaves, when the learner returns to the contents, and with the product's window", async ({
  browser,
  server,
}) => {
  const site = server.at("demo");
  const admin = await (await browser.newContext()).newPage();
  await signIn(admin, site, "admin@demo.test");
  const bytes = cmi5Course({ chapter: 'launchMethod="OwnWindow"' });
  const course = await createCourseOfPackage(admin, "Knots in a window", bytes);
  const page = await (await browser.newContext()).newPage();
  await signIn(page, site, "learner@demo.test");
  await page.goto(`${site}/learner/catalog/course/${course}`);
  await page.getByRole("button", { name: "Start Course" }).click();
  await page.getByRole("button", { name: "Start", exact: true }).click();
  const open = async () => {
    const opened = page.waitForEvent("popup");
    await page.getByTestId(`cmi5-start-${AU(0)}`).click();
    const own = await opened;
    await expect(own.frameLocator("iframe").getByRole("heading", { name: "Normal" })).toBeVisible();
    return { own, closed: own.waitForEvent("close") };
  };

  const left = await open();
  await left.own.frameLocator("iframe").getByRole("button", { name: "Leave" }).click();
  await left.closed;
  await expect(page.getByTestId(`cmi5-au-${AU(0)}`)).toBeVisible();

  const returned = await open();
  await page.getByRole("button", { name: "I am done" }).click();
  await returned.closed;

  const gone = await open();
  await page.goto("about:blank");
  await gone.closed;
});

test("completes a learner's unit when an admin waives its AUs [cmi5 9.3.7]", async ({ browser, server }) => {
  const site = server.at("demo");
  const admin = await (await browser.newContext()).newPage();
  await signIn(admin, site, "admin@demo.test");
  const course = await createCourseOfPackage(admin, "Knots known already", cmi5Course());
  const learner = await (await browser.newContext()).newPage();
  await signIn(learner, site, "learner@demo.test");
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

  await learner.getByRole("dialog").getByLabel("Close", { exact: true }).click();
  await expect(learner.getByText("You have completed this unit.")).toBeVisible();
});
