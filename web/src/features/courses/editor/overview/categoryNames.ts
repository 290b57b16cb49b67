export type Category = { id: number; name: string; parent_id?: number | null | undefined };

/** Returns categories by their full name, 'parent > child', sorted by these names. */
export function listFullNames(categories: Category[]): { id: number; label: string }[] {
  const byId = new Map(categories.map((category) => [category.id, category]));
  const fullName = (category: Category, seen: number[] = []): string => {
    const parent = category.parent_id && !seen.includes(category.id) ? byId.get(category.parent_id) : undefined;
    return parent ? `${fullName(parent, [...seen, category.id])} > ${category.name}` : category.name;
  };
  return categories
    .map((category) => ({ id: category.id, label: fullName(category) }))
    .toSorted((a, b) => a.label.localeCompare(b.label));
}
