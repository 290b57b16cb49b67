import type { MultiSelectOption } from "../../../../ui/MultiSelect.tsx";

/**
 * Adds an option for each chosen id that has none: what was deleted, or belongs to another site. The author sees and can
 * remove it, and it stays when another option is chosen.
 */
export function withUnavailable(options: MultiSelectOption[], chosen: number[], label: string): MultiSelectOption[] {
  const known = new Set(options.map(({ id }) => id));
  return [...options, ...chosen.filter((id) => !known.has(id)).map((id) => ({ id, label }))];
}
