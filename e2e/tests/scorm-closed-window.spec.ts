import type { Browser, Page } from "@playwright/test";
import { expectAccessible } from "../axe.ts";
import { closePackage, content, courseOfPackage, pressStart, startPackage, talkingPackage, tell } from "../packages.ts";
import { signIn } from "../sign-in.ts";
import { expect, test } from "../server.ts";

async function learnerOf(browser: Browser, site: string, title: string, bytes: Buffer): Promise<[Page, number]> {
  const author = await (await browser.newContext()).newPage();
  await signIn(author, site, "instructor@demo.test");
  const course = await courseOfPackage(author, title, bytes);
  const page = await (await browser.newContext()).newPage();
  await signIn(page, site, "learner@demo.test");
  await page.goto(`${site}/learner/catalog/course/${course}`);
  await page.getByRole("button", { name: "Start Course" }).click();
  await page.waitForURL(/\/learner\/course\//);
  return [page, course];
}

test("keeps the bookmark of a SCORM 2004 package when its window or the whole page closes, as with 'Suspend' [SCORM 2004 cmi.exit, cmi.location]", async ({
  browser,
  server,
}) => {
  const site = server.at("demo");
  const [page, course] = await learnerOf(browser, site, "A bookmark", talkingPackage("2004"));
  await startPackage(page, site, course);
  await expect(content(page).locator("#found")).toHaveText("Found: ab-initio");

  await tell(page, "cmi.location=3");
  await closePackage(page);
  await pressStart(page);
  await expect(content(page).locator("#found")).toHaveText("Found: resume 3");

  await tell(page, "cmi.location=4");
  await page.goto("about:blank");
  await startPackage(page, site, course);
  await expect(content(page).locator("#found")).toHaveText("Found: resume 4");

  await tell(page, "cmi.location=5");
  await page.getByTestId("scorm-suspend-all").click();
  await closePackage(page);
  await pressStart(page);
  await expect(content(page).locator("#found")).toHaveText("Found: resume 5");

  await tell(page, "cmi.exit=normal");
  await closePackage(page);
  await pressStart(page);
  await expect(content(page).locator("#found")).toHaveText("Found: ab-initio");
});

test("tells a learner who returns after the last attempt why the unit is closed and what to do [SCORM 2004 SN UP.1]", async ({
  browser,
  server,
}) => {
  const site = server.at("demo");
  const inside = '<imsss:sequencing><imsss:limitConditions attemptLimit="1"/></imsss:sequencing>';
  const [page, course] = await learnerOf(browser, site, "One attempt", talkingPackage("2004", [{ id: "one", inside }]));
  await startPackage(page, site, course);
  await tell(page, "cmi.exit=normal");
  await tell(page, "end");
  await page.getByTestId("scorm-exit-all").click();
  await expect(page.getByText("This session has ended.")).toBeVisible();
  await page.getByTestId("scorm-session-ended").getByRole("button", { name: "Close" }).click();
  await expect(page.getByRole("dialog")).toBeHidden();
  await page.getByRole("button", { name: "Start", exact: true }).click();
  await expect(page.getByTestId("scorm-session-ended")).toContainText("You have used all your attempts at this unit.");
  await expect(page.getByTestId("scorm-session-ended")).toContainText("ask your instructor");
  await expectAccessible(page);
});
