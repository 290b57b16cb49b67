import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { addPageHints, findPageHints, readPageHints } from "./page-hints.ts";

const folder = mkdtempSync(path.join(tmpdir(), "cairn-hints-"));
afterAll(() => rmSync(folder, { recursive: true }));

const PAGE = `<head><script type="application/json" id="cairn-first-call"></script></head>`;
const file = path.join(folder, "hints");
const scripts = { en: ["/assets/en.js"], fr: ["/assets/fr.js"] };
const queries = [{ name: "Viewer" }, { name: "News", variables: { limit: 20 } }, { name: "Unknown" }];
writeFileSync(file, JSON.stringify([{ path: "^/home$", scripts, queries }]));

const documents = new Map([
  ["hash1", "query Viewer($branchUrl:String){viewer(branchUrl:$branchUrl){id}}"],
  ["hash2", "query News($limit:Int){news(limit:$limit){id}}"],
]);
const hints = readPageHints(file, documents);

test("names the scripts of the site's language and the queries with its branch", () => {
  const page = addPageHints(PAGE, findPageHints(hints, "/home"), {
    instance: { language: "en" },
    branch: { language: "fr", url: "</s" },
  });
  expect(page).toContain('<link rel="modulepreload" crossorigin href="/assets/fr.js">');
  expect(page).toContain(
    `id="cairn-first-call">[{"documentId":"hash1","variables":{"branchUrl":"\\u003c/s"}},{"documentId":"hash2","variables":{"limit":20}}]</script>`,
  );
});

test("names the English scripts where the site has no language of its own or an unknown one", () => {
  for (const instance of [null, { language: null }, { language: "xx" }])
    expect(addPageHints(PAGE, findPageHints(hints, "/home"), { instance })).toContain('href="/assets/en.js"');
});

test("changes no page without hints", () => {
  expect(findPageHints(hints, "/homes")).toBeUndefined();
  expect(findPageHints(readPageHints(path.join(folder, "missing"), documents), "/home")).toBeUndefined();
  expect(addPageHints(PAGE, undefined, {})).toBe(PAGE);
});
