import { categoryPath } from "../categoryPath.ts";

type Category = { name: string; parent?: { name: string } | null };
type Course = { title: string; progress: number; date_assigned?: string | null; categories: Category[] };

export type Order = "name" | "date_assigned" | "progress";
export type Choice = { search: string; category: string; order: Order };

/** Returns the matching courses in the chosen order: by name, newest assignment first, or least progress first. */
export function listChosen<C extends Course>(courses: C[], { search, category, order }: Choice): C[] {
  const wanted = search.trim().toLocaleLowerCase();
  return courses
    .filter((course) => course.title.toLocaleLowerCase().includes(wanted))
    .filter((course) => !category || course.categories.some((each) => categoryPath(each) === category))
    .sort(comparisons[order]);
}

/** Lists the categories of the courses, each once. */
export const listCategories = (courses: Course[]): string[] =>
  [...new Set(courses.flatMap((course) => course.categories.map(categoryPath)))].sort((a, b) => a.localeCompare(b));

const comparisons: Record<Order, (a: Course, b: Course) => number> = {
  name: (a, b) => a.title.localeCompare(b.title),
  date_assigned: (a, b) => (b.date_assigned ?? "").localeCompare(a.date_assigned ?? ""),
  progress: (a, b) => a.progress - b.progress,
};
