import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Page, Route } from "@playwright/test";
import { scormPackage } from "../../server/src/testing/packages.ts";
import { addUnit, keptOn } from "../authoring.ts";
import { expectAccessible } from "../axe.ts";
import { logIn } from "../people.ts";
import { expect, test } from "../server.ts";

const MB = 1024 * 1024;
const PART = 8 * MB;
const SIZE = 3 * PART;

test("a large film is paused, goes on, is given up, breaks, is tried again, and outlives a reload", async ({
  browser,
  server,
}) => {
  const site = server.at("demo");
  const folder = await mkdtemp(path.join(tmpdir(), "cairn-film-"));
  const film = path.join(folder, "film.webm");
  // A film by its content, with as much behind it as it takes for three parts.
  await writeFile(
    film,
    Buffer.concat([await readFile("server/src/demo/media/rope-and-river.webm"), Buffer.alloc(SIZE)], SIZE),
  );
  const page = await (await browser.newContext()).newPage();
  const line = await lineOf(page);
  const box = page.getByRole("group", { name: "Video file" });
  const choose = () => page.getByLabel("Video file").last().setInputFiles(film);

  await test.step("the upload is paused after the first part, and resumed from there", async () => {
    await logIn(page, site, "instructor@demo.test");
    await page.goto(`${site}/addcourse`);
    await page.getByLabel("Title", { exact: true }).fill("A long film");
    await page.getByLabel("Description").fill("To be seen whole.");
    await addUnit(page, "Video");
    line.stopAt(PART);
    await page.getByRole("button", { name: "Upload a video" }).click();
    await choose();
    await line.stopped();
    await expect(box).toContainText("33%");
    await expectAccessible(page);
    await box.getByRole("button", { name: "Pause" }).click();
    await expect(box.getByRole("button", { name: "Resume" })).toBeVisible();
    await expect(box).toContainText("33%");
    line.stopAt(2 * PART);
    await box.getByRole("button", { name: "Resume" }).click();
    await line.stopped();
    expect(line.offsets()).toEqual([0, PART, PART, 2 * PART]);
  });

  await test.step("it is given up, and the server keeps nothing of it", async () => {
    const gone = page.waitForResponse((answer) => answer.request().method() === "DELETE");
    await box.getByRole("button", { name: "Cancel" }).click();
    const { status, url } = await gone.then((answer) => ({ status: answer.status(), url: answer.url() }));
    expect(status).toBe(204);
    await expect(box).toBeHidden();
    expect(await statusOf(page, url)).toBe(404);
  });

  await test.step("a part that the server refuses ends it with the reason; tried again, it goes on from there", async () => {
    line.refuseAt(PART, "The disk is full.");
    await page.getByRole("button", { name: "Upload a video" }).click();
    await choose();
    await expect(box.getByRole("alert")).toHaveText("The disk is full.");
    await expectAccessible(page);
    line.stopAt(2 * PART);
    await box.getByRole("button", { name: "Try again" }).click();
    await line.stopped();
    expect(line.offsets().slice(-3)).toEqual([PART, PART, 2 * PART]);
  });

  await test.step("the page is reloaded in the middle; the same file goes on where it stopped", async () => {
    await expect.poll(() => keptOn(page)).toContain("A long film");
    page.once("dialog", (dialog) => void dialog.accept());
    await page.reload();
    await page.getByRole("button", { name: "Restore" }).click();
    await page.getByRole("button", { name: /^1\. Video/ }).click();
    await expect(page.getByText("The upload of film.webm was interrupted.")).toBeVisible();
    const before = line.offsets().length;
    await choose();
    await expect(page.getByRole("button", { name: "Remove film.webm" })).toBeVisible();
    expect(line.offsets().slice(before)).toEqual([2 * PART]);
    await expect(page.getByText("was interrupted")).toBeHidden();
  });

  await test.step("a package of that size comes in parts as well, and the course is published with both", async () => {
    const drill = path.join(folder, "drill.zip");
    const files = [{ name: "film.webm", data: Buffer.alloc(2 * PART, 7), stored: true }];
    await writeFile(drill, scormPackage({ files }));
    await addUnit(page, "Scorm");
    const before = line.offsets().length;
    await page.getByLabel("SCORM, xAPI or cmi5 file").last().setInputFiles(drill);
    await expect(page.getByText("SCORM 1.2", { exact: true })).toBeVisible();
    expect(line.offsets().slice(before)).toEqual([0, PART, 2 * PART]);
    await page.getByRole("button", { name: "Publish" }).click();
    await page.waitForURL(/\/courses$/);
    await expect(page.getByRole("row", { name: /A long film/ })).toContainText("Published");
  });
  await rm(folder, { recursive: true });
});

/** The line between the page and the server: it lets parts through, and stops or refuses the one that begins at an offset. */
async function lineOf(page: Page) {
  const seen: number[] = [];
  let stop: { offset: number; reached: () => void } | null = null;
  let refusal: { offset: number; reason: string } | null = null;
  let stopped = Promise.resolve();
  await page.context().route("**/api/uploads/*", async (route: Route) => {
    if (route.request().method() !== "PATCH") return route.continue();
    const offset = Number(route.request().headers()["upload-offset"]);
    seen.push(offset);
    if (refusal?.offset === offset) {
      const { reason } = refusal;
      refusal = null;
      return route.fulfill({ status: 422, json: { error: reason } });
    }
    if (stop?.offset === offset) {
      stop.reached();
      stop = null;
      return; // Neither answered nor passed on, until the page gives it up.
    }
    return route.continue();
  });
  return {
    offsets: () => [...seen],
    stopAt: (offset: number) => {
      stopped = new Promise((reached) => (stop = { offset, reached }));
    },
    stopped: () => stopped,
    refuseAt: (offset: number, reason: string) => (refusal = { offset, reason }),
  };
}

function statusOf(page: Page, url: string): Promise<number> {
  return page.evaluate(async (address) => {
    const headers = { authorization: `Bearer ${localStorage.getItem("token")}`, "tus-resumable": "1.0.0" };
    return (await fetch(address, { method: "HEAD", headers })).status;
  }, url);
}
