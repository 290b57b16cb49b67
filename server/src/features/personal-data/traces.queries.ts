import { sql } from "kysely";
import type { Db } from "../../db/client.ts";
import type { Erased } from "./erasure.queries.ts";
import type { Traces } from "./traces.ts";

/** Columns in which the product writes about users; texts that people write are theirs and stay. */
const PLACES = [
  { table: "audit_log", column: "changes", isJson: true },
  { table: "audit_log", column: "subject_name", isJson: false },
  { table: "notifications", column: "data", isJson: true },
  { table: "report_schedules", column: "request", isJson: true },
  { table: "report_schedules", column: "name", isJson: false },
  // Messages to one person often begin with the name.
  { table: "announcements", column: "subject", isJson: false },
  { table: "announcements", column: "body", isJson: false },
  // Saved lists, which often search for one person.
  { table: "user_views", column: "filters", isJson: true },
  { table: "user_views", column: "name", isJson: false },
  { table: "enrolment_runs", column: "problem", isJson: false },
] as const;

const AT_ONCE = 500;

/** Tells whether another user of the instance has the same name. */
export async function isNameShared(db: Db, { instanceId, userId, name }: Erased): Promise<boolean> {
  const { rows } = await sql`
    SELECT 1 FROM users
    WHERE instance_id = ${instanceId} AND id <> ${userId} AND lower(first_name || ' ' || last_name) = lower(${name})
    LIMIT 1`.execute(db);
  return rows.length > 0;
}

/** Takes a person out of all texts about others. */
export async function removeTraces(db: Db, { instanceId }: Erased, traces: Traces): Promise<void> {
  for (const { table, column, isJson } of PLACES) {
    // As the texts are inside of JSON. PostgreSQL lowers them too: JavaScript lowers 'İ' and 'Σ' in another way.
    const needles = traces.needles.map((text) => (isJson ? JSON.stringify(text).slice(1, -1) : text));
    const [from, to] = [sql.table(table), sql.ref(column)];
    let last = 0;
    for (;;) {
      const { rows } = await sql<{ id: number; value: unknown }>`
        SELECT id, ${to} AS value FROM ${from}
        WHERE instance_id = ${instanceId} AND id > ${last}
          AND EXISTS (SELECT FROM unnest(${needles}::text[]) needle WHERE position(lower(needle) in lower(${to}::text)) > 0)
        ORDER BY id LIMIT ${AT_ONCE}`.execute(db);
      for (const { id, value } of rows) {
        const put = traces.remove(value);
        await sql`
          UPDATE ${from} SET ${to} = ${isJson ? sql`${JSON.stringify(put)}::jsonb` : sql`${put}`}
          WHERE instance_id = ${instanceId} AND id = ${id}`.execute(db);
      }
      if (rows.length < AT_ONCE) break;
      last = rows.at(-1)!.id;
    }
  }
}
