import { sql } from "kysely";
import type { Reach } from "../../access/actor.ts";

type Authoring = Reach<"course.author">;

/** A window is inactive when its tab was closed or its computer sleeps; it sends a heartbeat every 15 seconds. */
const SILENT_SECONDS = 45;

/** Stores that a window of the caller has the course open in the editor now. */
export async function keepWindow(reach: Authoring, courseId: number, window: string): Promise<void> {
  await reach.db
    .insertInto("course_editors")
    .values({
      instance_id: reach.instanceId,
      course_id: courseId,
      user_id: reach.userId,
      editing_window: window,
      seen_at: sql`clock_timestamp()`,
    })
    .onConflict((conflict) =>
      conflict
        .columns(["instance_id", "course_id", "user_id", "editing_window"])
        .doUpdateSet({ seen_at: sql`excluded.seen_at` }),
    )
    .execute();
}

/** Removes a window, and all inactive windows of the course. */
export async function closeWindow(reach: Authoring, courseId: number, window: string): Promise<void> {
  await sql`
    DELETE FROM course_editors
    WHERE instance_id = ${reach.instanceId} AND course_id = ${courseId}
      AND ((user_id = ${reach.userId} AND editing_window = ${window}) OR seen_at < now() - interval '1 day')`.execute(
    reach.db,
  );
}

export interface Editing {
  version: number;
  saved_by: string | null;
  editors: { id: number; name: string }[];
}

/**
 * Returns the newest version, who saved it, and the other editors of the course; the caller counts if another of their
 * windows has it open.
 */
export async function findEditing(reach: Authoring, courseId: number, window: string): Promise<Editing> {
  const { rows } = await sql<Editing>`
    SELECT c.version, u.first_name || ' ' || u.last_name AS saved_by,
      coalesce((
        SELECT json_agg(json_build_object('id', p.id, 'name', p.first_name || ' ' || p.last_name) ORDER BY p.id)
        FROM users p
        WHERE p.instance_id = ${reach.instanceId} AND p.id IN (
          SELECT e.user_id FROM course_editors e
          WHERE e.instance_id = ${reach.instanceId} AND e.course_id = c.id
            AND e.seen_at > now() - make_interval(secs => ${SILENT_SECONDS})
            AND NOT (e.user_id = ${reach.userId} AND e.editing_window = ${window}))), '[]') AS editors
    FROM courses c
    LEFT JOIN users u ON u.instance_id = c.instance_id AND u.id = c.updated_by
    WHERE c.instance_id = ${reach.instanceId} AND c.id = ${courseId}`.execute(reach.db);
  return rows[0]!;
}
