import type { Actor, Reach } from "../../access/actor.ts";
import { parseDay } from "../../db/day.ts";
import { NotFound } from "../../errors.ts";
import { listCategoryIds } from "../categories/categories.service.ts";
import * as courses from "../courses/courses.service.ts";
import * as queries from "./progress.queries.ts";

/** Limits courses to a category with its subcategories, and to enrolments of some days in the instance's time zone. */
export interface ProgressFilter {
  branchUrl?: string | null | undefined;
  category_id?: number | null | undefined;
  from?: string | null | undefined;
  to?: string | null | undefined;
}

/**
 * Opens a user's progress: the caller's own, or another user's for callers who may read users. The courses with their
 * figures, and the courses in which the user is not enrolled, are read when they are requested. Courses that are drafts now
 * are for readers of reports, which count them.
 * @throws NotFound, Invalid
 */
export async function openProgress(
  actor: Actor,
  userId: number | null | undefined,
  { branchUrl, category_id, from, to }: ProgressFilter,
) {
  const isOwn = userId == null || userId === actor.person.id;
  const subject = userId ?? actor.person.id;
  const reach = isOwn ? await actor.reach("learn", branchUrl) : await actor.reach("user.read", branchUrl);
  if (!isOwn && !(await queries.personExists(reach, subject))) throw new NotFound("User");
  const chosen = {
    withDrafts: userId != null && actor.can("report.view"),
    categories: category_id == null ? null : await listCategoryIds(reach, category_id),
    from: parseDay(from, "from"),
    to: parseDay(to, "to"),
    zone: actor.instance.timeZone,
  };
  let progress: Promise<Progress> | undefined;
  return {
    read: () => (progress ??= progressWithin(reach, subject, chosen)),
    /** Lists what the catalogue offers; to whom it is not shown, it offers nothing. */
    listUnenrolled: async (limit: number | null) =>
      subject === reach.userId && !actor.can("catalogue.view") ? [] : queries.listUnenrolled(reach, subject, limit),
  };
}

export type OpenProgress = Awaited<ReturnType<typeof openProgress>>;

/** Returns a user's courses with their figures. @throws NotFound, Invalid, as `openProgress` does */
export async function getProgress(actor: Actor, userId: number | null | undefined, filter: ProgressFilter) {
  return (await openProgress(actor, userId, filter)).read();
}

/** All courses of a user, for those who manage their enrolments: also drafts, in which nobody could otherwise end an enrolment. */
export const EVERY_COURSE: queries.ChosenCourses = {
  withDrafts: true,
  categories: null,
  from: null,
  to: null,
  zone: "",
};

/** Returns the progress of a user whom the caller has found in its reach. */
export async function progressWithin(
  reach: Reach<"learn"> | Reach<"user.read">,
  subject: number,
  chosen: queries.ChosenCourses | null = null,
) {
  const list = await queries.listCoursesWithProgress(reach, subject, chosen);
  const count = (status: string) => list.filter((course) => course.status === status).length;
  const average = list.reduce((sum, course) => sum + (course.progress ?? 0), 0) / Math.max(1, list.length);
  let states: ReturnType<typeof queries.listUnitStates> | undefined;
  return {
    totalCourses: list.length,
    completedCourses: count("completed"),
    inProgressCourses: count("in_progress"),
    notStartedCourses: count("not_started"),
    averageCompletionRate: Math.round(average),
    courses: list,
    /** Returns the units of one of the courses; reads those of all courses at the first call. */
    unitsIn: async (courseId: number) => {
      states ??= queries.listUnitStates(
        reach,
        subject,
        list.map(({ id }) => id),
      );
      return (await states).filter((unit) => unit.course_id === courseId);
    },
  };
}

export type Progress = Awaited<ReturnType<typeof progressWithin>>;

/** Lists 'My Courses': the caller's own, with their categories. */
export async function listMyCourses(actor: Actor, branchUrl?: string | null) {
  const reach = await actor.reach("learn", branchUrl);
  const list = await queries.listCoursesWithProgress(reach, reach.userId);
  const categories = await courses.listCategoriesByCourse(
    reach,
    list.map(({ id }) => id),
  );
  return list.map((course) => ({ ...course, categories: categories.get(course.id) ?? [] }));
}

export type MyCourse = Awaited<ReturnType<typeof listMyCourses>>[number];
