/** The LIKE pattern for 'contains this text', wildcards taken literally; null when nothing is searched for. */
export function containing(search: string | null | undefined): string | null {
  const text = search?.trim();
  return text ? `%${text.replace(/[\\%_]/g, "\\$&")}%` : null;
}

const IN_INDEX = 3;
const TELLING = 7;

/**
 * What of a search the index of trigrams over people's names and addresses (`users.search`) is asked for: the last letters only,
 * of an address those in front of the '@'; what it finds is looked through for the whole. Each trigram that all share ('use',
 * 'ser') is a walk through a list of everybody. Fewer than three letters are in no index: null.
 */
export function tellingPart(search: string): string | null {
  const name = search.replace(/@.*$/, "");
  const part = (name.length < IN_INDEX ? search : name).slice(-TELLING);
  return part.length < IN_INDEX ? null : part;
}
