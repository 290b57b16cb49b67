import { CompiledQuery } from "kysely";
import type { Db } from "./client.ts";

/** So few that writing them to a file does not hold up other requests for long. */
const BATCH = 250;

/**
 * Reads the rows of a statement in batches of some hundreds through a cursor of the open transaction, so that millions
 * of rows are never in memory. One cursor at a time per transaction.
 */
export async function* readInBatches<Row>(
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
