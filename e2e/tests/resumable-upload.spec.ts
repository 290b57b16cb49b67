import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Page, Route } from "@playwright/test";
import { scormPackage } from "../../server/src/testing/packages.ts";
import { addUnit, keptOn } from "../authoring.ts";
import { expectAccessible } from "../axe.ts";
import { signIn } from "../sign-in.ts";
import { expect, test } from "../server.ts";

const MB = 1024 * 1024;
const PART = 8 * MB;
const SIZE = 3 * PART;

test("pauses, resumes, cancels and retries the upload of a large video, also after a reload", async ({
  browser,
  server,
}) => {
  const site = server.at("demo");
  const folder = await mkdtemp(path.join(tmpdir(), "cairn-film-"));
  const film = path.join(folder, "film.webm");
  // Starts like a video and is long enough for three parts.
  await writeFile(
    film,
    Buffer.concat([await readFile("server/src/demo/media/rope-and-river.webm"), Buffer.alloc(SIZE)], SIZE),
  );
  const page = await (await browser.newContext()).newPage();
  const line = await controlNetwork(page);
  const box = page.getByRole("group", { name: "Video file" });
  const choose = () => page.getByLabel("Video file").last().setInputFiles(film);

  await test.step("pauses the upload after the first part and resumes there", async () => {
    await signIn(page, site, "instructor@demo.test");
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

  await test.step("cancels the upload, and the server deletes its parts", async () => {
    const gone = page.waitForResponse((answer) => answer.request().method() === "DELETE");
    await box.getByRole("button", { name: "Cancel" }).click();
    const { status, url } = await gone.then((answer) => ({ status: answer.status(), url: answer.url() }));
    expect(status).toBe(204);
    await expect(box).toBeHidden();
    expect(await getStatus(page, url)).toBe(404);
  });

  await test.step("shows why the server refused a part, and resumes there on a retry", async () => {
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

  await test.step("resumes after a reload when the same file is selected", async () => {
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

  await test.step("uploads a package in parts too, and publishes the course with both files", async () => {
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

/** Controls the network between page and server: passes parts on, and stops or refuses the one at an offset. */
async function controlNetwork(page: Page) {
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
      return; // Neither answered nor passed on, until the page cancels it.
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

function getStatus(page: Page, url: string): Promise<number> {
  return page.evaluate(async (address) => {
    const headers = { authorization: `Bearer ${localStorage.getItem("token")}`, "tus-resumable": "1.0.0" };
    return (await fetch(address, { method: "HEAD", headers })).status;
  }, url);
}
