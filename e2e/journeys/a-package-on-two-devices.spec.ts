import { ask } from "../ask.ts";
import { courseOfPackage, startPackage, talkingPackage, tell } from "../packages.ts";
import { logIn } from "../people.ts";
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

test("tells a learner whose offline work comes after the unit was opened on another device, and keeps it to be read", async ({
  browser,
  server,
}) => {
  const site = server.at("demo");
  const author = await (await browser.newContext()).newPage();
  await logIn(author, site, "instructor@demo.test");
  const id = await courseOfPackage(author, "Two devices", talkingPackage("1.2"));
  const { course } = await ask<{ course: { units: { id: number }[] } }>(author, UNIT, { id });

  const [train, home] = [await browser.newContext(), await browser.newContext()];
  const page = await train.newPage();
  await logIn(page, site, "learner@demo.test");
  const { viewer } = await ask<{ viewer: { id: number } }>(page, "{ viewer { id } }");
  await page.goto(`${site}/learner/catalog/course/${id}`);
  await page.getByRole("button", { name: "Start Course" }).click();
  await startPackage(page, site, id);
  await tell(page, "cmi.core.lesson_location=page 1");
  await train.setOffline(true);
  await tell(page, "cmi.suspend_data=written on the train");
  await expect(page.getByRole("dialog").getByRole("status")).toHaveText("Not saved yet");

  const other = await home.newPage();
  await logIn(other, site, "learner@demo.test");
  await startPackage(other, site, id);
  await train.setOffline(false);
  await expect(page.getByTestId("scorm-problem")).toBeVisible();
  await expect(page.getByTestId("scorm-lost")).toContainText("opened on another device");

  const { packageAttempts } = await ask<Attempts>(author, ATTEMPTS, { unit: course.units[0]!.id, user: viewer.id });
  expect(packageAttempts.flatMap(({ calls }) => calls)).toContainEqual({
    call: "LMSSetValue",
    element: "cmi.suspend_data",
    value: "written on the train",
    result: "false",
  });
  for (const context of [train, home]) await context.close();
});

test("shows an activity as done that ended as its page was closed, and begins no second attempt", async ({
  browser,
  server,
}) => {
  const site = server.at("demo");
  const author = await (await browser.newContext()).newPage();
  await logIn(author, site, "instructor@demo.test");
  const sequencing = '<imsss:sequencing><imsss:controlMode choice="true" flow="true"/></imsss:sequencing>';
  const items = [
    { id: "one", title: "First" },
    { id: "two", title: "Second" },
  ];
  const id = await courseOfPackage(author, "Closed at once", talkingPackage("2004", items, sequencing));
  const { course } = await ask<{ course: { units: { id: number }[] } }>(author, UNIT, { id });

  const context = await browser.newContext();
  const page = await context.newPage();
  await logIn(page, site, "learner@demo.test");
  const { viewer } = await ask<{ viewer: { id: number } }>(page, "{ viewer { id } }");
  await page.goto(`${site}/learner/catalog/course/${id}`);
  await page.getByRole("button", { name: "Start Course" }).click();
  await startPackage(page, site, id);
  await tell(page, "cmi.completion_status=completed");
  await tell(page, "cmi.success_status=passed");
  // The content says its last words while its page goes.
  await page.close({ runBeforeUnload: true });
  const attempts = async () =>
    (await ask<Attempts>(author, ATTEMPTS, { unit: course.units[0]!.id, user: viewer.id })).packageAttempts;
  await expect.poll(async () => (await attempts())[0]?.completion_status).toBe("completed");

  const again = await context.newPage();
  await startPackage(again, site, id);
  await expect(again.getByTestId("scorm-toc-item-one").getByLabel("Done")).toBeVisible();
  expect((await attempts()).filter(({ attempt }) => attempt > 1)).toEqual([]);
});
