import { callApi } from "../graphql.ts";
import { expectAccessible } from "../axe.ts";
import { publish, makeQuestions } from "../course.ts";
import { signIn } from "../sign-in.ts";
import { expect, test } from "../server.ts";

const TITLE = "The yearly swim";

test("resets a course for a learner, keeps the history, and revokes and restores the certificate", async ({
  browser,
  server,
}) => {
  const site = server.at("demo");
  const author = await (await browser.newContext()).newPage();
  await signIn(author, site, "instructor@demo.test");
  const id = await publish(author, TITLE, {
    test_units: [{ unit_order: 1, title: "Can you swim?" }],
    tests: makeQuestions(1).slice(0, 1),
  });
  await author.context().close();
  const learner = await (await browser.newContext()).newPage();
  const admin = await (await browser.newContext({ viewport: { width: 360, height: 740 } })).newPage();

  const takeCourse = async () => {
    await learner.goto(`${site}/learner/catalog/course/${id}`);
    await learner.getByRole("button", { name: "Start Course" }).click();
    await learner.getByRole("button", { name: "Start Test" }).click();
    await learner.getByLabel("Trent").check();
    await learner.getByRole("button", { name: "Submit" }).click();
    await learner.getByRole("button", { name: "Next Unit" }).click();
    await expect(learner.getByText("100% Complete")).toBeVisible();
  };

  await test.step("completes the course and tells the learner when it can be retaken", async () => {
    await signIn(learner, site, "george.hartley@demo.test");
    await takeCourse();
    await expect(learner.getByText(/You can take this course again from/)).toBeVisible();
    await expectAccessible(learner);
  });

  await test.step("finds the certificate among the valid ones and resets the course as an admin", async () => {
    await signIn(admin, site, "admin@demo.test");
    await admin.goto(`${site}/reports/certificates`);
    await admin.getByRole("button", { name: "Filters" }).click();
    await admin.getByLabel("Status").selectOption("valid");
    await admin.getByRole("searchbox").fill(TITLE);
    await expect(admin.getByText("Showing 1-1 of 1")).toBeVisible();
    await expectAccessible(admin);
    await admin.getByRole("button", { name: "Take again: George Hartley" }).click();
    await expectAccessible(admin);
    await admin.getByRole("alertdialog").getByRole("button", { name: "Take again" }).click();
    await expect(admin.getByText("Is taking it again")).toBeVisible();
  });

  await test.step("shows the earlier attempt to a manager", async () => {
    const manager = await (await browser.newContext()).newPage();
    await signIn(manager, site, "manager@demo.test");
    await manager.goto(`${site}/reports/users`);
    await manager.getByRole("searchbox").fill("George Hartley");
    await manager.getByRole("link", { name: "George Hartley", exact: true }).click();
    await manager.getByRole("tab", { name: "Courses" }).click();
    await manager.getByRole("button", { name: TITLE }).click();
    const dialog = manager.getByRole("dialog", { name: `Course: ${TITLE}` });
    await expect(dialog.getByRole("heading", { name: "Earlier attempts" })).toBeVisible();
    await expect(dialog.getByText("Attempt 1")).toBeVisible();
    await dialog.getByText("What was answered").click();
    await expect(dialog.getByText("Which is a river?")).toBeVisible();
    await expect(dialog.getByText("Trent", { exact: true })).toBeVisible();
    await expectAccessible(manager);
    await manager.context().close();
  });

  await test.step("notifies the learner, who starts with no progress and can read the earlier answers", async () => {
    await learner.goto(`${site}/learner/dashboard`);
    await learner.getByRole("button", { name: /^Notifications, \d+ unread$/ }).click();
    await learner.getByRole("link", { name: `You are to take ‘${TITLE}’ again.` }).click();
    await learner.waitForURL(new RegExp(`/learner/catalog/course/${id}$`));
    await expect(learner.getByText("0% Complete")).toBeVisible();
    await expect(learner.getByText("Attempt 1")).toBeVisible();
    await learner.getByText("What you answered").click();
    await expect(learner.getByText("Which is a river?")).toBeVisible();
    await expectAccessible(learner);
    const download = learner.waitForEvent("download");
    await learner.getByRole("link", { name: "Certificate of attempt 1" }).click();
    expect((await download).suggestedFilename()).toBe(`${TITLE}-certificate.pdf`);
    await takeCourse();
  });

  await test.step("revokes the certificate with a reason and refuses its download", async () => {
    await admin.reload();
    await admin.getByRole("button", { name: "Revoke: George Hartley" }).click();
    const dialog = admin.getByRole("dialog", { name: "Revoke the certificate" });
    await dialog.getByRole("button", { name: "Revoke" }).click();
    await expect(dialog.getByText("Enter why the certificate is revoked.")).toBeVisible();
    await expectAccessible(admin);
    await dialog.getByLabel("Reason").fill("Taken by another person");
    await dialog.getByRole("button", { name: "Revoke" }).click();
    await expect(dialog).toBeHidden();
    await admin.getByRole("button", { name: /^Filters/ }).click();
    await admin.getByLabel("Status").selectOption("revoked");
    await expect(admin.getByText("Taken by another person")).toBeVisible();
    await learner.getByRole("button", { name: /certificate/i }).click();
    await expect(learner.getByText(/This certificate has been revoked/).first()).toBeVisible();
  });

  await test.step("restores the certificate, and the audit log contains both changes", async () => {
    await admin.getByRole("button", { name: "Restore: George Hartley" }).click();
    await expect(admin.getByText("No certificates found")).toBeVisible();
    const { auditLog } = await callApi<{ auditLog: { rows: { action: string }[] } }>(
      admin,
      `{ auditLog(search: "George Hartley", sort: "created") { rows { action } } }`,
    );
    expect(auditLog.rows.map(({ action }) => action).slice(-3)).toEqual([
      "enrolment.begun_again",
      "certificate.revoked",
      "certificate.restored",
    ]);
    const download = learner.waitForEvent("download");
    await learner.getByRole("button", { name: /certificate/i }).click();
    // Firefox gives a second file of this name a number.
    expect((await download).suggestedFilename().replace("-1.pdf", ".pdf")).toBe(`${TITLE}-certificate.pdf`);
  });
  await learner.context().close();
  await admin.context().close();
});
