import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { writeZip } from "../../server/src/demo/zip.ts";
import { addQuestion, addUnit } from "../authoring.ts";
import { expectAccessible } from "../axe.ts";
import { signIn } from "../sign-in.ts";
import { measureWidth } from "../width.ts";
import { expect, test } from "../server.ts";

// A picture of one pixel.
const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const SVG = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>').toString("base64");
const moodle = (name: string, base64: string) =>
  `<question type="multichoice"><questiontext format="html"><text><![CDATA[Which river is on ${name}?<img src="@@PLUGINFILE@@/${name}" alt="A map with one river">]]></text><file name="${name}" path="/" encoding="base64">${base64}</file></questiontext><single>true</single><answer fraction="100" format="plain_text"><text>Severn</text></answer><answer fraction="25" format="plain_text"><text>Wye</text></answer></question>`;
const PICTURED = Buffer.from(`<quiz>${moodle("map.png", PNG)}${moodle("map.svg", SVG)}</quiz>`);
const PICTURE_CATEGORY = "Rivers on maps";

const CATEGORY = "Rivers from elsewhere";

const item = (right: string, body: string, more = "") =>
  `<qti-assessment-item xmlns="http://www.imsglobal.org/xsd/imsqtiasi_v3p0" identifier="i" title="T" adaptive="false" time-dependent="false"><qti-response-declaration identifier="RESPONSE" cardinality="single" base-type="identifier"><qti-correct-response><qti-value>${right}</qti-value></qti-correct-response></qti-response-declaration><qti-outcome-declaration identifier="SCORE" cardinality="single" base-type="float"/><qti-item-body>${body}</qti-item-body><qti-response-processing template="https://purl.imsglobal.org/spec/qti/v3p0/rptemplates/match_correct.xml"/>${more}</qti-assessment-item>`;
const choice = `<qti-choice-interaction response-identifier="RESPONSE"><qti-prompt>Which is a river?</qti-prompt><qti-simple-choice identifier="a">Severn</qti-simple-choice><qti-simple-choice identifier="b">Skiddaw</qti-simple-choice></qti-choice-interaction>`;
// Larger than what is sent: only the texts of a package leave the browser.
const FILM = { name: "items/film.mp4", data: randomBytes(1_500_000) };
const PACKAGE = writeZip([
  FILM,
  {
    name: "imsmanifest.xml",
    data: `<manifest xmlns="http://www.imsglobal.org/xsd/qti/qtiv3p0/imscp_v1p1"><resources><resource identifier="a" type="imsqti_item_xmlv3p0" href="items/river.xml"/><resource identifier="b" type="imsqti_item_xmlv3p0" href="items/map-of-all-the-rivers-of-the-country.xml"/></resources></manifest>`,
  },
  {
    name: "items/river.xml",
    data: item(
      "a",
      choice,
      `<qti-modal-feedback outcome-identifier="F" identifier="right" show-hide="show">Yes</qti-modal-feedback>`,
    ),
  },
  { name: "items/map-of-all-the-rivers-of-the-country.xml", data: item("a", `<img src="map.png" alt=""/>${choice}`) },
]);

