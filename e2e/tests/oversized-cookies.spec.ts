import { scormPackage } from "../../server/src/testing/packages.ts";
import { content, createCourseOfPackage, startPackage } from "../packages.ts";
import { signIn } from "../sign-in.ts";
import { expect, test } from "../server.ts";

/** Sets more cookies for the instance's domain than a server accepts. */
const FLOOD = `<!doctype html><html lang="en"><body><h1>Flood</h1><p></p><script>
for (let index = 0; index < 60; index++) document.cookie = "c" + index + "=" + "x".repeat(4000) + "; domain=demo.localhost; path=/";
document.querySelector("p").textContent = document.cookie.length > 100000 ? "Set." : "Not set.";
</script></body></html>`;

test("lets users sign in after a package set oversized cookies for the instance's domain", async ({
  browser,
  server,
}) => {
  const site = server.at("demo");
  const author = await (await browser.newContext()).newPage();
  await signIn(author, site, "instructor@demo.test");
  const id = await createCourseOfPackage(author, "Flood", scormPackage({ page: FLOOD }));

  const context = await browser.newContext();
  const page = await context.newPage();
  await signIn(page, site, "learner@demo.test");
  await page.goto(`${site}/learner/catalog/course/${id}`);
  await page.getByRole("button", { name: "Start Course" }).click();
  await page.waitForURL(/\/learner\/course\//);
  await startPackage(page, site, id);
  await expect(content(page).getByText("Set.")).toBeVisible();

  // The server refuses whichever request comes next, also one that the old page sends when it closes.
  await page.goto(`${site}/learner/course/${id}/unit/1`).catch(() => {});
  await expect(page.getByRole("button", { name: "Start", exact: true })).toBeVisible();
  // What the package sets after its cookies were deleted may stay as long as the server accepts it.
  const cookies = await context.cookies(site);
  expect(cookies.reduce((bytes, { name, value }) => bytes + name.length + value.length, 0)).toBeLessThan(16_384);
  await startPackage(page, site, id);
});
