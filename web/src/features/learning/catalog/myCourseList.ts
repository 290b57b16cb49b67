import { categoryPath } from "../categoryPath.ts";

type Category = { name: string; parent?: { name: string } | null };
type Course = {
  title: string;
  progress: number;
  date_assigned?: string | null;
  due_on?: string | null;
  due_status?: string | null;
  categories: Category[];
};

export type Order = "name" | "date_assigned" | "due" | "progress";
export type Choice = { search: string; category: string; order: Order };

/** Returns the matching courses in the chosen order: by name, newest assignment first, first due first, or least progress first. */
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
  // Courses that are complete or have no due date come last.
  due: (a, b) => (dueDay(a) ?? "9999").localeCompare(dueDay(b) ?? "9999"),
  progress: (a, b) => a.progress - b.progress,
};

const dueDay = ({ due_on, due_status }: Course) => (due_status ? due_on : null);
