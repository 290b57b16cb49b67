type Category = { id: number; name: string; parent_id?: number | null };

/** Lists the categories as 'Health > First aid', sorted by name, without `except` and its descendants. */
export function parentChoices(categories: Category[], except?: number): { id: number; label: string }[] {
  const byId = new Map(categories.map((category) => [category.id, category]));
  const listAncestors = (category: Category): Category[] => {
    const parent = byId.get(category.parent_id ?? 0);
    return parent ? [...listAncestors(parent), category] : [category];
  };
  return categories
    .map((category) => ({ id: category.id, line: listAncestors(category) }))
    .filter(({ line }) => !line.some(({ id }) => id === except))
    .map(({ id, line }) => ({ id, label: line.map(({ name }) => name).join(" > ") }))
    .toSorted((a, b) => a.label.localeCompare(b.label));
}
