import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { Db } from "../../db/client.ts";
import { type Agent, agentKey } from "./formats.ts";

interface Person {
  instanceId: number;
  userId: number;
  /** Their address, and former ones. */
  emails: readonly string[];
  /** The scheme, host and port of the instance. */
  origin: string;
  /** All origins of the instance, at any of which a package may have named the person. */
  origins: readonly string[];
}

/** What finds the person in a text, and takes them out of a JSON value. */
interface Traces {
  needles: string[];
  remove: <Value>(value: Value) => Value;
}

interface Stored {
  sequence: number;
  statement: string;
  user_id: number | null;
}

/**
 * Removes the statements and documents of a person. Statements of others stay, without the person. @returns the keys of
 * attachments that no other statement has
 */
export async function eraseStatements(
  db: Db,
  { instanceId, userId, emails, origin, origins }: Person,
  traces: Traces,
): Promise<string[]> {
  const { rows: homes } = await sql<{ home: string }>`
    SELECT origin AS home FROM scorm_sessions WHERE instance_id = ${instanceId} AND user_id = ${userId}
    UNION SELECT account_home FROM scorm_sessions
    WHERE instance_id = ${instanceId} AND user_id = ${userId} AND account_home IS NOT NULL
    UNION SELECT account_home FROM cmi5_registrations WHERE instance_id = ${instanceId} AND user_id = ${userId}`.execute(
    db,
  );
  const mboxes = [...new Set(emails.flatMap((email) => [`mailto:${email}`, `mailto:${email.toLowerCase()}`]))];
  const agents: Agent[] = [
    ...mboxes.map((mbox) => ({ mbox })),
    ...mboxes.map((mbox) => ({ mbox_sha1sum: createHash("sha1").update(mbox).digest("hex") })),
    ...[origin, ...origins, ...homes.map(({ home }) => home)].map((homePage) => ({
      account: { homePage, name: String(userId) },
    })),
  ];
  const keys = new Set(agents.map(agentKey));
  await sql`
    DELETE FROM xapi_documents WHERE instance_id = ${instanceId} AND agent = ANY (${[...keys]}::uuid[])`.execute(db);
  const inJson = traces.needles.map((text) => JSON.stringify(text).slice(1, -1));
  const { rows } = await sql<Stored>`
    SELECT s.sequence, s.statement, s.user_id FROM xapi_statements s
    WHERE s.instance_id = ${instanceId} AND (
      s.user_id = ${userId}
      OR s.sequence IN (
        SELECT r.statement FROM xapi_related r WHERE r.instance_id = ${instanceId} AND r.key = ANY (${[...keys]}::uuid[]))
      OR EXISTS (SELECT FROM unnest(${inJson}::text[]) needle WHERE position(lower(needle) in lower(s.statement)) > 0))`.execute(
    db,
  );
  const isPerson = (agent: Agent) => keys.has(agentKey(agent));
  const own: Stored[] = [];
  for (const row of rows) {
    const statement = JSON.parse(row.statement) as { actor: Agent };
    if (row.user_id === userId || isPerson(statement.actor)) own.push(row);
    else {
      const put = JSON.stringify(traces.remove(withoutAgent(statement, isPerson, { homePage: origin, userId })));
      await sql`
        UPDATE xapi_statements SET statement = ${put}
        WHERE instance_id = ${instanceId} AND sequence = ${row.sequence}`.execute(db);
    }
  }
  await sql`
    DELETE FROM xapi_related WHERE instance_id = ${instanceId} AND key = ANY (${[...keys]}::uuid[])`.execute(db);
  await sql`
    DELETE FROM xapi_statements
    WHERE instance_id = ${instanceId} AND sequence = ANY (${own.map(({ sequence }) => sequence)}::bigint[])`.execute(
    db,
  );
  return deleteAttachments(db, instanceId, own);
}

/** Puts an agent that identifies nobody in the place of the person, wherever a statement names them. */
function withoutAgent(value: unknown, isPerson: (agent: Agent) => boolean, at: { homePage: string; userId: number }) {
  const replace = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(replace);
    if (typeof part !== "object" || part === null) return part;
    if (isIdentified(part) && isPerson(part))
      return { objectType: "Agent", account: { homePage: at.homePage, name: `erased-${at.userId}` } };
    return Object.fromEntries(Object.entries(part).map(([name, item]) => [name, replace(item)]));
  };
  return replace(value);
}

const isIdentified = (part: Agent): boolean =>
  typeof part.mbox === "string" ||
  typeof part.mbox_sha1sum === "string" ||
  typeof part.openid === "string" ||
  (typeof part.account === "object" && part.account !== null);

/** Deletes the attachments that only these statements had. @returns the keys of their files */
async function deleteAttachments(db: Db, instanceId: number, gone: readonly Stored[]): Promise<string[]> {
  const hashes = new Set(
    gone.flatMap(({ statement }) =>
      [...statement.matchAll(/"sha2":\s*"([0-9a-fA-F]+)"/g)].map(([, sha2]) =>
        // As it is stored; a statement may write it in capitals.
        sha2!.toLowerCase(),
      ),
    ),
  );
  const { rows } = await sql<{ key: string }>`
    DELETE FROM xapi_attachments a
    WHERE a.instance_id = ${instanceId} AND a.sha2 = ANY (${[...hashes]}::text[])
      AND NOT EXISTS (
        SELECT FROM xapi_statements s WHERE s.instance_id = ${instanceId} AND position(a.sha2 in lower(s.statement)) > 0)
    RETURNING a.file_key AS key`.execute(db);
  return rows.map(({ key }) => key);
}
