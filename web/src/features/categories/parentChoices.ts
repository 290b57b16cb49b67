type Category = { id: number; name: string; parent_id?: number | null };

/** The categories as 'Health > First aid', in the order of their names; without `except` and whatever stands below it. */
export function parentChoices(categories: Category[], except?: number): { id: number; label: string }[] {
  const byId = new Map(categories.map((category) => [category.id, category]));
  const lineOf = (category: Category): Category[] => {
    const parent = byId.get(category.parent_id ?? 0);
    return parent ? [...lineOf(parent), category] : [category];
  };
  return categories
    .map((category) => ({ id: category.id, line: lineOf(category) }))
    .filter(({ line }) => !line.some(({ id }) => id === except))
    .map(({ id, line }) => ({ id, label: line.map(({ name }) => name).join(" > ") }))
    .toSorted((a, b) => a.label.localeCompare(b.label));
}
