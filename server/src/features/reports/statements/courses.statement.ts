import { sql } from "kysely";
import * as z from "zod";
import {
  filterBranchCourses,
  filterCategories,
  type Page,
  type PopulationFilters,
  selectCourseColumns,
  selectCourseFigures,
  selectPage,
  withPeople,
} from "../fragments.ts";
import { defineStatement, type Given, when } from "../statement.ts";
import { courseRow } from "./course-row.ts";

/**
 * Selects all courses of the reach: those assigned to its branches and those that its people take. A draft counts once a learner is
 * enrolled.
 */
const selectCourses = (of: Given<PopulationFilters>) => sql`
  SELECT
    coalesce(learners.seconds, 0) AS seconds,
    ${selectCourseColumns(of.instance)}
  FROM courses c
  LEFT JOIN (${selectCourseFigures(of)}) learners ON learners.course_id = c.id
  WHERE c.instance_id = ${of.instance}
    AND c.deleted_at IS NULL
    ${filterCategories(of, "c.id")}
    AND (
      learners.course_id IS NOT NULL
      OR c.status = 'published'
      ${filterBranchCourses(of)}
      ${when(
        of.groups,
        (ids) => sql`AND EXISTS (
          SELECT FROM group_courses g
          WHERE g.instance_id = ${of.instance} AND g.course_id = c.id AND g.group_id = ANY (${ids}::integer[])
        )`,
      )}
    )
  ORDER BY c.title COLLATE people, c.id`;

/** Reads all courses with the number of their learners in each status, by title. */
export const coursesStatement = defineStatement({
  row: z.object(courseRow),
  build: (of: Given<PopulationFilters>) => sql`WITH ${withPeople(of)} ${selectCourses(of)}`,
});

/** Reads one row: the totals of the courses that a search finds by title or category, and a page of these courses. */
export const coursesPageStatement = defineStatement({
  row: z.object({
    total: z.number(),
    assigned: z.number(),
    completed: z.number(),
    inProgress: z.number(),
    notStarted: z.number(),
    /** The time spent in all of them. */
    seconds: z.number(),
    rows: z.array(z.object(courseRow)),
  }),
  build: (of: Given<PopulationFilters & { search: string | null } & Page>, orderBy) => sql`
    WITH ${withPeople(of)},
    courses_of_reach AS (${selectCourses(of)}),
    found AS (
      SELECT *
      FROM courses_of_reach
      ${when(of.search, (search) => sql`WHERE title ILIKE ${search} OR category ILIKE ${search}`)}
    )
    SELECT
      totals.*,
      (
        SELECT coalesce(json_agg(sorted), '[]')
        FROM (
          SELECT *
          FROM found
          ${orderBy(sql`title COLLATE people, id`)}
          ${selectPage(of)}
        ) sorted
      ) AS rows
    FROM (
      SELECT
        count(*) AS total,
        coalesce(sum("assignedLearners"), 0) AS assigned,
        coalesce(sum("completedLearners"), 0) AS completed,
        coalesce(sum("learnersInProgress"), 0) AS "inProgress",
        coalesce(sum("learnersNotStarted"), 0) AS "notStarted",
        coalesce(sum(seconds), 0) AS seconds
      FROM found
    ) totals`,
  orders: {
    "-title": sql`title COLLATE people DESC`,
    category: sql`category COLLATE people`,
    "-category": sql`category COLLATE people DESC NULLS LAST`,
    assigned: sql`"assignedLearners"`,
    "-assigned": sql`"assignedLearners" DESC`,
    completed: sql`"completedLearners"`,
    "-completed": sql`"completedLearners" DESC`,
  },
});
