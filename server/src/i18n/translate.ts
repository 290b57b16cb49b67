import { readFileSync } from "node:fs";
import path from "node:path";
import { parsePo } from "pofile-ts";
import { ENGLISH, fill, formatDay, type Message, type Wording } from "./message.ts";

export const LANGUAGES = ["en", "fr", "es"] as const;
export type Language = (typeof LANGUAGES)[number];

/** Tells whether this is a language that Cairn has. */
export const isLanguage = (text: string | null | undefined): text is Language =>
  (LANGUAGES as readonly (string | null | undefined)[]).includes(text);

const FOLDER = path.resolve(import.meta.dirname, "../locales");

const WORDINGS: Record<Language, Wording> = { en: ENGLISH, fr: readWording("fr"), es: readWording("es") };

/** Translates a message; without a translation it stays English. */
export function translate(message: Message, language: Language): string {
  return fill(message, WORDINGS[language]);
}

/** Returns the first language of an Accept-Language header that Cairn has, otherwise English. The client sends the one it shows. */
export function readLanguage(header: string | undefined): Language {
  for (const entry of (header ?? "").split(",", 20)) {
    const tag = entry.trim().slice(0, 2).toLowerCase();
    const found = LANGUAGES.find((language) => language === tag);
    if (found) return found;
  }
  return "en";
}

function readWording(language: "fr" | "es"): Wording {
  const { items } = parsePo(readFileSync(path.join(FOLDER, `${language}.po`), "utf8"));
  const entries = items.flatMap(({ msgid, msgctxt, msgstr }) =>
    msgstr[0] ? [[toKey(msgid, msgctxt), msgstr[0]] as const] : [],
  );
  // Copied, because parts of a text keep the whole text of the catalogue in memory.
  const texts = new Map(structuredClone(entries));
  return { find: (id, context) => texts.get(toKey(id, context)), formatDay: (day) => formatDay(language, day) };
}

function toKey(id: string, context: string | null | undefined): string {
  return context ? `${context}\u0004${id}` : id;
}
