import { sql } from "kysely";
import type { Db } from "../../db/client.ts";
import type { Erased } from "./erasure.queries.ts";
import type { Former, Traces } from "./traces.ts";

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

/** Lists the names and addresses that a person had before, as the audit log has them, without those of other users. */
export async function listFormer(db: Db, { instanceId, userId, name, email }: Erased): Promise<Former> {
  const { rows } = await sql<{ subject_name: string; changes: Record<string, unknown>; first: string; last: string }>`
    SELECT l.subject_name, l.changes, u.first_name AS first, u.last_name AS last
    FROM audit_log l JOIN users u ON u.instance_id = l.instance_id AND u.id = l.subject_id
    WHERE l.instance_id = ${instanceId} AND l.subject_type = 'user' AND l.subject_id = ${userId}
      AND l.action <> 'user.erased'
    ORDER BY l.id DESC`.execute(db);
  const names = new Set<string>();
  const emails = new Set<string>();
  let { first = "", last = "" } = rows[0] ?? {};
  for (const { subject_name, changes } of rows) {
    first = readBefore(changes["first_name"]) ?? first;
    last = readBefore(changes["last_name"]) ?? last;
    for (const each of [subject_name, `${first} ${last}`]) (each.includes("@") ? emails : names).add(each.trim());
    const before = readBefore(changes["email"]);
    if (before) emails.add(before);
  }
  const found = { names: [...names], emails: [...emails] };
  const taken = await sql<{ name: string; email: string }>`
    SELECT lower(first_name || ' ' || last_name) AS name, lower(email) AS email FROM users
    WHERE instance_id = ${instanceId} AND id <> ${userId}
      AND (lower(first_name || ' ' || last_name) = ANY (${found.names.map((each) => each.toLowerCase())}::text[])
        OR lower(email) = ANY (${found.emails.map((each) => each.toLowerCase())}::text[]))`.execute(db);
  const isFormer = (text: string, present: string, others: string[]) =>
    text !== "" && text.toLowerCase() !== present.toLowerCase() && !others.includes(text.toLowerCase());
  const [takenNames, takenEmails] = [taken.rows.map((row) => row.name), taken.rows.map((row) => row.email)];
  return {
    names: found.names.filter((each) => isFormer(each, name, takenNames)),
    emails: found.emails.filter((each) => isFormer(each, email, takenEmails)),
  };
}

/** Returns the old value of a change in the audit log; null when there is none. */
const readBefore = (change: unknown): string | null =>
  Array.isArray(change) && typeof change[0] === "string" ? change[0] : null;

/** Takes a person out of all texts about others. */
export async function removeTraces(db: Db, { instanceId }: Erased, traces: Traces): Promise<void> {
  for (const { table, column, isJson } of PLACES) {
    // As the texts are inside of JSON.
    const needles = traces.needles.map((text) => (isJson ? JSON.stringify(text).slice(1, -1) : text));
    const [from, to] = [sql.table(table), sql.ref(column)];
    let last = 0;
    for (;;) {
      const { rows } = await sql<{ id: number; value: unknown }>`
        SELECT id, ${to} AS value FROM ${from}
        WHERE instance_id = ${instanceId} AND id > ${last}
          AND EXISTS (SELECT FROM unnest(${needles}::text[]) needle WHERE position(needle in lower(${to}::text)) > 0)
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
