import { expectAccessible } from "../axe.ts";
import { signIn } from "../sign-in.ts";
import { expect, test } from "../server.ts";
import { expectToFitInto } from "../width.ts";

test("an admin writes to all who match a filter, sees who gets it, and a learner reads it", async ({
  page,
  browser,
  server,
}) => {
  const site = server.at("demo");
  await signIn(page, site, "admin@demo.test");
  await page.goto(`${site}/users?role=learner`);
  await page.getByLabel("Select all on this page").check();
  const all = page.getByRole("button", { name: /^Select all \d+ that match$/ });
  const total = /\d+/.exec((await all.textContent())!)![0];
  await all.click();
  await expect(page.getByText(`${total} selected`)).toBeVisible();
  await page.getByRole("button", { name: "Send message" }).click();
  const dialog = page.getByRole("dialog", { name: "Send a message" });
  await expect(dialog.getByText(`To ${total} people.`)).toBeVisible();
  await dialog.getByRole("button", { name: "Send" }).click();
  await expect(dialog.getByText("Enter a subject.")).toBeVisible();
  await dialog.getByLabel("Subject").fill("The pool is closed");
  await dialog.getByLabel("Text").fill("Until Friday.\n\nUse the river.");
  await expectAccessible(page);
  await expectToFitInto(page, 360);
  await dialog.getByRole("button", { name: "Send" }).click();
  await expect(dialog.getByText(/^The message was sent to \d+ people\.$/)).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Close" }).click();
  await server.mailbox.mailTo("learner@demo.test", "The pool is closed");

  const reader = await (await browser.newContext()).newPage();
  await signIn(reader, site, "learner@demo.test");
  await reader.getByRole("button", { name: /^Notifications/ }).click();
  await reader.getByRole("link", { name: /The pool is closed/ }).click();
  await expect(reader.getByRole("heading", { name: "The pool is closed" })).toBeVisible();
  await expect(reader.getByText("Use the river.")).toBeVisible();
  await expectAccessible(reader);
  await expectToFitInto(reader, 360);
});
