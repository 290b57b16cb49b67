import { readFile } from "node:fs/promises";
import { expectAccessible } from "../axe.ts";
import { publish } from "../course.ts";
import { readText } from "../pdf.ts";
import { expect, test } from "../server.ts";
import { signIn } from "../sign-in.ts";
import { expectToFitInto } from "../width.ts";

test("an admin designs a certificate, sees its PDF, and saves a second version", async ({ page, server }) => {
  const site = server.at("demo");
  await signIn(page, site, "admin@demo.test");
  await page.goto(`${site}/certificates/templates`);
  await expectAccessible(page);
  await page.getByRole("link", { name: "Add template" }).first().click();
  await page.getByLabel("Name", { exact: false }).first().fill("Rescue design");
  await expect(page.getByRole("region", { name: "Preview of the certificate" }).locator("canvas")).toBeVisible();

  await page.getByLabel("Note below the course").fill("By {nobody}");
  await expect(page.getByText("{nobody} is not a placeholder. Choose one from the list.").first()).toBeVisible();
  await page.getByLabel("Note below the course").fill("Number ");
  await page.getByRole("button", { name: "Insert: Day of issue" }).click();
  await expect(page.getByLabel("Note below the course")).toHaveValue("Number {issued_on}");
  await expectAccessible(page);
  await expectToFitInto(page, 360);

  await page.getByRole("button", { name: "Save template" }).click();
  await expect(page.getByText("Version 1", { exact: true })).toBeVisible();
  await page.getByLabel("Design", { exact: true }).selectOption("band");
  await page.getByRole("button", { name: "Save template" }).click();
  await expect(page.getByRole("button", { name: "Open version 1" })).toBeVisible();
  await expectAccessible(page);
});

test("a course gives certificates by its template, which stay as they are when the template changes", async ({
  browser,
  server,
}) => {
  const site = server.at("demo");
  const open = async () => (await browser.newContext()).newPage();
  const admin = await open();
  await signIn(admin, site, "admin@demo.test");
  const course = await publish(admin, "Crossing by raft", {
    content: [{ unit_order: 1, title: "The raft", content: "Tie it." }],
  });

  await test.step("chooses a template for a course", async () => {
    await admin.goto(`${site}/courses/${course}/edit`);
    await admin.getByLabel("Certificate template").selectOption("Practical training");
    await admin.getByRole("button", { name: "Update Course" }).click();
    await admin.waitForURL(/\/courses(\?|$)/);
  });

  const learner = await open();
  const download = async () => {
    await learner.goto(`${site}/learner/catalog/course/${course}`);
    const started = learner.waitForEvent("download");
    await learner.getByRole("button", { name: /certificate/i }).click();
    return (await started).path();
  };
  const issued = await test.step("completes the course and downloads its certificate", async () => {
    await signIn(learner, site, "george.hartley@demo.test");
    await learner.goto(`${site}/learner/catalog/course/${course}`);
    await learner.getByRole("button", { name: "Start Course" }).click();
    await learner.getByRole("button", { name: "Next", exact: true }).click();
    await expect(learner.getByText("100% Complete")).toBeVisible();
    return download();
  });

  await test.step("changes the template", async () => {
    await admin.goto(`${site}/certificates/templates`);
    await admin.getByRole("link", { name: "Practical training", exact: true }).click();
    await admin.getByLabel("Heading").fill("Another heading");
    await admin.getByRole("button", { name: "Save template" }).click();
    await expect(admin.getByRole("button", { name: "Open version 1" })).toBeVisible();
  });

  expect(await readText(issued)).toMatch(/certificate NT-\d{4}-0001/);
  expect(await readFile(await download())).toEqual(await readFile(issued));
});
