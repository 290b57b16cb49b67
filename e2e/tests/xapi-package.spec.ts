import type { Browser, Page } from "@playwright/test";
import { expectAccessible } from "../axe.ts";
import { createCourseOfPackage, SCORM_SEARCH } from "../packages.ts";
import { signIn } from "../sign-in.ts";
import { expect, startForOne, test } from "../server.ts";
import { tincanPackage } from "../../server/src/testing/packages.ts";

/** A course as authoring tools create it: it searches for a SCORM API, reads its launch address and sends statements to the endpoint named there. */
const PAGE = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Ropes</title></head><body>
<h1>Ropes</h1><button id="pass">Tie the knot</button><p id="result"></p><script>
${SCORM_SEARCH}
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
  document.getElementById("result").textContent = answer.ok ? "Well tied, " + actor.name : "Refused";
};
</script></body></html>`;

test("completes the unit of an xAPI package that reports a pass, and shows the statement to an admin", async ({
  browser,
  server,
}) => {
  const admin = await pass(browser, server.at("demo"));
  await admin.goto(`${server.at("demo")}/xapi-statements`);
  await expect(
    admin.getByRole("row", { name: /passed An activity 90 %|passed https:\/\/test\.example\/activity 90 %/ }),
  ).toBeVisible();
});

test("completes the unit of an xAPI package where all packages share a port", async ({ browser }) => {
  const { site, stop } = await startForOne("demo");
  try {
    await pass(browser, site);
  } finally {
    await stop();
  }
});

test("closes an xAPI package in its own browser window with the product's window", async ({ browser, server }) => {
  const site = server.at("demo");
  const { learner } = await enrol(browser, site);
  const opened = learner.waitForEvent("popup");
  await learner.getByRole("button", { name: "Start in a separate browser window" }).click();
  const own = await opened;
  await own.frameLocator("iframe").getByRole("button", { name: "Tie the knot" }).click();
  await expect(own.frameLocator("iframe").getByText(/^Well tied, /)).toBeVisible();
  const closed = own.waitForEvent("close");
  await learner.goto("about:blank");
  await closed;
});

test("waits for the result of an xAPI package, unless its author has it completed when it is opened", async ({
  browser,
  server,
}) => {
  const site = server.at("demo");
  const page = PAGE.replace("verbs/passed", "verbs/experienced").replace(
    /result: .*? }\)/,
    "result: { completion: false } })",
  );
  const { admin, learner, course } = await enrol(browser, site, "Knots not finished", page);
  await learner.getByRole("button", { name: "Start", exact: true }).click();
  const content = learner.getByRole("dialog").frameLocator("iframe").frameLocator("iframe");
  await content.getByRole("button", { name: "Tie the knot" }).click();
  await expect(content.getByText(/^Well tied, /)).toBeVisible();
  await learner.getByRole("dialog").getByLabel("Close", { exact: true }).click();
  await learner.getByRole("button", { name: "Next", exact: true }).click();
  await expect(learner.getByText("Please finish this unit before proceeding.")).toBeVisible();

  await admin.goto(`${site}/courses/${course}/edit`);
  await admin.getByRole("button", { name: "1. Knots not finished Scorm" }).click();
  await admin.getByRole("checkbox", { name: "Complete when opened" }).check();
  await expectAccessible(admin);
  await admin.getByRole("button", { name: "Update Course" }).click();
  await admin.getByRole("alertdialog").getByRole("button", { name: "Update Course" }).click();
  await admin.waitForURL(/\/courses$/);
  await learner.reload();
  await learner.getByRole("button", { name: "Start", exact: true }).click();
  await expect(content.getByRole("button", { name: "Tie the knot" })).toBeVisible();
  await learner.getByRole("dialog").getByLabel("Close", { exact: true }).click();
  await expect(learner.getByText("You have completed this unit.")).toBeVisible();
});

/** Creates a course with the package, and opens its unit as a learner. */
async function enrol(browser: Browser, site: string, title = "Knots by xAPI", page = PAGE) {
  const admin = await (await browser.newContext()).newPage();
  await signIn(admin, site, "admin@demo.test");
  const course = await createCourseOfPackage(admin, title, tincanPackage(page));
  const learner = await (await browser.newContext()).newPage();
  await signIn(learner, site, "learner@demo.test");
  await learner.goto(`${site}/learner/catalog/course/${course}`);
  await learner.getByRole("button", { name: "Start Course" }).click();
  return { admin, learner, course };
}

/** Passes the package as a learner. @returns the page of an admin */
async function pass(browser: Browser, site: string): Promise<Page> {
  const { admin, learner } = await enrol(browser, site);
  await learner.getByRole("button", { name: "Start", exact: true }).click();
  const window = learner.getByRole("dialog");
  const content = window.frameLocator("iframe").frameLocator("iframe");
  await content.getByRole("button", { name: "Tie the knot" }).click();
  await expect(content.getByText(/^Well tied, /)).toBeVisible();
  await window.getByLabel("Close", { exact: true }).click();
  await expect(learner.getByText("You have completed this unit.")).toBeVisible();
  return admin;
}
