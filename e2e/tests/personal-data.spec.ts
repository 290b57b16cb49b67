import { readFile } from "node:fs/promises";
import { expectAccessible } from "../axe.ts";
import { signIn } from "../sign-in.ts";
import { expect, startForOne, test } from "../server.ts";
import { expectToFitInto } from "../width.ts";

test("a learner downloads their data, and an admin erases them: their name is gone, their figures stay", async ({
  browser,
}) => {
  // The erased person is one of the demo people, whom other tests sign in as.
  const { site, stop } = await startForOne("demo");
  const learner = await (await browser.newContext()).newPage();
  await signIn(learner, site, "samuel.okonkwo@demo.test");

  await test.step("the learner's own copy", async () => {
    await learner.goto(`${site}/profile`);
    await learner.getByRole("tab", { name: "Personal data" }).click();
    await expectAccessible(learner);
    await learner.getByRole("button", { name: "Collect the data" }).click();
    const link = learner.getByRole("link", { name: "Download the copy" });
    await expect(link).toBeVisible({ timeout: 60_000 });
    await expectToFitInto(learner, 360);
    await expectAccessible(learner);
    const [download] = await Promise.all([learner.waitForEvent("download"), link.click()]);
    const bytes = await readFile(await download.path());
    expect(bytes.subarray(0, 2).toString()).toBe("PK");
    expect(bytes.includes("data.json")).toBe(true);
  });

  const admin = await (await browser.newContext()).newPage();
  await signIn(admin, site, "admin@demo.test");
  const readProgress = async () => {
    await admin.getByRole("tab", { name: "Courses" }).click();
    return admin.getByRole("tabpanel").getByRole("table").first().innerText();
  };

  await test.step("an erasure after the name is typed", async () => {
    await admin.goto(`${site}/users?search=okonkwo`);
    await admin.getByRole("link", { name: "View Samuel Okonkwo" }).click();
    const before = await readProgress();
    await admin.getByRole("tab", { name: "Personal data" }).click();
    await admin.getByRole("button", { name: "Erase this person..." }).click();
    const dialog = admin.getByRole("dialog", { name: "Erase Samuel Okonkwo" });
    await expect(dialog.getByText("It cannot be undone.")).toBeVisible();
    const button = dialog.getByRole("button", { name: "Erase for good" });
    await expect(button).toBeDisabled();
    await expectToFitInto(admin, 360);
    await expectAccessible(admin);
    await dialog.getByLabel("Type the name to confirm").fill("Samuel Okonkwo");
    await button.click();
    await expect(dialog).toBeHidden();
    await expect
      .poll(async () => {
        await admin.reload();
        return admin.getByRole("heading", { level: 1 }).innerText();
      })
      .toMatch(/^Erased person \d+$/);
    expect(await readProgress()).toBe(before);
  });

  await test.step("nobody signs in with the address any more, and no list finds the name", async () => {
    await learner.reload();
    await expect(learner).toHaveURL(/\/login/);
    await admin.goto(`${site}/users?search=okonkwo`);
    await expect(admin.getByText("Samuel Okonkwo")).toHaveCount(0);
    await admin.goto(`${site}/audit`);
    await expect(admin.getByRole("row", { name: /User erased/ })).toContainText("Erased person");
    await expect(admin.getByText("Samuel Okonkwo")).toHaveCount(0);
  });
  await learner.context().close();
  await admin.context().close();
  await stop();
});
