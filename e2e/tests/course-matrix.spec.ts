import { expectAccessible } from "../axe.ts";
import { callApi } from "../graphql.ts";
import { signIn } from "../sign-in.ts";
import { expect, test } from "../server.ts";

test("a manager sees who has done which unit, searches, exports, and scrolls only the table on a phone", async ({
  page,
  server,
}) => {
  const site = server.at("demo");
  await signIn(page, site, "admin@demo.test");
  const units = Array.from({ length: 12 }, (_, index) => ({
    unit_order: index + 1,
    title: index === 0 ? "A long title that the heading of its column cannot show as a whole" : `Step ${index + 1}`,
    content: JSON.stringify({ ops: [{ insert: "Up.\n" }] }),
  }));
  const { createCourse: course } = await callApi<{ createCourse: { id: number } }>(
    page,
    `mutation ($content: [ContentUnitInput!]) { createCourse(title: "Ladders", description: "x", status: "published", content: $content) { id } }`,
    { content: units },
  );

  await page.evaluate(() => localStorage.clear());
  await signIn(page, site, "learner@demo.test");
  await callApi(page, `mutation { courseEnrollment(input: { course_id: ${course.id} }) { id } }`);
  const { course: opened } = await callApi<{ course: { units: { id: number }[] } }>(
    page,
    `{ course(id: ${course.id}) { units { id } } }`,
  );
  await callApi(
    page,
    `mutation { markUnitComplete(input: { course_id: ${course.id}, unit_id: ${opened.units[0]!.id}, unit_type: "Content" }) { id } }`,
  );

  await page.evaluate(() => localStorage.clear());
  await signIn(page, site, "manager@demo.test");
  await page.goto(`${site}/reports/courses/${course.id}?tab=units`);
  const table = page.getByRole("table");
  const grace = table.getByRole("row", { name: /Grace Adeyemi/ });
  await expect(table.getByRole("columnheader")).toHaveCount(3 + 12);
  await expect(table.getByRole("rowheader", { name: "Grace Adeyemi" })).toBeVisible();
  await expect(grace.getByRole("cell").nth(2)).toContainText("Completed");
  await expect(grace.getByRole("cell").nth(3)).toHaveText("Not begun");
  await expect(table.getByRole("columnheader", { name: units[0]!.title })).toHaveAttribute("title", units[0]!.title);
  await expectAccessible(page);

  await test.step("exports all columns", async () => {
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Export CSV" }).click();
    expect((await download).suggestedFilename()).toBe("learners-and-units.csv");
  });

  await test.step("searches the learners", async () => {
    await page.getByRole("searchbox").fill("nobody of this name");
    await expect(page.getByText("No users found. Try refining your search.")).toBeVisible();
    await page.getByRole("button", { name: "Clear search" }).click();
    await expect(grace).toBeVisible();
  });

  await test.step("scrolls the table and not the page at 360 px, with the names in sight", async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    const region = page.getByRole("region", { name: "Learners and units, scrollable" });
    await region.evaluate((element) => element.scrollTo({ left: element.scrollWidth }));
    await expect(table.getByRole("columnheader", { name: "Step 12" })).toBeInViewport();
    await expect(table.getByRole("rowheader", { name: "Grace Adeyemi" })).toBeInViewport();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    await expectAccessible(page);
  });
});
