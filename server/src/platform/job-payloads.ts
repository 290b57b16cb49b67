import { sql } from "kysely";
import type { Db } from "../db/client.ts";

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
 * @param needles in lower case
 * @param change what becomes of a job; null deletes it
 */
export async function rewriteJobs(
  db: Db,
  instanceId: number,
  needles: readonly string[],
  change: (job: StoredJob) => Pick<StoredJob, "data" | "output"> | null,
): Promise<void> {
  const { rows: tables } = await sql<{ found: boolean }>`SELECT to_regclass('pgboss.job') IS NOT NULL AS found`.execute(
    db,
  );
  if (!tables[0]!.found) return;
  const inJson = needles.map((text) => JSON.stringify(text).slice(1, -1));
  const { rows } = await sql<StoredJob>`
    SELECT id, name, state IN ('completed', 'cancelled', 'failed') AS "isFinished", data, output FROM pgboss.job
    WHERE data ->> 'instanceId' = ${String(instanceId)} AND EXISTS (
      SELECT FROM unnest(${inJson}::text[]) needle
      WHERE position(needle in lower(concat(data::text, ' ', output::text))) > 0)
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
