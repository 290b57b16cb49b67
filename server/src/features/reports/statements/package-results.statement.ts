import { sql } from "kysely";
import * as z from "zod";
import { type CourseFilters, type Page, selectPage, withPeople, withTakers } from "../fragments.ts";
import { defineStatement, type Given, when } from "../statement.ts";

/** Reads what the packages of one course have reported of its people, one row per person and unit. */
export const packageResultsStatement = defineStatement({
  permission: "package.report",
  row: z.object({
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
  build: (of: Given<CourseFilters & { search: string | null } & Page>, orderBy) => sql`
    WITH ${withPeople(of)},
    ${withTakers(of)}
    SELECT
      r.user_id,
      takers.name,
      r.unit_id,
      u.title AS unit,
      k.kind,
      r.completion_status,
      r.success_status,
      r.score,
      r.seconds,
      r.updated_at
    FROM scorm_results r
    JOIN takers ON takers.id = r.user_id
    JOIN units u ON u.instance_id = r.instance_id AND u.id = r.unit_id AND u.deleted_at IS NULL
    JOIN scorm_packages k ON k.instance_id = r.instance_id AND k.id = r.package_id
    WHERE r.instance_id = ${of.instance}
      AND r.course_id = ${of.course}
      ${when(of.search, (search) => sql`AND takers.name ILIKE ${search}`)}
    ${orderBy(sql`takers.name COLLATE people, r.user_id, u.unit_order, r.unit_id`)}
    ${selectPage(of)}`,
  orders: {
    "-name": sql`takers.name COLLATE people DESC`,
    unit: sql`u.unit_order`,
    "-unit": sql`u.unit_order DESC`,
    completion: sql`r.completion_status`,
    "-completion": sql`r.completion_status DESC`,
    success: sql`r.success_status`,
    "-success": sql`r.success_status DESC`,
    score: sql`r.score`,
    "-score": sql`r.score DESC NULLS LAST`,
    seconds: sql`r.seconds`,
    "-seconds": sql`r.seconds DESC`,
    updated: sql`r.updated_at`,
    "-updated": sql`r.updated_at DESC`,
  },
});
