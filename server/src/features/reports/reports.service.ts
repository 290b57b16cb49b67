import type { Actor } from "../../access/actor.ts";
import { containing } from "../../db/like.ts";
import { NotFound } from "../../errors.ts";
import { withinBranches } from "../branches/branches.service.ts";
import { signedAddressOrNull } from "../files/files.service.ts";
import { allCourses, courseQuestions, courseUsers, oneCourse } from "./course-reports.ts";
import { hoursMinutesSeconds } from "./duration.ts";
import { allUsers, allUsersTotals } from "./user-reports.ts";
import { addDays, dayIn, earliestWeek, weeksSince } from "./weeks.ts";

/** Every course with how far its people are; `branchUrls` narrows to the people and courses of those branches. */
export async function reportAllCourses(actor: Actor, branchUrl?: string | null, branchUrls?: string[] | null) {
  const reach = await withinBranches(await actor.reach("report.view", branchUrl), branchUrls ?? []);
  const rows = await allCourses(reach);
  const courses = rows.map(({ seconds, lastAssigned, ...row }) => ({
    ...row,
    trainingTime: hoursMinutesSeconds(seconds),
    date_assigned: lastAssigned?.toISOString() ?? null,
  }));
  return { totalCourses: courses.length, courses };
}

/** Everybody of the reach with how far they are in their courses; `branchUrls` narrows to the people of those branches. */
export async function reportAllUsers(actor: Actor, branchUrl?: string | null, branchUrls?: string[] | null) {
  const reach = await withinBranches(await actor.reach("report.view", branchUrl), branchUrls ?? []);
  const totals = (await allUsersTotals(reach))[0]!;
  const { completed, inProgress, notStarted, seconds } = totals;
  return {
    stats: {
      completionRate: percent(completed, completed + inProgress + notStarted),
      completedCourses: completed,
      coursesInProgress: inProgress,
      coursesNotStarted: notStarted,
      trainingTime: seconds,
    },
    people: totals.people,
    reach,
  };
}

export type UsersReport = Awaited<ReturnType<typeof reportAllUsers>>;

/** All people of the report by name. */
export function listReportUsers({ reach }: UsersReport) {
  return allUsers(reach, { limit: null, offset: 0 }, ["name"]);
}

/** One page of them, with how many the search finds: in a name, an e-mail, or the title of one of the person's courses. */
export async function pageOfReportUsers(
  { reach, people }: UsersReport,
  { search, sort, limit, offset }: PeopleOptions,
) {
  const pattern = containing(search);
  const searched = pattern === null ? [] : ["searched"];
  const page = {
    search: pattern,
    limit: Math.min(Math.max(limit ?? PAGE, 0), LARGEST_PAGE),
    offset: Math.max(offset ?? 0, 0),
  };
  return {
    total: pattern === null ? people : (await allUsersTotals(reach, page, searched))[0]!.people,
    rows: await allUsers(reach, page, [...searched, sort ?? "name"]),
  };
}

/**
 * One course's report; its people are read by the verbs below, when they are asked for.
 * @throws NotFound when the course is unknown or outside the reach
 */
export async function reportCourse(actor: Actor, courseId: number, branchUrl?: string | null) {
  const reach = await actor.reach("report.view", branchUrl);
  const { timeZone } = actor.instance;
  const today = dayIn(timeZone);
  const [course] = await oneCourse(reach, { course: courseId, zone: timeZone, since: earliestWeek(today) });
  if (!course) throw new NotFound("Course");
  const { seconds, thumbnailKey, createdAt, updatedAt, firstDay, id, title, category, activity, time, ...counts } =
    course;
  const weeks = weeksSince(firstDay, today);
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
    activityOverTime: activityOverTime(weeks, activity),
    timeSpentWeekly: timeSpentWeekly(weeks, time),
    reach,
  };
}

export type CourseReport = Awaited<ReturnType<typeof reportCourse>>;

/** Assignments and completions by week, weeks without either included. */
function activityOverTime(weeks: string[], rows: { week: string; assigned: number; completed: number }[]) {
  const byWeek = new Map(rows.map((row) => [row.week, row]));
  return weeks.map((weekStart) => ({
    weekStart,
    weekEnd: addDays(weekStart, 6),
    assignedCount: byWeek.get(weekStart)?.assigned ?? 0,
    completedCount: byWeek.get(weekStart)?.completed ?? 0,
  }));
}

/** Seconds that an active learner spent on average in each of the same weeks. */
function timeSpentWeekly(weeks: string[], rows: { week: string; seconds: number }[]) {
  const byWeek = new Map(rows.map((row) => [row.week, row.seconds]));
  return weeks.map((weekStart) => ({ weekStart, averageTimeSpent: byWeek.get(weekStart) ?? 0 }));
}

export interface PeopleOptions {
  search?: string | null | undefined;
  /** name, role, progress, assignedDate, completionDate or timeSpent, with '-' in front for descending. */
  sort?: string | null | undefined;
  limit?: number | null | undefined;
  offset?: number | null | undefined;
}

const PAGE = 10;
const LARGEST_PAGE = 500;

/** One page of the people of the course, with how many there are in all. */
export function pageOfPeople(report: CourseReport, options: PeopleOptions) {
  return listPeople(report, { ...options, limit: Math.min(options.limit ?? PAGE, LARGEST_PAGE) });
}

/** The people of the course with how many there are; without a limit, everybody. */
export async function listPeople({ reach, id }: CourseReport, { search, sort, limit, offset }: PeopleOptions) {
  const pattern = containing(search);
  const [page] = await courseUsers(
    reach,
    {
      course: id,
      search: pattern,
      limit: limit == null ? null : Math.max(limit, 0),
      offset: Math.max(offset ?? 0, 0),
    },
    [...(pattern === null ? [] : ["searched"]), sort ?? "name"],
  );
  return page!;
}

/** How the questions of the course are answered. The key is not in it: managers do not get it (decision 62). */
export function listQuestions({ reach, id }: CourseReport) {
  return courseQuestions(reach, { course: id });
}

/** With one decimal at most; 0 of nothing is 0. */
function percent(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((part / whole) * 1000) / 10;
}
