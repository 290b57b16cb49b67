import { sql } from "kysely";
import type { Reach } from "../../access/actor.ts";
import type { StoredAnswers } from "./answers.ts";

/** Tells whether the caller has answered a survey, anonymously or with their name. */
export async function hasAnswered({ db, instanceId, userId }: Reach<"learn">, unitId: number): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    SELECT EXISTS (SELECT FROM survey_answers
        WHERE instance_id = ${instanceId} AND unit_id = ${unitId} AND user_id = ${userId})
      OR EXISTS (SELECT FROM survey_takers
        WHERE instance_id = ${instanceId} AND unit_id = ${unitId} AND user_id = ${userId}) AS found`.execute(db);
  return rows[0]!.found;
}

/** Finds the caller's answers to a named survey. */
export async function findOwnAnswers(
  { db, instanceId, userId }: Reach<"learn">,
  unitId: number,
): Promise<StoredAnswers | undefined> {
  const row = await db
    .selectFrom("survey_answers")
    .where("instance_id", "=", instanceId)
    .where("unit_id", "=", unitId)
    .where("user_id", "=", userId)
    .select("answers")
    .executeTakeFirst();
  return row?.answers as StoredAnswers | undefined;
}

/** Lists those of these surveys that anyone has answered. */
export async function listAnswered({ db, instanceId }: Reach, unitIds: readonly number[]): Promise<Set<number>> {
  const { rows } = await sql<{ unit_id: number }>`
    SELECT x.unit_id FROM unnest(${[...unitIds]}::integer[]) x (unit_id)
    WHERE EXISTS (SELECT FROM survey_answers a WHERE a.instance_id = ${instanceId} AND a.unit_id = x.unit_id)
      OR EXISTS (SELECT FROM survey_takers t WHERE t.instance_id = ${instanceId} AND t.unit_id = x.unit_id)`.execute(
    db,
  );
  return new Set(rows.map(({ unit_id }) => unit_id));
}
