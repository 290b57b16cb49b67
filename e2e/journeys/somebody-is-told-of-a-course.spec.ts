import type { Page } from "@playwright/test";
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
    await expect(page.getByRole("heading", { name: COURSE, level: 1 })).toBeVisible();
    await expect(bell).toHaveAccessibleName("Notifications");
  });

  await test.step("the mail has the same link", async () => {
    const mail = await server.mailbox.mailTo("sunita.thapa@demo.test");
    expect(mail.subject).toBe(`You have been enrolled in ‘${COURSE}’`);
    expect(mail.text).toContain(new URL(page.url()).pathname);
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
  const answer = await page.evaluate(
    async ([email, title]) => {
      const call = async (query: string) => {
        const response = await fetch("/graphql", {
          method: "POST",
          headers: { "content-type": "application/json", authorization: `Bearer ${localStorage.getItem("token")}` },
          body: JSON.stringify({ query }),
        });
        return (await response.json()).data;
      };
      const { users, courses } = await call("{ users { id email } courses { id title } }");
      const user = users.find((each: { email: string }) => each.email === email).id;
      const course = courses.find((each: { title: string }) => each.title === title).id;
      return call(`mutation { enrolUsers(user_ids: [${user}], course_ids: [${course}]) { enrolments { course_id } } }`);
    },
    [email, title] as const,
  );
  expect(answer.enrolUsers.enrolments).toHaveLength(1);
}
