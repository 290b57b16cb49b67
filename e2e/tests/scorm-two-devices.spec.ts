import type { Browser } from "@playwright/test";
import { callApi } from "../graphql.ts";
import { createCourseOfPackage, startPackage, talkingPackage, tell, pressStartCourse } from "../packages.ts";
import { signIn } from "../sign-in.ts";
import { expect, test } from "../server.ts";

const UNIT = "query ($id: Int!) { course(id: $id) { units { id } } }";
const ATTEMPTS = `query ($unit: Int!, $user: Int!) {
  packageAttempts(unit_id: $unit, user_id: $user) { attempt completion_status calls { call element value result } }
}`;

interface Attempts {
  packageAttempts: {
    attempt: number;
    completion_status: string;
    calls: { call: string; element: string; value: string; result: string }[];
  }[];
}

/** Creates a course with a package and starts it as a learner. */
async function startCourse(
  browser: Browser,
  site: string,
  title: string,
  content: Parameters<typeof createCourseOfPackage>[2],
) {
  const author = await (await browser.newContext()).newPage();
  await signIn(author, site, "instructor@demo.test");
  const id = await createCourseOfPackage(author, title, content);
  const { course } = await callApi<{ course: { units: { id: number }[] } }>(author, UNIT, { id });

  const context = await browser.newContext();
  const page = await context.newPage();
  await signIn(page, site, "learner@demo.test");
  const { viewer } = await callApi<{ viewer: { id: number } }>(page, "{ viewer { id } }");
  await page.goto(`${site}/learner/catalog/course/${id}`);
  await pressStartCourse(page);
  await startPackage(page, site, id);
  const listAttempts = async () =>
    (await callApi<Attempts>(author, ATTEMPTS, { unit: course.units[0]!.id, user: viewer.id })).packageAttempts;
  return { id, context, page, listAttempts };
}

test("tells a learner that offline work came after another device opened the unit, and records it for the instructor", async ({
  browser,
  server,
}) => {
  const site = server.at("demo");
  const {
    id,
    context: train,
    page,
    listAttempts,
  } = await startCourse(browser, site, "Two devices", talkingPackage("1.2"));
  const home = await browser.newContext();
  await tell(page, "cmi.core.lesson_location=page 1");
  await train.setOffline(true);
  await tell(page, "cmi.suspend_data=written on the train");
  await expect(page.getByRole("dialog").getByRole("status")).toHaveText("Not saved yet");

  const other = await home.newPage();
  await signIn(other, site, "learner@demo.test");
  await startPackage(other, site, id);
  await train.setOffline(false);
  await expect(page.getByTestId("scorm-problem")).toBeVisible();
  await expect(page.getByTestId("scorm-lost")).toContainText("opened on another device");

  expect((await listAttempts()).flatMap(({ calls }) => calls)).toContainEqual({
    call: "LMSSetValue",
    element: "cmi.suspend_data",
    value: "written on the train",
    result: "false",
  });
  for (const context of [train, home]) await context.close();
});

test("shows an activity as complete that ended while its page closed, and starts no second attempt", async ({
  browser,
  server,
}) => {
  const sequencing = '<imsss:sequencing><imsss:controlMode choice="true" flow="true"/></imsss:sequencing>';
  const items = [
    { id: "one", title: "First" },
    { id: "two", title: "Second" },
  ];
  const site = server.at("demo");
  const content = talkingPackage("2004", items, sequencing);
  const { id, context, page, listAttempts } = await startCourse(browser, site, "Closed at once", content);
  await tell(page, "cmi.completion_status=completed");
  await tell(page, "cmi.success_status=passed");
  // The content sends its last values while its page closes.
  await page.close({ runBeforeUnload: true });
  await expect.poll(async () => (await listAttempts())[0]?.completion_status).toBe("completed");

  const again = await context.newPage();
  await startPackage(again, site, id);
  await expect(again.getByTestId("scorm-toc-item-one").getByLabel("Done")).toBeVisible();
  expect((await listAttempts()).filter(({ attempt }) => attempt > 1)).toEqual([]);
});
