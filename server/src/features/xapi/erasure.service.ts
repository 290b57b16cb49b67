import { sql } from "kysely";
import type { Db } from "../../db/client.ts";
import { agentKey } from "./formats.ts";

interface Person {
  instanceId: number;
  userId: number;
  email: string;
  /** The scheme, host and port of the instance. */
  origin: string;
}

/**
 * Removes the statements and documents of a person: those with the person as actor, and those that name the person's
 * e-mail address. @returns the keys of attachments that no other statement has
 */
export async function eraseStatements(db: Db, { instanceId, userId, email, origin }: Person): Promise<string[]> {
  const { rows: homes } = await sql<{ home: string }>`
    SELECT DISTINCT origin AS home FROM scorm_sessions WHERE instance_id = ${instanceId} AND user_id = ${userId}
    UNION SELECT account_home FROM cmi5_registrations WHERE instance_id = ${instanceId} AND user_id = ${userId}`.execute(
    db,
  );
  const agents = [
    agentKey({ mbox: `mailto:${email}` }),
    agentKey({ mbox: `mailto:${email.toLowerCase()}` }),
    ...[origin, ...homes.map(({ home }) => home)].map((homePage) =>
      agentKey({ account: { homePage, name: String(userId) } }),
    ),
  ];
  await sql`
    DELETE FROM xapi_documents WHERE instance_id = ${instanceId} AND agent = ANY (${agents}::text[])`.execute(db);
  const { rows: hashes } = await sql<{ sha2: string }>`
    WITH gone AS (
      DELETE FROM xapi_statements
      WHERE instance_id = ${instanceId}
        AND (user_id = ${userId} OR position(${email.toLowerCase()} in lower(statement)) > 0)
      RETURNING statement
    )
    SELECT DISTINCT (regexp_matches(statement, '"sha2":\\s*"([0-9a-fA-F]+)"', 'g'))[1] AS sha2 FROM gone`.execute(db);
  const { rows: attachments } = await sql<{ key: string }>`
    DELETE FROM xapi_attachments a
    WHERE a.instance_id = ${instanceId} AND a.sha2 = ANY (${hashes.map(({ sha2 }) => sha2)}::text[])
      AND NOT EXISTS (SELECT FROM xapi_statements s WHERE s.instance_id = ${instanceId} AND position(a.sha2 in s.statement) > 0)
    RETURNING a.file_key AS key`.execute(db);
  return attachments.map(({ key }) => key);
}
