import { closePackage, content, courseOfPackage, pressStart, startPackage, talkingPackage, tell } from "../packages.ts";
import { logIn } from "../people.ts";
import { expect, test } from "../server.ts";

test("the line is cut while a package runs, and nothing is lost: not while it stays open, and not when it is closed", async ({
  browser,
  server,
}) => {
  const site = server.at("demo");
  const author = await (await browser.newContext()).newPage();
  await logIn(author, site, "instructor@demo.test");
  const id = await courseOfPackage(author, "Off the line", talkingPackage("1.2"));

  const context = await browser.newContext();
  const page = await context.newPage();
  await logIn(page, site, "learner@demo.test");
  await page.goto(`${site}/learner/catalog/course/${id}`);
  await page.getByRole("button", { name: "Start Course" }).click();
  await startPackage(page, site, id);
  const status = page.getByRole("dialog").getByRole("status");

  await test.step("what is said without a line waits, and is sent when it is back", async () => {
    await tell(page, "cmi.core.lesson_location=page 1");
    await expect(status).toHaveText("Saved");
    await context.setOffline(true);
    await tell(page, "cmi.core.lesson_location=page 2");
    await tell(page, "cmi.suspend_data=kept");
    await expect(status).toHaveText("Not saved yet");
    await context.setOffline(false);
    await expect(status).toHaveText("Saved");
  });

  await test.step("what is said last, before the page is gone without a line, is kept on the device", async () => {
    await context.setOffline(true);
    await tell(page, "cmi.core.lesson_location=page 7");
    await tell(page, "cmi.core.exit=suspend");
    await expect(status).toHaveText("Not saved yet");
    // The machine is shut: the page has no time to say anything more.
    await page.goto("about:blank");
    await context.setOffline(false);
    await startPackage(page, site, id);
    await expect(content(page).locator("#found")).toHaveText("Found: resume page 7");
  });

  await test.step("the same package in a second window ends the first, which says so", async () => {
    const second = await context.newPage();
    await startPackage(second, site, id);
    await content(page).getByLabel("Call").fill("cmi.core.lesson_location=too late");
    await content(page).getByRole("button", { name: "Do" }).click();
    await expect(page.getByTestId("scorm-problem")).toHaveText(
      "This unit was opened again in another window, which goes on from here.",
    );
    await tell(second, "cmi.core.lesson_status=passed");
    await closePackage(second);
    await expect(second.getByText("You have completed this unit.")).toBeVisible();
    await pressStart(second);
    await expect(content(second).locator("#found")).toHaveText(/page 7/);
  });
});
