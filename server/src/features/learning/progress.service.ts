import type { Actor, Reach } from "../../access/actor.ts";
import { dayOf } from "../../db/day.ts";
import { NotFound } from "../../errors.ts";
import { listCategoryIds } from "../categories/categories.service.ts";
import * as courses from "../courses/courses.service.ts";
import * as queries from "./progress.queries.ts";

/** Which courses: of a category with those below it, and assigned in some days by the clock of the instance. */
export interface ProgressFilter {
  branchUrl?: string | null | undefined;
  category_id?: number | null | undefined;
  from?: string | null | undefined;
  to?: string | null | undefined;
}

/** A person's courses with their figures: one's own, or another's for whoever may read people. @throws NotFound, Invalid */
export async function progressOf(
  actor: Actor,
  userId: number | null | undefined,
  { branchUrl, category_id, from, to }: ProgressFilter,
) {
  const isOwn = userId == null || userId === actor.person.id;
  const subject = userId ?? actor.person.id;
  const reach = isOwn ? await actor.reach("learn", branchUrl) : await actor.reach("user.read", branchUrl);
  if (!isOwn && !(await queries.personExists(reach, subject))) throw new NotFound("User");
  return progressWithin(reach, subject, {
    categories: category_id == null ? null : await listCategoryIds(reach, category_id),
    from: dayOf(from, "from"),
    to: dayOf(to, "to"),
    zone: actor.instance.timeZone,
  });
}

/** The same of somebody whom the caller has found to be of its reach. */
export async function progressWithin(
  reach: Reach<"learn"> | Reach<"user.read">,
  subject: number,
  chosen: queries.ChosenCourses | null = null,
) {
  const list = await queries.listCoursesOf(reach, subject, chosen);
  const count = (status: string) => list.filter((course) => course.status === status).length;
  const average = list.reduce((sum, course) => sum + (course.progress ?? 0), 0) / Math.max(1, list.length);
  let states: ReturnType<typeof queries.listUnitStatesOf> | undefined;
  return {
    totalCourses: list.length,
    completedCourses: count("completed"),
    inProgressCourses: count("in_progress"),
    notStartedCourses: count("not_started"),
    averageCompletionRate: Math.round(average),
    courses: list,
    unenrolled: (limit: number | null) => queries.listUnenrolled(reach, subject, limit),
    /** The units of one of the courses; read for all of them at once, when first asked. */
    unitsIn: async (courseId: number) => {
      states ??= queries.listUnitStatesOf(
        reach,
        subject,
        list.map(({ id }) => id),
      );
      return (await states).filter((unit) => unit.course_id === courseId);
    },
  };
}

export type Progress = Awaited<ReturnType<typeof progressWithin>>;

/** 'My Courses': the person's own, with the categories of each. */
export async function listMyCourses(actor: Actor, branchUrl?: string | null) {
  const reach = await actor.reach("learn", branchUrl);
  const list = await queries.listCoursesOf(reach, reach.userId);
  const categories = await courses.categoriesByCourse(
    reach,
    list.map(({ id }) => id),
  );
  return list.map((course) => ({ ...course, categories: categories.get(course.id) ?? [] }));
}

export type MyCourse = Awaited<ReturnType<typeof listMyCourses>>[number];
