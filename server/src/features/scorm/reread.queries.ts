import { sql } from "kysely";
import type { Db } from "../../db/client.ts";
import type { PackageDescription, PackageKind } from "./package.ts";

/** A package that was read by an older reader. */
export interface Outdated {
  id: number;
  kind: PackageKind;
  root: string;
  folder_key: string | null;
  key: string;
  size: number;
}

/** Finds the next package after `last`. The housekeeping has no reach. */
export async function findOutdated(
  db: Db,
  instanceId: number,
  reader: number,
  last: number,
): Promise<Outdated | undefined> {
  const { rows } = await sql<Outdated>`
    SELECT p.id, p.kind, p.root, p.folder_key, f.key, f.size
    FROM scorm_packages p
    JOIN files f ON f.instance_id = p.instance_id AND f.key = p.file_key
    WHERE p.instance_id = ${instanceId} AND p.state = 'ready' AND p.reader < ${reader} AND p.id > ${last}
    ORDER BY p.id LIMIT 1`.execute(db);
  return rows[0];
}

/**
 * Stores the new reading. A SCO keeps its row and its records by its identifier; a SCO that the manifest does not name
 * any more is deleted only when it has no records.
 */
export async function keepReading(
  db: Db,
  instanceId: number,
  id: number,
  reader: number,
  description: PackageDescription | null,
): Promise<void> {
  await sql`UPDATE scorm_packages SET reader = ${reader} WHERE instance_id = ${instanceId} AND id = ${id}`.execute(db);
  if (!description) return;
  const { version, title, entryUrl, manifest } = description;
  await sql`
    UPDATE scorm_packages SET version = ${version}, title = ${title}, entry_url = ${entryUrl}, manifest = ${JSON.stringify(manifest)}
    WHERE instance_id = ${instanceId} AND id = ${id}`.execute(db);
  const rows = description.units.map((unit, index) => ({
    identifier: unit.identifier,
    title: unit.title,
    entry_url: unit.entryUrl,
    kind: unit.kind,
    details: unit.details,
    position: index + 1,
  }));
  const read = (units: typeof rows) => sql`jsonb_to_recordset(${JSON.stringify(units)}::jsonb)
    AS d (identifier text, title text, entry_url text, kind text, details jsonb, position integer)`;
  const { rows: known } = await sql<{ identifier: string }>`
    UPDATE scorm_scos s
    SET title = d.title, entry_url = d.entry_url, kind = d.kind, details = d.details, position = d.position
    FROM ${read(rows)} WHERE s.instance_id = ${instanceId} AND s.package_id = ${id} AND s.identifier = d.identifier
    RETURNING s.identifier`.execute(db);
  const fresh = rows.filter((row) => !known.some(({ identifier }) => identifier === row.identifier));
  await sql`
    INSERT INTO scorm_scos (instance_id, package_id, identifier, title, entry_url, kind, details, position)
    SELECT ${instanceId}, ${id}, d.identifier, d.title, d.entry_url, d.kind, d.details, d.position FROM ${read(fresh)}
    ORDER BY d.position
    RETURNING id`.execute(db);
  await sql`
    DELETE FROM scorm_scos s
    WHERE s.instance_id = ${instanceId} AND s.package_id = ${id}
      AND s.identifier NOT IN (SELECT d.identifier FROM ${read(rows)})
      AND NOT EXISTS (SELECT FROM scorm_attempts a WHERE a.instance_id = ${instanceId} AND a.sco_id = s.id)
      AND NOT EXISTS (SELECT FROM cmi5_sessions c WHERE c.instance_id = ${instanceId} AND c.sco_id = s.id)`.execute(db);
}
