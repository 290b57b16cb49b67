import { sql } from "kysely";
import type { Reach } from "../../access/actor.ts";
import type { Db } from "../../db/client.ts";

/** Where people land who register. */
export interface Places {
  /** Null for the main site. */
  branch_id: number | null;
  course_id: number | null;
  group_ids: number[];
}

/** Tells which of these do not exist in the instance. */
export async function listMissing(
  { db, instanceId }: Reach,
  { branch_id, course_id, group_ids }: Places,
): Promise<{ branch: boolean; course: boolean; groups: boolean }> {
  const { rows } = await sql<{ branch: boolean; course: boolean; groups: boolean }>`
    SELECT
      ${branch_id}::integer IS NOT NULL AND NOT EXISTS (SELECT FROM branches
        WHERE instance_id = ${instanceId} AND id = ${branch_id} AND deleted_at IS NULL) AS branch,
      ${course_id}::integer IS NOT NULL AND NOT EXISTS (SELECT FROM courses
        WHERE instance_id = ${instanceId} AND id = ${course_id} AND deleted_at IS NULL) AS course,
      (SELECT count(*) FROM groups WHERE instance_id = ${instanceId} AND id = ANY (${group_ids}::integer[])
        AND deleted_at IS NULL) < ${group_ids.length} AS groups`.execute(db);
  return rows[0]!;
}

/** Keeps those groups and the course that still exist. */
export async function keepExisting(db: Db, instanceId: number, { course_id, group_ids }: Places) {
  const { rows } = await sql<{ group_ids: number[]; course_id: number | null }>`
    SELECT coalesce((SELECT array_agg(id) FROM groups
        WHERE instance_id = ${instanceId} AND id = ANY (${group_ids}::integer[]) AND deleted_at IS NULL), '{}') AS group_ids,
      (SELECT id FROM courses WHERE instance_id = ${instanceId} AND id = ${course_id} AND deleted_at IS NULL
        AND status = 'published') AS course_id`.execute(db);
  return rows[0]!;
}

export interface SiteRow {
  /** Null for the main site. */
  branch_id: number | null;
  name: string;
  is_open: boolean;
  domains: string[];
  needs_approval: boolean;
  group_ids: number[];
  opened_by: string | null;
}

/** Lists the main site and the branches, with whether people may register there. */
export async function listSites({ db, instanceId }: Reach): Promise<SiteRow[]> {
  const { rows } = await sql<SiteRow>`
    SELECT p.branch_id, p.name, s.id IS NOT NULL AS is_open, coalesce(s.domains, '{}') AS domains,
      coalesce(s.needs_approval, true) AS needs_approval, coalesce(s.group_ids, '{}') AS group_ids,
      u.first_name || ' ' || u.last_name AS opened_by
    FROM (
      SELECT NULL::integer AS branch_id, name FROM instances WHERE id = ${instanceId}
      UNION ALL SELECT id, name FROM branches WHERE instance_id = ${instanceId} AND deleted_at IS NULL) p
    LEFT JOIN registration_sites s ON s.instance_id = ${instanceId} AND s.branch_id IS NOT DISTINCT FROM p.branch_id
    LEFT JOIN users u ON u.instance_id = ${instanceId} AND u.id = s.opened_by
    ORDER BY p.branch_id NULLS FIRST LIMIT 1000`.execute(db);
  return rows;
}

export interface SiteSettings {
  branch_id: number | null;
  domains: string[];
  needs_approval: boolean;
  group_ids: number[];
}

/** Opens a site for registration, or changes how; the caller's rights create the accounts. */
export async function openSite(reach: Reach, settings: SiteSettings): Promise<void> {
  await closeSite(reach, settings.branch_id);
  await reach.db
    .insertInto("registration_sites")
    .values({ ...settings, instance_id: reach.instanceId, opened_by: reach.userId })
    .execute();
  await storeOpenSites(reach);
}

/** Closes self-registration at a branch, or at the main site (null). */
export async function closeSite(reach: Reach, branchId: number | null): Promise<void> {
  await reach.db
    .deleteFrom("registration_sites")
    .where("instance_id", "=", reach.instanceId)
    .where("branch_id", branchId === null ? "is" : "=", branchId)
    .execute();
  await storeOpenSites(reach);
}

async function storeOpenSites({ db, instanceId }: Reach): Promise<void> {
  await sql`
    UPDATE instances SET open_sites = ARRAY(
      SELECT coalesce(s.branch_id, 0) FROM registration_sites s WHERE s.instance_id = ${instanceId} ORDER BY 1)
    WHERE id = ${instanceId}`.execute(db);
}

/** Locks the instance, so that two admins do not open the same site at once. @returns its name */
export async function lockInstance({ db, instanceId }: Reach): Promise<string> {
  const { name } = await db
    .selectFrom("instances")
    .where("id", "=", instanceId)
    .select("name")
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  return name;
}
