import type { Page } from "@playwright/test";
import { expectAccessible } from "../axe.ts";
import { callApi, sendToApi } from "../graphql.ts";
import { expect, test } from "../server.ts";
import { signIn } from "../sign-in.ts";

test("the undo of each mass action on the users list brings the state back", async ({ page, server }) => {
  const site = server.at("demo");
  await signIn(page, site, "admin@demo.test");
  const { ids, group, course } = await addPeople(page, "Ledger");
  const state = () => readState(page, { first: ids[0]!, group, course, search: "Ledger" });
  const before = await state();
  expect(before).not.toBeNull();
  await page.goto(`${site}/users?search=Ledger`);

  await test.step("deactivates users", async () => {
    await chooseBoth(page);
    await page.getByRole("button", { name: "Deactivate" }).click();
    await expectAndUndo(page, "2 users were deactivated.", { state, before });
  });

  await test.step("adds users to a group", async () => {
    await chooseBoth(page);
    await page.getByRole("button", { name: "Add to Group" }).click();
    await pick(page, "Group Ledger", "Add");
    await expectAndUndo(page, "2 memberships were added.", { state, before });
  });

  await test.step("assigns users to a branch", async () => {
    await chooseBoth(page);
    await page.getByRole("button", { name: "Assign to Branch" }).click();
    await pick(page, "Northgate Sud", "Assign");
    await expectAndUndo(page, "2 users were assigned.", { state, before });
  });

  await test.step("enrols users", async () => {
    await chooseBoth(page);
    await page.getByRole("button", { name: "Enroll" }).click();
    await pick(page, "Course Ledger", "Enroll");
    await expectAndUndo(page, "2 enrolments were added.", { state, before });
  });

  await test.step("deletes users", async () => {
    await chooseBoth(page);
    await page.getByRole("button", { name: "Delete", exact: true }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
    await expectAndUndo(page, "2 users were deleted.", { state, before });
  });
});

test("all users whom a filter by enrolment leaves are deactivated, on every page, and activated again", async ({
  page,
  server,
}) => {
  const site = server.at("demo");
  await signIn(page, site, "admin@demo.test");
  const { ids, course } = await addPeople(page, "Sundial");
  await callApi(page, "mutation ($c: Int!, $u: [Int!]!) { enrolUsers(user_ids: $u, course_ids: [$c]) { count } }", {
    c: course,
    u: [ids[0]],
  });
  await page.goto(`${site}/users?search=Sundial`);
  await page.getByLabel("Enrolment").selectOption("Not enrolled in");
  await page.getByRole("combobox", { name: "Course" }).click();
  await page.getByPlaceholder("Search...").fill("Sundial");
  await expectAccessible(page);
  await page.getByRole("option", { name: "Course Sundial" }).click();
  await expect(page.getByRole("row", { name: /Sundial/ })).toHaveCount(1);
  await expect(page.getByRole("row", { name: /Other Sundial/ })).toBeVisible();
  await page.getByLabel("Enrolment").selectOption("Enrolled in");
  await expect(page.getByRole("row", { name: /First Sundial/ })).toBeVisible();
  await page.getByLabel("Enrolment").selectOption("Any enrolment");
  await expect(page.getByRole("row", { name: /Sundial/ })).toHaveCount(2);

  await page.getByRole("checkbox", { name: "Select First Sundial" }).check();
  await page.getByRole("button", { name: "Select all 2 that match" }).click();
  await expect(page.getByText("2 selected")).toBeVisible();
  await page.getByRole("button", { name: "Deactivate" }).click();
  await expect(page.getByText("2 users were deactivated.")).toBeVisible();
  await expect(page.getByRole("row", { name: /Sundial.*Inactive/ })).toHaveCount(2);
  await page.getByRole("dialog").last().getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("row", { name: /Sundial.*Active/ })).toHaveCount(2);
});

