import { expectAccessible } from "../axe.ts";
import { delta, makeQuestions, publish } from "../course.ts";
import { callApi } from "../graphql.ts";
import { expect, test } from "../server.ts";
import { signIn } from "../sign-in.ts";

test("an author copies and moves units to another course, undoes both, and opens the course with the copies", async ({
  browser,
  server,
}) => {
  const site = server.at("demo");
  const page = await (await browser.newContext()).newPage();
  await signIn(page, site, "instructor@demo.test");
  const from = await publish(page, "Knots to lend", {
    content: [{ unit_order: 1, title: "The bowline", content: delta("A loop that holds.") }],
    test_units: [{ unit_order: 2, title: "Tie it" }],
    tests: makeQuestions(2),
  });
  const to = await publish(page, "Knots to borrow", {
    content: [{ unit_order: 1, title: "Before you start", content: delta("Take a rope.") }],
  });
  const listUnits = async () =>
    (
      await callApi<{ course: { units: { title: string }[] } }>(
        page,
        "query ($id: Int!) { course(id: $id) { units { title } } }",
        { id: to },
      )
    ).course.units.map(({ title }) => title);
  const button = (name: string | RegExp) => page.getByRole("button", { name });
  const dialog = page.getByRole("dialog");

  const copyBoth = async () => {
    await button("Copy or move to another course").click();
    await expect(dialog.getByRole("checkbox", { name: "1. The bowline" })).toBeChecked();
    await expect(dialog.getByRole("button", { name: "Copy 1 unit" })).toBeDisabled();
    await dialog.getByRole("checkbox", { name: "2. Tie it" }).check();
    await dialog.getByRole("searchbox", { name: "Search courses" }).fill("to borrow");
    await dialog.getByRole("radio", { name: /Knots to borrow/ }).check();
    await expect(dialog.getByRole("radio")).toHaveCount(1);
    await expect(dialog.getByText("This course is published.")).toBeVisible();
  };

  await test.step("on a narrow phone, and undone", async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto(`${site}/courses/${from}/edit`);
    await button(/^1\. The bowline/).click();
    await copyBoth();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Copy 2 units" }).click();
    await expect(dialog.getByText('2 units were copied to the end of "Knots to borrow".')).toBeVisible();
    await expectAccessible(page);
    expect(await listUnits()).toEqual(["Before you start", "The bowline", "Tie it"]);
    await dialog.getByRole("button", { name: "Undo" }).click();
    await expect(dialog.getByText('2 units were removed from "Knots to borrow" again.')).toBeVisible();
    expect(await listUnits()).toEqual(["Before you start"]);
    await dialog.locator("footer").getByRole("button", { name: "Close" }).click();
  });

  await test.step("on a desk, and opened", async () => {
    await page.setViewportSize({ width: 1360, height: 900 });
    await copyBoth();
    await dialog.getByRole("button", { name: "Copy 2 units" }).click();
    await dialog.getByRole("link", { name: "Edit the other course" }).click();
    await expect(page).toHaveURL(`${site}/courses/${to}/edit`);
    await button(/^3\. Tie it/).click();
    await expect(page.getByRole("region", { name: "Questions" }).getByRole("listitem")).not.toHaveCount(0);
  });

  await test.step("moved, undone, and moved again", async () => {
    await page.goto(`${site}/courses/${from}/edit`);
    await button(/^2\. Tie it/).click();
    const moveIt = async () => {
      await button("Copy or move to another course").click();
      await dialog.getByRole("checkbox", { name: "Remove them from this course" }).check();
      await dialog.getByRole("searchbox", { name: "Search courses" }).fill("to borrow");
      await dialog.getByRole("radio", { name: /Knots to borrow/ }).check();
      await expectAccessible(page);
      await dialog.getByRole("button", { name: "Move 1 unit" }).click();
      await expect(dialog.getByText('1 unit was moved to the end of "Knots to borrow".')).toBeVisible();
    };
    await page.setViewportSize({ width: 360, height: 740 });
    await moveIt();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Undo" }).click();
    await expect(dialog.getByText('1 unit was moved back from "Knots to borrow".')).toBeVisible();
    await dialog.locator("footer").getByRole("button", { name: "Close" }).click();
    await button(/^2\. Tie it/).click();
    await page.setViewportSize({ width: 1360, height: 900 });
    await moveIt();
    await dialog.locator("footer").getByRole("button", { name: "Close" }).click();
    await expect(button(/^1\. The bowline/)).toBeVisible();
    await expect(button(/^2\. Tie it/)).toBeHidden();
    expect(await listUnits()).toEqual(["Before you start", "The bowline", "Tie it", "Tie it"]);
  });
  await page.context().close();
});
