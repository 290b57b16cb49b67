import { expectAccessible } from "../axe.ts";
import { expect, startForOne, test } from "../server.ts";
import { signIn } from "../sign-in.ts";
import { expectToFitInto } from "../width.ts";

test("an admin switches points on, and a learner sees points and leaderboard and hides from it", async ({
  browser,
}) => {
  // A server of its own: other tests read the settings of this instance.
  const { site, stop } = await startForOne("riverside");
  try {
    const admin = await (await browser.newContext()).newPage();
    await signIn(admin, site, "admin@riverside.test");
    await admin.goto(`${site}/settings/points`);
    await admin.getByLabel("People earn points and see a leaderboard").check();
    await admin.getByLabel("Points for a completed course").fill("1.5");
    await admin.getByRole("button", { name: "Save settings" }).click();
    await expect(admin.getByText("Enter a whole number from 0 to 1000.")).toBeVisible();
    await admin.getByLabel("Points for a completed course").fill("25");
    await admin.getByRole("button", { name: "Save settings" }).click();
    await expect(admin.getByText("The settings were saved.")).toBeVisible();

    await test.step("the key that signs badges is replaced", async () => {
      await admin.getByRole("button", { name: "Replace the key" }).click();
      await admin.getByRole("alertdialog").getByRole("button", { name: "Replace" }).click();
      await expect(admin.getByText("Badges are signed with a new key.")).toBeVisible();
      await expect(admin.getByText("In use")).toBeVisible();
      await expectToFitInto(admin, 360);
      await expectAccessible(admin);
    });
    await admin.context().close();

    const learner = await (await browser.newContext()).newPage();
    await signIn(learner, site, "learner@riverside.test");
    await learner.goto(`${site}/learner/badges`);
    const points = learner.getByRole("region", { name: "Points" });
    await points.getByLabel("Period").selectOption("all");
    await expect(points.getByText("A completed course earns 25 points", { exact: false })).toBeVisible();
    await expect(points.getByText("(you)", { exact: false })).toBeVisible();
    await points.getByRole("button", { name: "Hide me from the leaderboard" }).click();
    await expect(points.getByText("You are not on the leaderboard.", { exact: false })).toBeVisible();
    await expect(points.getByText("(you)", { exact: false })).toHaveCount(0);
    await expectToFitInto(learner, 360);
    await expectAccessible(learner);
    await learner.context().close();
  } finally {
    await stop();
  }
});
