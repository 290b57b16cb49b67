import type { Actor, Reach } from "../../access/actor.ts";
import { NotFound } from "../../errors.ts";
import * as courses from "../courses/courses.service.ts";
import * as queries from "./progress.queries.ts";

/** A person's courses with their figures: one's own, or another's for whoever may read people. */
export async function progressOf(actor: Actor, userId?: number | null, branchUrl?: string | null) {
  const isOwn = userId == null || userId === actor.person.id;
  const subject = userId ?? actor.person.id;
  if (isOwn) return progressWithin(await actor.reach("learn", branchUrl), subject);
  const reach = await actor.reach("user.read", branchUrl);
  if (!(await queries.personExists(reach, subject))) throw new NotFound("User");
  return progressWithin(reach, subject);
}

/** The same of somebody whom the caller has found to be of its reach. */
export async function progressWithin(reach: Reach<"learn"> | Reach<"user.read">, subject: number) {
  const list = await queries.listCoursesOf(reach, subject);
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
