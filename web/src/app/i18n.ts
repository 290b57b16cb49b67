import { i18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";

/** The languages of the interface, with their own names. */
export const languages = { en: "English", fr: "Français", es: "Español" };
export type Language = keyof typeof languages;

const key = "language";

/** Returns the user's own choice, else the branch's language, else English. */
export function preferredLanguage(branchLanguage: string | null | undefined): Language {
  return [localStorage.getItem(key), branchLanguage].find(isLanguage) ?? "en";
}

/** Loads and shows the texts of a language. Of two parallel calls, the last one wins. */
export async function activate(language: Language) {
  wanted = language;
  await load(language, "core");
  // Read only now, because a sign-in may have added parts meanwhile.
  await Promise.all(Array.from(needed, (part) => load(language, part)));
  if (wanted !== language) return;
  i18n.activate(language);
  shown = language;
  document.documentElement.lang = language;
}

/** Loads a part of the texts behind the login, in the current language and in each that is shown later. */
export async function loadTexts(part: Part) {
  needed.add(part);
  await load(shown, part).catch((cause: unknown) => {
    const text = msg`The server could not be reached. Please check your connection and try again.`;
    throw new Error(i18n._(text), { cause });
  });
}

/** Shows a language and remembers it on this device. */
export async function chooseLanguage(language: Language) {
  await activate(language);
  localStorage.setItem(key, language);
}

/** Forgets the choice of this device and shows the site's language. */
export async function followLanguage(siteLanguage: string | null | undefined) {
  localStorage.removeItem(key);
  await activate(preferredLanguage(siteLanguage));
}

/** Shows the language of the user's profile, on any device. */
export async function showOwnLanguage(language: string | null | undefined) {
  if (isLanguage(language) && language !== i18n.locale) await chooseLanguage(language);
}

const catalogues = {
  core: {
    en: () => import("../locales/en/core.po"),
    fr: () => import("../locales/fr/core.po"),
    es: () => import("../locales/es/core.po"),
  },
  learning: {
    en: () => import("../locales/en/learning.po"),
    fr: () => import("../locales/fr/learning.po"),
    es: () => import("../locales/es/learning.po"),
  },
  player: {
    en: () => import("../locales/en/player.po"),
    fr: () => import("../locales/fr/player.po"),
    es: () => import("../locales/es/player.po"),
  },
  viewers: {
    en: () => import("../locales/en/viewers.po"),
    fr: () => import("../locales/fr/viewers.po"),
    es: () => import("../locales/es/viewers.po"),
  },
  product: {
    en: () => import("../locales/en/product.po"),
    fr: () => import("../locales/fr/product.po"),
    es: () => import("../locales/es/product.po"),
  },
};

type Part = Exclude<keyof typeof catalogues, "core">;

let wanted: Language = "en";
let shown: Language = "en";
const needed = new Set<Part>();
const loaded = new Set<string>();

/** Loads a catalog once; one that failed is loaded again on the next call. */
async function load(language: Language, part: keyof typeof catalogues) {
  const name = `${language} ${part}`;
  if (loaded.has(name)) return;
  const { messages } = await catalogues[part][language]();
  i18n.load(language, messages);
  loaded.add(name);
}

export const isLanguage = (text: string | null | undefined): text is Language =>
  text != null && Object.hasOwn(languages, text);
