import * as z from "zod";
import { sqlReport } from "./report.ts";

/** With $limit, $offset, and $search (a LIKE pattern) if `searched`; the order is said as in the file. */
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
