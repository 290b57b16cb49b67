import { sql } from "kysely";
import * as z from "zod";
import { hasDueStatus, selectDueStatus } from "../../due-dates/due.service.ts";
import {
  filterCategories,
  filterDays,
  isGradedAnswer,
  listFirstCategories,
  type Page,
  type PopulationFilters,
  scoreOfAnswers,
  selectCategory,
  selectPage,
  withPeople,
} from "../fragments.ts";
import { defineStatement, type Given, when } from "../statement.ts";

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

/** Selects the branches of each user, of those in the reach. */
const listBranches = ({ instance, branches }: Given) => sql`
  SELECT m.user_id, string_agg(b.name, ', ' ORDER BY b.name COLLATE people) AS branches
  FROM branch_users m
  JOIN branches b ON b.instance_id = m.instance_id AND b.id = m.branch_id AND b.deleted_at IS NULL
  WHERE m.instance_id = ${instance} ${when(branches, (ids) => sql`AND m.branch_id = ANY (${ids}::integer[])`)}
  GROUP BY m.user_id`;

/** Selects the share of the graded questions of its tests that each person has answered correctly by now, by course. */
const listAnswerScores = ({ instance }: Given) => sql`
  SELECT r.user_id, r.course_id, ${scoreOfAnswers} AS score
  FROM responses r
  JOIN units u ON u.instance_id = r.instance_id AND u.id = r.unit_id AND u.deleted_at IS NULL
  WHERE r.instance_id = ${instance} AND ${isGradedAnswer}
  GROUP BY r.user_id, r.course_id`;

/** Selects the best score that packages have reported for each person, by course. */
const listPackageScores = ({ instance }: Given) => sql`
  SELECT s.user_id, u.course_id, round(100 * max(s.score_scaled)) AS score
  FROM scorm_attempts s
  JOIN units u ON u.instance_id = s.instance_id AND u.id = s.unit_id AND u.deleted_at IS NULL
  WHERE s.instance_id = ${instance}
  GROUP BY s.user_id, u.course_id`;

/** Looks up what is listed besides for each row of a page. PostgreSQL then reads no more than these rows need. */
const lookUp = (of: Given) => sql`
  (SELECT x.branches FROM (${listBranches(of)}) x WHERE x.user_id = f."userId") AS branches,
  ${selectCategory(of.instance, sql`f."courseId"`)} AS category,
  coalesce(
    (SELECT x.score FROM (${listAnswerScores(of)}) x WHERE x.user_id = f."userId" AND x.course_id = f."courseId"),
    (SELECT x.score FROM (${listPackageScores(of)}) x WHERE x.user_id = f."userId" AND x.course_id = f."courseId")
  ) AS score`;

/** Joins the same to all rows of a file, which takes a third of looking it up for each. */
const joinAll = (of: Given) => sql`
  LEFT JOIN (${listBranches(of)}) branches ON branches.user_id = p.user_id
  LEFT JOIN (${listFirstCategories(of.instance)}) categories ON categories.course_id = p.course_id
  LEFT JOIN (${listAnswerScores(of)}) answers ON answers.user_id = p.user_id AND answers.course_id = p.course_id
  LEFT JOIN (${listPackageScores(of)}) packages ON packages.user_id = p.user_id AND packages.course_id = p.course_id`;

/**
 * Joins the places of people and courses in their lists. Names are compared by the rules of a language, which is slow: for a
 * file of many people in many courses it is done once for each name and not for each row.
 */
const joinPlaces = ({ instance }: Given) => sql`
  JOIN (
    SELECT n.id, row_number() OVER (ORDER BY n.last_name COLLATE people, n.first_name COLLATE people, n.id) AS place
    FROM people n
  ) people_places ON people_places.id = p.user_id
  JOIN (
    SELECT t.id, row_number() OVER (ORDER BY t.title COLLATE people, t.id) AS place
    FROM courses t
    WHERE t.instance_id = ${instance}
  ) course_places ON course_places.id = p.course_id`;

type Wanted = Given<EnrolmentFilters & Page>;
const isFile = ({ limit }: Wanted) => (limit ?? null) === null;
const isLong = (of: Wanted) => isFile(of) && (of.course ?? null) === null && (of.user ?? null) === null;

/**
 * Reads every person in each of their courses, one row each. The score is that of the answers to questions; in a course without any,
 * the best one that its packages have reported.
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
  build: (of: Given<PopulationFilters & EnrolmentFilters & Page>, orderBy, isCounting) => sql`
    WITH ${withPeople(of)}
    SELECT
      f.*
      ${when(!isFile(of) && !isCounting, () => sql`, ${lookUp(of)}`)}
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
        ${selectDueStatus("p", sql`${of.instance}`)} AS "dueStatus",
        p.time_spent AS seconds
        ${when(
          isFile(of) && !isCounting,
          () => sql`, branches.branches, categories.category, coalesce(answers.score, packages.score) AS score`,
        )}
      FROM course_progress p
      JOIN people ON people.id = p.user_id
      JOIN courses c ON c.instance_id = p.instance_id AND c.id = p.course_id
      ${when(isFile(of) && !isCounting, () => joinAll(of))}
      ${when(isLong(of) && !isCounting, () => joinPlaces(of))}
      WHERE p.instance_id = ${of.instance}
        ${when(of.course, (id) => sql`AND p.course_id = ${id}`)}
        ${when(of.user, (id) => sql`AND p.user_id = ${id}`)}
        ${filterDays(of)}
        ${when(of.due, (status) => sql`AND ${hasDueStatus("p", sql`${of.instance}`, sql`${status}`)}`)}
        ${filterCategories(of, "p.course_id")}
        ${when(of.searchName, (pattern) => sql`AND people.name ILIKE ${pattern}`)}
        ${when(of.searchTitle, (pattern) => sql`AND c.title ILIKE ${pattern}`)}
      ${orderBy(
        isLong(of)
          ? sql`people_places.place, course_places.place`
          : sql`people.last_name COLLATE people, people.first_name COLLATE people, people.id, c.title COLLATE people, c.id`,
      )}
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
    // As the courses of one user are shown.
    "-assignedDate": sql`p.assigned_at DESC, p.course_id DESC`,
    completionDate: sql`p.completed_at`,
    dueDate: sql`p.due_on`,
    "-dueDate": sql`p.due_on DESC NULLS LAST`,
    "-completionDate": sql`p.completed_at DESC NULLS LAST`,
    units: sql`p.units_completed`,
    "-units": sql`p.units_completed DESC`,
    "-title": sql`c.title COLLATE people DESC`,
  },
});
