import { sql } from "kysely";
import type { Reach } from "../../access/actor.ts";
import type { MarkedLevel } from "../questions/questions.service.ts";

/** A mark of an essay of the learner whose reach stores it. */
export interface EssayMark {
  attempt_id: number;
  question_id: number;
  points: number;
  /** What the question is worth now. */
  worth: number;
  /** The reached levels of the rubric; null without one. */
  levels: MarkedLevel[] | null;
  comment: string | null;
  /** When the mark was made that this one replaces; null for the first. */
  replaces: Date | null;
  marked_by: number;
}

/** Stores a mark, with what the question is worth now. @returns false when another mark was stored meanwhile */
export async function updateMark({ db, instanceId, userId }: Reach<"learn">, mark: EssayMark): Promise<boolean> {
  const { rows } = await sql`
    WITH marked AS (
      UPDATE test_answers a
      SET mark_points = ${mark.points}, mark_levels = ${mark.levels && JSON.stringify(mark.levels)}::jsonb,
        mark_comment = ${mark.comment}, marked_by = ${mark.marked_by}, is_correct = ${mark.points >= mark.worth},
        credit = ${mark.points / mark.worth}::real,
        -- Clients send the time back, in milliseconds.
        marked_at = date_trunc('milliseconds', clock_timestamp())
      WHERE a.instance_id = ${instanceId} AND a.user_id = ${userId} AND a.attempt_id = ${mark.attempt_id}
        AND a.question_id = ${mark.question_id} AND a.marked_at IS NOT DISTINCT FROM ${mark.replaces}::timestamptz
      RETURNING a.attempt_id
    )
    UPDATE test_attempts t
    SET question_points[array_position(t.question_ids, ${mark.question_id}::integer)] = ${mark.worth}
    FROM marked
    WHERE t.instance_id = ${instanceId} AND t.id = marked.attempt_id
    RETURNING true`.execute(db);
  return rows.length > 0;
}

/** Adds a marked essay to the log of all answers. */
export async function logEssay(
  { db, instanceId }: Reach<"learn">,
  { attempt_id, question_id }: { attempt_id: number; question_id: number },
): Promise<void> {
  await sql`
    INSERT INTO attempts (instance_id, user_id, unit_id, question_id, response, is_correct, created_at)
    SELECT instance_id, user_id, unit_id, question_id, response, is_correct, answered_at
    FROM test_answers
    WHERE instance_id = ${instanceId} AND attempt_id = ${attempt_id} AND question_id = ${question_id}
    RETURNING true`.execute(db);
}
