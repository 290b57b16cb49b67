import { type RawBuilder, sql } from "kysely";
import type { Reach } from "../../access/actor.ts";
import { hashToUuid } from "./formats.ts";
import type { IndexEntry } from "./statement-index.ts";
import { VOIDED } from "./statement-rules.ts";

/** The reach of credentials, of a launched learner (clients.ts), or of a user who launches (own.service.ts). */
export type Store = Reach<"xapi.use"> | Reach<"learn"> | Reach<"course.author"> | Reach<"cmi5.manage">;

/** A statement to be stored. */
export interface NewStatement {
  id: string;
  /** As it is returned, in JSON. */
  text: string;
  target: string | null;
  user_id: number | null;
  index: IndexEntry;
}

export interface StoredStatement {
  id: string;
  sequence: number;
  statement: string;
  stored: Date;
  voided_by: string | null;
}

/**
 * Lets batches into an instance's store one after another, so that a later one also has a later time, and returns the
 * time at which this batch is stored.
 */
export async function enter(reach: Store): Promise<Date> {
  const { rows } = await sql<{ stored: Date }>`
    WITH held AS MATERIALIZED (SELECT pg_advisory_xact_lock(${LOCK}::integer, ${reach.instanceId}::integer))
    SELECT date_trunc('milliseconds', clock_timestamp()) AS stored FROM held`.execute(reach.db);
  return rows[0]!.stored;
}

const LOCK = 0x7861_7069;

/**
 * Returns the time up to which everything stored is readable: now, or the latest stored time while another batch is
 * being stored (xAPI 2.0, 4.1.6.1, X-Experience-API-Consistent-Through).
 */
export async function consistentThrough(reach: Store): Promise<Date> {
  const { rows } = await sql<{ through: Date }>`
    SELECT CASE WHEN pg_try_advisory_xact_lock_shared(${LOCK}::integer, ${reach.instanceId}::integer) THEN clock_timestamp()
      ELSE coalesce((SELECT max(stored) FROM xapi_statement_index WHERE instance_id = ${reach.instanceId}), now()) END AS through`.execute(
    reach.db,
  );
  return rows[0]!.through;
}

/** Finds stored statements by id. */
export async function findStatements(reach: Store, ids: readonly string[]): Promise<StoredStatement[]> {
  return reach.db
    .selectFrom("xapi_statements")
    .select(["id", "sequence", "statement", "stored", "voided_by"])
    .where("instance_id", "=", reach.instanceId)
    .where((eb) => eb("id", "=", eb.fn.any(sql<string[]>`${[...ids]}::uuid[]`)))
    .execute();
}

/** Lists those of the ids that stored statements refer to. */
export async function listReferred(reach: Store, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ target: string }>`
    SELECT DISTINCT target FROM xapi_statements
    WHERE instance_id = ${reach.instanceId} AND target = ANY (${[...ids]}::uuid[])`.execute(reach.db);
  return rows.map(({ target }) => target);
}

/** Inserts statements and their index entries in the given order. */
export async function insertStatements(reach: Store, stored: Date, statements: readonly NewStatement[]): Promise<void> {
  const rows = await reach.db
    .insertInto("xapi_statements")
    .values(
      statements.map(({ id, text, target, user_id }) => ({
        instance_id: reach.instanceId,
        id,
        stored,
        statement: text,
        target,
        user_id,
      })),
    )
    .returning(["id", "sequence"])
    .execute();
  const sequences = new Map(rows.map(({ id, sequence }) => [id, sequence]));
  const entries = statements.map(({ id, index }) => {
    const sequence = sequences.get(id)!;
    const { verb, registration } = index;
    return { instance_id: reach.instanceId, statement: sequence, source: sequence, stored, verb, registration };
  });
  await reach.db.insertInto("xapi_statement_index").values(entries).execute();
  const related = statements.flatMap(({ id, index }) => {
    const keys = [...new Set([...index.direct, ...index.related])];
    return keys.map((key) => ({ key, is_direct: index.direct.has(key), statement: sequences.get(id)! }));
  });
  await sql`
    INSERT INTO xapi_related (instance_id, key, stored, statement, source, is_direct)
    SELECT ${reach.instanceId}, r.key, ${stored}, r.statement, r.statement, r.is_direct
    FROM unnest(${related.map(({ key }) => key)}::uuid[], ${related.map(({ statement }) => statement)}::bigint[],
      ${related.map(({ is_direct }) => is_direct)}::boolean[]) AS r (key, statement, is_direct)
    RETURNING statement`.execute(reach.db);
}

