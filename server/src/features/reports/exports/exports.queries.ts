import { sql } from "kysely";
import type { Reach } from "../../../access/actor.ts";
import type { Db } from "../../../db/client.ts";
import type { TableRequest } from "../request.ts";

export type ExportFormat = "csv" | "xlsx" | "pdf";
export type ExportState = "waiting" | "working" | "done" | "failed";

export interface ExportRow {
  id: number;
  kind: string;
  format: ExportFormat;
  state: ExportState;
  total: number;
  written: number;
  created_at: Date;
}

const COLUMNS = ["id", "kind", "format", "state", "total", "written", "created_at"] as const;

/** Stores an export for the caller. */
export async function insertExport(
  reach: Reach,
  row: { kind: string; format: ExportFormat; request: TableRequest; scope: unknown; total: number },
): Promise<ExportRow> {
  const made = await reach.db
    .insertInto("report_exports")
    .values({
      ...row,
      request: JSON.stringify(row.request),
      scope: JSON.stringify(row.scope),
      instance_id: reach.instanceId,
      user_id: reach.userId,
    })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
  return made as ExportRow;
}

/** Lists the caller's exports, the latest first. */
export async function listExports(reach: Reach): Promise<ExportRow[]> {
  const rows = await reach.db
    .selectFrom("report_exports")
    .where("instance_id", "=", reach.instanceId)
    .where("user_id", "=", reach.userId)
    .select(COLUMNS)
    .orderBy("id", "desc")
    .limit(100)
    .execute();
  return rows as ExportRow[];
}

/** Lists the exports of an instance that are not finished. */
export async function listUnfinished(db: Db, instanceId: number): Promise<number[]> {
  const rows = await db
    .selectFrom("report_exports")
    .where("instance_id", "=", instanceId)
    .where("state", "in", ["waiting", "working"])
    .select("id")
    .execute();
  return rows.map(({ id }) => id);
}

/** Counts the caller's exports that are not finished. */
export async function countUnfinished(reach: Reach): Promise<number> {
  const { total } = await reach.db
    .selectFrom("report_exports")
    .where("instance_id", "=", reach.instanceId)
    .where("user_id", "=", reach.userId)
    .where("state", "in", ["waiting", "working"])
    .select((eb) => eb.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  return total;
}

/** Finds the file of one of the caller's finished exports. */
export function findFinished(reach: Reach, id: number) {
  return reach.db
    .selectFrom("report_exports as e")
    .innerJoin("files as f", (join) =>
      join.onRef("f.instance_id", "=", "e.instance_id").onRef("f.key", "=", "e.file_key"),
    )
    .where("e.instance_id", "=", reach.instanceId)
    .where("e.user_id", "=", reach.userId)
    .where("e.id", "=", id)
    .select(["f.key", "f.name", "f.type", "f.size", "e.role", "e.scope", "e.request"])
    .executeTakeFirst();
}

/** Marks an export as being worked on and returns its request; undefined when it is done or deleted. */
export function startWork(db: Db, instanceId: number, id: number) {
  return db
    .updateTable("report_exports")
    .set({ state: "working", written: 0 })
    .where("instance_id", "=", instanceId)
    .where("id", "=", id)
    .where("state", "in", ["waiting", "working"])
    .returning(["kind", "format", "request", "user_id"])
    .executeTakeFirst();
}

/** Stores how many rows are written. */
export async function setWritten(db: Db, instanceId: number, id: number, written: number): Promise<void> {
  await db
    .updateTable("report_exports")
    .set({ written })
    .where("instance_id", "=", instanceId)
    .where("id", "=", id)
    .where("state", "=", "working")
    .execute();
}

/** The file of an export, and the right with which it was made. */
export interface MadeFile {
  key: string;
  role: string;
  scope: unknown;
}

/** Stores the file of an export. Returns false when another worker has finished it meanwhile. */
export async function finish(
  { db, instanceId }: Pick<Reach, "db" | "instanceId">,
  id: number,
  { key, role, scope }: MadeFile,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("report_exports")
    .set((eb) => ({ state: "done", file_key: key, role, scope: JSON.stringify(scope), written: eb.ref("total") }))
    .where("instance_id", "=", instanceId)
    .where("id", "=", id)
    .where("state", "=", "working")
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Deletes the row of a file that no export has. */
export async function deleteFile(db: Db, instanceId: number, key: string): Promise<void> {
  await db.deleteFrom("files").where("instance_id", "=", instanceId).where("key", "=", key).execute();
}

/** Marks an export as failed. */
export async function fail(db: Db, instanceId: number, id: number): Promise<void> {
  await db
    .updateTable("report_exports")
    .set({ state: "failed" })
    .where("instance_id", "=", instanceId)
    .where("id", "=", id)
    .where("state", "in", ["waiting", "working"])
    .execute();
}

/** Deletes exports older than some days; their unused files are deleted with the next sweep. */
export async function deleteOld(db: Db, instanceId: number, days: number): Promise<void> {
  await db
    .deleteFrom("report_exports")
    .where("instance_id", "=", instanceId)
    .where("created_at", "<", sql<Date>`now() - make_interval(days => ${days})`)
    .execute();
}

/** Raises the statement timeout: reading millions of rows takes longer than an operation may. */
export async function allowMinutes(reach: Reach, minutes: number): Promise<void> {
  await sql`SELECT set_config('statement_timeout', ${`${minutes}min`}, true)`.execute(reach.db);
}
