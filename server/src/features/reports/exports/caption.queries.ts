import { sql } from "kysely";
import type { Reach } from "../../../access/actor.ts";
import { courseInScope, pathInScope, userInScope } from "../../../access/scope.ts";

/** The names of what a table is about and filtered by; null where it is not. */
export interface Names {
  course: string | null;
  path: string | null;
  person: string | null;
  /** Who did what an audit log lists. */
  actor: string | null;
  branches: string | null;
  groups: string | null;
  category: string | null;
  /** The user field of a filter. */
  field: string | null;
  /** The courses of filters by enrolment. */
  enrolledIn: string | null;
  notEnrolledIn: string | null;
}

/** What a table is about and filtered by: ids, and branches by url or id. */
interface Chosen {
  course: number | null;
  path: number | null;
  person: number | null;
  actor: number | null;
  branches: string[];
  branch: number | null;
  groups: number[];
  group: number | null;
  category: number | null;
  field: number | null;
  enrolledIn: number | null;
  notEnrolledIn: number | null;
}

/**
 * Reads the names for ids that the caller has found in the reach. A filter by one course, path, group, branch or enrolment
 * that finds nothing outside of the reach is not always refused, so those have a name only within it.
 */
export async function readNames(reach: Reach, of: Chosen): Promise<Names> {
  const { db, instanceId, branchIds } = reach;
  const isWithin = (branch: string) => (branchIds === null ? sql`true` : sql`${sql.ref(branch)} = ANY (${branchIds})`);
  const selectCourse = (id: number | null) => sql`(SELECT title FROM courses c
        WHERE c.instance_id = ${instanceId} AND c.id = ${id}::integer AND ${courseInScope(reach, "c.id")})`;
  const { rows } = await sql<Names>`
    SELECT
      (SELECT title FROM courses c WHERE c.instance_id = ${instanceId} AND c.id = ${of.course}::integer
        AND (${courseInScope(reach, "c.id")} OR EXISTS (SELECT FROM enrolments e
          WHERE e.instance_id = ${instanceId} AND e.course_id = c.id AND ${userInScope(reach, "e.user_id")}))) AS course,
      (SELECT title FROM learning_paths l WHERE l.instance_id = ${instanceId} AND l.id = ${of.path}::integer
        AND (${pathInScope(reach, "l")} OR EXISTS (SELECT FROM learning_path_people m
          WHERE m.instance_id = ${instanceId} AND m.path_id = l.id AND ${userInScope(reach, "m.user_id")}))) AS path,
      (SELECT first_name || ' ' || last_name FROM users WHERE instance_id = ${instanceId} AND id = ${of.person}::integer) AS person,
      (SELECT first_name || ' ' || last_name FROM users WHERE instance_id = ${instanceId} AND id = ${of.actor}::integer) AS actor,
      (SELECT string_agg(name, ', ' ORDER BY name COLLATE people) FROM branches
        WHERE instance_id = ${instanceId} AND (url = ANY (${of.branches}::text[]) OR id = ${of.branch}::integer AND ${isWithin("id")})) AS branches,
      (SELECT string_agg(name, ', ' ORDER BY name COLLATE people) FROM groups
        WHERE instance_id = ${instanceId} AND (id = ANY (${of.groups}::integer[]) OR id = ${of.group}::integer AND ${isWithin("branch_id")})) AS groups,
      (SELECT name FROM categories WHERE instance_id = ${instanceId} AND id = ${of.category}::integer) AS category,
      (SELECT name FROM user_fields WHERE instance_id = ${instanceId} AND id = ${of.field}::integer) AS field,
      ${selectCourse(of.enrolledIn)} AS "enrolledIn", ${selectCourse(of.notEnrolledIn)} AS "notEnrolledIn"`.execute(db);
  return rows[0]!;
}
