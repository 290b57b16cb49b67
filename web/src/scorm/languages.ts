/**
 * A tag such as `en`, `en-US`, `i-klingon` or `x-own`, of a language that there is (RTE 4th Ed. 4.1.1.4).
 * @param languages the codes of those, which the server tells
 */
export function isLanguage(tag: string, languages: ReadonlySet<string>): boolean {
  if (!/^([a-z]{2,3}(-[a-z0-9]{1,8})*|[ix](-[a-z0-9]{1,8})+)$/i.test(tag)) return false;
  const [language = ""] = tag.toLowerCase().split("-");
  return language.length === 1 || languages.has(language);
}
