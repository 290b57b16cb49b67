import type { Page } from "@playwright/test";
import { addUnit } from "../authoring.ts";
import { expectAccessible } from "../axe.ts";
import { signIn } from "../sign-in.ts";
import { expect, test } from "../server.ts";
import { expectToFitInto } from "../width.ts";

const TITLE = "Knots and their uses";

test("an author writes a table and call-outs, drags a picture in, pastes from Word, and learners read it", async ({
  browser,
  server,
}) => {
  const site = server.at("demo");
  const page = await (await browser.newContext()).newPage();
  await signIn(page, site, "instructor@demo.test");
  page.setDefaultTimeout(15_000);
  await page.goto(`${site}/addcourse`);
  await page.getByLabel("Title", { exact: true }).fill(TITLE);
  await page.getByLabel("Description").fill("Three knots that everybody at the river ties.");
  await addUnit(page, "Content");
  await page.getByRole("textbox", { name: "Title" }).fill("Three knots");
  const text = page.getByRole("textbox", { name: "Content" });
  const { keyboard } = page;

  await test.step("fills a table by keyboard", async () => {
    await text.click();
    await keyboard.type("Tie each of them ten times.");
    await page.getByRole("button", { name: "Insert table" }).click();
    for (const words of ["Knot", "Use", "Time", "Bowline", "A loop", "10 s", "Reef knot", "Two ropes", "5 s"]) {
      await keyboard.type(words);
      await keyboard.press("Tab");
    }
    await expect(text.getByRole("row")).toHaveCount(3);
    await text.getByText("5 s").click();
    await page.getByRole("button", { name: "Add row" }).click();
    await expect(text.locator("tr")).toHaveCount(4);
    await text.locator("tr").last().locator("td").first().click();
    await page.getByRole("button", { name: "Delete row" }).click();
    await expect(text.locator("tr")).toHaveCount(3);
  });

  await test.step("writes call-outs and leaves them with Enter", async () => {
    await text.locator("p").last().click();
    await page.getByRole("button", { name: "Warning" }).click();
    await keyboard.type("Never stand in a loop.");
    await keyboard.press("Enter");
    await keyboard.press("Enter");
    await keyboard.type("After the warning.");
    await expect(text.locator(".ql-callout-warning")).toHaveCount(1);
    await expect(page.getByRole("button", { name: "Warning" })).not.toHaveClass(/ql-active/);
    await keyboard.press("Enter");
  });

  await test.step("uploads a picture that is dragged in, and describes it", async () => {
    await drop(page, "image/png");
    const picture = text.locator("img");
    await expect(picture).toHaveAttribute("src", /\/files\//);
    await picture.click();
    await page.getByLabel("Description of the picture").fill("A bowline");
    await expect(picture).toHaveAttribute("alt", "A bowline");
    await drop(page, "text/plain");
    await expect(page.getByText("drop.txt is not a picture. Use PNG, JPEG, GIF or WebP.").first()).toBeVisible();
  });

  await test.step("keeps headings, lists and tables of a text that is pasted from Word, and nothing else", async () => {
    await text.locator("p").last().click();
    await keyboard.press("Control+End");
    await keyboard.press("Enter");
    await paste(page, WORD);
    await expect(text.locator("h3")).toHaveText("What to check");
    await expect(text.locator("li")).toHaveText(["The rope is dry.", "The end is long."]);
    await expect(text.locator("table").last().locator("tr").first().locator("td")).toHaveText(["Rope", "Length in m"]);
    await expect(
      page.getByText("A picture in the pasted text could not be read and was left out.").first(),
    ).toBeVisible();
    await expect(text.locator("[style]")).toHaveCount(0);
  });

  await expectAccessible(page);
  await expectToFitInto(page, 360);
  await page.getByRole("button", { name: "Publish" }).click();
  await expect(page.getByText("The course is published.")).toBeVisible();

  const learner = await (await browser.newContext()).newPage();
  await signIn(learner, site, "learner@demo.test");
  await learner.getByRole("navigation").getByRole("link", { name: "Course Catalog" }).click();
  await learner.getByRole("searchbox").fill(TITLE);
  await learner
    .getByRole("link", { name: new RegExp(`View Course.*${TITLE}|${TITLE}.*View Course`) })
    .first()
    .click();
  await learner.getByRole("button", { name: "Start Course" }).click();
  const main = learner.getByRole("main");
  await expect(main.getByRole("columnheader", { name: "Knot" })).toBeVisible();
  await expect(main.getByRole("cell", { name: "Two ropes" })).toBeVisible();
  await expect(main.getByRole("note", { name: "Warning" })).toContainText("Never stand in a loop.");
  await expect(main.getByRole("note", { name: "Warning" })).not.toContainText("After the warning.");
  await expect(main.getByRole("img", { name: "A bowline" })).toBeVisible();
  await expect(main.getByRole("columnheader", { name: "Length in m" })).toBeVisible();
  await expectAccessible(learner);
  await expectToFitInto(learner, 360);
});

/** Drops a file on the text, as the browser reports it for one from another program. */
async function drop(page: Page, type: "image/png" | "text/plain"): Promise<void> {
  const dataTransfer = await page.evaluateHandle(async (type) => {
    const canvas = new OffscreenCanvas(320, 180);
    canvas.getContext("2d")!.fillRect(40, 40, 240, 100);
    const isPicture = type === "image/png";
    const content = isPicture ? await canvas.convertToBlob({ type }) : new Blob(["no picture"]);
    const data = new DataTransfer();
    data.items.add(new File([content], isPicture ? "drop.png" : "drop.txt", { type }));
    return data;
  }, type);
  const target = page.locator(".ql-editor > p").last();
  const { x, y, height } = (await target.boundingBox())!;
  const at = { clientX: x + 5, clientY: y + height / 2, dataTransfer };
  await target.dispatchEvent("dragover", at);
  await target.dispatchEvent("drop", at);
}

/** Pastes from the clipboard: Firefox drops the content of a paste event that a script makes. */
async function paste(page: Page, html: string): Promise<void> {
  await page.evaluate((html) => {
    const copy = (event: ClipboardEvent) => {
      event.clipboardData!.setData("text/html", html);
      event.clipboardData!.setData("text/plain", "What to check");
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    window.addEventListener("copy", copy, { capture: true, once: true });
  }, html);
  // Nothing is copied without a selection; the pasted text replaces it.
  await page.keyboard.type("x");
  await page.keyboard.press("Shift+ArrowLeft");
  await page.keyboard.press("ControlOrMeta+C");
  await page.keyboard.press("ControlOrMeta+V");
}

/** As Word writes it: conditional comments, classes, styles, lists of paragraphs, paragraphs in cells, local pictures. */
const WORD = `<html xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word">
<head><style>p.MsoNormal { margin: 0; font-family: Calibri } @list l0:level1 { mso-level-number-format: bullet; }</style></head>
<body lang=EN-GB style='tab-interval:36.0pt'><!--StartFragment-->
<h4 style='color:#1F3864'><span lang=EN-GB>What to check<o:p></o:p></span></h4>
<p class=MsoListParagraph style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>·<span>&nbsp; </span></span><![endif]>The rope is dry.</p>
<p class=MsoListParagraph style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>·<span>&nbsp; </span></span><![endif]>The end is long.</p>
<table class=MsoTableGrid border=1 style='border-collapse:collapse'>
 <tr><td width=301 style='border:solid windowtext 1.0pt'><p class=MsoNormal><b>Rope</b></p></td><td><p class=MsoNormal>Length</p><p class=MsoNormal>in m</p></td></tr>
 <tr><td><p class=MsoNormal>Throw line</p></td><td><p class=MsoNormal>20</p></td></tr>
</table>
<p class=MsoNormal><img width=10 height=10 src="file:///C:/Users/x/clip_image001.png"></p>
<!--EndFragment--></body></html>`;
