import { sql } from "kysely";
import type { Db } from "../../db/client.ts";
import { toAnonymous } from "./anonymous.ts";
import type { Erased } from "./erasure.queries.ts";

type Identity = Pick<Erased, "instanceId" | "userId" | "name" | "email">;

/**
 * Lists the former names and addresses of a person, as the audit log and their certificates have them; without those that
 * another user has now, because they do not tell whom a text is about.
 */
export async function listFormerIdentities(db: Db, person: Identity): Promise<NonNullable<Erased["former"]>> {
  const { instanceId, userId, name, email } = person;
  const before = await readBefore(db, person);
  const { rows: names } = await sql<{ text: string }>`
    SELECT f.text FROM (
      SELECT unnest(${before.names}::text[]) AS text
      UNION SELECT a.subject_name FROM audit_log a
      WHERE a.instance_id = ${instanceId} AND a.subject_type IN ('user', 'certificate', 'enrolment') AND a.subject_id = ${userId}
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
    SELECT f.text FROM unnest(${before.emails}::text[]) AS f (text)
    WHERE f.text LIKE '%_@_%' AND lower(f.text) <> lower(${email})
      AND NOT EXISTS (SELECT FROM users u WHERE u.instance_id = ${instanceId} AND u.id <> ${userId}
        AND lower(u.email) = lower(f.text))`.execute(db);
  return { names: names.map(({ text }) => text), emails: emails.map(({ text }) => text) };
}

/** Reads the names and addresses before each change, from the latest change to the first. */
async function readBefore(db: Db, { instanceId, userId }: Identity): Promise<{ names: string[]; emails: string[] }> {
  const { rows } = await sql<{ first: string; last: string; changes: Record<string, unknown> }>`
    SELECT u.first_name AS first, u.last_name AS last, a.changes FROM audit_log a
    JOIN users u ON u.instance_id = a.instance_id AND u.id = a.subject_id
    WHERE a.instance_id = ${instanceId} AND a.subject_type = 'user' AND a.subject_id = ${userId}
      AND a.changes ?| '{first_name,last_name,email}'
    ORDER BY a.id DESC`.execute(db);
  const names = new Set<string>();
  const emails = new Set<string>();
  let { first = "", last = "" } = rows[0] ?? {};
  for (const { changes } of rows) {
    first = listTexts(changes["first_name"])[0] ?? first;
    last = listTexts(changes["last_name"])[0] ?? last;
    names.add(`${first} ${last}`);
    for (const each of listTexts(changes["email"])) emails.add(each);
  }
  return { names: [...names], emails: [...emails] };
}

/** Lists the texts of a change: the one before and the one after, or the only one of something new. */
function listTexts(change: unknown): string[] {
  return [change].flat().filter((text) => typeof text === "string");
}
