import { sql } from "kysely";
import type { Reach } from "../../access/actor.ts";

type Authoring = Reach<"course.author">;

/** Locks the prerequisites of all courses until the transaction ends: two saves at once could make a cycle. */
export async function lockPrerequisites({ db, instanceId }: Authoring): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(727010, ${instanceId})`.execute(db);
}

/** Tells whether this course is already a prerequisite, direct or not, of one of `ids`. */
export async function wouldMakeCycle(reach: Authoring, courseId: number, ids: number[]): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    WITH RECURSIVE before (id) AS (
      SELECT unnest(${ids}::integer[])
      UNION
      SELECT r.prerequisite_id
      FROM before
      JOIN course_prerequisites r ON r.instance_id = ${reach.instanceId} AND r.course_id = before.id
    )
    SELECT EXISTS (SELECT FROM before WHERE id = ${courseId}) AS found`.execute(reach.db);
  return rows[0]!.found;
}
