import { sql } from "kysely";
import type { Reach } from "../../access/actor.ts";
import { userIsActive } from "../../access/scope.ts";
import type { Db } from "../../db/client.ts";

type Managing = Reach<"settings.manage">;

type DomainState = "pending" | "verified" | "failed";
export type DomainProblem = "missing" | "wrong" | "unreachable" | "taken";

export interface DomainRow {
  id: number;
  host: string;
  branch_id: number | null;
  branch_name: string | null;
  branch_url: string | null;
  state: DomainState;
  problem: DomainProblem | null;
  is_primary: boolean;
  is_checking: boolean;
  created_at: Date;
  checked_at: Date | null;
  verified_at: Date | null;
  missing_since: Date | null;
}

const selectDomains = (db: Db, instanceId: number) =>
  db
    .selectFrom("custom_domains as d")
    .leftJoin("branches as b", (join) =>
      join.onRef("b.instance_id", "=", "d.instance_id").onRef("b.id", "=", "d.branch_id"),
    )
    .where("d.instance_id", "=", instanceId)
    .select(["d.id", "d.host", "d.branch_id", "d.is_primary", "d.is_checking"])
    .select(["d.created_at", "d.checked_at", "d.verified_at", "d.missing_since"])
    .select(["b.name as branch_name", "b.url as branch_url"])
    .select([sql<DomainState>`d.state`.as("state"), sql<DomainProblem | null>`d.problem`.as("problem")])
    .orderBy("d.host")
    .$castTo<DomainRow>();

export const listDomains = ({ db, instanceId }: Managing): Promise<DomainRow[]> =>
  selectDomains(db, instanceId).execute();

export const findDomain = ({ db, instanceId }: Managing, id: number): Promise<DomainRow | undefined> =>
  selectDomains(db, instanceId).where("d.id", "=", id).executeTakeFirst();

export async function insertDomain(
  { db, instanceId }: Managing,
  host: string,
  branchId: number | null,
): Promise<number | undefined> {
  const row = await db
    .insertInto("custom_domains")
    .values({ instance_id: instanceId, host, branch_id: branchId, is_checking: true })
    .onConflict((conflict) => conflict.columns(["instance_id", "host"]).doNothing())
    .returning("id")
    .executeTakeFirst();
  return row?.id;
}

/** Deletes a name and, if it was proved, its hold on it. */
export async function deleteDomain({ db, instanceId }: Managing, { id, host }: DomainRow): Promise<void> {
  await db.deleteFrom("custom_domains").where("instance_id", "=", instanceId).where("id", "=", id).execute();
  await db.deleteFrom("custom_hosts").where("host", "=", host).where("owner_id", "=", instanceId).execute();
}

export async function markChecking({ db, instanceId }: Managing, id: number): Promise<void> {
  await db
    .updateTable("custom_domains")
    .set({ is_checking: true })
    .where("instance_id", "=", instanceId)
    .where("id", "=", id)
    .execute();
}

/** Makes links use this name of its site, and no other; null for none. */
export async function setPrimary(
  { db, instanceId }: { db: Db; instanceId: number },
  branchId: number | null,
  id: number | null,
): Promise<void> {
  const ofSite = db
    .updateTable("custom_domains")
    .where("instance_id", "=", instanceId)
    .where("branch_id", "is not distinct from", branchId);
  await ofSite.set({ is_primary: false }).where("is_primary", "=", true).execute();
  if (id !== null) await ofSite.set({ is_primary: true }).where("id", "=", id).execute();
}

export async function branchExists({ db, instanceId }: Managing, id: number): Promise<boolean> {
  const row = await db
    .selectFrom("branches")
    .where("instance_id", "=", instanceId)
    .where("id", "=", id)
    .where("deleted_at", "is", null)
    .select("id")
    .executeTakeFirst();
  return row !== undefined;
}

/** How often a name is checked: often until it is proved, daily afterwards. */
const DUE = sql<boolean>`CASE d.state WHEN 'pending' THEN true
  ELSE d.checked_at IS NULL OR d.checked_at < now() - interval '20 hours' END`;

/** Lists the names to check: one, or all whose turn it is. */
export function listDue(db: Db, instanceId: number, id: number | null): Promise<DomainRow[]> {
  return selectDomains(db, instanceId)
    .$if(id !== null, (query) => query.where("d.id", "=", id!))
    .$if(id === null, (query) => query.where(DUE))
    .execute();
}

/** Finds a name for the outcome of its check, and locks it. */
export async function lockDomain(db: Db, instanceId: number, id: number): Promise<DomainRow | undefined> {
  return selectDomains(db, instanceId).where("d.id", "=", id).forUpdate("d").executeTakeFirst();
}

/**
 * Stores the outcome of a check of a domain; `missing` starts, keeps or ends the time for which its record is missing.
 */
