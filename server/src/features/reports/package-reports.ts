import * as z from "zod";
import { sqlReport } from "./report.ts";

/**
 * With $course, and $search (a LIKE pattern of names) if `searched`; with $limit and $offset if `sorted`, and an order is then said
 * as `by name`.
 */
export const packageResults = sqlReport(
  "package-results.sql",
  z.object({
    user_id: z.number(),
    name: z.string(),
    unit_id: z.number(),
    unit: z.string(),
    kind: z.string(),
    completion_status: z.string(),
    success_status: z.string(),
    score: z.number().nullable(),
    seconds: z.number(),
    updated_at: z.date(),
  }),
  "package.report",
);

/** With $course, $limit, and $search (a LIKE pattern of questions and units) if `searched`. */
export const packageQuestions = sqlReport(
  "package-questions.sql",
  z.object({
    unit_id: z.number(),
    unit: z.string(),
    question: z.string(),
    description: z.string().nullable(),
    type: z.string().nullable(),
    answered: z.number(),
    correct: z.number(),
    tries: z.number(),
  }),
  "package.report",
);
