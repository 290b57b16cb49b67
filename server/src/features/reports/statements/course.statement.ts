import { sql } from "kysely";
import * as z from "zod";
import {
  type CourseFilters,
  filterBranchCourses,
  selectCourseColumns,
  selectCourseFigures,
  selectLearners,
  withPeople,
} from "../fragments.ts";
import { defineStatement, type Given } from "../statement.ts";
import { courseRow } from "./course-row.ts";

/** Reads one course with the number of its learners in each status. */
export const courseStatement = defineStatement({
  row: z.object({
    ...courseRow,
    thumbnailKey: z.string().nullable(),
    createdAt: z.date(),
    updatedAt: z.date(),
    /**
     * Whether the course is in the reach for certain. Where a filter leaves no learner and no branch has the course, only
     * `courseAccessStatement` can notifyFromJob.
     */
    isKnown: z.boolean(),
  }),
  build: (of: Given<CourseFilters>) => sql`
    WITH ${withPeople(of)}
    SELECT
      c.thumbnail_key AS "thumbnailKey",
      c.created_at AS "createdAt",
      c.updated_at AS "updatedAt",
      least(coalesce(learners.seconds, 0), 2147483647) AS seconds,
      (
        learners.course_id IS NOT NULL
        OR c.status = 'published'
        ${filterBranchCourses(of)}
      ) AS "isKnown",
      ${selectCourseColumns(of.instance)}
    FROM courses c
    LEFT JOIN (${selectCourseFigures(of)}) learners ON learners.course_id = c.id
    WHERE c.instance_id = ${of.instance}
      AND c.id = ${of.course}
      AND c.deleted_at IS NULL`,
});

/** Finds a course if it is in the reach; with `withDrafts` also one that is not published. */
export const courseAccessStatement = defineStatement({
  permission: "package.report",
  row: z.object({ id: z.number(), title: z.string() }),
  build: (of: Given<{ course: number; withDrafts: boolean }>) => sql`
    WITH ${withPeople(of)}
    SELECT c.id, c.title
    FROM courses c
    WHERE c.instance_id = ${of.instance}
      AND c.id = ${of.course}
      AND c.deleted_at IS NULL
      AND (
        ${of.withDrafts ? sql`true` : sql`c.status = 'published'`}
        ${filterBranchCourses(of)}
        OR EXISTS (SELECT FROM (${selectLearners(of)}) learners)
      )`,
});