/**
 * Copies index entries to statements that refer to others, directly or through others, for everything that these ids
 * touch.
 */
export async function inheritIndexEntries(reach: Store, ids: readonly string[]): Promise<void> {
  const { rows: reached } = await sql<Inherited>`
    WITH RECURSIVE upward AS (
      SELECT s.sequence, s.id, s.target, s.stored FROM xapi_statements s
      WHERE s.instance_id = ${reach.instanceId} AND s.id = ANY (${[...ids]}::uuid[])
      UNION
      SELECT s.sequence, s.id, s.target, s.stored FROM upward u
      JOIN xapi_statements s ON s.instance_id = ${reach.instanceId} AND s.target = u.id
    ), reached AS (
      SELECT u.sequence AS statement, u.stored, t.sequence AS source, t.target FROM upward u
      JOIN xapi_statements t ON t.instance_id = ${reach.instanceId} AND t.id = u.target
      UNION
      SELECT r.statement, r.stored, t.sequence, t.target FROM reached r
      JOIN xapi_statements t ON t.instance_id = ${reach.instanceId} AND t.id = r.target
    )
    SELECT statement, stored, source FROM reached`.execute(reach.db);
  if (reached.length === 0) return;
  const { rows: entries } = await sql<Inherited>`
    INSERT INTO xapi_statement_index (instance_id, statement, source, stored, verb, registration)
    SELECT f.instance_id, r.statement, r.source, r.stored, f.verb, f.registration FROM ${table(reached)} r
    JOIN xapi_statement_index f ON f.instance_id = ${reach.instanceId} AND f.statement = r.source AND f.source = r.source
    ON CONFLICT DO NOTHING
    RETURNING statement, source, stored`.execute(reach.db);
  await sql`
    INSERT INTO xapi_related (instance_id, key, stored, statement, source, is_direct)
    SELECT k.instance_id, k.key, n.stored, n.statement, n.source, k.is_direct FROM ${table(entries)} n
    JOIN xapi_related k ON k.instance_id = ${reach.instanceId} AND k.statement = n.source AND k.source = n.source
    RETURNING true`.execute(reach.db);
}

/** A statement that inherits from another one, by their sequences. */
interface Inherited {
  statement: number;
  source: number;
  stored: Date;
}

const table = (rows: readonly Inherited[]) => sql`(
  SELECT * FROM unnest(${rows.map(({ statement }) => statement)}::bigint[], ${rows.map(({ source }) => source)}::bigint[],
    ${rows.map(({ stored }) => stored)}::timestamptz[]) AS l (statement, source, stored))`;

/** Lists earlier statements that void one of these. */
export async function listVoiders(reach: Store, ids: readonly string[]): Promise<{ target: string; by: string }[]> {
  const { rows } = await sql<{ target: string; by: string }>`
    SELECT s.target, s.id AS by FROM xapi_statements s
    JOIN xapi_statement_index f ON f.instance_id = s.instance_id AND f.statement = s.sequence AND f.source = s.sequence
    WHERE s.instance_id = ${reach.instanceId} AND s.target = ANY (${[...ids]}::uuid[]) AND f.verb = ${hashToUuid(VOIDED)}`.execute(
    reach.db,
  );
  return rows;
}

