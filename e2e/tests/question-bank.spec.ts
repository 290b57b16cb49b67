import { addUnit } from "../authoring.ts";
import { expectAccessible } from "../axe.ts";
import { signIn } from "../sign-in.ts";
import { expect, test } from "../server.ts";

const CATEGORY = "Knots for a trip";

test("creates, searches, edits and uses questions of the question bank", async ({ browser, server }) => {
  const page = await (await browser.newContext()).newPage();
  const site = server.at("demo");
  const row = (name: RegExp) => page.getByRole("row", { name });

  await test.step("refuses a question without a category and keeps what was typed", async () => {
    await signIn(page, site, "instructor@demo.test");
    await page.getByRole("navigation").getByRole("link", { name: "Question bank" }).click();
    await expect(page.getByRole("heading", { name: "Question bank", level: 1 })).toBeVisible();
    await page.getByRole("button", { name: "Add question" }).click();
    await page.getByRole("main").getByRole("menuitem", { name: "Fill the Gaps" }).click();
    const dialog = page.getByRole("dialog", { name: "Add Fill the Gaps question" });
    await dialog.getByLabel("Question", { exact: true }).fill("A bowline makes a [loop|bend].");
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog.getByRole("alert")).toHaveText("Give the category a name of at most 200 characters.");
    await expectAccessible(page);
    await dialog.getByLabel("Category").fill(CATEGORY);
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog).toBeHidden();
    await page.getByLabel("Category").selectOption(CATEGORY);
    await expect(row(/A bowline makes a/)).toContainText(CATEGORY);
  });

  await test.step("imports questions from a file", async () => {
    await page.getByRole("button", { name: "Import questions" }).click();
    const gift = "Which holds? {=Bowline ~Granny}\n\nWhich slips? {=Granny ~Bowline}\n\nNone? {~Bowline ~Granny}\n";
    await page
      .getByRole("dialog", { name: "Import questions" })
      .getByLabel("File with questions")
      .last()
      .setInputFiles({ name: "q.gift", mimeType: "text/plain", buffer: Buffer.from(gift) });
    // The preview shows the questions that can be taken, and why the third cannot.
    const preview = page.getByRole("dialog", { name: "Import questions" });
    await expect(preview.getByRole("alert")).toContainText("1 problem in the file");
    await expect(preview.getByRole("alert")).toContainText("Line 5: None of the answers is right");
    await expect(preview.getByRole("list", { name: "Questions in the file" }).getByRole("listitem")).toHaveCount(2);
    await page.getByRole("button", { name: "Add 2 questions" }).click();
    const dialog = page.getByRole("dialog", { name: "Save to the question bank" });
    await dialog.getByLabel("Category").fill(CATEGORY);
    await dialog.getByRole("button", { name: "Save 2 questions" }).click();
    await expect(row(/Which slips/)).toBeVisible();
  });

  await test.step("finds questions by category and text, also after a reload", async () => {
    await expect(page.getByText("Showing 1-3 of 3")).toBeVisible();
    await page.getByRole("searchbox", { name: "Search questions" }).fill("which");
    await expect(page.getByText("Showing 1-2 of 2")).toBeVisible();
    await page.reload();
    await expect(page.getByText("Showing 1-2 of 2")).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("searchbox", { name: "Search questions" }).fill("");
  });

  await test.step("shows in the bank that a course uses questions of the category", async () => {
    await page.goto(`${site}/addcourse`);
    await page.getByLabel("Title", { exact: true }).fill("Tied up");
    await addUnit(page, "Test");
    const draws = page.getByRole("region", { name: /question bank/i });
    await draws.getByRole("button").first().click();
    await page.getByLabel("Category").last().selectOption(CATEGORY);
    await page.getByRole("button", { name: "Save draft" }).click();
    await page.waitForURL(/\/courses\/\d+\/edit/);
    await page.goto(`${site}/question-bank?category=${encodeURIComponent(CATEGORY)}`);
    await expect(row(/Which slips/).getByRole("link", { name: "Tied up" })).toBeVisible();
  });

  await test.step("edits one question and deletes another", async () => {
    await page.getByRole("button", { name: "Edit Which slips?" }).click();
    const dialog = page.getByRole("dialog", { name: "Edit Multiple Choice question" });
    await dialog.getByLabel("Question", { exact: true }).fill("Which one slips?");
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(row(/Which one slips/)).toBeVisible();
    await page.getByRole("button", { name: "Delete Which holds?" }).click();
    await page.getByRole("alertdialog", { name: "Confirm Deletion" }).getByRole("button", { name: "Delete" }).click();
    await expect(page.getByText("Showing 1-2 of 2")).toBeVisible();
  });
});
