import { expectAccessible } from "../axe.ts";
import { callApi } from "../graphql.ts";
import { expect, test } from "../server.ts";
import { signIn } from "../sign-in.ts";
import { expectToFitInto } from "../width.ts";

test("a completed learning path gives a certificate, which its holder downloads and an admin revokes and restores", async ({
  page,
  browser,
  server,
}) => {
  const site = server.at("demo");
  const name = "Lifting with care";
  await signIn(page, site, "admin@demo.test");
  const { createCourse: course } = await callApi<{ createCourse: { id: number } }>(
    page,
    `mutation { createCourse(title: "Lifts and slings", description: "x", status: "published", content: [{ unit_order: 1, title: "Steps", content: "{\\"ops\\":[{\\"insert\\":\\"Up.\\\\n\\"}]}" }]) { id } }`,
  );

  await test.step("an admin gives the path a certificate", async () => {
    await page.goto(`${site}/learning-paths/create`);
    await page.getByLabel("Title", { exact: false }).first().fill(name);
    await page.getByRole("radio", { name: /Published/ }).check();
    await page.getByRole("button", { name: "Add courses to" }).click();
    const picker = page.getByRole("dialog", { name: "Add courses" });
    await picker.getByRole("checkbox", { name: "Lifts and slings" }).check();
    await picker.getByRole("button", { name: /^Add/ }).click();
    await page.getByRole("checkbox", { name: "Give a certificate to people who complete the learning path" }).check();
    await expect(page.getByLabel("Valid for, in months")).toHaveValue("12");
    await page.getByLabel("Valid for, in months").fill("24");
    await expectAccessible(page);
    await expectToFitInto(page, 360);
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(page.getByText("Certificate valid for 24 months")).toBeVisible();
    await page.getByRole("button", { name: "Assign", exact: true }).first().click();
    const dialog = page.getByRole("dialog", { name: "Assign learning path" });
    await dialog.getByRole("searchbox").fill("Elin Rhys");
    await dialog.getByRole("checkbox", { name: /Elin Rhys/ }).check();
    await dialog.getByRole("button", { name: "Assign", exact: true }).click();
    await expect(page.getByText("1 person was assigned.")).toBeVisible();
  });

  const learner = await browser.newPage();
  await signIn(learner, site, "elin.rhys@demo.test");
  await learner.goto(`${site}/learner/courses`);
  await learner.getByRole("link", { name }).click();

  await test.step("the learner sees what the path gives, and downloads it when it is complete", async () => {
    await expect(learner.getByText("You receive a certificate, which is valid for 24 months.")).toBeVisible();
    await page.goto(`${site}/courses/${course.id}/people`);
    await page.getByRole("checkbox", { name: /^Select .*Rhys/ }).check();
    await page.getByRole("button", { name: "Mark as complete" }).click();
    const dialog = page.getByRole("dialog", { name: "Mark as complete" });
    await dialog.getByLabel("Reason").fill("Took part in the classroom");
    await dialog.getByRole("button", { name: "Mark as complete" }).click();
    await expect(page.getByText("The course was marked as complete for 1 person.")).toBeVisible();

    await learner.reload();
    await expect(learner.getByText(/Your certificate is valid until/)).toBeVisible();
    await expectAccessible(learner);
    await expectToFitInto(learner, 360);
    const download = learner.waitForEvent("download");
    await learner.getByRole("button", { name: `Download: ${name}` }).click();
    expect((await download).suggestedFilename()).toBe(`${name}-certificate.pdf`);
    await learner.goto(`${site}/learner/certificates`);
    await expect(learner.getByRole("row", { name: new RegExp(`${name}.*Learning path`) })).toBeVisible();
    await expectAccessible(learner);
    await learner.goto(`${site}/learner/badges`);
    await expect(learner.getByRole("heading", { name })).toBeVisible();
  });

  await test.step("the admin finds it in the report, revokes and restores it", async () => {
    await page.goto(`${site}/reports/certificates`);
    await page.getByRole("combobox", { name: "Learning path" }).selectOption(name);
    await expect(page).toHaveURL(/path=\d+/);
    await expectToFitInto(page, 360);
    const row = page.getByRole("row", { name: new RegExp(name) });
    await expect(row).toHaveCount(1);
    await expect(row.getByRole("button", { name: /Take again/ })).toHaveCount(0);
    await row.getByRole("button", { name: /Revoke/ }).click();
    const dialog = page.getByRole("dialog", { name: "Revoke the certificate" });
    await dialog.getByLabel("Reason").fill("A mistake");
    await dialog.getByRole("button", { name: "Revoke" }).click();
    await expect(row).toContainText("Revoked");
    await expectAccessible(page);
    await learner.goto(`${site}/learner/courses`);
    await learner.getByRole("link", { name }).click();
    await expect(learner.getByText("Your certificate has been revoked.")).toBeVisible();
    await row.getByRole("button", { name: /Restore/ }).click();
    await expect(row).toContainText("Valid");
  });
});
