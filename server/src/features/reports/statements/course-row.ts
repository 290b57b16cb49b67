import * as z from "zod";

/** The columns of a course with the number of its learners in each status. */
export const courseRow = {
  id: z.number(),
  title: z.string(),
  category: z.string().nullable(),
  assignedLearners: z.number(),
  completedLearners: z.number(),
  learnersInProgress: z.number(),
  learnersNotStarted: z.number(),
  /** The time spent by all of them. */
  seconds: z.number(),
};
