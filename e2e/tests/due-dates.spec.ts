import { expectAccessible } from "../axe.ts";
import { callApi } from "../graphql.ts";
import { expect, test } from "../server.ts";
import { signIn } from "../sign-in.ts";

const COURSE = `mutation { createCourse(title: "Ladders", description: "Safe climbing.", content: [{ unit_order: 1, title: "Steps", content: "{\\"ops\\":[{\\"insert\\":\\"Up.\\\\n\\"}]}" }]) { id } }`;

test("enrols a learner with a due date, moves it into the past, and shows it as overdue to both", async ({
  page,
  browser,
  server,
}) => {
  const site = server.at("demo");
  await signIn(page, site, "admin@demo.test");
  const { createCourse: course } = await callApi<{ createCourse: { id: number } }>(page, COURSE);
  await page.goto(`${site}/courses/${course.id}/people`);

  await test.step("enrols with a number of days", async () => {
    await page.getByRole("button", { name: "Enrol people" }).first().click();
    const dialog = page.getByRole("dialog", { name: "Enrol people" });
    await dialog.getByRole("checkbox", { name: /Grace Adeyemi/ }).check();
    await dialog.getByLabel("Due date").selectOption({ label: "Days after enrolment" });
    await expect(dialog.getByRole("button", { name: "Enrol", exact: true })).toBeDisabled();
    await dialog.getByLabel("Number of days").fill("30");
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Enrol", exact: true }).click();
    await expect(page.getByText("1 person was enrolled.")).toBeVisible();
  });

  await test.step("sets another date by hand", async () => {
    await page.getByRole("checkbox", { name: "Select Grace Adeyemi" }).check();
    await page.getByRole("button", { name: "Set due date" }).click();
    const dialog = page.getByRole("dialog", { name: "Set due date" });
    await dialog.getByLabel("Date", { exact: true }).fill("2026-01-31");
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Set due date" }).click();
    await expect(page.getByText("The due date was set for 1 person.")).toBeVisible();
    await expect(page.getByRole("cell", { name: "31/01/2026, overdue" })).toBeVisible();
    await page.getByLabel("Due date", { exact: true }).selectOption({ label: "Overdue" });
    await expect(page.getByRole("row")).toHaveCount(2);
    await expectAccessible(page);
  });

  await test.step("the learner sees it first on the dashboard", async () => {
    const context = await browser.newContext({ locale: "en-GB" });
    const learner = await context.newPage();
    await signIn(learner, site, "learner@demo.test");
    await expect(learner.getByRole("heading", { level: 1 })).toHaveText("Ladders is overdue since 31 January 2026.");
    await learner.goto(`${site}/learner/courses`);
    await learner.getByLabel("Sort by").selectOption({ label: "Due date" });
    const courses = learner.getByRole("region", { name: "Courses", exact: true });
    await expect(courses.getByRole("heading", { level: 3 }).first()).toHaveText("Ladders");
    await expect(learner.getByText("Overdue since 31 January 2026")).toBeVisible();
    await expectAccessible(learner);
    await context.close();
  });
});

test("gives the users of a group a due date for a course, and reminders their days", async ({ page, server }) => {
  const site = server.at("demo");
  await signIn(page, site, "admin@demo.test");
  const { groups } = await callApi<{ groups: { id: number; name: string }[] }>(page, "{ groups { id name } }");
  const group = groups.find(({ name }) => name === "Night shift")!;
  const { createCourse: course } = await callApi<{ createCourse: { id: number } }>(page, COURSE);
  await callApi(page, `mutation { addCoursesToGroup(group_id: ${group.id}, course_ids: [${course.id}]) { id } }`);
  await page.goto(`${site}/groups/${group.id}?tab=courses`);
  await page.getByRole("button", { name: "Change the due date of Ladders" }).click();
  const dialog = page.getByRole("dialog", { name: "Due date of Ladders" });
  await dialog.getByLabel("Due date").selectOption({ label: "Days after enrolment" });
  await dialog.getByLabel("Number of days").fill("14");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("The due date was saved.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Change the due date of Ladders" })).toHaveText(
    "14 days after joining",
  );

  await page.goto(`${site}/settings/notifications`);
  await page.getByLabel("Days before a due date").fill("14, soon");
  await page.getByRole("button", { name: "Save settings" }).click();
  await expect(page.getByText("Use at most 5 numbers of days from 0 to 90.")).toBeVisible();
  await page.getByLabel("Days before a due date").fill("3, 14");
  await page.getByRole("button", { name: "Save settings" }).click();
  await expect(page.getByText("The settings were saved.")).toBeVisible();
  await expect(page.getByLabel("Days before a due date")).toHaveValue("14, 3");
  await expectAccessible(page);
});
