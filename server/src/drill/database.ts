import type pg from "pg";
import type { BackupManifest } from "../db/backup.ts";
import { countRows } from "../db/row-counts.ts";

/** A property of a restored copy, and whether it holds. */
export interface Finding {
  subject: string;
  /** Null if it could not be found out. */
  holds: boolean | null;
  detail: string;
}

/** Tables whose rows come and go by themselves while a backup runs. */
const CHANGING = new Set(["rate_limits", "sessions", "login_codes", "migrations"]);

/** Compares the rows of each table with those that the backup counted. Without its counts, the tables are only read. */
export async function compareCounts(owner: pg.Client, manifest: BackupManifest | null): Promise<Finding> {
  const counts = await countRows(owner);
  const rows = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const subject = "Rows";
  if (!manifest) return { subject, holds: true, detail: `${rows} in ${counts.size} tables; the backup has no counts.` };
  const wrong = Object.entries(manifest.counts).flatMap(([name, [before, after]]) => {
    const count = counts.get(name);
    const isWithin = count !== undefined && count >= Math.min(before, after) && count <= Math.max(before, after);
    return isWithin || CHANGING.has(name) ? [] : [`${name} has ${count ?? "no"} rows instead of ${before} to ${after}`];
  });
  return wrong.length > 0
    ? { subject, holds: false, detail: `${wrong.join("; ")}.` }
    : { subject, holds: true, detail: `${rows} in ${counts.size} tables, as the backup counted.` };
}

/**
 * Reads every page of every table and index and verifies its structure; PostgreSQL verifies the checksum of each page
 * that it reads.
 */
export async function verifyPages(owner: pg.Client): Promise<Finding> {
  try {
    await owner.query("CREATE EXTENSION IF NOT EXISTS amcheck");
  } catch (error) {
    return { subject: "Pages", holds: null, detail: `The extension amcheck is missing: ${(error as Error).message}` };
  }
  const { rows: tables } = await owner.query<{ name: string }>(
    `SELECT c.oid::regclass::text AS name FROM pg_class c
      WHERE c.relkind IN ('r', 'm') AND c.relpersistence = 'p' AND c.relnamespace NOT IN
            (SELECT oid FROM pg_namespace WHERE nspname IN ('pg_toast', 'information_schema'))`,
  );
  const { rows: indexes } = await owner.query<{ name: string }>(
    `SELECT c.oid::regclass::text AS name FROM pg_class c JOIN pg_am a ON a.oid = c.relam
      WHERE c.relkind = 'i' AND a.amname = 'btree' AND c.relpersistence = 'p'`,
  );
  const faults: string[] = [];
  const isAllowed = await owner.query<{ may: boolean }>(
    "SELECT has_function_privilege('verify_heapam(regclass,boolean,boolean,text,bigint,bigint)', 'EXECUTE') AS may",
  );
  if (!isAllowed.rows[0]!.may)
    return { subject: "Pages", holds: null, detail: "This role may not check pages: name a superuser of the copy." };
  for (const { name } of tables) {
    const { rows } = await owner.query<{ msg: string }>(
      "SELECT msg FROM verify_heapam($1::regclass, check_toast => true) LIMIT 3",
      [name],
    );
    faults.push(...rows.map(({ msg }) => `${name}: ${msg}`));
  }
  for (const { name } of indexes)
    await owner
      .query("SELECT bt_index_check($1::regclass, true)", [name])
      .catch((error: Error) => faults.push(`${name}: ${error.message}`));
  const { rows } = await owner.query<{ checksums: string }>("SELECT current_setting('data_checksums') AS checksums");
  const how = rows[0]!.checksums === "on" ? "with checksums" : "without checksums, which this PostgreSQL does not keep";
  return faults.length > 0
    ? { subject: "Pages", holds: false, detail: faults.slice(0, 5).join("; ") }
    : { subject: "Pages", holds: true, detail: `${tables.length} tables and ${indexes.length} indexes, ${how}.` };
}
