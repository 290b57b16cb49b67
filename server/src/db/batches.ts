import { CompiledQuery } from "kysely";
import type { Db } from "./client.ts";

const BATCH = 1000;

/**
 * The rows of a statement some hundreds at a time, through a cursor of the open transaction: millions of them are never in memory.
 * One at a time in a transaction.
 */
export async function* inBatches<Row>(
  db: Db,
  { sql, parameters }: Pick<CompiledQuery, "sql" | "parameters">,
): AsyncGenerator<Row[]> {
  await db.executeQuery(CompiledQuery.raw(`DECLARE batches NO SCROLL CURSOR FOR ${sql}`, [...parameters]));
  for (;;) {
    const { rows } = await db.executeQuery<Row>(CompiledQuery.raw(`FETCH ${BATCH} FROM batches`));
    if (rows.length === 0) break;
    yield rows;
  }
  await db.executeQuery(CompiledQuery.raw("CLOSE batches"));
}
