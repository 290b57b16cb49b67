import { expect, test } from "../server.ts";
import { signIn } from "../sign-in.ts";
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
