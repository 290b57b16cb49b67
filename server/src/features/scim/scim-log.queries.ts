import { sql } from "kysely";
import type { Reach } from "../../access/actor.ts";
import type { Db } from "../../db/client.ts";
import { limitAndOffset, type PageOptions } from "../../db/page.ts";

type Managing = Reach<"provisioning.manage">;

export interface LogEntry {
  token_id: number;
  method: string;
  resource: "User" | "Group" | "Other";
  resource_id: number | null;
  resource_name: string | null;
  status: number;
  detail: string | null;
}

export async function insertEntry(reach: Reach, entry: LogEntry): Promise<void> {
  await reach.db
    .insertInto("scim_log")
    .values({ ...entry, instance_id: reach.instanceId })
    .execute();
}

export type LogRow = Awaited<ReturnType<typeof listEntries>>[number];

export interface LogFilter {
  /** Only requests that were refused. */
  refused?: boolean | null | undefined;
}

/** Lists the entries of a page, newest first. */
export async function listEntries(reach: Managing, { refused, ...page }: LogFilter & PageOptions) {
  const { rows } = await sql<Omit<LogEntry, "token_id"> & { id: number; created_at: Date; token: string }>`
    SELECT l.id, l.created_at, l.method, l.resource, l.resource_id, l.resource_name, l.status, l.detail, t.name AS token
    FROM scim_log l JOIN scim_tokens t ON t.instance_id = l.instance_id AND t.id = l.token_id
    WHERE l.instance_id = ${reach.instanceId} AND ${isListed(refused)}
    ORDER BY l.id DESC ${limitAndOffset(page)}`.execute(reach.db);
  return rows;
}

export async function countEntries(reach: Managing, { refused }: LogFilter): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    SELECT count(*) AS total FROM scim_log l WHERE l.instance_id = ${reach.instanceId} AND ${isListed(refused)}`.execute(
    reach.db,
  );
  return rows[0]!.total;
}

const isListed = (refused: LogFilter["refused"]) => (refused ? sql`l.status >= 400` : sql`true`);

const KEPT_DAYS = 90;
const MOST_KEPT = 50_000;

/** Deletes entries of more than 90 days, and the oldest beyond 50,000. */
export async function deleteOldEntries(db: Db, instanceId: number): Promise<void> {
  await sql`
    DELETE FROM scim_log WHERE instance_id = ${instanceId} AND (
      created_at < now() - make_interval(days => ${KEPT_DAYS})
      OR id <= (SELECT id FROM scim_log WHERE instance_id = ${instanceId} ORDER BY id DESC OFFSET ${MOST_KEPT} LIMIT 1))`.execute(
    db,
  );
}
