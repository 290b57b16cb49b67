import { globSync, readFileSync } from "node:fs";
import { parsePo } from "pofile-ts";
import { expect, test } from "vitest";

const SOURCES = globSync("server/src/**/*.ts").filter((file) => !/\.test\.ts$|[\\/](testing|demo)[\\/]/.test(file));
/** A message that is not marked with `t` would not be in the catalogues. */
const UNMARKED =
  /new (?:Conflict|RateLimited|Refusal|BadArchive|Unreadable|Unreachable)\(\s*["`]|new Invalid\(\{[^}]*?:\s*\[\s*["`]|\bwhen\([^\n]*, ["`]|problems\.push\(\s*["`]/;
/** Texts beside their translations would be a second catalogue. */
const OWN_TABLE = /^\s*(?:fr|es): (?:["`[(]|\{$)/m;

test("marks every message of an error for translation", () => {
  expect(SOURCES.filter((file) => UNMARKED.test(readFileSync(file, "utf8")))).toEqual([]);
});

test("has texts in other languages only in the catalogues", () => {
  expect(SOURCES.filter((file) => OWN_TABLE.test(readFileSync(file, "utf8")))).toEqual([]);
});

test.each(globSync(["server/src/locales/*.po", "web/src/locales/{fr,es}/*.po"]))(
  "%s has no untranslated text",
  (file) => {
    const { items } = parsePo(readFileSync(file, "utf8"));
    expect(items.filter(({ msgid, msgstr }) => msgid !== "" && !msgstr[0]).map(({ msgid }) => msgid)).toEqual([]);
  },
);

// The client loads catalogues one after the other: of two translations the one loaded last would be shown everywhere.
test.each(["fr", "es"])("a text of several catalogues of the client has one translation in %s", (locale) => {
  const translations = new Map<string, Set<string | undefined>>();
  for (const file of globSync(`web/src/locales/${locale}/*.po`))
    for (const { msgid, msgctxt, msgstr } of parsePo(readFileSync(file, "utf8")).items) {
      const key = `${msgctxt ?? ""}/${msgid}`;
      translations.set(key, (translations.get(key) ?? new Set()).add(msgstr[0]));
    }
  expect([...translations].filter(([, texts]) => texts.size > 1)).toEqual([]);
});

const CATALOGUES = globSync(["server/src/locales/*.po", "web/src/locales/{fr,es}/*.po"]);
const listItems = (file: string) => parsePo(readFileSync(file, "utf8")).items.filter(({ msgid }) => msgid !== "");
/** The placeholders of a text, each once: a plural may use one in each of its forms. */
const listPlaceholders = (text: string) => [...new Set(text.match(/\{\w+(?=[,}])/g))].toSorted();

test.each(CATALOGUES)("%s keeps the placeholders of each text", (file) => {
  const changed = listItems(file).filter(
    ({ msgid, msgstr }) => String(listPlaceholders(msgid)) !== String(listPlaceholders(msgstr[0] ?? "")),
  );
  expect(changed.map(({ msgid }) => msgid)).toEqual([]);
});

test.each(CATALOGUES.filter((file) => /fr[./\\]/.test(file)))(
  "%s has French apostrophes, and narrow no-break spaces beside punctuation",
  (file) => {
    const texts = listItems(file).flatMap(({ msgstr }) => msgstr);
    expect(texts.filter((text) => /'|[ \u00a0][:;!?»]|«[ \u00a0]/.test(text))).toEqual([]);
  },
);
