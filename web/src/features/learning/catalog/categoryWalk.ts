type Category = { id: number; name: string; parent_id?: number | null };
type Course = { categories: { id: number }[] };

/**
 * One level of the catalogue: the categories below the one given (null: the top) that hold courses, directly or further
 * down, and the courses in it. At the top those are the courses without a category that can be walked to.
 */
export function levelOf<C extends Category, K extends Course>(categories: C[], courses: K[], at: number | null) {
  const byId = new Map(categories.map((category) => [category.id, category]));
  const current = at === null ? null : (byId.get(at) ?? null);
  const filled = new Set(courses.flatMap((course) => course.categories.flatMap(({ id }) => upwards(id))));
  const here = current?.id ?? null;

  return {
    current,
    parent: byId.get(current?.parent_id ?? 0) ?? null,
    categories: categories.filter(({ id }) => filled.has(id) && parentOf(id) === here),
    courses: courses.filter((course) => {
      const known = course.categories.filter(({ id }) => byId.has(id));
      return current ? known.some(({ id }) => id === current.id) : known.length === 0;
    }),
  };

  /** A category whose parent is not among those one may see stands at the top. */
  function parentOf(id: number): number | null {
    return byId.get(byId.get(id)?.parent_id ?? 0)?.id ?? null;
  }

  function upwards(id: number): number[] {
    const path: number[] = [];
    for (let step: number | null = id; step !== null && !path.includes(step); step = parentOf(step)) path.push(step);
    return path;
  }
}
