import {
  closePackage,
  content,
  createCourseOfPackage,
  pressStart,
  startPackage,
  talkingPackage,
  tell,
  pressStartCourse,
} from "../packages.ts";
import { signIn } from "../sign-in.ts";
import { expect, test } from "../server.ts";

test("loses no data when the network fails while a package runs or closes", async ({ browser, server }) => {
  const site = server.at("demo");
  const author = await (await browser.newContext()).newPage();
  await signIn(author, site, "instructor@demo.test");
  const id = await createCourseOfPackage(author, "Off the line", talkingPackage("1.2"));

  const context = await browser.newContext();
  const page = await context.newPage();
  await signIn(page, site, "learner@demo.test");
  await page.goto(`${site}/learner/catalog/course/${id}`);
  await pressStartCourse(page);
  await startPackage(page, site, id);
  const status = page.getByRole("dialog").getByRole("status");

  await test.step("queues values without a network and sends them when it returns", async () => {
    await tell(page, "cmi.core.lesson_location=page 1");
    await expect(status).toHaveText("Saved");
    await context.setOffline(true);
    await tell(page, "cmi.core.lesson_location=page 2");
    await tell(page, "cmi.suspend_data=kept");
    await expect(status).toHaveText("Not saved yet");
    await context.setOffline(false);
    await expect(status).toHaveText("Saved");
  });

  await test.step("stores the last values on the device when the page closes without a network", async () => {
    await context.setOffline(true);
    await tell(page, "cmi.core.lesson_location=page 7");
    await tell(page, "cmi.core.exit=suspend");
    await expect(status).toHaveText("Not saved yet");
    // The page gets no time to send anything more, as when the computer is shut down.
    await page.goto("about:blank");
    await context.setOffline(false);
    await startPackage(page, site, id);
    await expect(content(page).locator("#found")).toHaveText("Found: resume page 7");
  });

  await test.step("ends a package and says so when it opens in a second window", async () => {
    const second = await context.newPage();
    await startPackage(second, site, id);
    const problem = page.getByTestId("scorm-problem");
    const call = async () => {
      await content(page).getByLabel("Call").fill("cmi.core.lesson_location=too late");
      await content(page).getByRole("button", { name: "Do" }).click();
    };
    // When the second window took long to open, a call that the player sends by itself was refused before this one.
    await Promise.any([call(), problem.waitFor()]);
    await expect(problem).toHaveText("This unit was opened again in another window and continues there.");
    await tell(second, "cmi.core.lesson_status=passed");
    await closePackage(second);
    await expect(second.getByText("You have completed this unit.")).toBeVisible();
    await pressStart(second);
    await expect(content(second).locator("#found")).toHaveText(/page 7/);
  });
});