test("the undo of each mass action on the people of a course brings the state back", async ({ page, server }) => {
  const site = server.at("demo");
  await signIn(page, site, "admin@demo.test");
  const { ids, group, course } = await addPeople(page, "Abacus");
  const state = () => readState(page, { first: ids[0]!, group, course, search: "Abacus" });
  const nobody = await state();
  expect(nobody).not.toBeNull();
  await page.goto(`${site}/courses/${course}/people`);

  await test.step("enrols people", async () => {
    const enrol = async () => {
      await page.getByRole("button", { name: "Enrol people" }).first().click();
      const dialog = page.getByRole("dialog", { name: "Enrol people" });
      for (const name of ["First Abacus", "Other Abacus"]) {
        await dialog.getByRole("searchbox").fill(name);
        await dialog.getByRole("checkbox", { name }).check();
      }
      await dialog.getByRole("button", { name: "Enrol", exact: true }).click();
    };
    await enrol();
    await expectAndUndo(page, "2 people were enrolled.", { state, before: nobody });
    await enrol();
    await expect(page.getByRole("row", { name: /Abacus/ })).toHaveCount(2);
  });
  const enrolled = await state();

  await test.step("marks the course as complete", async () => {
    await chooseBoth(page);
    await page.getByRole("button", { name: "Mark as complete" }).click();
    const dialog = page.getByRole("dialog", { name: "Mark as complete" });
    await dialog.getByLabel("Reason").fill("Took part in the classroom");
    await dialog.getByRole("button", { name: "Mark as complete" }).click();
    await expectAndUndo(page, "The course was marked as complete for 2 people.", { state, before: enrolled });
    await expect(page.getByText("The course is no longer marked as complete.")).toBeVisible();
    await expectAccessible(page);
  });

  await test.step("sets the due date", async () => {
    await chooseBoth(page);
    await page.getByRole("button", { name: "Set due date" }).click();
    const dialog = page.getByRole("dialog", { name: "Set due date" });
    await dialog.getByLabel("Date", { exact: true }).fill("2040-01-31");
    await dialog.getByRole("button", { name: "Set due date" }).click();
    await expectAndUndo(page, "The due date was set for 2 people.", { state, before: enrolled });
  });

  await test.step("ends enrolments", async () => {
    await chooseBoth(page);
    await page.getByRole("button", { name: "End enrolment" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "End enrolment" }).click();
    await expectAndUndo(page, "2 enrolments were ended.", { state, before: enrolled });
  });
});

/** Adds two learners, a group and a course with a name of their own. */
async function addPeople(page: Page, name: string): Promise<{ ids: number[]; group: number; course: number }> {
  const ids: number[] = [];
  for (const first_name of ["First", "Other"]) {
    const email = `${first_name}.${name}@demo.test`.toLowerCase();
    const input = { first_name, last_name: name, email, role: "learner", skip_email: true };
    const { createUser } = await callApi<{ createUser: { id: number } }>(
      page,
      "mutation ($input: CreateUserInput!) { createUser(input: $input) { id } }",
      { input },
    );
    ids.push(createUser.id);
  }
  const content = [{ unit_order: 1, title: "Steps", content: JSON.stringify({ ops: [{ insert: "Up.\n" }] }) }];
  const { createGroup, createCourse } = await callApi<Record<"createGroup" | "createCourse", { id: number }>>(
    page,
    `mutation ($group: String!, $title: String!, $content: [ContentUnitInput!]) { createGroup(input: { name: $group }) { id }
      createCourse(title: $title, description: "x", status: "published", content: $content) { id } }`,
    { group: `Group ${name}`, title: `Course ${name}`, content },
  );
  return { ids, group: createGroup.id, course: createCourse.id };
}

/** Reads all that the mass actions change; null when a user is deleted. */
async function readState(page: Page, of: { first: number; group: number; course: number; search: string }) {
  const { data, errors } = await sendToApi<unknown>(
    page,
    `query ($first: Int!, $group: Int!, $course: Int!, $search: String!) {
      found: usersPage(search: $search) { total rows { id is_active } }
      user(id: $first) { is_primary groups { name } enrolledCourses { id } }
      group(id: $group) { usersPage { total } }
      branch(url: "south") { usersPage(search: $search) { total } }
      coursePeople(course_id: $course) { total rows { id status due_on } } }`,
    of,
  );
  if (errors && errors[0]!.extensions.code !== "NOT_FOUND") throw new Error(errors[0]!.message);
  return errors ? null : data;
}

/** Ticks both people of the list, without messages of the action before. */
async function chooseBoth(page: Page): Promise<void> {
  await page.reload();
  await expect(page.getByRole("checkbox", { name: /^Select (First|Other)/ })).toHaveCount(2);
  for (const box of await page.getByRole("checkbox", { name: /^Select (First|Other)/ }).all()) await box.check();
}

async function pick(page: Page, name: string, button: string): Promise<void> {
  // A message is a dialog too, and the one of the action must still be there afterwards.
  const dialog = page.getByRole("dialog").filter({ has: page.getByRole("searchbox") });
  await dialog.getByRole("searchbox").fill(name);
  await dialog.getByRole("checkbox", { name }).check();
  await dialog.getByRole("button", { name: `${button} (1)` }).click();
  await expect(dialog).toHaveCount(0);
}

/** Waits for the message of an action that has changed the state, and presses its undo. */
async function expectAndUndo(
  page: Page,
  message: string,
  { state, before }: { state: () => Promise<unknown>; before: unknown },
): Promise<void> {
  await expect(page.getByText(message)).toBeVisible();
  expect(await state()).not.toEqual(before);
  // The newest message is the last.
  await page.getByRole("button", { name: "Undo", exact: true }).last().click();
  await expect.poll(state).toEqual(before);
}
