import { sql } from "kysely";
import * as z from "zod";
import { selectDueStatus } from "../../due-dates/due.service.ts";
import { type CourseFilters, filterDays, type Page, selectPage, withPeople } from "../fragments.ts";
import { defineStatement, type Given, when } from "../statement.ts";

/**
 * Reads one page of the people of a course as one row, with their number. Each column is one list: without the column names, which
 * would be half of what is sent, and built in less time than a list of rows. Times are ISO 8601 with zone, as PostgreSQL writes them.
 */
export const courseUsersStatement = defineStatement({
  row: z.object({
    total: z.number(),
    ids: z.array(z.number()),
    names: z.array(z.string()),
    roles: z.array(z.string()),
    progress: z.array(z.number()),
    assigned: z.array(z.string()),
    completed: z.array(z.string().nullable()),
    due: z.array(z.string().nullable()),
    dueStatus: z.array(z.string().nullable()),
    seconds: z.array(z.number()),
  }),
  build: (of: Given<CourseFilters & { search: string | null } & Page>, orderBy) => sql`
    WITH ${withPeople(of)},
    found AS (
      SELECT
        people.id,
        people.name,
        people.role,
        p.progress,
        p.assigned_at AS "assignedDate",
        p.completed_at AS "completionDate",
        p.due_on AS "dueDate",
        ${selectDueStatus("p", sql`${of.instance}`)} AS "dueStatus",
        p.time_spent AS "timeSpent"
      FROM course_progress p
      JOIN people ON people.id = p.user_id
      WHERE p.instance_id = ${of.instance}
        AND p.course_id = ${of.course}
        ${filterDays(of)}
        ${when(of.search, (search) => sql`AND people.name ILIKE ${search}`)}
    )
    SELECT
      (SELECT count(*) FROM found) AS total,
      coalesce(json_agg(id), '[]') AS ids,
      coalesce(json_agg(name), '[]') AS names,
      coalesce(json_agg(role), '[]') AS roles,
      coalesce(json_agg(progress), '[]') AS progress,
      coalesce(json_agg("assignedDate"), '[]') AS assigned,
      coalesce(json_agg("completionDate"), '[]') AS completed,
      coalesce(json_agg("dueDate"), '[]') AS due,
      coalesce(json_agg("dueStatus"), '[]') AS "dueStatus",
      coalesce(json_agg("timeSpent"), '[]') AS seconds
    FROM (
      SELECT *
      FROM found
      ${orderBy(sql`name COLLATE people, id`)}
      ${selectPage(of)}
    ) sorted`,
  orders: {
    "-name": sql`name COLLATE people DESC`,
    role: sql`role`,
    "-role": sql`role DESC`,
    progress: sql`progress`,
    "-progress": sql`progress DESC`,
    timeSpent: sql`"timeSpent"`,
    "-timeSpent": sql`"timeSpent" DESC`,
    assignedDate: sql`"assignedDate"`,
    "-assignedDate": sql`"assignedDate" DESC`,
    completionDate: sql`"completionDate"`,
    dueDate: sql`"dueDate"`,
    "-dueDate": sql`"dueDate" DESC NULLS LAST`,
    "-completionDate": sql`"completionDate" DESC NULLS LAST`,
  },
});
