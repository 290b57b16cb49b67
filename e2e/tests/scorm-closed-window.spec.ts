import type { Browser, Page } from "@playwright/test";
import { expectAccessible } from "../axe.ts";
import { callApi } from "../graphql.ts";
import {
  closePackage,
  content,
  createCourseOfPackage,
  pressStart,
  startPackage,
  talkingPackage,
  tell,
} from "../packages.ts";
import { signIn } from "../sign-in.ts";
import { expect, test } from "../server.ts";

interface Attempt {
  attempt: number;
  calls: { call: string }[];
}
const ATTEMPTS = `query ($unit: Int!, $user: Int!) { packageAttempts(unit_id: $unit, user_id: $user) { attempt calls { call } } }`;

async function findUnit(author: Page, id: number): Promise<number> {
  const query = "query ($id: Int!) { course(id: $id) { scorms { id } } }";
  return (await callApi<{ course: { scorms: { id: number }[] } }>(author, query, { id })).course.scorms[0]!.id;
}

const readOwnId = async (page: Page) =>
  (await callApi<{ viewer: { id: number } }>(page, "{ viewer { id } }")).viewer.id;

async function openLearner(
  browser: Browser,
  site: string,
  title: string,
  bytes: Buffer,
): Promise<[Page, number, Page]> {
  const author = await (await browser.newContext()).newPage();
  await signIn(author, site, "instructor@demo.test");
  const course = await createCourseOfPackage(author, title, bytes);
  const page = await (await browser.newContext()).newPage();
  await signIn(page, site, "learner@demo.test");
  await page.goto(`${site}/learner/catalog/course/${course}`);
  await page.getByRole("button", { name: "Start Course" }).click();
  await page.waitForURL(/\/learner\/course\//);
  return [page, course, author];
}

test("keeps the bookmark of a SCORM 2004 package when its window or the whole page closes, as with 'Suspend' [SCORM 2004 cmi.exit, cmi.location]", async ({
  browser,
  server,
}) => {
  const site = server.at("demo");
  const [page, course, author] = await openLearner(browser, site, "A bookmark", talkingPackage("2004"));
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

  // The report shows each call in the attempt that it belongs to.
  await closePackage(page);
  const { packageAttempts } = await callApi<{ packageAttempts: Attempt[] }>(author, ATTEMPTS, {
    unit: await findUnit(author, course),
    user: await readOwnId(page),
  });
  const count = (calls: { call: string }[], name: string) => calls.filter(({ call }) => call === name).length;
  expect(
    packageAttempts.map(({ attempt, calls }) => [attempt, count(calls, "Initialize"), count(calls, "Terminate")]),
  ).toEqual([
    [2, 1, 1],
    [1, 4, 4],
  ]);
});

test("tells a learner who returns after the last attempt why the unit is closed and what to do [SCORM 2004 SN UP.1]", async ({
  browser,
  server,
}) => {
  const site = server.at("demo");
  const inside = '<imsss:sequencing><imsss:limitConditions attemptLimit="1"/></imsss:sequencing>';
  const [page, course] = await openLearner(
    browser,
    site,
    "One attempt",
    talkingPackage("2004", [{ id: "one", inside }]),
  );
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
