import {
  closePackage,
  content,
  createCourseOfPackage,
  pressStart,
  talkingPackage,
  TALKING_PAGE,
  tell,
} from "../packages.ts";
import { scormPackage, tincanPackage } from "../../server/src/testing/packages.ts";
import { callApi } from "../graphql.ts";
import { signIn } from "../sign-in.ts";
import { expect, startForOne, test } from "../server.ts";

/** Uses what a page without an origin may not use, and reads one of its own files. */
const STORING = TALKING_PAGE.replace(
  "let ended = false;",
  `localStorage.setItem("page", "3");
document.cookie = "seen=yes; path=/";
fetch("data.json").then((answer) => answer.json()).then(({ name }) => {
  document.querySelector("#result").textContent = [name, localStorage.page, document.cookie, origin].join(" ");
});
let ended = false;`,
);

const XAPI = `<!doctype html><html lang="en"><body><h1>Ropes</h1><p id="result"></p><script>
const given = new URL(location.href).searchParams;
fetch(given.get("endpoint") + "statements", {
  method: "POST",
  headers: { authorization: given.get("auth"), "content-type": "application/json", "x-experience-api-version": "1.0.3" },
  body: JSON.stringify({ actor: JSON.parse(given.get("actor")), verb: { id: "http://adlnet.gov/expapi/verbs/passed", display: { en: "passed" } },
    object: { id: given.get("activity_id") }, context: { registration: given.get("registration") } }),
}).then((answer) => (document.getElementById("result").textContent = answer.ok ? "Passed" : "Refused"));
</script></body></html>`;

test("runs packages in a sandbox when all packages share a port, and stores their results", async ({ browser }) => {
  const { site, stop } = await startForOne("demo");
  try {
    const author = await (await browser.newContext()).newPage();
    await signIn(author, site, "instructor@demo.test");
    const page = await (await browser.newContext()).newPage();
    await signIn(page, site, "learner@demo.test");
    const begin = async (title: string, bytes: Buffer) => {
      const id = await createCourseOfPackage(author, title, bytes);
      await page.goto(`${site}/learner/catalog/course/${id}`);
      await page.getByRole("button", { name: "Start Course" }).click();
      await page.waitForURL(/\/learner\/course\//);
      await page.goto(`${site}/learner/course/${id}/unit/1`);
      return id;
    };

    for (const version of ["1.2", "2004"] as const)
      await test.step(`resumes and completes a SCORM ${version} package`, async () => {
        const [where, exit, status] =
          version === "1.2"
            ? ["cmi.core.lesson_location", "cmi.core.exit", "cmi.core.lesson_status"]
            : ["cmi.location", "cmi.exit", "cmi.completion_status"];
        const id = await begin(`Sandboxed ${version}`, talkingPackage(version));
        await pressStart(page);
        await expect(content(page).locator("#found")).toHaveText("Found: ab-initio");
        await tell(page, `${where}=page 3`);
        await tell(page, `${exit}=suspend`);
        await closePackage(page);
        await pressStart(page);
        await expect(content(page).locator("#found")).toHaveText("Found: resume page 3");
        await tell(page, `${status}=completed`);
        await tell(page, "end");
        await closePackage(page);
        await expect(page.getByText("You have completed this unit.")).toBeVisible();
        const { course } = await callApi<{ course: { progress: number } }>(page, `{ course(id: ${id}) { progress } }`);
        expect(course.progress).toBe(100);
      });

    await test.step("keeps content running that uses storage, cookies and its own files", async () => {
      await begin("Storing", scormPackage({ page: STORING, files: [{ name: "data.json", data: '{"name":"Knots"}' }] }));
      await pressStart(page);
      await expect(content(page).locator("#result")).toHaveText("Knots 3 seen=yes null");
      await closePackage(page);
    });

    await test.step("receives statements of an xAPI package", async () => {
      await begin("By xAPI", tincanPackage(XAPI));
      await page.getByRole("button", { name: "Start", exact: true }).click();
      await expect(content(page).getByText("Passed")).toBeVisible();
    });
  } finally {
    await stop();
  }
});
