import type { Actor } from "../../access/actor.ts";
import type { Db } from "../../db/client.ts";
import { toLikePattern } from "../../db/like.ts";
import { getLimit, toPageOptions, type PageOptions } from "../../db/page.ts";
import { NotFound } from "../../errors.ts";
import { signedAddressOrNull } from "../files/files.service.ts";
import { expectCourse } from "./course-access.ts";
import { formatDuration } from "./duration.ts";
import { type FilteredReach, openReports, type ReportFilters } from "./filters.service.ts";
import { toPeopleSearch } from "./people-search.ts";
import { courseAveragesStatement } from "./statements/course-averages.statement.ts";
import { courseQuestionsStatement } from "./statements/course-questions.statement.ts";
import { courseUsersStatement } from "./statements/course-users.statement.ts";
import { courseWeeksStatement } from "./statements/course-weeks.statement.ts";
import { courseStatement } from "./statements/course.statement.ts";
import { coursesPageStatement, coursesStatement } from "./statements/courses.statement.ts";
import { userTotalsStatement } from "./statements/user-totals.statement.ts";
import { usersStatement } from "./statements/users.statement.ts";
import { dayIn, lastWeeks, weeksSince } from "./weeks.ts";

/** Opens the report on all courses; with branches or groups, on their people and courses. */
export function reportAllCourses(actor: Actor, filters: ReportFilters): Promise<FilteredReach> {
  return openReports(actor, filters);
}

/** Lists all courses of the report by title. */
export async function listReportCourses(report: FilteredReach) {
  return toCourseRows(report, await coursesStatement.run(report.reach, report.filters));
}

/** Returns one page of the courses, with the totals of all courses that the search finds by title or category. */
export async function getPageOfReportCourses(report: FilteredReach, options: PageOptions) {
  const { limit, offset } = toPageOptions(options);
  const params = { ...report.filters, search: toLikePattern(options.search), limit, offset };
  const [page] = await coursesPageStatement.run(report.reach, params, options.sort);
  const { total, rows, assigned, completed, inProgress, notStarted, seconds } = page!;
  return {
    total,
    rows: toCourseRows(report, rows),
    stats: {
      completionRate: percent(completed, assigned),
      completed,
      inProgress,
      notStarted,
      trainingTime: formatDuration(seconds),
    },
  };
}

/** Adds the averages, which no stored total contains: one statement reads those of all rows when the first is requested. */
function toCourseRows<Row extends { id: number; seconds: number }>(
  { reach, filters: { categories: _, ...filters } }: FilteredReach,
  rows: Row[],
) {
  const averages = once(async () => {
    const found = await courseAveragesStatement.run(reach, { ...filters, courses: rows.map(({ id }) => id) });
    return new Map(found.map((each) => [each.id, each]));
  });
  return rows.map(({ seconds, ...row }) => ({
    ...row,
    trainingTime: formatDuration(seconds),
    averages: async () => {
      const { progress = 0, lastAssigned = null } = (await averages()).get(row.id) ?? {};
      return { progress, lastAssigned: lastAssigned?.toISOString() ?? null };
    },
  }));
}

/** Returns a function that does the work on the first call only. */
function once<Result>(work: () => Promise<Result>): () => Promise<Result> {
  let done: Promise<Result> | undefined;
  return () => (done ??= work());
}

/** Opens the report on all users. The totals are counted when they are requested. */
export async function reportAllUsers(actor: Actor, filters: ReportFilters) {
  const filtered = await openReports(actor, filters);
  return { filtered, totals: () => countTotals(filtered) };
}

type Totals = Awaited<ReturnType<typeof userTotalsStatement.run>>[number];
const totalsByDb = new WeakMap<Db, Map<string, Promise<Totals>>>();

/** Counts the totals of users. Queries of one transaction share them: a screen shows them in its cards and its table. */
function countTotals({ reach, filters }: FilteredReach): Promise<Totals> {
  const counted = totalsByDb.get(reach.db) ?? new Map<string, Promise<Totals>>();
  totalsByDb.set(reach.db, counted);
  const key = JSON.stringify([filters, reach.branchIds, reach.ledGroupIds]);
  const totals = counted.get(key) ?? userTotalsStatement.run(reach, filters).then(([row]) => row!);
  counted.set(key, totals);
  return totals;
}

