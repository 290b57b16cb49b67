import { writeZip } from "../../server/src/demo/zip.ts";
import { scormManifest, scormPackage } from "../../server/src/testing/packages.ts";
import { content, courseOfPackage, TALKING_PAGE } from "../packages.ts";
import { logIn } from "../people.ts";
import { expect, test } from "../server.ts";

/** Content as many tools make it: a page with a button, and the course itself in a window that this opens. */
const LAUNCHER = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Launcher</title></head><body>
<h1>Launcher</h1><button onclick="open('course.html', 'course', 'width=900,height=600')">Open the course</button></body></html>`;

/** As the standard's own sample looks: up the parents of its window, then up those of the window that opened it. */
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
  test(`a package of SCORM ${version} that opens a window of its own finds its run-time from there, too [SCORM ${version} API discovery]`, async ({
    browser,
    server,
  }) => {
    const site = server.at("demo");
    const author = await (await browser.newContext()).newPage();
    await logIn(author, site, "instructor@demo.test");
    const bytes = writeZip([
      { name: "imsmanifest.xml", data: scormManifest({ version }) },
      { name: "one.html", data: LAUNCHER },
      { name: "course.html", data: COURSE },
    ]);
    const id = await courseOfPackage(author, `A window of its own, ${version}`, bytes);

    const page = await (await browser.newContext()).newPage();
    await logIn(page, site, "learner@demo.test");
    await page.goto(`${site}/learner/catalog/course/${id}`);
    await page.getByRole("button", { name: "Start Course" }).click();
    await page.goto(`${site}/learner/course/${id}/unit/1`);

    await test.step("the start button opens the player, which waits behind a spinner until the content is there", async () => {
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

    await test.step("the course in its own window speaks to the player, and is finished there", async () => {
      const opened = page.waitForEvent("popup");
      await content(page).getByRole("button", { name: "Open the course" }).click();
      const window = await opened;
      await expect(window.locator("#found")).toHaveText("Found: ab-initio");
      // From there, too, it leads nobody away from the application, and reads nothing of it.
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
        await expect(window.locator("#said")).toHaveText(/: true$/);
      }
      await window.close();
      expect(page.url()).toBe(`${site}/learner/course/${id}/unit/1`);
    });

    await test.step("closing the player hides it, and the unit is done", async () => {
      await page.getByRole("dialog").getByRole("button", { name: "Close" }).first().click();
      await expect(page.getByRole("dialog")).toBeHidden();
      await expect(page.getByText("You have completed this unit.")).toBeVisible();
    });
  });

/** Content that looks for its run-time in the topmost window, and nowhere else. */
const TOPMOST = TALKING_PAGE.replace(
  "function find(at, name, hops) {",
  `function find(at, name) { return window.top[name] ?? null; }
function unused(at, name, hops) {`,
);

test("content that finds its run-time in the topmost window alone is started in a separate browser window [SCORM 1.2 API discovery]", async ({
  browser,
  server,
}) => {
  const site = server.at("demo");
  const author = await (await browser.newContext()).newPage();
  await logIn(author, site, "instructor@demo.test");
  const id = await courseOfPackage(author, "On top", scormPackage({ page: TOPMOST }));

  const page = await (await browser.newContext()).newPage();
  await logIn(page, site, "learner@demo.test");
  await page.goto(`${site}/learner/catalog/course/${id}`);
  await page.getByRole("button", { name: "Start Course" }).click();
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
      await expect(inside.locator("#said")).toHaveText(`${line}: true`);
    };
    return { window, inside, tell };
  };

  await test.step("it is there by itself, and knows nothing of the application that opened it", async () => {
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

  await test.step("it goes on where it was, and is taken away when the learner closes it here", async () => {
    const { window, inside, tell } = await start();
    await expect(inside.locator("#found")).toHaveText("Found: resume page 3");
    await tell("cmi.core.lesson_status=completed");
    const closed = window.waitForEvent("close");
    await dialog.getByRole("button", { name: "Close" }).click();
    await closed;
    await expect(dialog).toBeHidden();
    await expect(page.getByText("You have completed this unit.")).toBeVisible();
  });

  await test.step("opened again elsewhere, it says so where the learner reads", async () => {
    const { window, inside, tell } = await start();
    await expect(inside.locator("#found")).toHaveText(/^Found: /);
    const second = await page.context().newPage();
    await second.goto(page.url());
    await second.getByRole("button", { name: "Start", exact: true }).click();
    await expect(second.getByRole("dialog").locator("iframe")).toBeAttached();
    await tell("cmi.core.lesson_location=too late");
    await expect(window.getByRole("alert")).toHaveText(
      "This unit was opened again in another window, which goes on from here.",
    );
    const closed = window.waitForEvent("close");
    await page.reload();
    await closed;
  });
});
