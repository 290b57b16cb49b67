import { isLanguage, languages } from "../../../app/i18n.ts";

/** Returns a language's own name; the code of one that only a newer server knows. */
export const languageName = (language: string): string => (isLanguage(language) ? languages[language] : language);
