import { sql } from "kysely";
import type { Reach } from "../../access/actor.ts";
import { userInScope } from "../../access/scope.ts";

type Reading = Reach<"package.report">;

export interface ReportedAttempt {
  id: number;
  sco: string | null;
  attempt: number;
  completion_status: string | null;
  success_status: string | null;
  score: number | null;
  total_seconds: number;
  created_at: Date;
  updated_at: Date;
  cmi: Record<string, string>;
}

/** Lists the attempts of one person in one unit, newest first. */
export async function listAttempts(reach: Reading, unitId: number, userId: number): Promise<ReportedAttempt[]> {
  const { rows } = await sql<ReportedAttempt>`
    SELECT a.id, coalesce(s.title, u.title, s.identifier) AS sco, a.attempt, a.completion_status, a.success_status,
      coalesce(a.score_scaled * 100, a.score_raw) AS score, a.total_seconds, a.created_at, a.updated_at, a.cmi
    FROM scorm_attempts a
    JOIN scorm_scos s ON s.instance_id = a.instance_id AND s.id = a.sco_id
    JOIN units u ON u.instance_id = a.instance_id AND u.id = a.unit_id
    WHERE a.instance_id = ${reach.instanceId} AND a.unit_id = ${unitId} AND a.user_id = ${userId}
      AND ${userInScope(reach, "a.user_id")}
    ORDER BY a.id DESC LIMIT 200`.execute(reach.db);
  return rows;
}

export interface RecordedCall {
  called_at: Date;
  call: string;
  element: string | null;
  value: string | null;
  result: string | null;
  error_code: number;
}

/** Lists the call log of an attempt, oldest first. */
export async function listCalls(reach: Reading, attemptId: number, limit: number): Promise<RecordedCall[]> {
  return reach.db
    .selectFrom("scorm_calls")
    .where("instance_id", "=", reach.instanceId)
    .where("attempt_id", "=", attemptId)
    .select(["called_at", "call", "element", "value", "result", "error_code"])
    .orderBy("called_at")
    .orderBy("id")
    .limit(limit)
    .execute();
}