/** Marks statements as voided; a statement that voids another cannot be voided (xAPI 2.0, 4.2.5). */
export async function voidStatements(reach: Store, voids: readonly { target: string; by: string }[]): Promise<void> {
  await sql`
    UPDATE xapi_statements s SET voided_by = v.by
    FROM unnest(${voids.map(({ target }) => target)}::uuid[], ${voids.map(({ by }) => by)}::uuid[]) AS v (target, by)
    WHERE s.instance_id = ${reach.instanceId} AND s.id = v.target AND s.voided_by IS NULL`.execute(reach.db);
}

/** The part of a filter that the database applies: keys of `formats.ts`. */
export interface Filter {
  agent?: { key: string; related: boolean };
  activity?: { key: string; related: boolean };
  verb?: string;
  registration?: string;
  since?: Date;
  until?: Date;
  ascending: boolean;
  /** Where the previous page ended. */
  after?: { stored: Date; sequence: number };
  limit: number;
}

/** Lists statements that match by one of their index entries and are not voided, newest first. */
export async function listStatements(reach: Store, filter: Filter): Promise<StoredStatement[]> {
  const instance = reach.instanceId;
  const conditions: RawBuilder<unknown>[] = [sql`f.instance_id = ${instance}`, sql`s.voided_by IS NULL`];
  const related = (alias: string, { key, related: isRelated }: { key: string; related: boolean }) => sql`
    JOIN xapi_related ${sql.raw(alias)} ON ${sql.ref(`${alias}.instance_id`)} = ${instance} AND ${sql.ref(`${alias}.key`)} = ${key}
      AND ${sql.ref(`${alias}.stored`)} = f.stored AND ${sql.ref(`${alias}.statement`)} = f.statement
      AND ${sql.ref(`${alias}.source`)} = f.source ${isRelated ? sql`` : sql`AND ${sql.ref(`${alias}.is_direct`)}`}`;
  if (filter.verb) conditions.push(sql`f.verb = ${filter.verb}`);
  if (filter.registration) conditions.push(sql`f.registration = ${filter.registration}`);
  if (filter.since) conditions.push(sql`f.stored > ${filter.since}`);
  if (filter.until) conditions.push(sql`f.stored <= ${filter.until}`);
  const direction = sql.raw(filter.ascending ? "ASC" : "DESC");
  if (filter.after) {
    const { stored, sequence } = filter.after;
    const beyond = sql.raw(filter.ascending ? ">" : "<");
    conditions.push(sql`(f.stored, f.statement) ${beyond} (${stored}, ${sequence})`);
  }
  const { rows } = await sql<StoredStatement>`
    SELECT s.id, s.sequence, s.statement, s.stored, s.voided_by
    FROM (
      SELECT f.stored, f.statement FROM xapi_statement_index f
      JOIN xapi_statements s ON s.instance_id = ${instance} AND s.sequence = f.statement
      ${filter.agent ? related("a", filter.agent) : sql``}
      ${filter.activity ? related("b", filter.activity) : sql``}
      WHERE ${sql.join(conditions, sql` AND `)}
      GROUP BY f.stored, f.statement
      ORDER BY f.stored ${direction}, f.statement ${direction}
      LIMIT ${filter.limit}
    ) found
    JOIN xapi_statements s ON s.instance_id = ${instance} AND s.sequence = found.statement
    ORDER BY s.stored ${direction}, s.sequence ${direction}`.execute(reach.db);
  return rows;
}

/** Finds users of the instance by mail address or by id at this site, as statements name them. */
export async function findPeople(reach: Store, emails: readonly string[], ids: readonly number[]) {
  return reach.db
    .selectFrom("users")
    .select(["id", "email"])
    .where("instance_id", "=", reach.instanceId)
    .where("deleted_at", "is", null)
    .where((eb) =>
      eb.or([
        eb(sql<string>`lower(email)`, "=", eb.fn.any(eb.val([...emails]))),
        eb("id", "=", eb.fn.any(eb.val([...ids]))),
      ]),
    )
    .execute();
}