/** Returns the totals of the courses of all users of the report, for its cards. */
export async function getStatsOfReportUsers({ totals }: UsersReport) {
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

/** Lists the users of the report by name, at most as many as a list may have. */
export function listReportUsers({ filtered: { reach, filters } }: UsersReport) {
  return usersStatement.run(reach, { ...filters, limit: getLimit({}) });
}

/** Returns one page of the users, with how many the search finds by name, e-mail or the title of one of their courses. */
export async function getPageOfReportUsers(
  { filtered: { reach, filters }, totals }: UsersReport,
  options: PageOptions,
) {
  const search = toPeopleSearch(options.search);
  const { limit, offset } = toPageOptions(options);
  const params = { ...filters, ...search };
  const { people } = search.search ? (await userTotalsStatement.run(reach, params))[0]! : await totals();
  return { total: people, rows: await usersStatement.run(reach, { ...params, limit, offset }, options.sort) };
}

/**
 * Opens the report on one course. Its weeks and its people are read when they are requested.
 * @throws NotFound when the course is unknown or outside the reach
 */
export async function reportCourse(actor: Actor, courseId: number, asked: Omit<ReportFilters, "category_id"> = {}) {
  const filtered = await openReports(actor, asked);
  const { categories: _, ...filters } = filtered.filters;
  const params = { ...filters, course: courseId };
  const [course] = await courseStatement.run(filtered.reach, params);
  if (!course) throw new NotFound("Course");
  const { isKnown, seconds, thumbnailKey, createdAt, updatedAt, id, title, category, ...counts } = course;
  if (!isKnown) await expectCourse(filtered, courseId);
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
    weeks: once(() => listWeeks(filtered.reach, params, { ...actor.instance, today: dayIn(actor.instance.timeZone) })),
    reach: filtered.reach,
    params,
  };
}

type Params = Omit<FilteredReach["filters"], "categories"> & { course: number };

/** Lists the figures of the charts of a course by week, including weeks without any. */
async function listWeeks(
  reach: FilteredReach["reach"],
  params: Params,
  { today, firstWeekday }: { today: string; firstWeekday: number },
) {
  const shown = lastWeeks(today, firstWeekday);
  const [found] = await courseWeeksStatement.run(reach, { ...params, since: shown[0]!.start, weeks: shown.length });
  const { firstDay, assigned, completed, seconds } = found!;
  const weeks = weeksSince(firstDay, today, firstWeekday);
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

/** Returns one page of the people of the course, with their number. */
export function getPageOfPeople(report: CourseReport, options: PageOptions) {
  return listPeople(report, toPageOptions(options));
}

/** Lists the people of the course with their number; without a limit, at most as many as a list may have. */
export async function listPeople({ reach, params }: CourseReport, { search, sort, limit, offset }: PageOptions) {
  const page = { search: toLikePattern(search), limit: getLimit({ limit }), offset: offset ?? 0 };
  const [found] = await courseUsersStatement.run(reach, { ...params, ...page }, sort);
  const { total, ids, names, roles, progress, assigned, completed, due, dueStatus, seconds } = found!;
  return {
    total,
    rows: ids.map((user, at) => ({
      id: user,
      name: names[at]!,
      role: roles[at]!,
      progress: progress[at]!,
      assignedDate: assigned[at]!,
      completionDate: completed[at]!,
      dueDate: due[at]!,
      dueStatus: dueStatus[at]!,
      timeSpent: seconds[at]!,
    })),
  };
}

/** Lists how the questions of the course are answered, without the answer key: managers do not get it (P62). */
export function listQuestions({ reach, params }: CourseReport) {
  return courseQuestionsStatement.run(reach, params);
}

/** Returns a share in percent with at most one decimal; 0 for a share of nothing. */
function percent(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((part / whole) * 1000) / 10;
}
