import { sql } from "kysely";
import type { Db } from "../db/client.ts";

/**
 * Fills an instance of `buildLarge` with automations for measurements, in place of earlier ones: half wait for people who
 * join a group of their own, half look at everybody once a day.
 * @returns the groups, in the order of the automations, and learners who can join them
 */
export async function furnishAutomations(
  db: Db,
  instanceId: number,
  { automations, people }: { automations: number; people: number },
): Promise<{ groups: number[]; people: number[] }> {
  await sql`SET LOCAL statement_timeout = 0`.execute(db);
  await sql`DELETE FROM automations WHERE instance_id = ${instanceId}`.execute(db);
  await sql`DELETE FROM groups WHERE instance_id = ${instanceId} AND name LIKE 'Bench %'`.execute(db);
  const made = await sql<{ id: number }>`
    INSERT INTO groups (instance_id, name)
    SELECT ${instanceId}, 'Bench ' || n FROM generate_series(1, ${automations}::integer) n RETURNING id`.execute(db);
  const groups = made.rows.map(({ id }) => id);
  const listed = await sql<{ id: number }>`
    SELECT id FROM courses WHERE instance_id = ${instanceId} ORDER BY id LIMIT ${automations}`.execute(db);
  const courses = listed.rows.map(({ id }) => id);
  await sql`
    INSERT INTO automations (instance_id, name, is_on, trigger, trigger_object, trigger_days, actions, updated_by)
    SELECT ${instanceId}, 'Bench ' || n, true,
      CASE WHEN n % 2 = 0 THEN 'group_joined' WHEN n % 4 = 1 THEN 'not_signed_in' ELSE 'course_overdue' END,
      CASE WHEN n % 2 = 0 THEN (${groups}::integer[])[n]
        WHEN n % 4 = 3 THEN (${courses}::integer[])[1 + n % ${courses.length}] END,
      CASE WHEN n % 4 = 1 THEN 1000 + n END,
      CASE WHEN n % 2 = 0 THEN jsonb_build_array(jsonb_build_object('kind', 'enrol_in_course',
          'due', '{"on": null, "days": 30}'::jsonb, 'course_id', (${courses}::integer[])[1 + n % ${courses.length}]))
        ELSE '[{"kind": "notify", "to": "person", "subject": "Hello {first_name}", "text": "Hello"}]' END,
      (SELECT u.id FROM users u WHERE u.instance_id = ${instanceId} AND u.role = 'admin' ORDER BY u.id LIMIT 1)
    FROM generate_series(1, ${automations}::integer) n`.execute(db);
  // One in twenty enrolments that is not complete is overdue, and one person in fifty has been away for years.
  await sql`
    UPDATE enrolments SET due_on = CASE WHEN user_id % 20 = 0 THEN '2020-01-01'::date END
    WHERE instance_id = ${instanceId} AND completed_at IS NULL`.execute(db);
  await sql`
    INSERT INTO sign_ins (instance_id, user_id, last_at)
    SELECT ${instanceId}, id, CASE WHEN id % 50 = 0 THEN now() - interval '9 years' ELSE now() END FROM users
    WHERE instance_id = ${instanceId}
    ON CONFLICT (instance_id, user_id) DO UPDATE SET last_at = excluded.last_at`.execute(db);
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM users WHERE instance_id = ${instanceId} AND role = 'learner' AND is_active
    ORDER BY id LIMIT ${people}`.execute(db);
  return { groups, people: rows.map(({ id }) => id) };
}

export async function joinGroup(db: Db, instanceId: number, groupId: number, userId: number): Promise<void> {
  await sql`
    INSERT INTO group_users (instance_id, group_id, user_id) VALUES (${instanceId}, ${groupId}, ${userId})`.execute(db);
}

/** How long events waited, in seconds. */
export interface Times {
  handled: number;
  failed: number;
  p50: number;
  p95: number;
}

/** Returns how long the events of people who joined a group waited. */
export async function readTimes(db: Db, instanceId: number): Promise<Times> {
  const { rows } = await sql<Times>`
    SELECT count(*) AS handled, count(*) FILTER (WHERE r.state = 'failed') AS failed,
      percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM r.ran_at - r.happened_at)) AS p50,
      percentile_cont(0.95) WITHIN GROUP (ORDER BY extract(epoch FROM r.ran_at - r.happened_at)) AS p95
    FROM automation_runs r JOIN automations a ON a.instance_id = r.instance_id AND a.id = r.automation_id
    WHERE r.instance_id = ${instanceId} AND a.trigger = 'group_joined'`.execute(db);
  return rows[0]!;
}
