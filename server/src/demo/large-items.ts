import { sql } from "kysely";
import type { Db } from "../db/client.ts";

/**
 * Fills the first test of a course of `buildLarge` with one submitted attempt of each of its people, for measurements: so
 * many questions of four options, answered by people of different abilities.
 * @returns the test
 */
export async function furnishAttempts(
  db: Db,
  instanceId: number,
  { course, questions }: { course: number; questions: number },
): Promise<number> {
  await sql`SET LOCAL statement_timeout = 0`.execute(db);
  const found = await sql<{ id: number }>`
    SELECT id FROM units WHERE instance_id = ${instanceId} AND course_id = ${course} AND type = 'Test'
    ORDER BY unit_order LIMIT 1`.execute(db);
  const unit = found.rows[0]!.id;
  const options = JSON.stringify(["A", "B", "C", "D"].map((text) => ({ text, checked: text === "A" })));
  await sql`UPDATE questions SET deleted_at = now() WHERE instance_id = ${instanceId} AND unit_id = ${unit}`.execute(
    db,
  );
  const asked = await sql<{ id: number }>`
    INSERT INTO questions (instance_id, unit_id, type, question, options, position)
    SELECT ${instanceId}, ${unit}, 'Multiple Choice', 'Which one is right in question ' || n || '?', ${options}::jsonb, n
    FROM generate_series(1, ${questions}::integer) n RETURNING id`.execute(db);
  const ids = asked.rows.map(({ id }) => id);
  await sql`
    INSERT INTO test_attempts (instance_id, user_id, course_id, unit_id, course_attempt, number, question_ids, rules, started_at, submitted_at, score, is_passed, counts)
    SELECT ${instanceId}, user_id, ${course}, ${unit}, 1, 1, ${ids}, '{"partial_credit": true}', now() - interval '1 hour',
      now() - interval '40 minutes', 50, false, true
    FROM enrolments WHERE instance_id = ${instanceId} AND course_id = ${course}`.execute(db);
  await sql`
    INSERT INTO test_answers (instance_id, attempt_id, question_id, user_id, course_id, unit_id, response, is_correct, credit, answered_at)
    SELECT t.instance_id, t.id, a.id, t.user_id, t.course_id, t.unit_id,
      jsonb_build_object('type', 'Multiple Choice', 'selectedOption', picked.text), picked.text = 'A', (picked.text = 'A')::integer,
      t.started_at + make_interval(secs => 60 * a.place)
    FROM test_attempts t
    CROSS JOIN unnest(${ids}::integer[]) WITH ORDINALITY a (id, place)
    -- Hashes are as good as chance and the same each time.
    CROSS JOIN LATERAL (SELECT abs(hashint8(t.user_id * 1000 + a.place)) % 100 AS luck, abs(hashint4(t.user_id)) % 60 AS ability) person
    CROSS JOIN LATERAL (SELECT CASE WHEN person.luck < 20 + person.ability THEN 'A'
      ELSE (ARRAY['B', 'C', 'D'])[1 + person.luck % 3] END AS text) picked
    WHERE t.instance_id = ${instanceId} AND t.unit_id = ${unit}`.execute(db);
  return unit;
}
