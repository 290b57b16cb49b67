import { expectAccessible } from "../axe.ts";
import { callApi } from "../graphql.ts";
import { expect, test } from "../server.ts";
import { signIn } from "../sign-in.ts";

const COURSE = "Working safely at Northgate";

test("an author duplicates a unit with its file and a question, and saves both", async ({ browser, server }) => {
  const site = server.at("demo");
  const page = await (await browser.newContext()).newPage();
  await signIn(page, site, "instructor@demo.test");
  // A copy of the course: other tests read the course itself.
  const { courses } = await callApi<{ courses: { id: number; title: string }[] }>(page, "{ courses { id title } }");
  const { id } = courses.find(({ title }) => title === COURSE)!;
  const { duplicateCourse: copy } = await callApi<{ duplicateCourse: { id: number } }>(
    page,
    "mutation ($id: Int!) { duplicateCourse(id: $id) { id } }",
    { id },
  );
  const unit = (name: string | RegExp) => page.getByRole("button", { name });

  await test.step("a unit of audio, whose copy has the same file and its own title", async () => {
    await page.goto(`${site}/courses/${copy.id}/edit`);
    await unit(/^3\. Two alarms/).click();
    await unit("Duplicate unit").click();
    await expect(unit(/^4\. Two alarms \(copy\)/)).toHaveAttribute("aria-current", "true");
    await expect(unit(/^5\. Ways out/)).toBeVisible();
    await expectAccessible(page);
    await unit(/^\d+\. Which extinguisher/).click();
    await expect(unit("Delete unit")).toBeVisible();
    await expect(unit("Duplicate unit")).toHaveCount(0);
  });

  await test.step("a question, beside the one it was made from", async () => {
    await unit(/^\d+\. Safety check/).click();
    const questions = page.getByRole("region", { name: "Questions" }).getByRole("listitem");
    const before = await questions.count();
    const text = await questions.first().locator("p").first().innerText();
    await unit("Duplicate question 1").click();
    await expect(questions).toHaveCount(before + 1);
    await expect(questions.nth(1).locator("p").first()).toHaveText(text.replace("1.", "2."));
  });

  await test.step("both are there after the save, with the file", async () => {
    await unit("Save draft").click();
    await expect(page.getByText("The draft is saved.")).toBeVisible();
    await page.reload();
    await unit(/^4\. Two alarms \(copy\)/).click();
    await expect(page.locator("audio")).toBeVisible();
    const { course } = await callApi<{ course: { audios: { id: number; title: string }[] } }>(
      page,
      "query ($id: Int!) { course(id: $id) { audios { id title } } }",
      { id: copy.id },
    );
    expect(course.audios.map(({ title }) => title)).toEqual(["Two alarms", "Two alarms (copy)"]);
    expect(new Set(course.audios.map((each) => each.id)).size).toBe(2);
  });
  await page.context().close();
});
