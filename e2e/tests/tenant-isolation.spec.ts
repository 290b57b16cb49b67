import type { Page } from "@playwright/test";
import { sendToApi, callApi } from "../graphql.ts";
import { signIn } from "../sign-in.ts";
import { expect, test } from "../server.ts";

const DEMO_WORDS = /Safeguarding|Northgate|Food hygiene|Moving and handling|Grace Adeyemi|Night shift|demo\.test/;

/** Queries and mutations that take an id, with ids of another instance. */
const BY_ID: Record<string, string> = {
  course: "query ($course: Int!) { found: course(id: $course) { id title units { title } } }",
  courseImpact: "query ($course: Int!) { found: courseImpact(id: $course) { learners } }",
  courseReport: "query ($course: Int!) { found: courseReport(courseId: $course) { id title users { name } } }",
  userProgress: "query ($user: Int!) { found: userProgress(userId: $user) { totalCourses courses { title } } }",
  completedCourses: "query ($user: Int!) { found: completedCourses(userId: $user) { title } }",
  branch: "query ($branch: Int!) { found: branch(id: $branch) { name } }",
  editCourse:
    'mutation ($course: Int!) { found: editCourse(input: { id: $course, title: "x", description: "x", status: "draft" }) { id } }',
  deleteCourse: "mutation ($course: Int!) { found: deleteCourse(id: $course) { id } }",
  courseEnrollment: "mutation ($course: Int!) { found: courseEnrollment(input: { course_id: $course }) { id } }",
  generateCertificate:
    "mutation ($course: Int!) { found: generateCertificate(input: { course_id: $course }) { certificate_url } }",
  storeUnitResponse:
    'mutation ($course: Int!, $unit: Int!) { found: storeUnitResponse(input: { course_id: $course, unit_id: $unit, unit_type: "Content", input_type: "time", response: "{}" }) { id } }',
  recordWork:
    'mutation ($course: Int!, $unit: Int!) { found: recordWork(input: { course_id: $course, unit_id: $unit, unit_type: "Content", time_spent: 0, completes: true }) { time_spent } }',
  markUnitComplete:
    'mutation ($course: Int!, $unit: Int!) { found: markUnitComplete(input: { course_id: $course, unit_id: $unit, unit_type: "Content" }) { id } }',
};

/** Lists of an instance. */
const LISTS = `{
  courses(includeHidden: true) { title } coursesPage { rows { title } } categories { name } myCourses { title }
  usersPage(limit: 500) { rows { name email } } users { name email } branches { name } resourceCategories { name }
  dashboardData { recentUsers { name } recentCourses { name } } reportsAllCourses { courses { title } } userProgress { courses { title } }
  completedCourses { title } viewer { email instance { name } }
}`;

test("shows an admin nothing of another instance on any screen or in any query", async ({ browser, server }) => {
  const theirs = await browser.newContext();
  const demoPage = await theirs.newPage();
  await signIn(demoPage, server.at("demo"), "admin@demo.test");
  const demo = await callApi<Record<"courses" | "users" | "branches", { id: number }[]>>(
    demoPage,
    '{ courses(search: "Safeguarding") { id } users(search: "Grace") { id } branches { id } }',
  );
  const course = demo.courses[0]!.id;
  const parts = await callApi<{ course: { units: { id: number }[]; videos: { video_path: string }[] } }>(
    demoPage,
    "query ($id: Int!) { course(id: $id) { units { id } videos { video_path } } }",
    { id: course },
  );
  const ids = { course, user: demo.users[0]!.id, branch: demo.branches[0]!.id, unit: parts.course.units[0]!.id };
  const film = parts.course.videos[0]!.video_path;

  const page = await (await browser.newContext()).newPage();
  const site = server.at("riverside");
  await signIn(page, site, "admin@riverside.test");

  await test.step("shows nothing of the other instance on any screen", async () => {
    for (const path of [
      "/dashboard",
      "/courses",
      "/reports/courses",
      "/learner/dashboard",
      "/learner/course-catalog",
      "/learner/courses",
      "/learner/progress",
    ]) {
      await page.goto(site + path);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expect(page.getByRole("main")).not.toContainText(DEMO_WORDS);
    }
  });

  await test.step("shows 'not found' at the addresses of its courses", async () => {
    for (const path of [
      `/courses/${course}/edit`,
      `/reports/courses/${course}`,
      `/learner/catalog/course/${course}`,
      `/learner/course/${course}/unit/1`,
    ]) {
      await page.goto(site + path);
      await expect(page.getByText(/not found|no course data|no course at this address/i).first()).toBeVisible();
      await expect(page.locator("body")).not.toContainText(DEMO_WORDS);
    }
  });

  await test.step("answers 'not found' to every query by its ids, and no list contains its data", async () => {
    for (const [name, query] of Object.entries(BY_ID)) {
      const variables = Object.fromEntries(Object.entries(ids).filter(([id]) => query.includes(`$${id}:`)));
      const { errors } = await sendToApi(page, query, variables);
      expect([name, errors?.[0]?.extensions.code]).toEqual([name, "NOT_FOUND"]);
    }
    const lists = await sendToApi(page, LISTS);
    expect(lists.errors).toBeUndefined();
    expect(JSON.stringify(lists.data)).not.toMatch(DEMO_WORDS);
  });

  await test.step("refuses its signed file addresses and its admin's token", async () => {
    expect(await getStatus(demoPage, film)).toBe(200);
    expect(await getStatus(page, film)).toBe(404);
    const token = await demoPage.evaluate(() => localStorage.getItem("token"));
    expect(await getStatus(demoPage, "/api/user", token)).toBe(200);
    expect(await getStatus(page, "/api/user", token)).toBe(401);
  });
});

/** Returns the status of an address of this site, with or without a token. */
function getStatus(page: Page, path: string, token: string | null = null): Promise<number> {
  return page.evaluate(
    async ([path, token]) =>
      (await fetch(path!, token ? { headers: { authorization: `Bearer ${token}` } } : {})).status,
    [path, token] as const,
  );
}
