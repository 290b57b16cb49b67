import { expectAccessible } from "../axe.ts";
import { expect, test } from "../server.ts";
import { signIn } from "../sign-in.ts";
import { expectToFitInto } from "../width.ts";

test("an admin creates a token, the identity provider uses it, and the log shows what it did until it is revoked", async ({
  browser,
  server,
}) => {
  const site = server.at("riverside");
  const page = await (await browser.newContext()).newPage();
  await signIn(page, site, "admin@riverside.test");
  let token = "";

  await test.step("the token is shown once", async () => {
    await page.goto(`${site}/api-keys`);
    await page.getByRole("link", { name: "Provisioning (SCIM)" }).click();
    await expect(page.getByRole("heading", { name: "Provisioning (SCIM)", level: 1 })).toBeVisible();
    await expect(page.getByText(`${site}/scim/v2`)).toBeVisible();
    await page.getByRole("button", { name: "+ Create Token" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Create Token" }).click();
    await expect(dialog.getByText("Enter a name.")).toBeVisible();
    await dialog.getByLabel("Name").fill("Okta of the school");
    await dialog.getByRole("button", { name: "Create Token" }).click();
    await expect(page.getByRole("dialog", { name: "Your new token" })).toBeVisible();
    token = await dialog.getByTestId("scim-token").innerText();
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Done" }).click();
    await expect(page.getByRole("region", { name: "Tokens" }).getByText("Okta of the school")).toBeVisible();
    await expect(page.getByText(token)).toHaveCount(0);
  });

  // In the page: the tests' own requests do not resolve hosts below localhost.
  const create = (userName: string) =>
    page.evaluate(
      async ({ bearer, body }) => {
        const headers = { authorization: `Bearer ${bearer}`, "content-type": "application/scim+json" };
        return (await fetch("/scim/v2/Users", { method: "POST", headers, body })).status;
      },
      {
        bearer: token,
        body: JSON.stringify({ userName, name: { givenName: "Scim", familyName: "Pine" }, active: false }),
      },
    );

  await test.step("changes and refusals are in the log", async () => {
    expect(await create("scim.pine@riverside.test")).toBe(201);
    expect(await create("scim.pine@riverside.test")).toBe(409);
    await page.reload();
    const log = page.getByRole("region", { name: "Provisioning log" });
    await expect(log.getByText("scim.pine@riverside.test", { exact: true })).toHaveCount(2);
    await expect(log.getByText("Refused (409)")).toBeVisible();
    await expectAccessible(page);
    await log.getByLabel("Only refused requests").check();
    await expect(log.getByText("scim.pine@riverside.test", { exact: true })).toHaveCount(1);
    await page.setViewportSize({ width: 360, height: 780 });
    await expectToFitInto(page, 360);
    await expectAccessible(page);
    await page.setViewportSize({ width: 1360, height: 900 });
  });

  await test.step("a revoked token is refused", async () => {
    await page.getByRole("button", { name: "Revoke Okta of the school" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Revoke" }).click();
    await expect(page.getByText("No tokens yet")).toBeVisible();
    expect(await create("scim.oak@riverside.test")).toBe(401);
  });
});
