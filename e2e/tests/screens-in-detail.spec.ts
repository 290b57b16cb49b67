import { expect, test } from "../server.ts";
import { signIn } from "../sign-in.ts";

test("the address of an unknown branch says so and asks for the domain", async ({ page, server }) => {
  await page.goto(`${server.at("nowhere.demo")}/login`);
  await expect(page.getByText("We could not find a training site at this address.")).toBeVisible();
  await page.getByLabel("Your Domain").fill("demo");
  await page.getByLabel("Email").fill("learner@demo.test");
  await page.getByLabel("Password", { exact: true }).fill("cairn-demo");
  await page.getByRole("button", { name: "Login" }).click();
  await expect(page).toHaveURL(`${server.at("demo")}/learner/dashboard`);
});

test("a learner sees the level, the site's logo on a phone, two ways back with two names, and whose rate is shown", async ({
  page,
  server,
}) => {
  const site = server.at("demo");
  await signIn(page, site, "learner@demo.test");
  await page.setViewportSize({ width: 360, height: 800 });
  await page.goto(`${site}/learner/dashboard`);
  const rate = page.getByText("Average Completion Rate");
  await expect(rate).toContainText("How far you are in your courses");
  await expect(page.getByRole("banner").getByText("Northgate Trust")).toBeAttached();

  await page.goto(`${site}/learner/catalog/course/4`);
  await expect(page.getByText("Intermediate")).toBeVisible();
  await page.setViewportSize({ width: 1360, height: 900 });
  await page.goto(`${site}/learner/course/2/unit/2`);
  await expect(page.getByRole("link", { name: "Back to the course page" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Back", exact: true })).toBeVisible();
});

test("the dashboard of a manager says what its rate counts", async ({ page, server }) => {
  await signIn(page, server.at("demo"), "manager@demo.test");
  await expect(page.getByRole("term").filter({ hasText: "Completion rate" })).toContainText(
    "Completed of all assigned courses",
  );
});

test("the contact page shows nothing invented and leads signed-in users back", async ({ page, server }) => {
  const site = server.at("demo");
  await page.goto(`${site}/contact`);
  await expect(page.getByRole("link", { name: "Log in" })).toBeVisible();
  await expect(page.locator('a[href^="tel:"], address')).toHaveCount(0);
  await signIn(page, site, "learner@demo.test");
  await page.goto(`${site}/contact`);
  await expect(page.getByRole("link", { name: "Log in" })).toHaveCount(0);
  await page.getByRole("link", { name: "Go to the start page" }).click();
  await expect(page).toHaveURL(`${site}/learner/dashboard`);
});

test("a unit of text shows its placeholder, and courses are edited by a link", async ({ page, server }) => {
  const site = server.at("demo");
  await signIn(page, site, "instructor@demo.test");
  await page.goto(`${site}/courses`);
  await expect(page.getByRole("link", { name: /^Edit/ }).first()).toHaveAttribute("href", /\/courses\/\d+\/edit/);
  await page.goto(`${site}/addcourse`);
  await page.getByRole("button", { name: "Add unit" }).click();
  await page.getByRole("menuitem", { name: "Content" }).click();
  await expect(page.locator(".ql-editor")).toHaveAttribute("data-placeholder", "Compose an epic...");
});

test("a notification list that cannot be loaded leaves the screen and what was typed in it", async ({
  page,
  server,
}) => {
  const site = server.at("demo");
  await signIn(page, site, "instructor@demo.test");
  await page.goto(`${site}/addcourse`);
  await page.getByLabel("Title", { exact: true }).fill("Knots");
  await page.context().setOffline(true);
  await page.getByRole("button", { name: /^Notifications/ }).click();
  await expect(page.getByText("The server could not be reached.").first()).toBeVisible();
  await expect(page.getByLabel("Title", { exact: true })).toHaveValue("Knots");
  await page.context().setOffline(false);
  await page.getByRole("button", { name: /^Notifications/ }).click();
  await expect(page.getByRole("dialog", { name: "Notifications" })).toBeVisible();
});

test("the last column of a list that is wider than its card can be reached on a small screen", async ({
  page,
  server,
}) => {
  await page.setViewportSize({ width: 1024, height: 800 });
  await signIn(page, server.at("demo"), "admin@demo.test");
  await page.goto(`${server.at("demo")}/users`);
  const last = page.getByRole("row").nth(1).getByRole("cell").last();
  await last.scrollIntoViewIfNeeded();
  await expect(last).toBeInViewport({ ratio: 0.9 });
});
