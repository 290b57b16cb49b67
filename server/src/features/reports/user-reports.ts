import * as z from "zod";
import { sqlReport } from "./report.ts";

/** With $limit, $offset, and $search (a LIKE pattern) if `searched`; an order is said as `by name`. */
export const allUsers = sqlReport(
  "all-users.sql",
  z.object({
    id: z.number(),
    name: z.string(),
    email: z.string(),
    completedCourses: z.number(),
    coursesInProgress: z.number(),
    coursesNotStarted: z.number(),
  }),
);

/** With $search if `searched`. */
export const allUsersTotals = sqlReport(
  "all-users-totals.sql",
  z.object({
    people: z.number(),
    completed: z.number(),
    inProgress: z.number(),
    notStarted: z.number(),
    seconds: z.number(),
  }),
);

/** With $limit, $course if `ofcourse`, $person if `ofperson`, and $search if searched; an order is said as `by name`. */
export const everything = sqlReport(
  "everything.sql",
  z.object({
    userId: z.number(),
    name: z.string(),
    email: z.string(),
    role: z.string(),
    branches: z.string().nullable(),
    courseId: z.number(),
    course: z.string(),
    category: z.string().nullable(),
    status: z.enum(["completed", "in_progress", "not_started"]),
    progress: z.number(),
    unitsCompleted: z.number(),
    totalUnits: z.number(),
    assigned: z.date(),
    started: z.date().nullable(),
    completed: z.date().nullable(),
    score: z.number().nullable(),
    seconds: z.number(),
  }),
);
