import { sql } from "kysely";
import * as z from "zod";
import { hasDueStatus, selectDueStatus } from "../../due-dates/due.service.ts";
import {
  filterCategories,
  filterDays,
  isGradedAnswer,
  type Page,
  type PopulationFilters,
  scoreOfAnswers,
  selectCategory,
  selectPage,
  withPeople,
} from "../fragments.ts";
import { defineStatement, type Scope, when } from "../statement.ts";

interface EnrolmentFilters {
  course?: number | null;
  user?: number | null;
  /** A LIKE pattern for names. */
  searchName?: string | null;
  /** A LIKE pattern for the titles of courses. */
  searchTitle?: string | null;
  /** overdue, due_soon, due or none. */
  due?: string | null;
}

/**
 * Reads every person in each of their courses, one row each. The score is the share of the graded questions that are correct by now;
 * in a course without any, the best score that its packages have reported.
 *
 * Branches, category and score are looked up per row after sorting, so that a sort of millions holds as little as it can.
 */
export const enrolmentsStatement = defineStatement({
  row: z.object({
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
    due: z.string().nullable(),
    dueStatus: z.enum(["overdue", "due_soon", "due"]).nullable(),
    score: z.number().nullable(),
    seconds: z.number(),
  }),
  build: (of: Scope & PopulationFilters & EnrolmentFilters & Page, orderBy) => sql`
    WITH ${withPeople(of)}
    SELECT
      f.*,
      (
        SELECT string_agg(b.name, ', ' ORDER BY b.name COLLATE people)
        FROM branch_users m
        JOIN branches b ON b.instance_id = m.instance_id AND b.id = m.branch_id AND b.deleted_at IS NULL
        WHERE m.instance_id = ${of.instance} AND m.user_id = f."userId"
          ${when(of.branches, (ids) => sql`AND m.branch_id = ANY (${ids}::integer[])`)}
      ) AS branches,
      ${selectCategory(of.instance, sql`f."courseId"`)} AS category,
      coalesce(
        (
          SELECT ${scoreOfAnswers}
          FROM responses r
          WHERE r.instance_id = ${of.instance}
            AND r.user_id = f."userId"
            AND r.course_id = f."courseId"
            AND ${isGradedAnswer}
        ),
        (
          SELECT round(100 * max(s.score_scaled))
          FROM units u
          JOIN scorm_attempts s ON s.instance_id = u.instance_id AND s.unit_id = u.id AND s.user_id = f."userId"
          WHERE u.instance_id = ${of.instance} AND u.course_id = f."courseId" AND u.deleted_at IS NULL
        )
      ) AS score
    FROM (
      SELECT
        people.id AS "userId",
        people.name,
        people.email,
        people.role,
        c.id AS "courseId",
        c.title AS course,
        p.status,
        p.progress,
        p.units_completed AS "unitsCompleted",
        p.total_units AS "totalUnits",
        p.assigned_at AS assigned,
        p.started_at AS started,
        p.completed_at AS completed,
        p.due_on AS due,
        ${selectDueStatus("p", of.instance)} AS "dueStatus",
        p.time_spent AS seconds
      FROM course_progress p
      JOIN people ON people.id = p.user_id
      JOIN courses c ON c.instance_id = p.instance_id AND c.id = p.course_id
      WHERE p.instance_id = ${of.instance}
        ${when(of.course, (id) => sql`AND p.course_id = ${id}`)}
        ${when(of.user, (id) => sql`AND p.user_id = ${id}`)}
        ${filterDays(of)}
        ${when(of.due, (status) => sql`AND ${hasDueStatus("p", of.instance, status)}`)}
        ${filterCategories(of, "p.course_id")}
        ${when(of.searchName, (pattern) => sql`AND people.name ILIKE ${pattern}`)}
        ${when(of.searchTitle, (pattern) => sql`AND c.title ILIKE ${pattern}`)}
      ${orderBy(sql`people.last_name COLLATE people, people.first_name COLLATE people, people.id,
        c.title COLLATE people, c.id`)}
      ${selectPage(of)}
    ) f`,
  orders: {
    name: sql`people.name COLLATE people`,
    "-name": sql`people.name COLLATE people DESC`,
    role: sql`people.role`,
    "-role": sql`people.role DESC`,
    progress: sql`p.progress`,
    "-progress": sql`p.progress DESC`,
    time: sql`p.time_spent`,
    "-time": sql`p.time_spent DESC`,
    timeSpent: sql`p.time_spent`,
    "-timeSpent": sql`p.time_spent DESC`,
    assignedDate: sql`p.assigned_at`,
    "-assignedDate": sql`p.assigned_at DESC`,
    completionDate: sql`p.completed_at`,
    dueDate: sql`p.due_on`,
    "-dueDate": sql`p.due_on DESC NULLS LAST`,
    "-completionDate": sql`p.completed_at DESC NULLS LAST`,
    units: sql`p.units_completed`,
    "-units": sql`p.units_completed DESC`,
    "-title": sql`c.title COLLATE people DESC`,
  },
});
