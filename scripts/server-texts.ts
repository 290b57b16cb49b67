// Updates the catalogues of the server's messages: the texts of t`…`, phrase`…` and inContext("…")`…`, and '… not found.'
// of NotFound.
import { globSync, readFileSync } from "node:fs";
import { createItem, parsePo, type PoItem, stringifyPo } from "pofile-ts";

const TEMPLATE = /\b(?:t|phrase|inContext\("([^"]+)"\))`((?:\\.|[^`\\])*)`/g;
const MISSING = /\bnew NotFound\("([^"]+)"\)/g;
const SOURCES = ["server/src/**/*.ts"];
const SKIPPED = /\.test\.ts$|\/(testing|demo|i18n)\//;
/** Between the context of a text and the text, as in compiled catalogues of gettext. */
const SEPARATOR = "\u0004";

/** Returns a catalogue with the texts that the server has now. Translations of texts that remain are kept. */
export function updateCatalogue(current: string, language: string): string {
  const known = new Map(parsePo(current).items.map((item) => [toKey(item.msgid, item.msgctxt), item.msgstr]));
  const items = [...collectTexts()]
    .map(([key, files]) => ({ key, ...fromKey(key), references: [...files] }))
    .toSorted((a, b) => compare(a.msgid, b.msgid) || compare(a.msgctxt ?? "", b.msgctxt ?? ""))
    .map(({ key, ...text }): PoItem => ({ ...createItem(), ...text, msgstr: known.get(key) ?? [""] }));
  const headers = {
    "Content-Type": "text/plain; charset=utf-8",
    "Content-Transfer-Encoding": "8bit",
    Language: language,
  };
  return stringifyPo({ headers, items }, { foldLength: 0 });
}

const toKey = (text: string, context: string | null | undefined) => (context ? `${context}${SEPARATOR}${text}` : text);
const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);

function fromKey(key: string): { msgid: string; msgctxt?: string } {
  const [text, context] = key.split(SEPARATOR).toReversed();
  return { msgid: text!, ...(context && { msgctxt: context }) };
}

/** Lists the texts in the server's sources by context and text, with their files. */
function collectTexts(): Map<string, Set<string>> {
  const texts = new Map<string, Set<string>>();
  const add = (text: string, file: string) => texts.set(text, (texts.get(text) ?? new Set()).add(file));
  for (const file of globSync(SOURCES).toSorted()) {
    const name = file.replaceAll("\\", "/");
    if (SKIPPED.test(name)) continue;
    const source = readFileSync(file, "utf8");
    for (const [, context, text] of source.matchAll(TEMPLATE))
      add(toKey(toId(text!), context), name.replace("server/", ""));
    for (const [, what] of source.matchAll(MISSING)) add(`${what} not found.`, name.replace("server/", ""));
  }
  return texts;
}

/** Replaces the values of a template by {0}, {1}, …, as `t` does. */
function toId(template: string): string {
  let index = 0;
  return template.replaceAll(/\$\{(?:[^{}]|\{[^{}]*\})*\}/g, () => `{${index++}}`).replaceAll(/\\([`$\\])/g, "$1");
}
