import type { BrowserContext, Page } from "@playwright/test";
import { readDocument } from "../documents.ts";
import { callApi } from "../graphql.ts";
import { expectAccessible } from "../axe.ts";
import { delta, publish, makeQuestions } from "../course.ts";
import { signIn } from "../sign-in.ts";
import { expect, test } from "../server.ts";

test("loses no answer of a test when the network fails and the page reloads", async ({ browser, server }) => {
  const site = server.at("demo");
  const author = await (await browser.newContext()).newPage();
  await signIn(author, site, "instructor@demo.test");
  const id = await publish(author, "The rope bag", {
    content: [{ unit_order: 1, title: "Before you begin", content: delta("Read it twice.") }],
    test_units: [{ unit_order: 2, title: "What do you know?" }],
    tests: makeQuestions(2),
  });
  await author.context().close();

  const context = await browser.newContext();
  let page = await context.newPage();
  await signIn(page, site, "yusuf.demir@demo.test");
  await page.goto(`${site}/learner/catalog/course/${id}`);
  await page.getByRole("button", { name: "Start Course" }).click();
  await page.getByRole("button", { name: "Next", exact: true }).click();
  await page.getByRole("button", { name: "Start Test" }).click();

  await test.step("saves the first answer immediately and says so", async () => {
    await page.getByLabel("Trent").check();
    await submit(page);
    await expect(page.getByRole("status").getByText("Saved", { exact: true })).toBeVisible();
  });

  await test.step("stores the second answer without a network, and the dashboard sends it on the next visit", async () => {
    await context.setOffline(true);
    await next(page);
    await page.getByRole("combobox").selectOption("lend");
    await submit(page);
    await expect(page.getByText("Not saved yet")).toBeVisible();
    // Counted first: a closing tab gets its network back for a moment and may send the queue.
    expect(await givenAnswers(context, site, id)).toBe(1);
    await page.close();
    await context.setOffline(false);
    page = await context.newPage();
    await page.goto(`${site}/learner/dashboard`);
    await expect.poll(() => givenAnswers(context, site, id)).toBe(2);
    await page.goto(`${site}/learner/course/${id}/unit/2`);
    await expect(page.getByText("3 / 5")).toBeVisible();
  });

  await test.step("queues an answer without a network, starts the next one, and says so", async () => {
    await context.setOffline(true);
    if ((await page.getByRole("main").getByRole("listitem").first().innerText()).includes("Shout"))
      await page.getByRole("button", { name: "Move up" }).last().click();
    await submit(page);
    await expect(page.getByText("Not saved yet")).toBeVisible();
    await expectAccessible(page);
    await next(page);
    await page.getByLabel("Partner of rope").selectOption("to throw");
    await expect(page.getByText("Not saved yet")).toBeVisible();
    expect(await givenAnswers(context, site, id)).toBe(2);
  });

  await test.step("keeps the queue when the tab closes and another opens while the server accepts no answers", async () => {
    await page.close();
    await context.setOffline(false);
    page = await context.newPage();
    await takesNoAnswers(page);
    await page.goto(`${site}/learner/course/${id}/unit/2`);
    await expect(page.getByText("Not saved yet")).toBeVisible();
    await expect(page.getByText("4 / 5")).toBeVisible();
    await expect(page.getByLabel("Partner of rope")).toHaveValue("to throw");
    await page.getByRole("button", { name: "Previous" }).click();
    await expect(page.getByRole("main").getByRole("listitem").first()).toContainText("Look");
    await page.getByRole("button", { name: "Previous" }).click();
    await expect(page.getByRole("combobox")).toHaveValue("lend");
  });

  await test.step("sends queued answers in order when the server returns", async () => {
    await page.unroute("**/graphql");
    await page.evaluate(() => dispatchEvent(new Event("online")));
    await expect(page.getByRole("status").getByText("Saved", { exact: true })).toBeVisible();
    expect(await givenAnswers(context, site, id)).toBe(3);
  });

  await test.step("stores an answer that was given one second before the page closed", async () => {
    await next(page);
    await next(page);
    await page.getByLabel("Partner of whistle").selectOption("to call");
    await submit(page);
    await page.close();
    await expect.poll(() => givenAnswers(context, site, id)).toBe(4);
  });

  await test.step("finishes the test in the next tab", async () => {
    page = await context.newPage();
    await page.goto(`${site}/learner/course/${id}/unit/2`);
    await expect(page.getByText("5 / 5")).toBeVisible();
    await page.getByLabel("Your answer").fill("So that help");
    await page.reload();
    await expect(page.getByLabel("Your answer")).toHaveValue("So that help");
    await page.getByLabel("Your answer").fill("So that help comes.");
    await submit(page);
    await expect(page.getByText("Congratulations! You got all answers correct!")).toBeVisible();
    await page.getByRole("button", { name: "Next Unit" }).click();
    await expect(page.getByText("100% Complete")).toBeVisible();
  });
  await context.close();
});

/** Makes the server answer, but accept no answers. */
const takesNoAnswers = (page: Page) =>
  page.route("**/graphql", (route) =>
    readDocument(route.request()).startsWith("mutation RecordWork") ? route.abort() : route.continue(),
  );

const submit = (page: Page) => page.getByRole("button", { name: "Submit" }).click();
const next = (page: Page) => page.getByRole("button", { name: "Next", exact: true }).click();

/** Counts the right answers on the server, from a page that is always online. */
async function givenAnswers(context: BrowserContext, site: string, id: number): Promise<number> {
  const state = await context.storageState();
  // The queue on the device is for the pages of the test to send.
  for (const origin of state.origins)
    origin.localStorage = origin.localStorage.filter(({ name }) => !name.startsWith("answer:"));
  const asking = await (await context.browser()!.newContext({ storageState: state })).newPage();
  await asking.goto(`${site}/login`);
  const query = `query ($id: Int!) { course(id: $id) { userResponses { input_type response } } }`;
  const { course } = await callApi<{ course: { userResponses: { input_type: string; response: string }[] } }>(
    asking,
    query,
    { id },
  );
  await asking.context().close();
  return course.userResponses.filter(
    ({ input_type, response }) => input_type === "question" && JSON.parse(response).isCorrect,
  ).length;
}
