import { sql } from "kysely";
import type { Db } from "../db/client.ts";
import type { JobMap } from "./jobs.ts";

/** A stored job, waiting or finished, with what it was given and what came of it. */
export interface StoredJob {
  id: string;
  name: string;
  isFinished: boolean;
  data: unknown;
  output: unknown;
}

/**
 * Changes the stored jobs of an instance whose payload or result contains one of the texts; the queue keeps finished
 * jobs for days.
 * @param needles in whatever case
 * @param change what becomes of a job; null deletes it
 */
export async function rewriteJobs(
  db: Db,
  instanceId: number,
  needles: readonly string[],
  change: (job: StoredJob) => Pick<StoredJob, "data" | "output"> | null,
): Promise<void> {
  if (!(await hasQueue(db))) return;
  const inJson = needles.map((text) => JSON.stringify(text).slice(1, -1));
  const { rows } = await sql<StoredJob>`
    SELECT id, name, state IN ('completed', 'cancelled', 'failed') AS "isFinished", data, output FROM pgboss.job
    WHERE data ->> 'instanceId' = ${String(instanceId)} AND EXISTS (
      SELECT FROM unnest(${inJson}::text[]) needle
      WHERE position(lower(needle) in lower(concat(data::text, ' ', output::text))) > 0)
    FOR UPDATE`.execute(db);
  for (const job of rows) {
    const put = change(job);
    if (put === null) await sql`DELETE FROM pgboss.job WHERE name = ${job.name} AND id = ${job.id}`.execute(db);
    else
      await sql`
        UPDATE pgboss.job SET data = ${JSON.stringify(put.data)}::jsonb, output = ${JSON.stringify(put.output)}::jsonb
        WHERE name = ${job.name} AND id = ${job.id}`.execute(db);
  }
}

/**
 * Returns those ids that no unfinished job of a queue was given: their job failed for good or was lost.
 * @param field the field of the payload that has the id, or a list of ids
 * @param ids read before this is called, or a job that was enqueued meanwhile would count as lost
 */
export async function listWithoutJob<Name extends keyof JobMap, Id extends string | number>(
  db: Db,
  instanceId: number,
  name: Name,
  field: keyof JobMap[Name] & string,
  ids: readonly Id[],
): Promise<Id[]> {
  if (ids.length === 0 || !(await hasQueue(db))) return [...ids];
  const { rows } = await sql<{ id: string }>`
    SELECT given.id FROM pgboss.job
    CROSS JOIN jsonb_array_elements_text(
      CASE jsonb_typeof(data -> ${field}) WHEN 'array' THEN data -> ${field} ELSE jsonb_build_array(data -> ${field}) END
    ) given (id)
    WHERE name = ${name} AND data ->> 'instanceId' = ${String(instanceId)}
      AND state IN ('created', 'retry', 'active')`.execute(db);
  const waiting = new Set(rows.map(({ id }) => id));
  return ids.filter((id) => !waiting.has(String(id)));
}

/** Returns whether the schema of the queue exists; scripts and tests may run without it. */
async function hasQueue(db: Db): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`SELECT to_regclass('pgboss.job') IS NOT NULL AS found`.execute(db);
  return rows[0]!.found;
}
