import * as z from "zod";
import type { Reach } from "../../access/actor.ts";
import { NotFound } from "../../errors.ts";
import { sqlReport } from "./report.ts";

const course = { id: z.number(), title: z.string(), category: z.string().nullable() };

const counts = {
  assignedLearners: z.number(),
  completedLearners: z.number(),
  learnersInProgress: z.number(),
  learnersNotStarted: z.number(),
  /** Time spent by all of them. */
  seconds: z.number(),
};

export const allCourses = sqlReport("all-courses.sql", z.object({ ...course, ...counts }));

/** With $limit, $offset, and $search (a LIKE pattern) if `searched`; an order is said as `by name`. */
export const allCoursesPage = sqlReport(
  "all-courses-page.sql",
  z.object({
    total: z.number(),
    assigned: z.number(),
    completed: z.number(),
    inProgress: z.number(),
    notStarted: z.number(),
    /** Time spent in all of them. */
    seconds: z.number(),
    rows: z.array(z.object({ ...course, ...counts })),
  }),
);

/** With $courses; those that have people. */
export const courseAverages = sqlReport(
  "course-averages.sql",
  z.object({ id: z.number(), progress: z.number(), lastAssigned: z.date() }),
);

/** With $course, said `ofcourse`. */
export const oneCourse = sqlReport(
  "course.sql",
  z.object({
    ...course,
    ...counts,
    thumbnailKey: z.string().nullable(),
    createdAt: z.date(),
    updatedAt: z.date(),
    /** Whether it is in the reach for certain, however narrowed; else `expectCourse` knows. */
    isKnown: z.boolean(),
  }),
);

const knownCourse = sqlReport("course-known.sql", z.object({ id: z.number() }), "package.report");

/**
 * Looks whether a course is there for whoever reads, however narrowly; one that is not published, where `unpublished` is said.
 * @throws NotFound
 */
export async function expectCourse(
  { whole }: { whole: Reach<"report.view" | "package.report"> },
  course: number,
  ...said: "unpublished"[]
): Promise<void> {
  const [known] = await knownCourse(whole, { course }, [...said, "ofcourse"]);
  if (!known) throw new NotFound("Course");
}

const byWeek = z.record(z.string(), z.number());

/**
 * With $course, said `ofcourse`, $zone, $since, the first Monday that counts, and $weeks, how many weeks there are from it on. By
 * Mondays; `firstDay` is that of the first assignment, `seconds` the average of those who spent any.
 */
export const courseWeeks = sqlReport(
  "course-weeks.sql",
  z.object({ firstDay: z.string().nullable(), assigned: byWeek, completed: byWeek, seconds: byWeek }),
);

/**
 * With $course, and $search (a LIKE pattern) if `searched`; with $limit and $offset if `paged`, and then with the total. An order is
 * said as `by name`. The n-th of each list is of the n-th person; times are ISO 8601 with zone, as PostgreSQL writes them.
 */
export const courseUsers = sqlReport(
  "course-users.sql",
  z.object({
    total: z.number().optional(),
    ids: z.array(z.number()),
    names: z.array(z.string()),
    roles: z.array(z.string()),
    progress: z.array(z.number()),
    assigned: z.array(z.string()),
    completed: z.array(z.string().nullable()),
    seconds: z.array(z.number()),
  }),
);

/** With $course. */
export const courseQuestions = sqlReport(
  "course-questions.sql",
  z.object({
    id: z.number(),
    question: z.string(),
    type: z.string(),
    unitId: z.number(),
    unit: z.string(),
    answered: z.number(),
    correct: z.number(),
    tries: z.number(),
    options: z.array(z.object({ text: z.string(), people: z.number() })),
  }),
);
