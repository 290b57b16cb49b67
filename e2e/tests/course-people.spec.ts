import { expectAccessible } from "../axe.ts";
import { callApi } from "../graphql.ts";
import { signIn } from "../sign-in.ts";
import { expect, test } from "../server.ts";

test("enrols the people of a branch in a course in four actions, marks it complete for one, and undoes what was ended", async ({
  page,
  server,
}) => {
  const site = server.at("demo");
  await signIn(page, site, "admin@demo.test");
  const { createCourse: course } = await callApi<{ createCourse: { id: number } }>(
    page,
    `mutation { createCourse(title: "Ladders", description: "Safe climbing.", content: [{ unit_order: 1, title: "Steps", content: "{\\"ops\\":[{\\"insert\\":\\"Up.\\\\n\\"}]}" }]) { id } }`,
  );
  await page.goto(`${site}/courses/${course.id}/people`);
  await expect(page.getByText("Nobody is enrolled yet")).toBeVisible();
  await expectAccessible(page);

  await test.step("enrols a branch and says beforehand how many people that are", async () => {
    await page.getByRole("button", { name: "Enrol people" }).first().click();
    const dialog = page.getByRole("dialog", { name: "Enrol people" });
    await dialog.getByRole("tab", { name: "Branches" }).click();
    await dialog.getByRole("checkbox", { name: "Northgate North" }).check();
    await expect(dialog.getByRole("status")).toHaveText(/^\d+ people will be enrolled\.$/);
    const count = /\d+/.exec((await dialog.getByRole("status").textContent())!)![0];
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Enrol", exact: true }).click();
    await expect(page.getByText(`${count} people were enrolled.`)).toBeVisible();
    await expect(page.getByRole("row")).toHaveCount(Math.min(Number(count), 10) + 1);
  });

  await test.step("marks the course as complete for one person, with a reason", async () => {
    await page
      .getByRole("checkbox", { name: /^Select / })
      .nth(1)
      .check();
    await page.getByRole("button", { name: "Mark as complete" }).click();
    const dialog = page.getByRole("dialog", { name: "Mark as complete" });
    await dialog.getByLabel("Reason").fill("Took part in the classroom");
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Mark as complete" }).click();
    await expect(page.getByText("The course was marked as complete for 1 person.")).toBeVisible();
    await page.getByLabel("Status").selectOption({ label: "Completed" });
    await expect(page.getByRole("row")).toHaveCount(2);
    await page.getByLabel("Status").selectOption({ label: "Every status" });
  });

  await test.step("ends the enrolments of everybody, on all pages, and restores them", async () => {
    await expect(page.getByRole("row").nth(2)).toBeVisible();
    const shown = page.getByText(/^Showing 1/);
    const total = /(\d+)$/.exec((await shown.textContent())!)![1]!;
    await page.getByLabel("Select all on this page").check();
    const all = page.getByRole("button", { name: `Select all ${total} that match` });
    if (Number(total) > 10) await all.click();
    await page.getByRole("button", { name: "End enrolment" }).click();
    const dialog = page.getByRole("alertdialog", { name: "End enrolments?" });
    await expect(dialog).toContainText(`${total} people lose access to the course`);
    await dialog.getByRole("button", { name: "End enrolment" }).click();
    await expect(page.getByText("Nobody is enrolled yet")).toBeVisible();
    await page.getByRole("button", { name: "Undo" }).last().click();
    await expect(shown).toHaveText(new RegExp(`${total}$`));
  });
});
