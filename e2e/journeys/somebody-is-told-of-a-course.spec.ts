import { documentOf } from "../documents.ts";
import type { Page } from "@playwright/test";
import { ask } from "../ask.ts";
import { expectAccessible } from "../axe.ts";
import { logIn } from "../people.ts";
import { expect, test } from "../server.ts";

const COURSE = "Online safety for staff";

test("a learner who is enrolled is told by the bell and by mail, and turns the mails off", async ({
  browser,
  server,
}) => {
  const site = server.at("demo");
  const page = await (await browser.newContext({ viewport: { width: 360, height: 780 } })).newPage();
  await logIn(page, site, "sunita.thapa@demo.test");
  const bell = page.getByRole("button", { name: /^Notifications/ });

  await test.step("before that the list is empty", async () => {
    await bell.press("Enter");
    await expect(page.getByText("No notifications yet.")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(bell).toBeFocused();
  });

  await test.step("an administrator enrols them", async () => {
    const admin = await (await browser.newContext()).newPage();
    await logIn(admin, site, "admin@demo.test");
    await enrol(admin, "sunita.thapa@demo.test", COURSE);
    await admin.context().close();
  });

  await test.step("the bell counts it, and leads to the course by keyboard", async () => {
    await page.reload();
    await expect(bell).toHaveAccessibleName("Notifications, 1 unread");
    await expectAccessible(page);
    await bell.press("Enter");
    const notice = page.getByRole("link", { name: `You have been enrolled in ‘${COURSE}’.` });
    await expect(notice).toBeVisible();
    await expectAccessible(page);
    await notice.press("Enter");
    // The dashboard's heading names the course as well, as the next step.
    await expect(page).toHaveTitle(new RegExp(COURSE));
    await expect(page.getByRole("heading", { name: COURSE, level: 1 })).toBeVisible();
    await expect(bell).toHaveAccessibleName("Notifications");
  });

  await test.step("where motion is not wanted, all of the page is dark at once", async () => {
    await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
    await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
    const [heading, ground] = await page.evaluate(() =>
      [document.querySelector("h1")!, document.body].map((element) => getComputedStyle(element).color),
    );
    expect(heading).toBe(ground);
    await page.emulateMedia({ colorScheme: "light", reducedMotion: null });
  });

  await test.step("the mail has the same link", async () => {
    const mail = await server.mailbox.mailTo("sunita.thapa@demo.test");
    expect(mail.subject).toBe(`You have been enrolled in ‘${COURSE}’`);
    expect(mail.text).toContain(new URL(page.url()).pathname);
  });

  await test.step("a list too long for the window stays beneath the bell", async () => {
    const one = { kind: "enrolled", course_id: 1, course_title: COURSE, unit_title: null, unit_order: null, on: null };
    const rows = Array.from({ length: 20 }, (_, id) => ({
      ...one,
      id,
      is_read: false,
      created_at: "2026-01-01T10:00:00Z",
    }));
    await page.route("**/graphql", (route) =>
      documentOf(route.request()).startsWith("query Notifications")
        ? route.fulfill({ json: { data: { notifications: { unread: 120, rows } } } })
        : route.fallback(),
    );
    await page.setViewportSize({ width: 1360, height: 780 });
    await page.reload();
    await expect(bell).toHaveAccessibleName("Notifications, 99+ unread");
    await bell.click();
    await expect(page.getByRole("listitem").filter({ hasText: COURSE })).toHaveCount(20);
    const [button, list] = await Promise.all([bell.boundingBox(), page.getByRole("dialog").boundingBox()]);
    expect(list!.y).toBeGreaterThanOrEqual(button!.y + button!.height);
    await page.unroute("**/graphql");
    await page.setViewportSize({ width: 360, height: 780 });
  });

  await test.step("mails are turned off in the profile", async () => {
    await page.goto(`${site}/profile`);
    await page.getByLabel("Send me emails about my courses").uncheck();
    await page.getByRole("button", { name: "Save Changes" }).click();
    await expect(page.getByText("Profile updated successfully!")).toBeVisible();
    await page.reload();
    await expect(page.getByLabel("Send me emails about my courses")).not.toBeChecked();
  });

  await test.step("badges show what was completed", async () => {
    await page.goto(`${site}/learner/badges`);
    await expect(page.getByRole("heading", { name: "Moving and handling" })).toBeVisible();
    await expectAccessible(page);
  });

  await test.step("the catalogue is searched, and the address keeps what was looked for", async () => {
    await page.goto(`${site}/learner/course-catalog`);
    await page.getByLabel("Search").fill("moving");
    await expect(page.getByRole("heading", { name: "Moving and handling" })).toBeVisible();
    await expect(page).toHaveURL(/search=moving/);
    await page.getByLabel("Search").fill("no such thing");
    await expect(page.getByText("No course matches your search.")).toBeVisible();
    await page.getByRole("button", { name: "Show all courses" }).click();
    await expect(page.getByRole("link", { name: /Safe practice/ })).toBeVisible();
    await expect(page.getByLabel("Search")).toHaveValue("");
    await expectAccessible(page);
  });
});

/** As the screens of administration do, which have journeys of their own. */
async function enrol(page: Page, email: string, title: string): Promise<void> {
  const { users, courses } = await ask<{
    users: { id: number; email: string }[];
    courses: { id: number; title: string }[];
  }>(page, "{ users { id email } courses { id title } }");
  const user = users.find((each) => each.email === email)!.id;
  const course = courses.find((each) => each.title === title)!.id;
  const { enrolUsers } = await ask<{ enrolUsers: { enrolments: unknown[] } }>(
    page,
    `mutation { enrolUsers(user_ids: [${user}], course_ids: [${course}]) { enrolments { course_id } } }`,
  );
  expect(enrolUsers.enrolments).toHaveLength(1);
}
