import type { Page } from "@playwright/test";
import { makeQuestions, publish } from "../course.ts";
import { callApi } from "../graphql.ts";
import { expect, test } from "../server.ts";
import { signIn } from "../sign-in.ts";

test("an answer that could not be sent goes to its learner, also after another one has signed in in another tab", async ({
  browser,
  server,
}) => {
  const site = server.at("demo");
  const author = await (await browser.newContext()).newPage();
  await signIn(author, site, "instructor@demo.test");
  const id = await publish(author, "One browser for two", {
    test_units: [{ unit_order: 1, title: "What do you know?" }],
    tests: makeQuestions(1),
  });
  await author.context().close();
  const context = await browser.newContext();
  const first = await context.newPage();
  await signIn(first, site, "yusuf.demir@demo.test");
  await enrol(first, id);
  await first.goto(`${site}/learner/course/${id}/unit/1`);
  await first.getByRole("button", { name: "Start Test" }).click();

  await test.step("the learner answers without a connection", async () => {
    await first.route("**/graphql", (route) => route.abort());
    await first.getByLabel("Trent").check();
    await first.getByRole("button", { name: "Submit" }).click();
    await expect(first.getByText("Not saved yet")).toBeVisible();
  });

  await test.step("another learner of the course signs in in a second tab, and the first one leads to the login", async () => {
    const second = await context.newPage();
    await second.goto(`${site}/logout`);
    await second.waitForURL(/\/login$/);
    await signIn(second, site, "learner@demo.test");
    await enrol(second, id);
    await first.waitForURL(/\/login$/);
  });

  await test.step("the first tab sends nothing for the other learner", async () => {
    await first.unroute("**/graphql");
    await first.goto(`${site}/learner/course/${id}/unit/1`);
    await expect(first.getByRole("button", { name: "Start Test" })).toBeVisible();
    expect(await countAnswers(first, id)).toBe(0);
  });

  await test.step("the answer is sent when its learner signs in again", async () => {
    await first.goto(`${site}/logout`);
    await first.waitForURL(/\/login$/);
    await signIn(first, site, "yusuf.demir@demo.test");
    await expect.poll(() => countAnswers(first, id)).toBe(1);
  });
  await context.close();
});

const enrol = (page: Page, id: number) =>
  callApi(page, `mutation ($id: Int!) { courseEnrollment(input: { course_id: $id }) { id } }`, { id });

async function countAnswers(page: Page, id: number): Promise<number> {
  const query = `query ($id: Int!) { course(id: $id) { userResponses { input_type } } }`;
  const { course } = await callApi<{ course: { userResponses: { input_type: string }[] } }>(page, query, { id });
  return course.userResponses.filter(({ input_type }) => input_type === "question").length;
}
