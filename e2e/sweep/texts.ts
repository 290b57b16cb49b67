import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Page } from "@playwright/test";

const ROOT = path.join(import.meta.dirname, "../..");

/** Names of the demo data that are also texts of the product. */
const NAMES = ["Volunteers", "Safeguarding"];

/** Reads the English texts whose translation into a language differs or is missing, from the catalogues of client and server. */
export function listEnglishTexts(language: string): Set<string> {
  const client = path.join(ROOT, "web/src/locales", language);
  const files = readdirSync(client).map((file) => path.join(client, file));
  const english = new Set<string>();
  const own = new Set<string>(NAMES);
  for (const file of [...files, path.join(ROOT, `server/src/locales/${language}.po`)])
    for (const [, id, text] of readFileSync(file, "utf8").matchAll(/^msgid "(.+)"\nmsgstr "(.*)"$(?!\n")/gm)) {
      if (text) own.add(text);
      if (id !== text && !/[{<\\]/.test(id!) && id!.length > 3) english.add(id!);
    }
  // A word may be English for one thing and the language's own for another.
  return new Set([...english].filter((text) => !own.has(text)));
}

/** Lists the texts, labels and placeholders of a page that are in the set. */
export function findTexts(page: Page, english: ReadonlySet<string>): Promise<string[]> {
  return page.evaluate(
    (texts) => {
      const known = new Set(texts);
      const found = new Set<string>();
      const add = (text: string | null) => {
        const words = text?.trim() ?? "";
        if (known.has(words)) found.add(words);
      };
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      while (walker.nextNode()) {
        const { parentElement } = walker.currentNode;
        if (parentElement?.closest('[lang="en"], script, style')) continue;
        // The last word of a label may have an element of its own, so that it stays on the line of its hint.
        const before = parentElement?.matches(".whitespace-nowrap") ? parentElement.previousSibling : null;
        const start = before?.nodeType === Node.TEXT_NODE ? before.textContent : "";
        add(`${start}${walker.currentNode.textContent}`);
      }
      for (const name of ["aria-label", "placeholder", "title", "alt"])
        for (const element of document.querySelectorAll(`[${name}]`)) add(element.getAttribute(name));
      return [...found];
    },
    [...english],
  );
}
