import type { Page } from "@playwright/test";
import { listCutOff } from "../cut-off.ts";
import { delta } from "../course.ts";
import { callApi } from "../graphql.ts";
import { expect, test } from "../server.ts";
import { PASSWORD, signIn } from "../sign-in.ts";
import { measureWidth } from "../width.ts";

const SCREENS = {
  "admin@demo.test": [
    "/dashboard",
    "/users",
    "/user/5",
    "/adduser",
    "/bulkcreateusers",
    "/courses",
    "/courses/2/edit",
    "/question-bank",
    "/submissions",
    "/categories/create",
    "/groups/1",
    "/branches/1",
    "/reports/users",
    "/reports/courses/1",
    "/reports/certificates",
    "/reports/schedules",
    "/deleted",
    "/audit",
    "/profile",
    "/contact",
  ],
  "learner@demo.test": [
    "/learner/dashboard",
    "/learner/courses",
    "/learner/course-catalog",
    "/learner/progress",
    "/learner/certificates",
    "/learner/catalog/course/2",
    "/learner/catalog/course/4",
    "/learner/course/2/unit",
  ],
};

for (const [email, paths] of Object.entries(SCREENS))
  test(`no screen of ${email} scrolls sideways at 360 and 320 pixels`, async ({ page, server }) => {
    const site = server.at("demo");
    await signIn(page, site, email);
    for (const path of paths) {
      await page.goto(`${site}${path}`);
      await expect(page.locator("h1").first()).toBeAttached();
      await expect(page.getByRole("status", { name: "Loading" })).toHaveCount(0);
      for (const width of [360, 320]) {
        await page.setViewportSize({ width, height: 800 });
        await expect.poll(() => measureWidth(page), { message: `${path} at ${width}` }).toBe(width);
      }
    }
  });

