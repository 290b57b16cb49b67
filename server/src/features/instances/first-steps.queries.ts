import { sql } from "kysely";
import type { Reach } from "../../access/actor.ts";

type Viewing = Reach<"first_steps.view">;

/** Which first steps with an instance are done, as its data shows. */
export interface FirstSteps {
  /** It has a logo, colours or a theme of its own. */
  has_brand: boolean;
  has_course: boolean;
  /** There is another user than the first. */
  has_people: boolean;
  has_enrolment: boolean;
  /** A user has begun a course, so that reports show something. */
  has_progress: boolean;
  is_hidden: boolean;
}

/** Reads which of the first steps of an instance are done. */
export async function readFirstSteps(reach: Viewing): Promise<FirstSteps> {
  const { rows } = await sql<FirstSteps>`
    SELECT
      i.logo_key IS NOT NULL OR i.primary_color IS NOT NULL OR i.theme IS NOT NULL AS has_brand,
      EXISTS (SELECT FROM courses c
        WHERE c.instance_id = i.id AND c.deleted_at IS NULL AND c.status = 'published') AS has_course,
      (SELECT count(*) > 1 FROM (SELECT FROM users u
        WHERE u.instance_id = i.id AND u.deleted_at IS NULL AND u.platform_user_id IS NULL LIMIT 2) two) AS has_people,
      EXISTS (SELECT FROM enrolments e WHERE e.instance_id = i.id) AS has_enrolment,
      EXISTS (SELECT FROM enrolments e
        WHERE e.instance_id = i.id AND (e.units_completed > 0 OR e.completed_at IS NOT NULL)) AS has_progress,
      i.first_steps_hidden_at IS NOT NULL AS is_hidden
    FROM instances i WHERE i.id = ${reach.instanceId}`.execute(reach.db);
  return rows[0]!;
}

export async function setHidden(reach: Viewing, isHidden: boolean): Promise<void> {
  await reach.db
    .updateTable("instances")
    .set({ first_steps_hidden_at: isHidden ? sql<Date>`now()` : null })
    .where("id", "=", reach.instanceId)
    .execute();
}
