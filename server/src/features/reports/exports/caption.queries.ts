import { sql } from "kysely";
import type { Reach } from "../../../access/actor.ts";

/** The names of what a table is about and filtered by; null where it is not. */
export interface Names {
  course: string | null;
  person: string | null;
  branches: string | null;
  groups: string | null;
  category: string | null;
}

/** Reads the names for ids that the caller has found in the reach. */
export async function readNames(
  { db, instanceId }: Reach,
  of: { course: number | null; person: number | null; branches: string[]; groups: number[]; category: number | null },
): Promise<Names> {
  const { rows } = await sql<Names>`
    SELECT
      (SELECT title FROM courses WHERE instance_id = ${instanceId} AND id = ${of.course}::integer) AS course,
      (SELECT first_name || ' ' || last_name FROM users WHERE instance_id = ${instanceId} AND id = ${of.person}::integer) AS person,
      (SELECT string_agg(name, ', ' ORDER BY name COLLATE people) FROM branches
        WHERE instance_id = ${instanceId} AND url = ANY (${of.branches}::text[])) AS branches,
      (SELECT string_agg(name, ', ' ORDER BY name COLLATE people) FROM groups
        WHERE instance_id = ${instanceId} AND id = ANY (${of.groups}::integer[])) AS groups,
      (SELECT name FROM categories WHERE instance_id = ${instanceId} AND id = ${of.category}::integer) AS category`.execute(
    db,
  );
  return rows[0]!;
}
