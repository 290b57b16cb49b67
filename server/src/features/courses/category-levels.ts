interface Category {
  id: number;
  parent_id: number | null;
  has_courses: boolean;
}

/**
 * Returns one level of a tree of categories: the current category, its parent, and the categories below that contain
 * courses, directly or further down. A category whose parent is missing is at the top; an unknown one means the top.
 */
export function listLevel<C extends Category>(categories: readonly C[], at: number | null) {
  const byId = new Map(categories.map((category) => [category.id, category]));
  const findParent = ({ parent_id }: C) => byId.get(parent_id ?? 0) ?? null;
  const filled = new Set<number>();
  for (const category of categories) {
    if (!category.has_courses) continue;
    for (let step: C | null = category; step !== null && !filled.has(step.id); step = findParent(step))
      filled.add(step.id);
  }
  const current = byId.get(at ?? 0) ?? null;
  const choices = categories.filter(({ id }) => filled.has(id));
  return {
    current,
    parent: current && findParent(current),
    categories: choices.filter((category) => findParent(category) === current),
    choices,
  };
}

/** Lists the ids of a category and of all categories below it. */
export function listBelow(categories: readonly Category[], id: number): number[] {
  const found = new Set([id]);
  for (let before = 0; before < found.size;) {
    before = found.size;
    for (const category of categories) if (found.has(category.parent_id ?? 0)) found.add(category.id);
  }
  return [...found];
}
