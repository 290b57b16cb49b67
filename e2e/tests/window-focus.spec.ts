import { expect, test } from "../server.ts";

const PAGE = `<label>Name <input></label><button onclick="document.title = 'pressed'">Save</button>`;

test("a page acts on keys after Tab has left its last control, and beside a newer window", async ({ browser }) => {
  const first = await (await browser.newContext()).newPage();
  await first.setContent(PAGE);
  const second = await (await browser.newContext()).newPage();
  for (const page of [second, first]) {
    await page.setContent(PAGE);
    const name = page.getByLabel("Name");
    await name.fill("Ropes");
    await name.fill("Knots");
    await expect(name).toHaveValue("Knots");
    for (let control = 0; control < 4; control++) await page.keyboard.press("Tab");
    await page.getByRole("button", { name: "Save" }).focus();
    await page.keyboard.press("Enter");
    await expect(page).toHaveTitle("pressed");
  }
});
