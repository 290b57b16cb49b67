import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { findPicture, loadPage, START, toHelpAddress } from "./guide.ts";

const FOLDER = path.join(import.meta.dirname, "../../../../docs/guide");
const names = readdirSync(FOLDER)
  .filter((file) => file.endsWith(".md"))
  .map((file) => file.replace(/\.md$/, ""));
const linksIn = (text: string) => [...text.matchAll(/(?<!!\[[^\]]*)\]\(([^)]+)\)/g)].map(([, href]) => href!);
const picturesIn = (text: string) =>
  [...text.matchAll(/!\[([^\]]*)\]\(([^)]+)\)/g)].map(([, alt, href]) => ({ alt: alt!, href: href! }));

test.each(names)("the page %s is in the product, and its links lead to pages that are", async (name) => {
  const text = await loadPage(name);
  expect(text).toBe(readFileSync(path.join(FOLDER, `${name}.md`), "utf8"));
  for (const href of linksIn(text!)) {
    const address = toHelpAddress(href);
    expect([href, address]).toEqual([href, expect.stringMatching(/^\/help/)]);
    expect(names).toContain(address!.split("/")[2] ?? START);
  }
});

test("the first page lists every other page", async () => {
  const listed = linksIn((await loadPage(START))!).map((href) => href.replace(/\.md$/, ""));
  expect(new Set(listed)).toEqual(new Set(names.filter((name) => name !== START)));
});

test("every picture is shown on a page with a text for those who do not see it, and none is left over", () => {
  const shown = names.flatMap((name) => picturesIn(readFileSync(path.join(FOLDER, `${name}.md`), "utf8")));
  for (const { alt, href } of shown) {
    expect([href, findPicture(href)]).toEqual([href, expect.any(String)]);
    expect([href, alt.length >= 20]).toEqual([href, true]);
  }
  const files = readdirSync(path.join(FOLDER, "pictures")).map((file) => `pictures/${file}`);
  expect(shown.map(({ href }) => href).toSorted()).toEqual(files.toSorted());
  expect(findPicture("../../README.md")).toBeNull();
});

test.each(["https://example.org/a.md", "../operations/scale.md", "//evil.example", "javascript:alert(1)"])(
  "leaves %s as it is",
  (href) => expect(toHelpAddress(href)).toBeNull(),
);

test("finds no page of another name", async () => {
  expect(await loadPage("../README")).toBeNull();
  expect(await loadPage("constructor")).toBeNull();
});
