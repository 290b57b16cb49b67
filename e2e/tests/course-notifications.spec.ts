import { answerQuery } from "../documents.ts";
import type { Page } from "@playwright/test";
import { callApi } from "../graphql.ts";
import { expectAccessible } from "../axe.ts";
import { signIn } from "../sign-in.ts";
import { expect, test } from "../server.ts";

const COURSE = "Online safety for staff";

test("notifies an enrolled learner in the product and by mail until the learner turns mails off", async ({
  browser,
  server,
}) => {
  const site = server.at("demo");
  const page = await (await browser.newContext({ viewport: { width: 360, height: 780 } })).newPage();
  await signIn(page, site, "sunita.thapa@demo.test");
  const bell = page.getByRole("button", { name: /^Notifications/ });

  await test.step("shows an empty list of notifications first", async () => {
    await bell.press("Enter");
    await expect(page.getByText("No notifications yet.")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(bell).toBeFocused();
  });

  await test.step("enrols the learner", async () => {
    const admin = await (await browser.newContext()).newPage();
    await signIn(admin, site, "admin@demo.test");
    await enrol(admin, "sunita.thapa@demo.test", COURSE);
    await admin.context().close();
  });

  await test.step("counts the notification and opens the course with the keyboard", async () => {
    await page.reload();
    await expect(bell).toHaveAccessibleName("Notifications, 1 unread");
    await expectAccessible(page);
    await bell.press("Enter");
    const notice = page.getByRole("link", { name: `You have been enrolled in ‘${COURSE}’.` });
    await expect(notice).toBeVisible();
    await expectAccessible(page);
    await notice.press("Enter");
    // The heading of the dashboard also names the course, as the next step.
    await expect(page).toHaveTitle(new RegExp(COURSE));
    await expect(page.getByRole("heading", { name: COURSE, level: 1 })).toBeVisible();
    await expect(bell).toHaveAccessibleName("Notifications");
  });

  await test.step("switches to the dark theme without animation when reduced motion is requested", async () => {
    await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
    await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
    const [heading, ground] = await page.evaluate(() =>
      [document.querySelector("h1")!, document.body].map((element) => getComputedStyle(element).color),
    );
    expect(heading).toBe(ground);
    await page.emulateMedia({ colorScheme: "light", reducedMotion: null });
  });

  await test.step("sends a mail with the same link", async () => {
    const mail = await server.mailbox.mailTo("sunita.thapa@demo.test", `You have been enrolled in ‘${COURSE}’`);
    expect(mail.text).toContain(new URL(page.url()).pathname);
  });

  await test.step("scrolls a list of notifications that is longer than the window", async () => {
    const one = { kind: "enrolled", course_id: 1, course_title: COURSE, unit_title: null, unit_order: null, on: null };
    const rows = Array.from({ length: 20 }, (_, id) => ({
      ...one,
      id,
      is_read: false,
      created_at: "2026-01-01T10:00:00Z",
    }));
    await answerQuery(page, "query Notifications", { notifications: { unread: 120, rows } });
    await answerQuery(page, "query MenuCounts", {
      menuCounts: { unread_notifications: 120, submissions_waiting: null },
    });
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

  await test.step("turns mails off in the profile", async () => {
    await page.goto(`${site}/profile`);
    await page.getByLabel("Send me emails about my courses").uncheck();
    await page.getByRole("button", { name: "Save Changes" }).click();
    await expect(page.getByText("Profile updated successfully!")).toBeVisible();
    await page.reload();
    await expect(page.getByLabel("Send me emails about my courses")).not.toBeChecked();
  });

  await test.step("marks completed courses with a badge", async () => {
    await page.goto(`${site}/learner/badges`);
    await expect(page.getByRole("heading", { name: "Moving and handling" })).toBeVisible();
    await expectAccessible(page);
  });

  await test.step("keeps the search of the catalog in the address", async () => {
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

/** Enrols a user through the API; other tests use the screens of administration. */
async function enrol(page: Page, email: string, title: string): Promise<void> {
  const { users, courses } = await callApi<{
    users: { id: number; email: string }[];
    courses: { id: number; title: string }[];
  }>(page, "{ users { id email } courses { id title } }");
  const user = users.find((each) => each.email === email)!.id;
  const course = courses.find((each) => each.title === title)!.id;
  const { enrolUsers } = await callApi<{ enrolUsers: { enrolments: unknown[] } }>(
    page,
    `mutation { enrolUsers(user_ids: [${user}], course_ids: [${course}]) { enrolments { course_id } } }`,
  );
  expect(enrolUsers.enrolments).toHaveLength(1);
}
