import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { Reach } from "../../access/actor.ts";
import type { SurveyQuestion } from "../courses/courses.service.ts";
import type { StoredAnswers } from "./answers.ts";

type Learning = Reach<"learn">;

/** Reads a survey and locks it until the transaction ends: answers are stored one after another. */
export async function lockSurvey({ db, instanceId }: Learning, unitId: number) {
  const { is_anonymous, survey_questions } = await db
    .selectFrom("units")
    .where("instance_id", "=", instanceId)
    .where("id", "=", unitId)
    .select(["is_anonymous", "survey_questions"])
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  return { is_anonymous, questions: survey_questions as unknown as SurveyQuestion[] };
}

/** Stores the caller's answers to a named survey in place of earlier ones. */
export async function putAnswers(
  { db, instanceId: instance_id, userId: user_id }: Learning,
  unit_id: number,
  answers: StoredAnswers,
): Promise<void> {
  const latest = JSON.stringify(answers);
  await db
    .insertInto("survey_answers")
    .values({ instance_id, unit_id, user_id, answers: latest, answered_at: sql`now()` })
    .onConflict((conflict) =>
      conflict
        .columns(["instance_id", "unit_id", "user_id"])
        .doUpdateSet({ answers: latest, answered_at: sql`excluded.answered_at` }),
    )
    .execute();
}

/** Notes that the caller has answered an anonymous survey. @returns false if that was noted before */
export async function markTaken({ db, instanceId, userId }: Learning, unitId: number): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto("survey_takers")
    .values({ instance_id: instanceId, unit_id: unitId, user_id: userId })
    .onConflict((conflict) => conflict.columns(["instance_id", "unit_id", "user_id"]).doNothing())
    .executeTakeFirstOrThrow();
  return Number(numInsertedOrUpdatedRows) > 0;
}

/** Finds the box of waiting answers of a survey that is encrypted with a key. */
export async function findBox({ db, instanceId }: Reach, unitId: number, keyId: string): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom("survey_boxes")
    .where("instance_id", "=", instanceId)
    .where("unit_id", "=", unitId)
    .where("key_id", "=", keyId)
    .select("sealed")
    .executeTakeFirst();
  return row?.sealed;
}

/** Stores the box of waiting answers of a survey. */
export async function putBox({ db, instanceId }: Reach, unitId: number, keyId: string, sealed: Buffer): Promise<void> {
  await db
    .insertInto("survey_boxes")
    .values({ instance_id: instanceId, unit_id: unitId, key_id: keyId, sealed })
    .onConflict((conflict) => conflict.columns(["instance_id", "unit_id", "key_id"]).doUpdateSet({ sealed }))
    .execute();
}

/** Inserts anonymous answers under random ids. */
export async function insertAnonymous(
  { db, instanceId: instance_id }: Reach,
  unit_id: number,
  answers: readonly StoredAnswers[],
): Promise<void> {
  await db
    .insertInto("survey_anonymous_answers")
    .values(answers.map((each) => ({ instance_id, unit_id, id: randomUUID(), answers: JSON.stringify(each) })))
    .execute();
}
