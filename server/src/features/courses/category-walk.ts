interface Category {
  id: number;
  parent_id: number | null;
  has_courses: boolean;
}

/**
 * One level of a tree of categories: where one is, the way up, and the categories below that hold courses, directly or further
 * down. A category whose parent is not among them stands at the top; one that is not there is the top.
 */
export function levelOf<C extends Category>(categories: readonly C[], at: number | null) {
  const byId = new Map(categories.map((category) => [category.id, category]));
  const parentOf = ({ parent_id }: C) => byId.get(parent_id ?? 0) ?? null;
  const filled = new Set<number>();
  for (const category of categories) {
    if (!category.has_courses) continue;
    for (let step: C | null = category; step !== null && !filled.has(step.id); step = parentOf(step))
      filled.add(step.id);
  }
  const current = byId.get(at ?? 0) ?? null;
  const choices = categories.filter(({ id }) => filled.has(id));
  return {
    current,
    parent: current && parentOf(current),
    categories: choices.filter((category) => parentOf(category) === current),
    choices,
  };
}

/** A category and all that are below it. */
export function belowOf(categories: readonly Category[], id: number): number[] {
  const found = new Set([id]);
  for (let before = 0; before < found.size;) {
    before = found.size;
    for (const category of categories) if (found.has(category.parent_id ?? 0)) found.add(category.id);
  }
  return [...found];
}
