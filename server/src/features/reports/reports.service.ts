import type { Actor } from "../../access/actor.ts";
import { containing } from "../../db/like.ts";
import { limitOf, onePage, type PageOptions } from "../../db/page.ts";
import { NotFound } from "../../errors.ts";
import { signedAddressOrNull } from "../files/files.service.ts";
import {
  allCourses,
  allCoursesPage,
  courseAverages,
  courseQuestions,
  courseUsers,
  courseWeeks,
  expectCourse,
  oneCourse,
} from "./course-reports.ts";
import { hoursMinutesSeconds } from "./duration.ts";
import { narrow, type Narrowed, type Narrowing } from "./narrowing.service.ts";
import { peopleSearch } from "./people-search.ts";
import { allUsers, allUsersTotals } from "./user-reports.ts";
import { dayIn, lastWeeks, weeksSince } from "./weeks.ts";

/** Every course with how far its people are; narrowed to branches or groups, their people and courses. */
export function reportAllCourses(actor: Actor, narrowing: Narrowing): Promise<Narrowed> {
  return narrow(actor, narrowing);
}

/** All courses of the report by title. */
export async function listReportCourses(narrowed: Narrowed) {
  const { reach, params, said } = narrowed;
  return courseRows(narrowed, await allCourses(reach, params, said));
}

/** One page of them, with what all that the search finds in title or category come to. */
export async function pageOfReportCourses(narrowed: Narrowed, options: PageOptions) {
  const { reach, params, said } = narrowed;
  const pattern = containing(options.search);
  const { limit, offset } = onePage(options);
  const [page] = await allCoursesPage(reach, { ...params, search: pattern, limit, offset }, [
    ...said,
    ...(pattern === null ? [] : ["searched"]),
    `by ${options.sort ?? "title"}`,
  ]);
  const { total, rows, assigned, completed, inProgress, notStarted, seconds } = page!;
  return {
    total,
    rows: courseRows(narrowed, rows),
    stats: {
      completionRate: percent(completed, assigned),
      completed,
      inProgress,
      notStarted,
      trainingTime: hoursMinutesSeconds(seconds),
    },
  };
}

/** The averages of all rows are counted in one statement, when the first of them is asked for: no total that is kept has them. */
function courseRows<Row extends { id: number; seconds: number }>({ reach, params, said }: Narrowed, rows: Row[]) {
  const averages = once(async () => {
    const found = await courseAverages(reach, { ...params, courses: rows.map(({ id }) => id) }, said);
    return new Map(found.map((each) => [each.id, each]));
  });
  return rows.map(({ seconds, ...row }) => ({
    ...row,
    trainingTime: hoursMinutesSeconds(seconds),
    averages: async () => {
      const { progress = 0, lastAssigned = null } = (await averages()).get(row.id) ?? {};
      return { progress, lastAssigned: lastAssigned?.toISOString() ?? null };
    },
  }));
}

/** Does the work when it is first asked for, and not again. */
function once<Result>(work: () => Promise<Result>): () => Promise<Result> {
  let done: Promise<Result> | undefined;
  return () => (done ??= work());
}

/** Everybody of the reach with how far they are in their courses, narrowed; what all come to is counted when it is asked for. */
export async function reportAllUsers(actor: Actor, narrowing: Narrowing) {
  const narrowed = await narrow(actor, narrowing);
  const { reach, params, said } = narrowed;
  return { narrowed, totals: once(async () => (await allUsersTotals(reach, params, said))[0]!) };
}

/** The cards: what the courses of everybody in the report come to. */
export async function statsOfReportUsers({ totals }: UsersReport) {
  const { completed, inProgress, notStarted, seconds } = await totals();
  return {
    completionRate: percent(completed, completed + inProgress + notStarted),
    completedCourses: completed,
    coursesInProgress: inProgress,
    coursesNotStarted: notStarted,
    trainingTime: seconds,
  };
}

export type UsersReport = Awaited<ReturnType<typeof reportAllUsers>>;

/** The people of the report by name, as many as a list may have. */
export function listReportUsers({ narrowed: { reach, params, said } }: UsersReport) {
  return allUsers(reach, { ...params, limit: limitOf({}), offset: 0 }, [...said, "by name"]);
}