test("the list of units cuts long titles off, and stays as wide as its column", async ({ page, server }) => {
  const site = server.at("demo");
  await signIn(page, site, "admin@demo.test");
  await page.goto(`${site}/courses/2/edit`);
  await page.getByRole("button", { name: /^2\. / }).click();
  await page.getByLabel("Title").fill("Atitleofmorethanthirtytwoletterswithoutanyspace ".repeat(3));
  const list = page.getByRole("list").filter({ has: page.getByRole("button", { name: /^2\. / }) });
  await expect.poll(() => list.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
});

/** Returns a name of 80 letters in which a line cannot break. */
const longName = (kind: string) => (kind + "withoutaspace".repeat(7)).slice(0, 80);

test("no screen scrolls sideways or cuts off names of 80 letters at 360 pixels", async ({ page, browser, server }) => {
  const site = server.at("demo");
  await page.setViewportSize({ width: 360, height: 800 });
  await signIn(page, site, "admin@demo.test");
  const { id, course, group, branch, path, badge } = await createLongNames(page);
  const learner = await (await browser.newContext({ viewport: { width: 360, height: 800 } })).newPage();
  await signIn(learner, site, "long@demo.test");
  const ENROL = "mutation ($course: Int!) { courseEnrollment(input: { course_id: $course }) { __typename } }";
  await callApi(learner, ENROL, { course });

  await test.step("of an admin", async () => {
    for (const screen of [
      "/dashboard",
      "/users?search=withoutaspace",
      `/user/${id}`,
      "/groups",
      `/groups/${group}`,
      "/branches",
      `/branches/${branch}`,
      "/categories",
      "/courses?search=withoutaspace",
      `/courses/${course}/edit`,
      `/courses/${course}/people`,
      "/badges",
      `/badges/${badge}`,
      "/learning-paths",
      `/learning-paths/${path}`,
      "/settings/fields",
      "/settings/sign-in",
      "/reports/schedules",
      `/reports/users/${id}`,
      `/reports/courses/${course}`,
      "/reports/compliance",
      "/audit",
    ])
      await expectToFit(page, `${site}${screen}`);
  });

  await test.step("of a learner", async () => {
    for (const screen of [
      "/learner/dashboard",
      "/learner/courses",
      "/learner/course-catalog",
      `/learner/catalog/course/${course}`,
      `/learner/course/${course}/unit/1`,
      `/learner/course/${course}/unit/2`,
      `/learner/path/${path}`,
      "/learner/badges",
      "/profile",
    ])
      await expectToFit(learner, `${site}${screen}`);
  });
});

/** Creates a user with an own field, a group, a branch, a category, a course, a learning path and a badge of such names. */
async function createLongNames(page: Page) {
  const field = await create("createUserField", "UserFieldInput", {
    name: longName("Field").slice(0, 60),
    type: "text",
    is_listed: true,
  });
  const id = await create("createUser", "CreateUserInput", {
    email: "long@demo.test",
    first_name: longName("First"),
    last_name: longName("Last"),
    role: "learner",
    password: PASSWORD,
    skip_email: true,
    fields: [{ id: field, value: longName("Value") }],
  });
  const group = await create("createGroup", "GroupInput", { name: longName("Group"), description: longName("About") });
  const branch = await create("createBranch", "BranchInput", { name: longName("Branch"), url: "long" });
  const { createCategory: category } = await callApi<{ createCategory: { id: number } }>(
    page,
    "mutation ($name: String!) { createCategory(name: $name) { id } }",
    { name: longName("Category") },
  );
  const survey = {
    unit_order: 2,
    title: longName("Survey"),
    survey_questions: [
      {
        kind: "likert",
        text: longName("Scale"),
        low: longName("Low").slice(0, 60),
        high: longName("High").slice(0, 60),
      },
      { kind: "choice", text: longName("Choice"), options: [{ text: longName("One") }, { text: longName("Two") }] },
    ],
  };
  const { createCourse: course } = await callApi<{ createCourse: { id: number } }>(
    page,
    `mutation ($title: String!, $unit: String!, $text: String!, $surveys: [SurveyUnitInput!], $categories: [Int!]) { createCourse(title: $title, description: $unit, categories: $categories,
      status: "published", content: [{ unit_order: 1, title: $unit, content: $text }], surveys: $surveys) { id } }`,
    {
      text: delta(longName("Text")),
      surveys: [survey],
      title: longName("Course"),
      unit: longName("Unit"),
      categories: [category.id],
    },
  );
  const path = await create("createLearningPath", "LearningPathInput", {
    title: longName("Path"),
    status: "published",
    in_catalogue: true,
    sections: [{ title: longName("Section"), course_ids: [course.id] }],
  });
  const badge = await create("createBadge", "BadgeInput", { name: longName("Badge"), criteria: longName("Criteria") });
  await callApi(
    page,
    `mutation ($path: Int!, $badge: Int!, $group: Int!, $people: [Int!]!, $courses: [Int!]!) {
      addUsersToGroups(group_ids: [$group], user_ids: $people) { added }
      assignLearningPath(id: $path, to: { user_ids: $people, group_ids: [$group] }) { added }
      issueBadge(id: $badge, user_ids: $people)
      addCoursesToGroup(group_id: $group, course_ids: $courses) { id } }`,
    { path, badge, group, people: [id], courses: [course.id] },
  );
  return { id, course: course.id, group, branch, path, badge };

  async function create(operation: string, type: string, input: object): Promise<number> {
    const query = `mutation ($input: ${type}!) { ${operation}(input: $input) { id } }`;
    return (await callApi<Record<string, { id: number }>>(page, query, { input }))[operation]!.id;
  }
}

/** Opens a screen and checks that nothing of it is wider than the window or cut off. */
async function expectToFit(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await expect(page.locator("h1").first()).toBeAttached();
  await expect(page.getByRole("status", { name: "Loading" })).toHaveCount(0);
  await page.waitForLoadState("networkidle");
  await expect.poll(() => measureWidth(page), { message: address }).toBe(360);
  expect(await listCutOff(page), address).toEqual([]);
}
