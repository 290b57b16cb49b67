import { type RawBuilder, sql } from "kysely";
import type { Reach } from "../../access/actor.ts";
import { hashToUuid } from "./formats.ts";

export interface StatementFilter {
  /** The address of an agent, or the IRI of a verb or activity. */
  search?: string | null | undefined;
  user_id?: number | null | undefined;
  limit?: number | null | undefined;
  offset?: number | null | undefined;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

// Counting millions for a footer would cost more than the page: above this it shows 'more than'.
const MOST_COUNTED = 10_000;

/** Finds a page of the newest statements, voided ones included, with the total. */
export async function findStatements(reach: Reach<"xapi.manage">, filter: StatementFilter) {
  const { limit, offset } = filter;
  const instance = reach.instanceId;
  const conditions: RawBuilder<unknown>[] = [sql`s.instance_id = ${instance}`];
  if (filter.user_id != null) conditions.push(sql`s.user_id = ${filter.user_id}`);
  const text = filter.search?.trim();
  if (text) {
    const keys = [hashToUuid(`mbox mailto:${text.replace(/^mailto:/, "")}`), hashToUuid(text)];
    conditions.push(sql`(
      s.sequence IN (SELECT r.statement FROM xapi_related r WHERE r.instance_id = ${instance} AND r.key = ANY (${keys}::uuid[]))
      OR s.sequence IN (SELECT f.statement FROM xapi_statement_index f WHERE f.instance_id = ${instance} AND f.verb = ${keys[1]})
      ${UUID.test(text) ? sql`OR s.id = ${text}::uuid` : sql``})`);
  }
  const where = sql.join(conditions, sql` AND `);
  const { rows } = await sql<{
    id: string;
    statement: string;
    stored: Date;
    is_voided: boolean;
    user_id: number | null;
  }>`
    SELECT s.id, s.statement, s.stored, s.voided_by IS NOT NULL AS is_voided, s.user_id FROM xapi_statements s
    WHERE ${where} ORDER BY s.sequence DESC LIMIT ${Math.max(limit ?? 10, 0)} OFFSET ${Math.max(offset ?? 0, 0)}`.execute(
    reach.db,
  );
  const counted = await sql<{ total: number }>`
    SELECT count(*) AS total FROM (SELECT FROM xapi_statements s WHERE ${where} LIMIT ${MOST_COUNTED}) few`.execute(
    reach.db,
  );
  return { rows, total: counted.rows[0]!.total };
}
