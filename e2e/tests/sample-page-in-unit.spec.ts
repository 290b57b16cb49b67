import { callApi } from "../graphql.ts";
import { pressStartCourse } from "../packages.ts";
import { signIn } from "../sign-in.ts";
import { expect, test } from "../server.ts";

test("a page that the product ships is shown in its unit, to learners without the internet", async ({
  page,
  browser,
  server,
}) => {
  const site = server.at("demo");
  await signIn(page, site, "instructor@demo.test");
  const { createCourse: course } = await callApi<{ createCourse: { id: number } }>(
    page,
    `mutation { createCourse(title: "Ways out", description: "Where to meet.", status: "published",
      iframe: [{ unit_order: 1, title: "Where we meet", url: "/samples/meeting-point.html" }]) { id } }`,
  );
  await page.goto(`${site}/courses/${course.id}/edit`);
  await page.getByRole("button", { name: /^1\. Where we meet/ }).click();
  await expect(page.frameLocator('iframe[title="Preview of the page"]').getByText("Car park: stay out")).toBeVisible();

  const learner = await (await browser.newContext()).newPage();
  await signIn(learner, site, "learner@demo.test");
  await learner.goto(`${site}/learner/catalog/course/${course.id}`);
  await pressStartCourse(learner);
  const frame = learner.frameLocator('iframe[title="Where we meet"]');
  await expect(frame.getByRole("heading", { name: "Where we meet" })).toBeVisible();
  await frame.getByText("Why not the car park?").click();
  await expect(frame.getByText("Fire engines need it")).toBeVisible();
  await expect(learner.getByRole("link", { name: "Open in a new tab" })).toHaveAttribute(
    "href",
    `${site}/samples/meeting-point.html`,
  );

  await test.step("other sites cannot frame it, and it runs no scripts", async () => {
    const { headers } = await learner.evaluate(async () => {
      const answer = await fetch("/samples/meeting-point.html");
      return { headers: Object.fromEntries(answer.headers.entries()) };
    });
    expect(headers["content-security-policy"]).toBe(
      "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'",
    );
  });
});
