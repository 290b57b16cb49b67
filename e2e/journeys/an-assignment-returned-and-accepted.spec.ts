import { expectAccessible } from "../axe.ts";
import { delta, publish } from "../course.ts";
import { logIn } from "../people.ts";
import { expect, test } from "../server.ts";
import { expectToFitInto } from "../width.ts";

const TITLE = "A report of a rescue";
const ASSIGNMENT = [
  {
    unit_order: 1,
    title: "Write the report",
    content: delta("Say what you did at the river, in a hundred words."),
    completion_option: "instructor-accepts",
  },
];

test("an assignment is returned with a comment, handed in again and accepted, and completes the course", async ({
  browser,
  server,
}) => {
  const site = server.at("demo");
  const instructor = await (await browser.newContext()).newPage();
  const learner = await (await browser.newContext()).newPage();

  await logIn(instructor, site, "instructor@demo.test");
  const id = await publish(instructor, TITLE, { assignment: ASSIGNMENT });

  await test.step("the learner types, loses the page, finds the text again, and hands it in", async () => {
    await logIn(learner, site, "learner@demo.test");
    await learner.goto(`${site}/learner/catalog/course/${id}`);
    await learner.getByRole("button", { name: "Start Course" }).click();
    await expect(learner.getByText("Say what you did at the river")).toBeVisible();
    await learner.getByRole("button", { name: "Submit Text" }).click();
    await learner.getByRole("button", { name: "Submit", exact: true }).click();
    await expect(learner.getByRole("alert")).toHaveText("Please provide a valid submission.");
    await learner.getByLabel("Your text").fill("We rowed.");
    await learner.reload();
    await expect(learner.getByLabel("Your text")).toHaveValue("We rowed.");
    await expectAccessible(learner);
    await learner.getByRole("button", { name: "Submit", exact: true }).click();
    await expect(learner.getByText("Response submitted successfully")).toBeVisible();
    await expect(learner.getByText("Waiting for review")).toBeVisible();
    await learner.getByRole("button", { name: "Next", exact: true }).click();
    await expect(learner.getByText("Your submission has to be accepted before you can go on.")).toBeVisible();
    await expectAccessible(learner);
  });

  await test.step("the instructor sees it waiting, and returns it with a comment", async () => {
    await instructor.goto(`${site}/dashboard`);
    await instructor.getByRole("link", { name: /Submissions.*waiting for review/ }).click();
    await expectAccessible(instructor);
    await instructor.getByRole("button", { name: "Grace Adeyemi" }).click();
    await expect(instructor.getByText("We rowed.")).toBeVisible();
    await instructor.getByRole("button", { name: "Return" }).click();
    await expect(instructor.getByText("Say what has to be changed.")).toBeVisible();
    await instructor.getByLabel("Comment").fill("Say more of the river.");
    await expectAccessible(instructor);
    await instructor.getByRole("button", { name: "Return" }).click();
    await expect(instructor.getByRole("status").getByText("Returned")).toBeVisible();
  });

  await test.step("the learner reads why, and hands in a file", async () => {
    await learner.reload();
    await expect(learner.getByText("Say more of the river.")).toBeVisible();
    await learner.getByRole("button", { name: "Submit again" }).click();
    await learner.getByRole("button", { name: "Upload File" }).click();
    await expect(learner.getByText("100 MB maximum")).toBeVisible();
    await learner
      .getByLabel("File", { exact: true })
      .last()
      .setInputFiles({
        name: "report.exe",
        mimeType: "application/octet-stream",
        buffer: Buffer.from("MZ"),
      });
    await expect(learner.getByRole("alert")).toContainText("Accepted files");
    await learner
      .getByLabel("File", { exact: true })
      .last()
      .setInputFiles({ name: "report.pdf", mimeType: "application/pdf", buffer: onePage("The river Tay") });
    await expect(learner.getByRole("button", { name: "Remove report.pdf" })).toBeVisible();
    await learner.getByRole("button", { name: "Submit", exact: true }).click();
    await expect(learner.getByText("Waiting for review")).toBeVisible();
  });

  await test.step("the instructor reads the file in the page, sees what was before it, and accepts", async () => {
    await instructor.goto(`${site}/submissions?course=${id}`);
    await instructor.getByRole("button", { name: "Grace Adeyemi" }).click();
    await expect(instructor.getByRole("group", { name: /page 1 of 1/ }).getByText("The river Tay")).toBeAttached();
    await expect(instructor.getByText("Page 1 of 1")).toBeVisible();
    await expectToFitInto(instructor, 360);
    await expect(instructor.getByText("Say more of the river.")).toBeVisible();
    await expectAccessible(instructor);
    await instructor.getByRole("button", { name: "Accept" }).click();
    await expect(instructor.getByRole("status").getByText("Accepted")).toBeVisible();
  });

  await test.step("the learner's course is complete, without anything more to do", async () => {
    await learner.goto(`${site}/learner/catalog/course/${id}`);
    await expect(learner.getByText("100% Complete")).toBeVisible();
    await learner.goto(`${site}/learner/course/${id}/unit/1`);
    await expect(learner.getByText("Accepted")).toBeVisible();
    await expect(learner.getByRole("button", { name: "Submit again" })).toHaveCount(0);
  });
  await instructor.context().close();
  await learner.context().close();
});

/** A PDF of one page with these words. */
function onePage(words: string): Buffer {
  const drawing = `BT /F1 24 Tf 72 720 Td (${words}) Tj ET`;
  const objects = [
    "<</Type/Catalog/Pages 2 0 R>>",
    "<</Type/Pages/Kids[3 0 R]/Count 1>>",
    "<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>",
    `<</Length ${drawing.length}>>stream\n${drawing}\nendstream`,
    "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
  ];
  let file = "%PDF-1.4\n";
  const places = objects.map((object, i) => {
    const place = file.length;
    file += `${i + 1} 0 obj${object}endobj\n`;
    return `${String(place).padStart(10, "0")} 00000 n \n`;
  });
  const table = file.length;
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.join("")}`;
  return Buffer.from(`${file}trailer<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${table}\n%%EOF\n`);
}
