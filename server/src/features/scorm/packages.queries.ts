import { sql } from "kysely";
import type { Reach } from "../../access/actor.ts";
import { packageInScope } from "../../access/scope.ts";
import type { Db } from "../../db/client.ts";
import type { PackageDescription } from "./package.ts";

type Uploading = Reach<"file.upload">;

/** Adds a package that waits to be unpacked, with everything it launches in the order of its manifest. */
export async function insertPackage(
  reach: Uploading,
  description: PackageDescription,
  stored: { file_key: string; folder_key: string | null; files: number; reader: number },
): Promise<number> {
  const { kind, version, title, entryUrl, root, manifest, units } = description;
  const { id } = await reach.db
    .insertInto("scorm_packages")
    .values({
      instance_id: reach.instanceId,
      kind,
      version,
      title,
      entry_url: entryUrl,
      root,
      manifest: JSON.stringify(manifest),
      state: stored.folder_key === null ? "ready" : "unpacking",
      ...stored,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const rows = units.map((unit, index) => ({
    identifier: unit.identifier,
    title: unit.title,
    entry_url: unit.entryUrl,
    kind: unit.kind,
    details: unit.details,
    position: index + 1,
  }));
  await sql`
    INSERT INTO scorm_scos (instance_id, package_id, identifier, title, entry_url, kind, details, position)
    SELECT ${reach.instanceId}, ${id}, d.identifier, d.title, d.entry_url, d.kind, d.details, d.position
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      AS d (identifier text, title text, entry_url text, kind text, details jsonb, position integer)
    ORDER BY d.position
    RETURNING id`.execute(reach.db);
  return id;
}

/** Finds how far a package is unpacked. */
export function findState(reach: Uploading, id: number) {
  return reach.db
    .selectFrom("scorm_packages as p")
    .where("p.instance_id", "=", reach.instanceId)
    .where("p.id", "=", id)
    .where(packageInScope(reach, "p.id"))
    .select(["p.id", "p.kind", "p.version", "p.title", "p.state", "p.files", "p.files_done"])
    .select((eb) =>
      eb
        .selectFrom("scorm_scos as s")
        .where("s.instance_id", "=", reach.instanceId)
        .whereRef("s.package_id", "=", "p.id")
        .select(eb.fn.countAll<number>().as("count"))
        .as("launch_units"),
    )
    .executeTakeFirst();
}

/** Finds the package of an uploaded file. */
export async function findByFile(reach: Uploading, fileKey: string) {
  const { rows } = await sql<{ id: number; title: string | null; kind: string; version: string; units: number }>`
    SELECT p.id, p.title, p.kind, p.version,
      (SELECT count(*)::integer FROM scorm_scos s WHERE s.instance_id = ${reach.instanceId} AND s.package_id = p.id) AS units
    FROM scorm_packages p
    JOIN files f ON f.instance_id = p.instance_id AND f.key = p.file_key
    WHERE p.instance_id = ${reach.instanceId} AND p.file_key = ${fileKey} AND f.uploaded_by = ${reach.userId}`.execute(
    reach.db,
  );
  return rows[0];
}

/** Finds what the job needs to know. The job has no reach. */
export function findToUnpack(db: Db, instanceId: number, id: number) {
  return db
    .selectFrom("scorm_packages as p")
    .innerJoin("files as f", (join) =>
      join.onRef("f.instance_id", "=", "p.instance_id").onRef("f.key", "=", "p.file_key"),
    )
    .where("p.instance_id", "=", instanceId)
    .where("p.id", "=", id)
    .where("p.state", "=", "unpacking")
    .select(["p.folder_key", "p.root", "f.key", "f.size"])
    .executeTakeFirst();
}

/** Lists the packages that are not unpacked yet. */
export async function listUnpacking(db: Db, instanceId: number): Promise<number[]> {
  const rows = await db
    .selectFrom("scorm_packages")
    .where("instance_id", "=", instanceId)
    .where("state", "=", "unpacking")
    .select("id")
    .orderBy("id")
    .execute();
  return rows.map(({ id }) => id);
}

export interface UnpackedFile {
  path: string;
  number: number;
  size: number;
}

/** Adds unpacked files; those of an earlier try are known already. */
export async function insertUnpacked(
  db: Db,
  instanceId: number,
  packageId: number,
  files: UnpackedFile[],
): Promise<void> {
  await sql`
    INSERT INTO scorm_files (instance_id, package_id, path, number, size)
    SELECT ${instanceId}, ${packageId}, d.path, d.number, d.size
    FROM jsonb_to_recordset(${JSON.stringify(files)}::jsonb) AS d (path text, number integer, size bigint)
    ON CONFLICT (instance_id, package_id, path) DO NOTHING`.execute(db);
  await sql`
    UPDATE scorm_packages p
    SET files_done = (SELECT count(*) FROM scorm_files f WHERE f.instance_id = ${instanceId} AND f.package_id = p.id)
    WHERE p.instance_id = ${instanceId} AND p.id = ${packageId}`.execute(db);
}

/** Counts a try to unpack a package. @returns how many there have been */
export async function countTry(db: Db, instanceId: number, id: number): Promise<number> {
  const row = await db
    .updateTable("scorm_packages")
    .set({ unpack_tries: sql<number>`unpack_tries + 1` })
    .where("instance_id", "=", instanceId)
    .where("id", "=", id)
    .returning("unpack_tries")
    .executeTakeFirst();
  return row?.unpack_tries ?? 0;
}

/** Stores that a package is unpacked, or that it is given up; one that is ready stays so. */
export async function markUnpacked(db: Db, instanceId: number, id: number, state: "ready" | "failed"): Promise<void> {
  await db
    .updateTable("scorm_packages")
    .set({ state })
    .where("instance_id", "=", instanceId)
    .where("id", "=", id)
    .where("state", "<>", "ready")
    .execute();
}

/**
 * Deletes packages older than so many days that no unit uses, that have no learner records and that nobody has open;
 * returns their folders.
 */
export async function deleteUnused(db: Db, instanceId: number, days: number): Promise<string[]> {
  const { rows } = await sql<{ folder_key: string | null }>`
    DELETE FROM scorm_packages p
    WHERE p.instance_id = ${instanceId} AND p.created_at < now() - make_interval(days => ${days}) AND NOT p.is_kept
      AND NOT EXISTS (SELECT FROM cmi5_registrations g WHERE g.instance_id = ${instanceId} AND g.package_id = p.id AND NOT g.is_preview)
      AND NOT EXISTS (SELECT FROM units u WHERE u.instance_id = ${instanceId} AND u.scorm_id = p.id)
      AND NOT EXISTS (SELECT FROM scorm_scos s JOIN scorm_attempts a ON a.instance_id = s.instance_id AND a.sco_id = s.id
                      WHERE s.instance_id = ${instanceId} AND s.package_id = p.id)
      AND NOT EXISTS (SELECT FROM scorm_results r WHERE r.instance_id = ${instanceId} AND r.package_id = p.id)
      AND NOT EXISTS (SELECT FROM scorm_sessions o WHERE o.instance_id = ${instanceId} AND o.package_id = p.id AND o.expires_at > now())
    RETURNING p.folder_key`.execute(db);
  return rows.flatMap(({ folder_key }) => (folder_key === null ? [] : [folder_key]));
}
