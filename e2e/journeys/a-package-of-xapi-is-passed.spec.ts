import { courseOfPackage } from "../packages.ts";
import { logIn } from "../people.ts";
import { expect, test } from "../server.ts";
import { tincanPackage } from "../../server/src/testing/packages.ts";

/** A course as authoring tools write it: it reads its address and speaks to the store that is named there. */
const PAGE = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Ropes</title></head><body>
<h1>Ropes</h1><button id="pass">Tie the knot</button><p id="said"></p><script>
const given = new URL(location.href).searchParams;
const actor = JSON.parse(given.get("actor"));
document.getElementById("pass").onclick = async () => {
  const answer = await fetch(given.get("endpoint") + "statements", {
    method: "POST",
    headers: { authorization: given.get("auth"), "content-type": "application/json", "x-experience-api-version": "1.0.3" },
    body: JSON.stringify({ actor, verb: { id: "http://adlnet.gov/expapi/verbs/passed", display: { en: "passed" } },
      object: { id: given.get("activity_id") }, context: { registration: given.get("registration") },
      result: { score: { scaled: 0.9 } } }),
  });
  document.getElementById("said").textContent = answer.ok ? "Well tied, " + actor.name : "Refused";
};
</script></body></html>`;

test("a package of xAPI is passed in its window, the unit completes, and the admin reads the statement", async ({
  browser,
  server,
}) => {
  const site = server.at("demo");
  const admin = await (await browser.newContext()).newPage();
  await logIn(admin, site, "admin@demo.test");
  const course = await courseOfPackage(admin, "Knots by xAPI", tincanPackage(PAGE));

  const learner = await (await browser.newContext()).newPage();
  await logIn(learner, site, "learner@demo.test");
  await learner.goto(`${site}/learner/catalog/course/${course}`);
  await learner.getByRole("button", { name: "Start Course" }).click();
  await learner.getByRole("button", { name: "Start", exact: true }).click();
  const window = learner.getByRole("dialog");
  await window.frameLocator("iframe").getByRole("button", { name: "Tie the knot" }).click();
  await expect(window.frameLocator("iframe").getByText(/^Well tied, /)).toBeVisible();
  await window.getByRole("button", { name: "Close" }).click();
  await expect(learner.getByText("You have completed this unit.")).toBeVisible();

  await admin.goto(`${site}/xapi-statements`);
  await expect(
    admin.getByRole("row", { name: /passed An activity 90 %|passed https:\/\/test\.example\/activity 90 %/ }),
  ).toBeVisible();
});
