import { boot } from "./boot.ts";
import { languages } from "./i18n.ts";

/**
 * Lists the languages that the organisation offers, with their own names.
 *
 * @param current A language that stays in the list though it is no longer offered.
 */
export function listLanguages(current?: string | null): { value: string; label: string }[] {
  const offered = boot().instance?.languages;
  return Object.entries(languages)
    .filter(([value]) => !offered || offered.includes(value) || value === current)
    .map(([value, label]) => ({ value, label }));
}
