import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { scormPackage } from "../../server/src/testing/packages.ts";
import { addUnit } from "../authoring.ts";
import { expectAccessible } from "../axe.ts";
import { callApi } from "../graphql.ts";
import { signIn } from "../sign-in.ts";
import { expect, test } from "../server.ts";

const TITLE = "Signals across the water";
const FILM = "server/src/demo/media/rope-and-river.webm";
const captions = (words: string) => ({
  name: "words.vtt",
  mimeType: "text/vtt",
  buffer: Buffer.from(`WEBVTT\n\n00:00.000 --> 00:20.000\n${words}\n`),
});

test("exports a course with captions and a package, and imports it on another site", async ({ browser, server }) => {
  const author = await (await browser.newContext()).newPage();
  let archive: Buffer;

  await test.step("adds captions in two languages to a video, and a package to the course", async () => {
    await signIn(author, server.at("demo"), "instructor@demo.test");
    await author.goto(`${server.at("demo")}/addcourse`);
    await author.getByLabel("Title", { exact: true }).fill(TITLE);
    await author.getByLabel("Description").fill("What the arms say.");
    await addUnit(author, "Video");
    await author.getByRole("button", { name: "Upload a video" }).click();
    await author.getByLabel("Video file").last().setInputFiles(FILM);
    const field = author.getByRole("region", { name: "Captions" });
    await expect(field).toBeVisible();
    const file = field.getByLabel("Captions file").last();
    await file.setInputFiles({ name: "words.vtt", mimeType: "text/vtt", buffer: Buffer.from("Hold the rope.") });
    await expect(field.getByRole("alert")).toHaveText("This file is not one of the accepted WebVTT captions (.vtt).");
    await field.getByRole("button", { name: "Cancel" }).click();
    await file.setInputFiles(captions("Hold the rope."));
    await expect(field.getByRole("button", { name: "Remove the captions in English" })).toBeVisible();
    await field.getByLabel("Language of the captions").selectOption("fr");
    await file.setInputFiles(captions("Tenez la corde."));
    await expect(field.getByRole("button", { name: "Remove the captions in French" })).toBeVisible();
    await expectAccessible(author);
    await addUnit(author, "Scorm");
    const drill = { name: "drill.zip", mimeType: "application/zip", buffer: scormPackage() };
    await author.getByLabel("SCORM, xAPI or cmi5 file").last().setInputFiles(drill);
    await expect(author.getByText("SCORM 1.2", { exact: true })).toBeVisible();
    await author.getByRole("button", { name: "Publish" }).click();
    await author.waitForURL(/\/courses$/);
  });

  await test.step("shows the captions that a learner turns on", async () => {
    const id = await findCourseId(author);
    const learner = await (await browser.newContext()).newPage();
    await signIn(learner, server.at("demo"), "learner@demo.test");
    await learner.goto(`${server.at("demo")}/learner/catalog/course/${id}`);
    await learner.getByRole("button", { name: "Start Course" }).click();
    await expect.poll(() => wordsIn(learner, "fr")).toEqual(["Tenez la corde."]);
    expect(await wordsIn(learner, "en")).toEqual(["Hold the rope."]);
    await learner.context().close();
  });

  await test.step("exports the course", async () => {
    const downloading = author.waitForEvent("download");
    await author.getByRole("button", { name: `More actions for ${TITLE}` }).click();
    await author.getByRole("menuitem", { name: "Export" }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toBe(`${TITLE}.zip`);
    archive = await readFile(await download.path());
  });

  await test.step("refuses a file that is no archive with the reason, and imports the course as a draft on another site", async () => {
    const other = await (await browser.newContext()).newPage();
    await signIn(other, server.at("riverside"), "admin@riverside.test");
    await other.goto(`${server.at("riverside")}/courses`);
    await other.getByRole("button", { name: "Import course" }).click();
    const dialog = other.getByRole("dialog", { name: "Import course" });
    const choose = (buffer: Buffer) =>
      dialog
        .getByLabel("Archive of a course")
        .last()
        .setInputFiles({ name: "course.zip", mimeType: "application/zip", buffer });
    await choose(scormPackage());
    await expect(dialog.getByRole("alert")).toContainText("Nothing was imported.");
    await expect(dialog.getByRole("alert")).toContainText("The archive has files that do not belong to a course.");
    await expectAccessible(other);
    await choose(archive);
    await expect(dialog.getByText("The course was imported as a draft.")).toBeVisible();
    await dialog.getByRole("link", { name: "Edit" }).click();
    await expect(other.getByLabel("Title", { exact: true })).toHaveValue(TITLE);
    await other.getByRole("button", { name: /^1\. Video/ }).click();
    const field = other.getByRole("region", { name: "Captions" });
    await expect(field.getByRole("listitem")).toHaveText([/English\s*words\.vtt/, /French\s*words\.vtt/]);
    expect(await wordsIn(other, "fr")).toEqual(["Tenez la corde."]);
    await other.getByRole("button", { name: /^2\. Scorm/ }).click();
    await expect(other.getByText("SCORM 1.2", { exact: true })).toBeVisible();
    await expect(other.getByRole("button", { name: "Preview", exact: true })).toBeVisible();
    await other.context().close();
  });
});

async function findCourseId(author: Page): Promise<number> {
  const { coursesPage } = await callApi<{ coursesPage: { rows: { id: number }[] } }>(
    author,
    "query ($search: String) { coursesPage(search: $search) { rows { id } } }",
    { search: TITLE },
  );
  return coursesPage.rows[0]!.id;
}

/** Turns captions of a language on and returns their texts. */
function wordsIn(page: Page, language: string): Promise<string[]> {
  return page.locator("video").evaluate(async (film: HTMLVideoElement, wanted) => {
    for (const track of film.textTracks) track.mode = track.language === wanted ? "showing" : "disabled";
    const track = [...film.textTracks].find(({ mode }) => mode === "showing");
    for (let frame = 0; frame < 200 && !track?.cues?.length; frame++) await new Promise(requestAnimationFrame);
    return [...(track?.cues ?? [])].map((cue) => (cue as VTTCue).text);
  }, language);
}
