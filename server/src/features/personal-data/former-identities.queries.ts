import { sql } from "kysely";
import type { Db } from "../../db/client.ts";
import { toAnonymous } from "./anonymous.ts";
import type { Erased } from "./erasure.queries.ts";

/**
 * Lists the former names and addresses of a person, as the audit log and their certificates have them; without those that
 * another user has now, because they do not tell whom a text is about.
 */
export async function listFormerIdentities(
  db: Db,
  { instanceId, userId, name, email }: Pick<Erased, "instanceId" | "userId" | "name" | "email">,
): Promise<NonNullable<Erased["former"]>> {
  const own = sql`a.instance_id = ${instanceId} AND a.subject_type = 'user' AND a.subject_id = ${userId}`;
  const { rows: names } = await sql<{ text: string }>`
    SELECT f.text FROM (
      SELECT a.subject_name AS text FROM audit_log a WHERE ${own}
      UNION SELECT a.subject_name FROM audit_log a
      WHERE a.instance_id = ${instanceId} AND a.subject_type IN ('certificate', 'enrolment') AND a.subject_id = ${userId}
        -- Their subject is an ended enrolment.
        AND a.action NOT IN ('enrolment.restored', 'enrolment.purged')
      -- What acts for a person, such as an API key, is named in brackets.
      UNION SELECT a.actor_name FROM audit_log a
      WHERE a.instance_id = ${instanceId} AND a.actor_id = ${userId} AND a.actor_name NOT LIKE '%(%'
      UNION SELECT k.user_name FROM certificates k WHERE k.instance_id = ${instanceId} AND k.user_id = ${userId}
    ) f
    -- A first and a last name: a single word may be anything.
    WHERE f.text LIKE '_% _%' AND lower(f.text) NOT IN (lower(${name}), lower(${toAnonymous(userId).name}))
      AND NOT EXISTS (SELECT FROM users u WHERE u.instance_id = ${instanceId} AND u.id <> ${userId}
        AND lower(u.first_name || ' ' || u.last_name) = lower(f.text))`.execute(db);
  const { rows: emails } = await sql<{ text: string }>`
    SELECT DISTINCT f.text FROM audit_log a
    CROSS JOIN LATERAL (SELECT v #>> '{}' AS text FROM jsonb_path_query(a.changes, '$.email[*]') v) f
    WHERE ${own} AND f.text LIKE '%_@_%' AND lower(f.text) <> lower(${email})
      AND NOT EXISTS (SELECT FROM users u WHERE u.instance_id = ${instanceId} AND u.id <> ${userId}
        AND lower(u.email) = lower(f.text))`.execute(db);
  return { names: names.map(({ text }) => text), emails: emails.map(({ text }) => text) };
}