export async function storeCheck(
  { db, instanceId }: { db: Db; instanceId: number },
  id: number,
  outcome: { state: DomainState; problem: DomainProblem | null; missing: "now" | "keep" | "none"; is_primary: boolean },
): Promise<void> {
  const { missing, ...values } = outcome;
  await db
    .updateTable("custom_domains")
    .set({
      ...values,
      is_checking: false,
      checked_at: sql<Date>`now()`,
      ...(values.state === "verified" && { verified_at: sql<Date>`coalesce(verified_at, now())` }),
      ...(missing === "now" && { missing_since: sql<Date>`coalesce(missing_since, now())` }),
      ...(missing === "none" && { missing_since: null }),
    })
    .where("instance_id", "=", instanceId)
    .where("id", "=", id)
    .execute();
}

/**
 * Takes hold of a proved name.
 * @returns false when another instance holds it; not one whose proof is gone, or that does not exist any more
 */
export async function claimHost(
  db: Db,
  { host, ownerId, branchId }: { host: string; ownerId: number; branchId: number | null },
): Promise<boolean> {
  const { rows } = await sql<{ host: string }>`
    INSERT INTO custom_hosts (host, owner_id, branch_id) VALUES (${host}, ${ownerId}, ${branchId})
    ON CONFLICT (host) DO UPDATE SET owner_id = EXCLUDED.owner_id, branch_id = EXCLUDED.branch_id, lost_at = NULL
      WHERE custom_hosts.owner_id = EXCLUDED.owner_id OR custom_hosts.lost_at IS NOT NULL
        OR NOT EXISTS (SELECT FROM instances i WHERE i.id = custom_hosts.owner_id)
    RETURNING host`.execute(db);
  return rows.length > 0;
}

/** Gives up names that the instance holds and no longer lists: those of branches that were deleted for good. */
export async function releaseUnlisted(db: Db, instanceId: number): Promise<void> {
  await sql`
    DELETE FROM custom_hosts h WHERE h.owner_id = ${instanceId} AND NOT EXISTS (
      SELECT FROM custom_domains d WHERE d.instance_id = ${instanceId} AND d.host = h.host)`.execute(db);
}

/** Lets other owners prove a name whose proof is gone. */
export async function markLost(db: Db, host: string, ownerId: number): Promise<void> {
  await db
    .updateTable("custom_hosts")
    .set({ lost_at: sql<Date>`coalesce(lost_at, now())` })
    .where("host", "=", host)
    .where("owner_id", "=", ownerId)
    .execute();
}

/** Tells whether links of the site of a name use a name. */
export async function hasPrimary(db: Db, instanceId: number, branchId: number | null): Promise<boolean> {
  const row = await db
    .selectFrom("custom_domains")
    .where("instance_id", "=", instanceId)
    .where("branch_id", "is not distinct from", branchId)
    .where("is_primary", "=", true)
    .select("id")
    .executeTakeFirst();
  return row !== undefined;
}

/** Lists the active admins of the main site, and the label of the instance. */
export async function findAdmins(db: Db, instanceId: number): Promise<{ admins: number[]; label: string }> {
  const { domain } = await db
    .selectFrom("instances")
    .where("id", "=", instanceId)
    .select("domain")
    .executeTakeFirstOrThrow();
  const rows = await db
    .selectFrom("users as u")
    .where("u.instance_id", "=", instanceId)
    .where("u.role", "=", "admin")
    .where("u.is_primary", "=", true)
    .where(userIsActive)
    .where("u.deleted_at", "is", null)
    .select("u.id")
    .execute();
  return { admins: rows.map(({ id }) => id), label: domain };
}

/** Tells whether an instance, and in it a branch if one is named, exists. */
export async function siteExists(db: Db, instanceId: number, branch: string | null): Promise<boolean> {
  if (branch === null) return true;
  const row = await db
    .selectFrom("branches")
    .where("instance_id", "=", instanceId)
    .where("url", "=", branch)
    .where("deleted_at", "is", null)
    .select("id")
    .executeTakeFirst();
  return row !== undefined;
}

/** The largest id of the database; a name may hold a larger number. */
const LARGEST_ID = 2_147_483_647;

/** Tells whether an instance has a package, and a unit that shows it. Without a package, the embedded pages are meant. */
export async function contentExists(
  db: Db,
  instanceId: number,
  packageId: number | null,
  unitId: number | null,
): Promise<boolean> {
  if (packageId === null) return true;
  if (packageId > LARGEST_ID || (unitId ?? 0) > LARGEST_ID) return false;
  const row = await db
    .selectFrom("scorm_packages as s")
    .where("s.instance_id", "=", instanceId)
    .where("s.id", "=", packageId)
    .$if(unitId !== null, (query) =>
      query.where((eb) =>
        eb.exists(
          eb
            .selectFrom("units as u")
            .where("u.instance_id", "=", instanceId)
            .where("u.id", "=", unitId)
            .where("u.scorm_id", "=", packageId)
            .where("u.deleted_at", "is", null)
            .select("u.id"),
        ),
      ),
    )
    .select("s.id")
    .executeTakeFirst();
  return row !== undefined;
}
