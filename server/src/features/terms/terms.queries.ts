import { type RawBuilder, sql } from "kysely";
import type { Reach } from "../../access/actor.ts";
import { personIsActive } from "../../access/session.ts";
import { toLikePattern } from "../../db/like.ts";
import { limitAndOffset, orderBy, type PageOptions } from "../../db/page.ts";
import type { Db } from "../../db/client.ts";

type Managing = Reach<"settings.manage">;

export interface TermsRow {
  version: number;
  text: string;
  published_at: Date;
}

/** Finds the version that people have to accept. */
export async function findCurrent(db: Db, instanceId: number): Promise<TermsRow | undefined> {
  return db
    .selectFrom("terms_versions as t")
    .innerJoin("instances as i", "i.id", "t.instance_id")
    .where("t.instance_id", "=", instanceId)
    .whereRef("t.version", "=", "i.terms_version")
    .select(["t.version", "t.text", "t.published_at"])
    .executeTakeFirst();
}

export interface VersionRow extends TermsRow {
  is_current: boolean;
  published_by: string | null;
  /** How many users have accepted it. */
  accepted: number;
}

/** Lists the latest versions, newest first. */
export async function listVersions(reach: Managing, most: number): Promise<VersionRow[]> {
  const { rows } = await sql<VersionRow>`
    SELECT t.version, t.text, t.published_at, t.version IS NOT DISTINCT FROM i.terms_version AS is_current,
      u.first_name || ' ' || u.last_name AS published_by,
      (SELECT count(*)::integer FROM terms_acceptances a
        WHERE a.instance_id = ${reach.instanceId} AND a.version = t.version) AS accepted
    FROM terms_versions t
    JOIN instances i ON i.id = t.instance_id
    LEFT JOIN users u ON u.instance_id = t.instance_id AND u.id = t.published_by
    WHERE t.instance_id = ${reach.instanceId}
    ORDER BY t.version DESC LIMIT ${most}`.execute(reach.db);
  return rows;
}

/** Locks the instance and returns its latest and its current version; null for none. */
export async function lockVersions(reach: Managing): Promise<{ latest: number; current: number | null; name: string }> {
  const { current, name } = await reach.db
    .selectFrom("instances")
    .where("id", "=", reach.instanceId)
    .select(["terms_version as current", "name"])
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  const { latest } = await reach.db
    .selectFrom("terms_versions")
    .where("instance_id", "=", reach.instanceId)
    .select((eb) => eb.fn.coalesce(eb.fn.max("version"), eb.val(0)).as("latest"))
    .executeTakeFirstOrThrow();
  return { latest, current, name };
}

export async function insertVersion(reach: Managing, version: number, text: string): Promise<void> {
  await reach.db
    .insertInto("terms_versions")
    .values({ instance_id: reach.instanceId, version, text, published_by: reach.userId })
    .execute();
}

/** Sets the version that people have to accept; null for none. */
export async function setCurrent(reach: Managing, version: number | null): Promise<void> {
  await reach.db.updateTable("instances").set({ terms_version: version }).where("id", "=", reach.instanceId).execute();
}

/** Stores that a user accepted a version; the first time counts. */
export async function accept(db: Db, instanceId: number, userId: number, version: number): Promise<void> {
  await db
    .insertInto("terms_acceptances")
    .values({ instance_id: instanceId, user_id: userId, version })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await sql`
    UPDATE users SET terms_version = greatest(terms_version, ${version})
    WHERE instance_id = ${instanceId} AND id = ${userId}`.execute(db);
}

export interface AcceptanceRow {
  /** The user's id. */
  id: number;
  first_name: string;
  last_name: string;
  email: string;
  accepted_at: Date | null;
}

/** Which users of a version are listed. */
export interface AcceptanceOptions extends PageOptions {
  version: number;
  /** Those who accepted it, those who have not, or all. */
  state: "accepted" | "open" | null;
}

const SORTS = {
  name: ["u.last_name COLLATE people", "u.first_name COLLATE people"],
  email: ["u.email"],
  accepted_at: ["a.accepted_at"],
};

export async function listAcceptances(reach: Managing, options: AcceptanceOptions): Promise<AcceptanceRow[]> {
  const { rows } = await sql<AcceptanceRow>`
    SELECT u.id, u.first_name, u.last_name, u.email, a.accepted_at ${fromUsers(reach, options)}
    ORDER BY ${orderBy(options, SORTS, "u.id")} ${limitAndOffset(options)}`.execute(reach.db);
  return rows;
}

export async function countAcceptances(reach: Managing, options: AcceptanceOptions): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    SELECT count(*)::integer AS total ${fromUsers(reach, options)}`.execute(reach.db);
  return rows[0]!.total;
}

/** Selects the users whom a version concerns: those who accepted it, and those who may sign in and have not. */
function fromUsers(reach: Managing, { version, state, search }: AcceptanceOptions): RawBuilder<unknown> {
  const pattern = toLikePattern(search?.toLowerCase());
  return sql`
    FROM users u
    JOIN instances i ON i.id = u.instance_id
    LEFT JOIN terms_acceptances a ON a.instance_id = u.instance_id AND a.user_id = u.id AND a.version = ${version}
    WHERE u.instance_id = ${reach.instanceId} AND u.platform_user_id IS NULL AND u.role <> 'super_admin'
      AND (a.accepted_at IS NOT NULL OR (u.deleted_at IS NULL AND ${personIsActive}))
      ${state === "accepted" ? sql`AND a.accepted_at IS NOT NULL` : sql``}
      ${state === "open" ? sql`AND a.accepted_at IS NULL` : sql``}
      ${pattern === null ? sql`` : sql`AND u.search LIKE ${pattern}`}`;
}
