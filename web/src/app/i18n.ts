import { i18n } from "@lingui/core";

/** The languages of the interface, by their own names. */
export const languages = { en: "English", fr: "Français", es: "Español" };
export type Language = keyof typeof languages;

const key = "language";

/** The person's own choice, else the branch's language, else English. */
export function preferredLanguage(branchLanguage: string | null | undefined): Language {
  return [localStorage.getItem(key), branchLanguage].find(isLanguage) ?? "en";
}

/** Fetches the texts of a language and shows them. */
export async function activate(language: Language) {
  const { messages } = await catalogues[language]();
  i18n.loadAndActivate({ locale: language, messages });
  document.documentElement.lang = language;
}

/** Shows a language and remembers it on this device. */
export async function chooseLanguage(language: Language) {
  await activate(language);
  localStorage.setItem(key, language);
}

const catalogues = {
  en: () => import("../locales/en/messages.po"),
  fr: () => import("../locales/fr/messages.po"),
  es: () => import("../locales/es/messages.po"),
};

const isLanguage = (text: string | null | undefined): text is Language =>
  text != null && Object.hasOwn(languages, text);
