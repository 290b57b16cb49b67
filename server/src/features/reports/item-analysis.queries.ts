import { sql } from "kysely";
import type { Reach } from "../../access/actor.ts";
import type { ItemRow } from "./statements/item-analysis.statement.ts";

type Reading = Reach<"report.view">;

/** Tests with more attempts are analysed by a job. */
const MOST_AT_ONCE = 2_000;
const FRESH_MINUTES = 60;
/** After this time, another request starts the work again. */
const RETRY_MINUTES = 15;

export interface StoredAnalysis {
  figures: ItemRow[];
  computed_at: Date;
  is_fresh: boolean;
}

/** Tells whether a test has so many attempts that a job has to analyse them. */
export async function hasManyAttempts({ db, instanceId }: Reading, unitId: number): Promise<boolean> {
  const { rows } = await sql<{ is_many: boolean }>`
    SELECT count(*) > ${MOST_AT_ONCE} AS is_many FROM (
      SELECT FROM test_attempts
      WHERE instance_id = ${instanceId} AND unit_id = ${unitId} AND submitted_at IS NOT NULL
      LIMIT ${MOST_AT_ONCE + 1}
    ) counted`.execute(db);
  return rows[0]!.is_many;
}

export async function findStored(
  { db, instanceId }: Reading,
  unitId: number,
  scope: string,
): Promise<StoredAnalysis | undefined> {
  const { rows } = await sql<StoredAnalysis>`
    SELECT figures, computed_at, computed_at > now() - make_interval(mins => ${FRESH_MINUTES}) AS is_fresh
    FROM item_analyses
    WHERE instance_id = ${instanceId} AND unit_id = ${unitId} AND scope = ${scope} AND computed_at IS NOT NULL`.execute(
    db,
  );
  return rows[0];
}

/** Notes that an analysis is asked for. @returns false if a job is already at work */
export async function request({ db, instanceId }: Reading, unitId: number, scope: string): Promise<boolean> {
  const { rows } = await sql`
    INSERT INTO item_analyses AS a (instance_id, unit_id, scope, requested_at)
    VALUES (${instanceId}, ${unitId}, ${scope}, now())
    ON CONFLICT (instance_id, unit_id, scope) DO UPDATE SET requested_at = excluded.requested_at
    WHERE a.requested_at < excluded.requested_at - make_interval(mins => ${RETRY_MINUTES})
      AND coalesce(a.computed_at < excluded.requested_at - make_interval(mins => ${FRESH_MINUTES}), true)
    RETURNING true`.execute(db);
  return rows.length > 0;
}

/** Lets the statements of this transaction take long: only jobs may do so. */
export async function takeTime({ db }: Reading): Promise<void> {
  await sql`SET LOCAL statement_timeout = '15min'`.execute(db);
}

/** Stores an analysis, and deletes those of the test that nobody has asked for in a day. */
export async function store(
  { db, instanceId }: Reading,
  unitId: number,
  scope: string,
  figures: readonly ItemRow[],
): Promise<void> {
  await sql`
    DELETE FROM item_analyses
    WHERE instance_id = ${instanceId} AND unit_id = ${unitId} AND requested_at < now() - interval '1 day'`.execute(db);
  await sql`
    INSERT INTO item_analyses (instance_id, unit_id, scope, requested_at, computed_at, figures)
    VALUES (${instanceId}, ${unitId}, ${scope}, now(), now(), ${JSON.stringify(figures)}::jsonb)
    ON CONFLICT (instance_id, unit_id, scope)
    DO UPDATE SET requested_at = excluded.requested_at, computed_at = excluded.computed_at, figures = excluded.figures`.execute(
    db,
  );
}
