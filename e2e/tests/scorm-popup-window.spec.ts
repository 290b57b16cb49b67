import { writeZip } from "../../server/src/demo/zip.ts";
import { scormManifest, scormPackage } from "../../server/src/testing/packages.ts";
import { content, createCourseOfPackage, TALKING_PAGE, pressStartCourse } from "../packages.ts";
import { signIn } from "../sign-in.ts";
import { expect, test } from "../server.ts";

/** Content with a button that opens the course in a window of its own, as many authoring tools create it. */
const LAUNCHER = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Launcher</title></head><body>
<h1>Launcher</h1><button onclick="open('course.html', 'course', 'width=900,height=600')">Open the course</button></body></html>`;

/** Searches the parents of its window, then those of the opener, as the standard's sample does. */
const COURSE = TALKING_PAGE.replace(
  "function find(at, name, hops) {",
  `function find(at, name, hops) {
  const above = up(at, name, 0);
  return above || (at.opener ? up(at.opener, name, 0) : null);
}
function up(at, name, hops) { return at[name] ? at[name] : at.parent !== at && hops < 7 ? up(at.parent, name, hops + 1) : null; }
function unused(at, name, hops) {`,
);

for (const version of ["1.2", "2004"] as const)
  test(`finds the SCORM ${version} API from a window that the package opened [SCORM ${version} API discovery]`, async ({
    browser,
    server,
  }) => {
    const site = server.at("demo");
    const author = await (await browser.newContext()).newPage();
    await signIn(author, site, "instructor@demo.test");
    const bytes = writeZip([
      { name: "imsmanifest.xml", data: scormManifest({ version }) },
      { name: "one.html", data: LAUNCHER },
      { name: "course.html", data: COURSE },
    ]);
    const id = await createCourseOfPackage(author, `A window of its own, ${version}`, bytes);

    const page = await (await browser.newContext()).newPage();
    await signIn(page, site, "learner@demo.test");
    await page.goto(`${site}/learner/catalog/course/${id}`);
    await pressStartCourse(page);
    await page.goto(`${site}/learner/course/${id}/unit/1`);

    await test.step("opens the player and shows a spinner until the content is loaded", async () => {
      let serve = () => {};
      const held = new Promise<void>((resolve) => (serve = resolve));
      await page.route("**/files/one.html", async (route) => {
        await held;
        await route.continue();
      });
      await expect(page.getByRole("dialog")).toBeHidden();
      await page.getByRole("button", { name: "Start", exact: true }).click();
      await expect(page.getByTestId("scorm-spinner")).toBeVisible();
      serve();
      await expect(content(page).getByRole("heading", { name: "Launcher" })).toBeVisible();
      await expect(page.getByTestId("scorm-spinner")).toBeHidden();
    });

    await test.step("completes the course from the content's own window", async () => {
      const opened = page.waitForEvent("popup");
      await content(page).getByRole("button", { name: "Open the course" }).click();
      const window = await opened;
      await expect(window.locator("#found")).toHaveText("Found: ab-initio");
      // From there, too, content can neither navigate nor read the application.
      const reached = await window.evaluate(() => {
        const { opener } = globalThis as unknown as { opener: Window };
        try {
          opener.top!.location.href = "https://evil.example/";
          return opener.top!.document.title;
        } catch {
          return "nothing";
        }
      });
      expect(reached).toBe("nothing");
      const status = version === "1.2" ? "cmi.core.lesson_status" : "cmi.completion_status";
      for (const line of [`${status}=completed`, "end"]) {
        await window.getByLabel("Call").fill(line);
        await window.getByRole("button", { name: "Do" }).click();
        await expect(window.locator("#result")).toHaveText(/: true$/);
      }
      await window.close();
      expect(page.url()).toBe(`${site}/learner/course/${id}/unit/1`);
    });

    await test.step("hides the player when it is closed, with the unit complete", async () => {
      await page.getByRole("dialog").getByLabel("Close", { exact: true }).click();
      await expect(page.getByRole("dialog")).toBeHidden();
      await expect(page.getByText("You have completed this unit.")).toBeVisible();
    });
  });

/** Content that searches for the API in the topmost window only. */
const TOPMOST = TALKING_PAGE.replace(
  "function find(at, name, hops) {",
  `function find(at, name) { return window.top[name] ?? null; }
function unused(at, name, hops) {`,
);

test("starts content that searches the topmost window only in a separate browser window [SCORM 1.2 API discovery]", async ({
  browser,
  server,
}) => {
  const site = server.at("demo");
  const author = await (await browser.newContext()).newPage();
  await signIn(author, site, "instructor@demo.test");
  const id = await createCourseOfPackage(author, "On top", scormPackage({ page: TOPMOST }));

  const page = await (await browser.newContext()).newPage();
  await signIn(page, site, "learner@demo.test");
  await page.goto(`${site}/learner/catalog/course/${id}`);
  await pressStartCourse(page);
  await page.goto(`${site}/learner/course/${id}/unit/1`);
  const dialog = page.getByRole("dialog");
  const start = async () => {
    const opened = page.waitForEvent("popup");
    await page.getByRole("button", { name: "Start in a separate browser window" }).click();
    const window = await opened;
    const inside = window.frameLocator("iframe");
    const tell = async (line: string) => {
      await inside.getByLabel("Call").fill(line);
      await inside.getByRole("button", { name: "Do" }).click();
      await expect(inside.locator("#result")).toHaveText(`${line}: true`);
    };
    return { window, inside, tell };
  };

  await test.step("runs without access to the window that opened it", async () => {
    const { window, inside, tell } = await start();
    await expect(inside.locator("#found")).toHaveText("Found: ab-initio");
    const around = await inside.locator("body").evaluate(({ ownerDocument: { defaultView: own } }) => {
      const { top, parent } = own!;
      return [top === parent, top!.opener, own!.opener];
    });
    expect(around).toEqual([true, null, null]);
    await tell("cmi.core.lesson_location=page 3");
    await tell("cmi.core.exit=suspend");
    await expect(dialog.getByText("Saved", { exact: true })).toBeVisible();
    await window.close();
    await expect(page.getByTestId("scorm-session-ended")).toBeVisible();
    await dialog.getByRole("button", { name: "Close" }).last().click();
  });

  await test.step("resumes, and closes the window when the learner closes the unit", async () => {
    const { window, inside, tell } = await start();
    await expect(inside.locator("#found")).toHaveText("Found: resume page 3");
    await tell("cmi.core.lesson_status=completed");
    const closed = window.waitForEvent("close");
    await dialog.getByLabel("Close", { exact: true }).click();
    await closed;
    await expect(dialog).toBeHidden();
    await expect(page.getByText("You have completed this unit.")).toBeVisible();
  });

  await test.step("says in the unit that the package was opened elsewhere", async () => {
    const { window, inside, tell } = await start();
    await expect(inside.locator("#found")).toHaveText(/^Found: /);
    const second = await page.context().newPage();
    await second.goto(page.url());
    await second.getByRole("button", { name: "Start", exact: true }).click();
    await expect(second.getByRole("dialog").locator("iframe")).toBeAttached();
    await tell("cmi.core.lesson_location=too late");
    await expect(window.getByRole("alert")).toHaveText(
      "This unit was opened again in another window and continues there.",
    );
    const closed = window.waitForEvent("close");
    await page.reload();
    await closed;
  });
});
