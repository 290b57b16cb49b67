import { expectAccessible } from "../axe.ts";
import { signIn } from "../sign-in.ts";
import { expect, test } from "../server.ts";

test("says how many people a manager will see before the manager joins a first branch", async ({ page, server }) => {
  const site = server.at("demo");
  await signIn(page, site, "admin@demo.test");
  await page.goto(`${site}/users?search=Ashdown`);
  await page.getByRole("link", { name: "View Helen Ashdown" }).click();
  await page.getByRole("tab", { name: "Branches" }).click();
  const assign = async () => {
    await page.getByRole("button", { name: "Assign to Branch" }).click();
    const picker = page.getByRole("dialog");
    await picker.getByRole("checkbox", { name: "Northgate North" }).check();
    await picker.getByRole("button", { name: /^Assign/ }).click();
  };
  const warning = page.getByRole("alertdialog", { name: "Limit what they see?" });

  await assign();
  await expect(warning).toContainText(/Helen Ashdown will see \d+ of \d+ people\./);
  await expectAccessible(page);
  await warning.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByText("This user is not part of any branches.")).toBeVisible();

  await assign();
  await warning.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("row", { name: /Northgate North/ })).toBeVisible();
});
