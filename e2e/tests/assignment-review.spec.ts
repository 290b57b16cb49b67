import { expectAccessible } from "../axe.ts";
import { delta, publish } from "../course.ts";
import { signIn } from "../sign-in.ts";
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

test("returns an assignment with a comment, accepts the second submission, and completes the course", async ({
  browser,
  server,
}) => {
  const site = server.at("demo");
  const instructor = await (await browser.newContext()).newPage();
  const learner = await (await browser.newContext()).newPage();

  await signIn(instructor, site, "instructor@demo.test");
  const id = await publish(instructor, TITLE, { assignment: ASSIGNMENT });

  await test.step("keeps the learner's typed text when the page closes, and submits it", async () => {
    await signIn(learner, site, "learner@demo.test");
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

  await test.step("shows the submission to the instructor, who returns it with a comment", async () => {
    await instructor.goto(`${site}/dashboard`);
    await instructor.getByRole("link", { name: /Submissions.*waiting for review/ }).click();
    await expectAccessible(instructor);
    await instructor.getByRole("link", { name: "Grace Adeyemi", exact: true }).click();
    await expect(instructor.getByText("We rowed.")).toBeVisible();
    await instructor.getByRole("button", { name: "Return" }).click();
    await expect(instructor.getByText("Describe what has to be changed.")).toBeVisible();
    await instructor.getByLabel("Comment").fill("Say more of the river.");
    await expectAccessible(instructor);
    await instructor.getByRole("button", { name: "Return" }).click();
    await expect(instructor.getByRole("status").getByText("Returned")).toBeVisible();
  });

  await test.step("shows the comment to the learner, who submits a file", async () => {
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

  await test.step("tells the instructor on the dashboard that work waits", async () => {
    await instructor.goto(`${site}/dashboard`);
    await expect(instructor.getByRole("heading", { name: "Your teaching" })).toBeVisible();
    await expect(instructor.getByText("Learners in progress")).toBeVisible();
    await expectToFitInto(instructor, 360);
    await expectAccessible(instructor);
    await instructor.getByRole("link", { name: "Review submissions" }).click();
    await expect(instructor.getByRole("heading", { name: "Submissions", level: 1 })).toBeVisible();
  });

  await test.step("shows the file and the earlier submission to the instructor, who accepts it", async () => {
    await instructor.goto(`${site}/submissions?course=${id}`);
    await instructor.getByRole("link", { name: "Grace Adeyemi", exact: true }).click();
    await expect(instructor.getByRole("group", { name: /page 1 of 1/ }).getByText("The river Tay")).toBeAttached();
    await expect(instructor.getByText("Page 1 of 1")).toBeVisible();
    await expectToFitInto(instructor, 360);
    await expect(instructor.getByText("Say more of the river.")).toBeVisible();
    await expectAccessible(instructor);
    await instructor.getByRole("button", { name: "Accept" }).click();
    await expect(instructor.getByRole("status").getByText("Accepted")).toBeVisible();
    await expectAccessible(instructor);
    await instructor.getByRole("button", { name: "Undo" }).click();
    await expect(instructor.getByRole("button", { name: "Return" })).toBeVisible();
    await instructor.getByRole("button", { name: "Accept" }).click();
    await expect(instructor.getByRole("status").getByText("Accepted")).toBeVisible();
  });

  await test.step("completes the learner's course without another step", async () => {
    await learner.goto(`${site}/learner/catalog/course/${id}`);
    await expect(learner.getByText("100% Complete")).toBeVisible();
    await learner.goto(`${site}/learner/course/${id}/unit/1`);
    await expect(learner.getByText("Accepted")).toBeVisible();
    await expect(learner.getByRole("button", { name: "Submit again" })).toHaveCount(0);
  });
  await instructor.context().close();
  await learner.context().close();
});

/** Builds a PDF of one page with a text. */
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