/** One page of them, with how many the search finds: in a name, an e-mail, or the title of one of the person's courses. */
export async function pageOfReportUsers(
  { narrowed: { reach, params, said }, totals }: UsersReport,
  options: PageOptions,
) {
  const search = peopleSearch(options.search);
  const { limit, offset } = onePage(options);
  const page = { ...params, ...search.params, limit, offset };
  const sought = [...said, ...search.said];
  const { people } = search.said.length === 0 ? await totals() : (await allUsersTotals(reach, page, sought))[0]!;
  return {
    total: people,
    rows: await allUsers(reach, page, [...sought, `by ${options.sort ?? "name"}`]),
  };
}

/**
 * One course's report; its weeks and its people are read when they are asked for.
 * @throws NotFound when the course is unknown or outside the reach
 */
export async function reportCourse(actor: Actor, courseId: number, narrowing: Narrowing = {}) {
  const narrowed = await narrow(actor, narrowing);
  const { reach, params, said } = narrowed;
  const [course] = await oneCourse(reach, { ...params, course: courseId }, [...said, "ofcourse"]);
  if (!course) throw new NotFound("Course");
  const { isKnown, seconds, thumbnailKey, createdAt, updatedAt, id, title, category, ...counts } = course;
  if (!isKnown) await expectCourse(narrowed, courseId);
  return {
    id,
    title,
    category,
    thumbnail: signedAddressOrNull(actor.platform.secret, thumbnailKey, "small"),
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
    stats: {
      ...counts,
      trainingTime: seconds,
      completionRate: percent(counts.completedLearners, counts.assignedLearners),
    },
    weeks: once(() => weeksOf(narrowed, id, dayIn(actor.instance.timeZone))),
    narrowed,
  };
}

/** What the charts of a course show, week by week, weeks without anything included. */
async function weeksOf({ reach, params, said }: Narrowed, course: number, today: string) {
  const shown = lastWeeks(today);
  const of = { ...params, course, since: shown[0]!.start, weeks: shown.length };
  const [found] = await courseWeeks(reach, of, [...said, "ofcourse"]);
  const { firstDay, assigned, completed, seconds } = found!;
  const weeks = weeksSince(firstDay, today);
  return {
    activity: weeks.map(({ start, end }) => ({
      weekStart: start,
      weekEnd: end,
      assignedCount: assigned[start] ?? 0,
      completedCount: completed[start] ?? 0,
    })),
    time: weeks.map(({ start }) => ({ weekStart: start, averageTimeSpent: seconds[start] ?? 0 })),
  };
}

export type CourseReport = Awaited<ReturnType<typeof reportCourse>>;

/** One page of the people of the course, with how many there are in all. */
export function pageOfPeople(report: CourseReport, options: PageOptions) {
  return listPeople(report, onePage(options));
}

/** The people of the course with how many there are; without a limit, as many as a list may have. */
export async function listPeople({ narrowed, id }: CourseReport, { search, sort, limit, offset }: PageOptions) {
  const { reach, params, said } = narrowed;
  const pattern = containing(search);
  const [found] = await courseUsers(
    reach,
    { ...params, course: id, search: pattern, limit: limitOf({ limit }), offset: offset ?? 0 },
    [...said, ...(pattern === null ? [] : ["searched"]), "paged", `by ${sort ?? "name"}`],
  );
  const { total, ids, names, roles, progress, assigned, completed, seconds } = found!;
  return {
    total: total ?? ids.length,
    rows: ids.map((user, at) => ({
      id: user,
      name: names[at]!,
      role: roles[at]!,
      progress: progress[at]!,
      assignedDate: assigned[at]!,
      completionDate: completed[at]!,
      timeSpent: seconds[at]!,
    })),
  };
}

/** How the questions of the course are answered. The key is not in it: managers do not get it (decision 62). */
export function listQuestions({ narrowed: { reach, params, said }, id }: CourseReport) {
  return courseQuestions(reach, { ...params, course: id }, said);
}

/** With one decimal at most; 0 of nothing is 0. */
function percent(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((part / whole) * 1000) / 10;
}
