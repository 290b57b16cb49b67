import { sql } from "kysely";
import type { Reach } from "../../access/actor.ts";
import { earliestDue } from "./enrolments.queries.ts";

type Managing = Reach<"enrolment.manage">;

/** The due date of a person in a course, and whether staff set it. */
export interface DueDateOfPerson {
  user_id: number;
  /** yyyy-mm-dd */
  due_on: string | null;
  is_by_hand: boolean;
}

/** Lists the due dates of those of these people who are enrolled in a course. */
export async function listDueDates(
  { db, instanceId }: Managing,
  courseId: number,
  userIds: readonly number[],
): Promise<DueDateOfPerson[]> {
  const { rows } = await sql<DueDateOfPerson>`
    SELECT e.user_id, e.due_on::text AS due_on, e.due_set_at IS NOT NULL AS is_by_hand
    FROM enrolments e
    WHERE e.instance_id = ${instanceId} AND e.course_id = ${courseId} AND e.user_id = ANY (${[...userIds]}::integer[])
    ORDER BY e.user_id`.execute(db);
  return rows;
}

/** Stores due dates that staff set, and works out the others by the rules of the enrolment. */
export async function restoreDueDates(
  { db, instanceId }: Managing,
  courseId: number,
  dates: readonly DueDateOfPerson[],
): Promise<void> {
  await sql`
    UPDATE enrolments e SET
      due_on = CASE WHEN x.by_hand THEN x.due_on ELSE ${earliestDue} END,
      due_set_at = CASE WHEN x.by_hand THEN now() END
    FROM unnest(${dates.map(({ user_id }) => user_id)}::integer[], ${dates.map(({ due_on }) => due_on)}::date[],
      ${dates.map(({ is_by_hand }) => is_by_hand)}::boolean[]) AS x (user_id, due_on, by_hand)
    WHERE e.instance_id = ${instanceId} AND e.course_id = ${courseId} AND e.user_id = x.user_id`.execute(db);
}
