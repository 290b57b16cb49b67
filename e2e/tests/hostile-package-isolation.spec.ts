import { writeZip } from "../../server/src/demo/zip.ts";
import { scormManifest } from "../../server/src/testing/packages.ts";
import { content, createCourseOfPackage, startPackage, pressStartCourse } from "../packages.ts";
import { signIn } from "../sign-in.ts";
import { expect, test } from "../server.ts";

/** Tries everything that a package must not do, and records each result. */
const HOSTILE = (
  application: string,
  elsewhere: string,
  othersFile: string,
) => `<!doctype html><html lang="en"><body><h1>Hostile</h1><ul></ul><script>
const tell = (name, outcome) => { const line = document.createElement("li"); line.textContent = name + ": " + outcome; document.querySelector("ul").append(line); };
const attempt = async (name, work) => { try { tell(name, "REACHED " + await work()); } catch (error) { tell(name, "failed"); } };
const read = async (url, options) => { const answer = await fetch(url, options); const text = await answer.text(); if (!answer.ok) throw new Error(); return text.slice(0, 80); };
(async () => {
  await attempt("the learner's token", () => { const token = top.localStorage.getItem("token"); if (!token) throw 0; return token; });
  await attempt("the learner's token by the parent's parent", () => { const { token } = parent.parent.localStorage; if (!token) throw 0; return token; });
  await attempt("the application's page", () => top.document.body.innerHTML.slice(0, 20));
  await attempt("own storage as the application's", () => { if (!localStorage.getItem("token") && !document.cookie) throw 0; return localStorage.getItem("token") || document.cookie; });
  await attempt("GraphQL of the application", () => read("${application}/graphql", { method: "POST", credentials: "include", headers: { "content-type": "application/json" }, body: JSON.stringify({ query: "{ viewer { email } }" }) }));
  await attempt("GraphQL at this origin", () => read("/graphql", { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ query: "{ viewer { email } }" }) }));
  await attempt("GraphQL with the launch token", () => read("${application}/graphql", { method: "POST", headers: { "content-type": "application/json", authorization: "Bearer " + location.pathname.split("/")[2] }, body: JSON.stringify({ query: "{ viewer { email } }" }) }));
  await attempt("another package's file with this token", () => read("${othersFile}"));
  await attempt("another instance's file", () => read("${elsewhere}" + location.pathname));
  await attempt("the application's own address", () => { top.location.href = "https://evil.example/"; throw 0; });
  await attempt("a worker over the whole origin", async () => { await navigator.serviceWorker.register("worker.js", { scope: "/" }); return "registered"; });
  tell("done", "yes");
})();
</script></body></html>`;

test("keeps the learner's token, the application and other users' files from a hostile package", async ({
  browser,
  server,
}) => {
  const site = server.at("demo");
  const author = await (await browser.newContext()).newPage();
  await signIn(author, site, "instructor@demo.test");
  const { hostname, port } = new URL(site);
  const pack = (page: string) =>
    writeZip([
      { name: "imsmanifest.xml", data: scormManifest({}) },
      { name: "one.html", data: page },
      { name: "worker.js", data: "" },
    ]);
  await createCourseOfPackage(author, "Another person's", pack("<!doctype html>secret"));
  const id = await createCourseOfPackage(
    author,
    "Hostile",
    pack(
      HOSTILE(
        site,
        `http://content.riverside.localhost:${port}`,
        "/scorm/1.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA/files/one.html",
      ),
    ),
  );

  const page = await (await browser.newContext()).newPage();
  await signIn(page, site, "learner@demo.test");
  await page.goto(`${site}/learner/catalog/course/${id}`);
  await pressStartCourse(page);
  await startPackage(page, site, id);
  await expect(content(page).getByText("done: yes")).toBeVisible();
  const outcomes = await content(page).getByRole("listitem").allTextContents();
  expect(outcomes).toHaveLength(12);
  expect(outcomes.filter((line) => line.includes("REACHED"))).toEqual([]);
  expect(new URL(page.url()).hostname).toBe(hostname);
  await expect(page.getByRole("dialog")).toBeVisible();
});
