import { addUnit } from "../authoring.ts";
import { expectAccessible } from "../axe.ts";
import { signIn } from "../sign-in.ts";
import { expect, test } from "../server.ts";

test("keeps the changes of two authors of one course, and previews it before it is published", async ({
  browser,
  server,
}) => {
  const site = server.at("demo");
  const first = await (await browser.newContext()).newPage();
  const second = await (await browser.newContext()).newPage();
  const title = "Ropes for two";

  await test.step("starts a test with imported questions and saves a draft", async () => {
    await signIn(first, site, "instructor@demo.test");
    await first.goto(`${site}/addcourse`);
    await first.getByLabel("Title", { exact: true }).fill(title);
    await first.getByLabel("Description").fill("Knots and rivers.");
    await addUnit(first, "Test");
    await first.getByRole("button", { name: "Import questions" }).click();
    const dialog = first.getByRole("dialog", { name: "Import questions" });
    const file = (text: string) => ({ name: "q.gift", mimeType: "text/plain", buffer: Buffer.from(text) });
    await dialog
      .getByLabel("File with questions")
      .last()
      .setInputFiles(file("Which holds? {=Bowline ~Granny}\n\nNo answers\n"));
    await expect(dialog.getByRole("alert")).toContainText("Line 3: This question has no answers in { }.");
    await dialog.getByLabel("File with questions").last().setInputFiles(file("Which holds? {=Bowline ~Granny}\n"));
    await expectAccessible(first);
    await dialog.getByRole("button", { name: "Add 1 question" }).click();
    await first.getByRole("button", { name: "Save draft" }).click();
    await first.waitForURL(/\/courses\/\d+\/edit/);
  });

  await test.step("shows the second author that the course is being edited; the second author saves first", async () => {
    await signIn(second, site, "admin@demo.test");
    await second.goto(first.url());
    await expect(second.getByText("is editing this course too.")).toBeVisible();
    await second.getByLabel("Title", { exact: true }).fill("Ropes for three");
    await second.getByRole("button", { name: "Save draft" }).click();
    await expect(second.getByText("The draft is saved.")).toBeVisible();
  });

  await test.step("refuses the second save, compares the versions, and keeps unsaved text after a reload", async () => {
    await first.getByRole("button", { name: "Course Overview" }).click();
    await first.getByLabel("Title", { exact: true }).fill("Ropes for me");
    await first.getByRole("button", { name: "Save draft" }).click();
    await first.getByRole("dialog").getByRole("button", { name: "Compare versions" }).click();
    const compared = first.getByRole("region", { name: "Course Overview: Title" });
    await expect(compared).toContainText("Ropes for me");
    await expect(compared).toContainText("Ropes for three");
    await expectAccessible(first);
    await first.setViewportSize({ width: 360, height: 740 });
    await expect(first.getByRole("button", { name: "Back to the course" })).toBeInViewport({ ratio: 1 });
    await first.setViewportSize({ width: 1280, height: 720 });
    await first.getByRole("button", { name: "Reload", exact: true }).click();
    await expect(first.getByLabel("Title", { exact: true })).toHaveValue("Ropes for three");
    await first.getByRole("button", { name: "Restore" }).click();
    await expect(first.getByLabel("Title", { exact: true })).toHaveValue("Ropes for me");
    await first.getByRole("button", { name: "Save draft" }).click();
    await first.getByRole("button", { name: "Overwrite", exact: true }).click();
    await expect(first.getByText("Unsaved changes")).toBeHidden();
  });

  await test.step("previews the draft as a learner sees it", async () => {
    await first.getByRole("button", { name: "Preview as a learner" }).click();
    await expect(first.getByText("This is a preview of the course")).toBeVisible();
    await first.getByRole("button", { name: "Start Test" }).click();
    await expectAccessible(first);
    await first.getByRole("radio", { name: "Bowline" }).check();
    await first.getByRole("button", { name: "Submit" }).click();
    await expect(first.getByText("Congratulations! You got all answers correct!")).toBeVisible();
    await first.getByRole("link", { name: "Back to editing" }).click();
    await expect(first.getByRole("button", { name: "Update Course" })).toBeVisible();
  });
});
