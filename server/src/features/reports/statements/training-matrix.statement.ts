import { sql } from "kysely";
import * as z from "zod";
import {
  COMPLIANCE_STATES,
  type CompliancePage,
  filterPaths,
  joinRevoked,
  selectCompliance,
  selectLastDay,
  selectPathRows,
} from "../compliance-state.ts";
import {
  filterCategories,
  filterDays,
  filterFoundPeople,
  hasDays,
  type PeopleSearch,
  selectPage,
  withPeople,
} from "../fragments.ts";
import { defineStatement, type Given, when } from "../statement.ts";

/** One person in one course; days are yyyy-mm-dd. */
const cell = z.object({
  courseId: z.number(),
  state: z.enum(COMPLIANCE_STATES),
  progress: z.number(),
  /** Whether the course is complete in the present attempt. */
  isComplete: z.boolean(),
  due: z.string().nullable(),
  /** The last day of the certificate of the latest completion. */
  expires: z.string().nullable(),
});

export type TrainingCell = z.infer<typeof cell>;

const ORDERS = {
  "-name": sql`people.last_name COLLATE people DESC, people.first_name COLLATE people DESC`,
};

const isOfAllCourses = (of: Given<CompliancePage & { state: string | null }>) =>
  of.state === null && (of.categories ?? null) === null && !hasDays(of);

/** Finds people with a course by their stored totals: reading a million enrolments to count them takes a second. */
const hasAnyCourse = ({ instance }: Given<CompliancePage>) => sql`EXISTS (
  SELECT FROM learner_totals t WHERE t.instance_id = ${instance} AND t.user_id = people.id AND t.assigned > 0
)`;

const hasCourse = (of: Given<CompliancePage & { state: string | null }>) => sql`EXISTS (
  SELECT FROM course_progress p
  ${when(of.state, () => joinRevoked(of))}
  WHERE p.instance_id = ${of.instance} AND p.user_id = people.id
    ${filterDays(of)}
    ${filterCategories(of, "p.course_id")}
    ${when(of.state, (state) => sql`AND ${selectCompliance(of)} = ${state}`)}
)`;

/**
 * Reads the people who are enrolled in a course, one row each, with the state of each of their courses. The courses are looked up per
 * row after sorting and paging, so that only those of the page are read.
 */
export const trainingMatrixStatement = defineStatement({
  row: z.object({ id: z.number(), name: z.string(), email: z.string(), cells: z.array(cell) }),
  build: (of: Given<CompliancePage & PeopleSearch & { state: string | null }>, orderBy) => sql`
    WITH ${withPeople(of)}
    SELECT
      f.id,
      f.name,
      f.email,
      (
        SELECT coalesce(json_agg(json_build_object(
          'courseId', p.course_id,
          'state', ${selectCompliance(of)},
          'progress', p.progress,
          'isComplete', p.is_complete,
          'due', p.due_on,
          'expires', ${selectLastDay(of)}
        )), '[]')
        FROM course_progress p
        ${joinRevoked(of)}
        WHERE p.instance_id = ${of.instance} AND p.user_id = f.id
          ${filterDays(of)}
          ${filterCategories(of, "p.course_id")}
      ) AS cells
    FROM (
      SELECT people.id, people.name, people.email
      FROM (SELECT people.* FROM people ${filterFoundPeople(of)}) people
      WHERE ${isOfAllCourses(of) ? hasAnyCourse(of) : hasCourse(of)}
      ${orderBy(sql`people.last_name COLLATE people, people.first_name COLLATE people, people.id`)}
      ${selectPage(of)}
    ) f`,
  orders: ORDERS,
});

/** One person in one learning path. */
const pathCell = cell.omit({ courseId: true }).extend({ pathId: z.number() });

export type PathCell = z.infer<typeof pathCell>;

/** Reads the people who are assigned to a learning path, as `trainingMatrixStatement` does those of courses. */
export const pathMatrixStatement = defineStatement({
  row: z.object({ id: z.number(), name: z.string(), email: z.string(), cells: z.array(pathCell) }),
  build: (of: Given<CompliancePage & PeopleSearch & { state: string | null; ofPaths: true }>, orderBy) => sql`
    WITH ${withPeople(of)}
    SELECT
      f.id,
      f.name,
      f.email,
      (
        SELECT coalesce(json_agg(json_build_object(
          'pathId', r.path_id,
          'state', r.state,
          'progress', v.progress,
          'isComplete', r.completed_at IS NOT NULL,
          'due', r.due_on,
          'expires', r.lapses_on - 1
        )), '[]')
        FROM (${selectPathRows(of)}) r
        JOIN learning_path_progress v ON v.instance_id = ${of.instance} AND v.path_id = r.path_id AND v.user_id = r.user_id
        WHERE r.user_id = f.id
      ) AS cells
    FROM (
      SELECT people.id, people.name, people.email
      FROM (SELECT people.* FROM people ${filterFoundPeople(of)}) people
      WHERE ${
        of.state === null
          ? sql`EXISTS (
              SELECT FROM learning_path_people p
              JOIN learning_paths l ON l.instance_id = ${of.instance} AND l.id = p.path_id AND l.deleted_at IS NULL
              WHERE p.instance_id = ${of.instance} AND p.ended_at IS NULL AND p.user_id = people.id
                ${filterPaths(of)}
            )`
          : sql`people.id = ANY (ARRAY(SELECT r.user_id FROM (${selectPathRows(of)}) r WHERE r.state = ${of.state}))`
      }
      ${orderBy(sql`people.last_name COLLATE people, people.first_name COLLATE people, people.id`)}
      ${selectPage(of)}
    ) f`,
  orders: ORDERS,
});
