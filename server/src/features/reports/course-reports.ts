import * as z from "zod";
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

export const allCourses = sqlReport(
  "all-courses.sql",
  z.object({ ...course, ...counts, progress: z.number(), lastAssigned: z.date().nullable() }),
);

/** With $course and $zone; `firstDay` is the day of the first assignment. */
export const oneCourse = sqlReport(
  "course.sql",
  z.object({
    ...course,
    ...counts,
    thumbnailKey: z.string().nullable(),
    createdAt: z.date(),
    updatedAt: z.date(),
    firstDay: z.string().nullable(),
  }),
);

/** With $course, $search (a LIKE pattern), $sort, $limit and $offset. */
export const courseUsers = sqlReport(
  "course-users.sql",
  z.object({
    total: z.number(),
    rows: z.array(
      z.object({
        id: z.number(),
        name: z.string(),
        role: z.string(),
        progress: z.number(),
        assignedDate: z.coerce.date(),
        completionDate: z.coerce.date().nullable(),
        timeSpent: z.number(),
      }),
    ),
  }),
);

/** With $course and $zone. */
export const courseActivity = sqlReport(
  "course-activity.sql",
  z.object({ week: z.string(), assigned: z.number(), completed: z.number() }),
);

/** With $course and $since, the first day that counts. */
export const courseTime = sqlReport("course-time.sql", z.object({ week: z.string(), seconds: z.number() }));