test("imports and exports questions as files of other systems", async ({ browser, server }) => {
  const page = await (await browser.newContext()).newPage();
  const site = server.at("demo");
  const dialog = page.getByRole("dialog", { name: "Import questions" });
  const choose = (name: string, buffer: Buffer) =>
    dialog
      .getByLabel("File with questions")
      .last()
      .setInputFiles({ name, mimeType: "application/octet-stream", buffer });
  const save = async (press: () => Promise<void>) => {
    const download = page.waitForEvent("download");
    await press();
    return (await download).path();
  };

  await test.step("shows the questions of a QTI package, what is left out, and why one is refused", async () => {
    await signIn(page, site, "instructor@demo.test");
    await page.goto(`${site}/question-bank`);
    await page.getByRole("button", { name: "Import questions" }).click();
    await choose("rivers.zip", PACKAGE);
    await expect(dialog.getByRole("alert")).toContainText(
      "items/map-of-all-the-rivers-of-the-country.xml: Its picture map.png cannot be taken: It is not in the file",
    );
    await expect(dialog).toContainText("items/river.xml: Feedback that depends on whether the answer is right");
    const questions = dialog.getByRole("list", { name: "Questions in the file" });
    await expect(questions).toContainText("Which is a river?");
    await expect(questions).toContainText("✓ Severn");
    await expectAccessible(page);
    await page.setViewportSize({ width: 360, height: 740 });
    expect(await measureWidth(page)).toBe(360);
    expect(await dialog.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true);
    await expectAccessible(page);
    await page.setViewportSize({ width: 1360, height: 800 });
    await dialog.getByRole("button", { name: "Add 1 question" }).click();
    const saving = page.getByRole("dialog", { name: "Save to the question bank" });
    await saving.getByLabel("Category").fill(CATEGORY);
    await saving.getByRole("button", { name: "Save 1 question" }).click();
    await expect(saving).toBeHidden();
  });

  await test.step("exports a category in each format, which an import reads", async () => {
    await page.goto(`${site}/question-bank?category=${encodeURIComponent(CATEGORY)}`);
    await expect(page.getByRole("row", { name: /Which is a river/ })).toBeVisible();
    for (const [format, name] of [
      ["Moodle XML", "questions.xml"],
      ["QTI 3.0 package", "questions-qti.zip"],
      ["CSV", "questions.csv"],
      ["Excel", "questions.xlsx"],
    ] as const) {
      await page.getByRole("button", { name: "Export questions" }).click();
      const file = await save(() => page.getByRole("menuitem", { name: format, exact: true }).click());
      await page.getByRole("button", { name: "Import questions" }).click();
      await choose(name, await readFile(file));
      await expect(dialog.getByRole("list", { name: "Questions in the file" }).getByRole("listitem")).toHaveCount(1);
      await expect(dialog.getByRole("alert")).toBeHidden();
      await dialog.getByRole("button", { name: "Close" }).last().click();
    }
  });

  await test.step("imports a picture and a percent of Moodle, refuses a drawing with scripts, and exports both", async () => {
    await page.goto(`${site}/question-bank`);
    await page.getByRole("button", { name: "Import questions" }).click();
    await choose("maps.xml", PICTURED);
    const questions = dialog.getByRole("list", { name: "Questions in the file" });
    await expect(questions.getByRole("img", { name: "A map with one river" })).toBeVisible();
    await expect(questions).toContainText("✓ Severn · ✗ Wye (25 %)");
    await expect(dialog.getByRole("alert")).toContainText("Its picture map.svg cannot be taken:");
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Add 1 question" }).click();
    const saving = page.getByRole("dialog", { name: "Save to the question bank" });
    await saving.getByLabel("Category").fill(PICTURE_CATEGORY);
    await saving.getByRole("button", { name: "Save 1 question" }).click();
    await expect(saving).toBeHidden();
    await page.goto(`${site}/question-bank?category=${encodeURIComponent(PICTURE_CATEGORY)}`);
    await expect(page.getByRole("row", { name: /Which river is on map.png/ })).toBeVisible();
    for (const [format, name] of [
      ["Moodle XML", "maps.xml"],
      ["QTI 3.0 package", "maps.zip"],
    ] as const) {
      await page.getByRole("button", { name: "Export questions" }).click();
      const file = await save(() => page.getByRole("menuitem", { name: format, exact: true }).click());
      await page.getByRole("button", { name: "Import questions" }).click();
      await choose(name, await readFile(file));
      await expect(questions.getByRole("img", { name: "A map with one river" })).toBeVisible();
      await expect(questions).toContainText("✗ Wye (25 %)");
      await expect(dialog.getByRole("alert")).toBeHidden();
      await dialog.getByRole("button", { name: "Close" }).last().click();
    }
    await page.getByRole("button", { name: /^Edit Which river is on map.png/ }).click();
    const editing = page.getByRole("dialog", { name: "Edit Multiple Choice question" });
    await expect(editing.getByLabel("Percent of the points for option 2")).toHaveValue("25");
    await expectAccessible(page);
    await page.setViewportSize({ width: 360, height: 740 });
    expect(await editing.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true);
    await page.setViewportSize({ width: 1360, height: 800 });
    await editing.getByRole("button", { name: "Close" }).last().click();
  });

  await test.step("reads the Excel template", async () => {
    await page.getByRole("button", { name: "Import questions" }).click();
    const file = await save(() => dialog.getByRole("button", { name: "Download Excel template" }).click());
    await choose("template.xlsx", await readFile(file));
    await expect(dialog.getByRole("list", { name: "Questions in the file" }).getByRole("listitem")).toHaveCount(9);
    await expect(dialog.getByRole("list", { name: "Questions in the file" })).toContainText(
      "Clarity: Unclear (0), Clear (4)",
    );
    await choose("broken.xlsx", Buffer.from("no zip"));
    await expect(dialog.getByRole("alert")).toContainText("Row 1: This is not a zip file, or it is cut off.");
    await dialog.getByRole("button", { name: "Close" }).last().click();
  });

  await test.step("exports the questions of a test that is not saved yet", async () => {
    await page.goto(`${site}/addcourse`);
    await page.getByLabel("Title", { exact: true }).fill("Rivers");
    await addUnit(page, "Test");
    await addQuestion(page, "Free Text", async () => {
      await page.getByRole("dialog").getByLabel("Question", { exact: true }).fill("Why do rivers bend?");
    });
    await page.getByRole("button", { name: "Export questions" }).click();
    await expectAccessible(page);
    const file = await save(() => page.getByRole("menuitem", { name: "Moodle XML" }).click());
    expect(await readFile(file, "utf8")).toContain("Why do rivers bend?");
  });
});
