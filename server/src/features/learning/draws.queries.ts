import { sql } from "kysely";
import type { Reach } from "../../access/actor.ts";
import type { QuestionRow } from "../courses/courses.service.ts";
import { listQuestionContent, QUESTION_CONTENT_NAMES, selectQuestion } from "../questions/questions.service.ts";

type Learning = Reach<"learn">;

/** What a unit draws: all questions of a bank category, or a number at random. */
export interface Draw {
  category: string;
  count: number | null;
}

/** Limits questions to those a course draws: the main site's and those of the branch that owns the course (P78). */
function isDrawnBy(reach: Learning, courseId: number) {
  return sql<boolean>`(branch_id IS NULL OR branch_id = (
    SELECT c.branch_id FROM courses c WHERE c.instance_id = ${reach.instanceId} AND c.id = ${courseId}))`;
}

/**
 * Lists the bank's questions that a course draws, by category in lower case.
 * @param takesEssays whether essays are among them: only a test that is taken in attempts can ask them
 */
export async function listBank(
  reach: Learning,
  courseId: number,
  categories: string[],
  takesEssays: boolean,
): Promise<Map<string, number[]>> {
  const { rows } = await sql<{ category: string; ids: number[] }>`
    SELECT lower(category) AS category, array_agg(id ORDER BY id) AS ids
    FROM bank_questions
    WHERE instance_id = ${reach.instanceId} AND deleted_at IS NULL
      AND lower(category) = ANY (${categories.map((category) => category.toLowerCase())})
      AND ${isDrawnBy(reach, courseId)} AND (${takesEssays} OR type <> 'Essay')
    GROUP BY lower(category)`.execute(reach.db);
  return new Map(rows.map(({ category, ids }) => [category, ids]));
}

/**
 * Copies the bank's questions into a unit as they are now, once per version. @returns their ids there, in the given
 * order
 */
export async function takeIntoUnit(reach: Learning, unitId: number, bankIds: number[]): Promise<number[]> {
  await sql`
    INSERT INTO questions (instance_id, unit_id, position, bank_id, bank_version, ${sql.join(QUESTION_CONTENT_NAMES.map((name) => sql.ref(name)))})
    SELECT b.instance_id, ${unitId}::integer, 0, b.id, b.version, ${listQuestionContent("b")}
    FROM bank_questions b
    WHERE b.instance_id = ${reach.instanceId} AND b.id = ANY (${bankIds})
    ON CONFLICT (instance_id, unit_id, bank_id, bank_version) WHERE bank_id IS NOT NULL DO NOTHING`.execute(reach.db);
  const { rows } = await sql<{ id: number }>`
    SELECT q.id
    FROM questions q
    JOIN bank_questions b ON b.instance_id = q.instance_id AND b.id = q.bank_id AND b.version = q.bank_version
    WHERE q.instance_id = ${reach.instanceId} AND q.unit_id = ${unitId} AND b.id = ANY (${bankIds})
    ORDER BY array_position(${bankIds}::integer[], b.id)`.execute(reach.db);
  return rows.map(({ id }) => id);
}

/** Stores a learner's draw, unless another window was faster: the first draw of an attempt counts. */
export async function keepDraw(
  reach: Learning,
  { courseId, unitId, questionIds }: { courseId: number; unitId: number; questionIds: number[] },
): Promise<void> {
  await reach.db
    .insertInto("unit_draws")
    .values({
      instance_id: reach.instanceId,
      user_id: reach.userId,
      unit_id: unitId,
      course_id: courseId,
      question_ids: questionIds,
    })
    .onConflict((conflict) => conflict.columns(["instance_id", "user_id", "unit_id"]).doNothing())
    .execute();
}

/**
 * Returns what the unit draws, and its order in the course; undefined when the learner has not drawn from it. Locks
 * their draw.
 */
export async function findDrawn(
  reach: Learning,
  unitId: number,
): Promise<{ draws: Draw[]; attempt: number } | undefined> {
  const { rows } = await sql<{ draws: Draw[]; attempt: number }>`
    SELECT u.draws, d.attempt
    FROM unit_draws d
    JOIN units u ON u.instance_id = d.instance_id AND u.id = d.unit_id
    WHERE d.instance_id = ${reach.instanceId} AND d.user_id = ${reach.userId} AND d.unit_id = ${unitId} AND u.draws <> '[]'
    FOR UPDATE OF d`.execute(reach.db);
  return rows[0];
}

/** Starts the next attempt with other questions and without answers. All earlier answers stay with their attempts. */
export async function replaceDraw(reach: Learning, unitId: number, questionIds: number[]): Promise<void> {
  await sql`
    DELETE FROM responses
    WHERE instance_id = ${reach.instanceId} AND user_id = ${reach.userId} AND unit_id = ${unitId} AND input_type = 'question'`.execute(
    reach.db,
  );
  await sql`
    UPDATE unit_draws SET question_ids = ${questionIds}, attempt = attempt + 1, drawn_at = now()
    WHERE instance_id = ${reach.instanceId} AND user_id = ${reach.userId} AND unit_id = ${unitId}`.execute(reach.db);
}

/** Stores a draw in place of the one before; answers stay with the attempts that they belong to. */
export async function putDraw(
  reach: Learning,
  { courseId, unitId, questionIds }: { courseId: number; unitId: number; questionIds: number[] },
): Promise<void> {
  await sql`
    INSERT INTO unit_draws AS d (instance_id, user_id, unit_id, course_id, question_ids)
    VALUES (${reach.instanceId}, ${reach.userId}, ${unitId}, ${courseId}, ${questionIds})
    ON CONFLICT (instance_id, user_id, unit_id) DO UPDATE
    SET question_ids = excluded.question_ids, attempt = d.attempt + 1, drawn_at = now()`.execute(reach.db);
}

/** Lists questions of the bank that a course draws, in the given order, with the key. */
export async function listBankQuestions(reach: Learning, courseId: number, ids: number[]): Promise<QuestionRow[]> {
  const { rows } = await sql<QuestionRow>`
    SELECT ${selectQuestion("bank_questions", sql`0`)}
    FROM bank_questions
    WHERE instance_id = ${reach.instanceId} AND id = ANY (${ids}) AND deleted_at IS NULL
      AND ${isDrawnBy(reach, courseId)}
    ORDER BY array_position(${ids}::integer[], id)`.execute(reach.db);
  return rows;
}

/** Finds a question of a unit of the course, with the key. */
export async function findOwnQuestion(reach: Learning, courseId: number, id: number): Promise<QuestionRow | undefined> {
  const { rows } = await sql<QuestionRow>`
    SELECT ${selectQuestion("q", sql`q.position`)}
    FROM questions q
    JOIN units u ON u.instance_id = q.instance_id AND u.id = q.unit_id AND u.deleted_at IS NULL
    WHERE q.instance_id = ${reach.instanceId} AND u.course_id = ${courseId} AND q.id = ${id} AND q.deleted_at IS NULL`.execute(
    reach.db,
  );
  return rows[0];
}
