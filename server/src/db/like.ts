/** The LIKE pattern for 'contains this text', wildcards taken literally; null when nothing is searched for. */
export function containing(search: string | null | undefined): string | null {
  const text = search?.trim();
  return text ? `%${text.replace(/[\\%_]/g, "\\$&")}%` : null;
}
