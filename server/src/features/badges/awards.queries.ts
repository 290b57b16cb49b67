import { type RawBuilder, sql } from "kysely";
import type { Reach } from "../../access/actor.ts";
import { userInScope, userLanguage } from "../../access/scope.ts";
import type { Db } from "../../db/client.ts";
import { toLikePattern } from "../../db/like.ts";
import { limitAndOffset, orderBy, type PageOptions } from "../../db/page.ts";

type Managing = Reach<"badge.manage">;
type Awarding = Managing | Reach<"automation.manage">;

export interface AwardRow {
  id: number;
  code: string;
  user_id: number;
  user_name: string;
  email: string;
  /** person, automation, course or path. */
  source: string;
  awarded_at: Date;
  awarded_by: string | null;
  revoked_at: Date | null;
  revoke_reason: string | null;
}

export type AwardFilter = PageOptions & { state?: string | null | undefined };

const SORTS = {
  awarded: ["a.awarded_at"],
  name: ["u.last_name COLLATE people", "u.first_name COLLATE people"],
  state: ["a.revoked_at IS NOT NULL"],
};

const SELECTED = sql`a.id, a.code, a.user_id, u.first_name || ' ' || u.last_name AS user_name, u.email, a.source,
  a.awarded_at, g.first_name || ' ' || g.last_name AS awarded_by, a.revoked_at, a.revoke_reason`;

/** Joins the person `u` of an award `a`. Lists and counts leave out deleted users and the platform's own people. */
export const HOLDER = sql`JOIN users u ON u.instance_id = a.instance_id AND u.id = a.user_id AND u.deleted_at IS NULL AND u.platform_user_id IS NULL`;

const FROM = sql`badge_awards a
  ${HOLDER}
  LEFT JOIN users g ON g.instance_id = a.instance_id AND g.id = a.awarded_by`;

function isListed(reach: Managing, badgeId: number, { search, state }: AwardFilter): RawBuilder<unknown> {
  const pattern = toLikePattern(search);
  return sql`a.instance_id = ${reach.instanceId} AND a.badge_id = ${badgeId} AND ${userInScope(reach, "a.user_id")}
    ${pattern === null ? sql`` : sql`AND (u.first_name || ' ' || u.last_name ILIKE ${pattern} OR u.email ILIKE ${pattern})`}
    ${state === "valid" ? sql`AND a.revoked_at IS NULL` : state === "revoked" ? sql`AND a.revoked_at IS NOT NULL` : sql``}`;
}

/** Lists the awards of a badge to people of the reach, the latest first. */
export async function listAwards(reach: Managing, badgeId: number, filter: AwardFilter): Promise<AwardRow[]> {
  const sorted = filter.sort ? filter : { ...filter, sort: "-awarded" };
  const { rows } = await sql<AwardRow>`
    SELECT ${SELECTED} FROM ${FROM} WHERE ${isListed(reach, badgeId, filter)}
    ORDER BY ${orderBy(sorted, SORTS, "a.id")} ${limitAndOffset(filter)}`.execute(reach.db);
  return rows;
}

export async function countAwards(reach: Managing, badgeId: number, filter: AwardFilter): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    SELECT count(*) AS total FROM ${FROM} WHERE ${isListed(reach, badgeId, filter)}`.execute(reach.db);
  return rows[0]!.total;
}

/** Finds an award to a person of the reach, and locks it. */
export async function lockAward(reach: Managing, id: number): Promise<(AwardRow & { badge_id: number }) | undefined> {
  const { rows } = await sql<AwardRow & { badge_id: number }>`
    SELECT ${SELECTED}, a.badge_id FROM ${FROM}
    WHERE a.instance_id = ${reach.instanceId} AND a.id = ${id} AND ${userInScope(reach, "a.user_id")}
    FOR NO KEY UPDATE OF a`.execute(reach.db);
  return rows[0];
}

/** Counts those of these users who are in the reach. */
export async function countKnown(reach: Managing, userIds: readonly number[]): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    SELECT count(*) AS total FROM users u WHERE u.instance_id = ${reach.instanceId}
      AND u.id = ANY (${[...userIds]}::integer[]) AND u.deleted_at IS NULL AND u.platform_user_id IS NULL
      AND ${userInScope(reach, "u.id")}`.execute(reach.db);
  return rows[0]!.total;
}

/**
 * Awards a badge to those who do not have it, in the order of their ids, so that parallel awards wait instead of
 * deadlocking. @returns to whom
 */
export async function insertAwards(
  reach: Awarding,
  badgeId: number,
  userIds: readonly number[],
  source: "person" | "automation",
): Promise<{ id: number; user_id: number }[]> {
  return reach.db
    .insertInto("badge_awards")
    .values(
      userIds
        .toSorted((a, b) => a - b)
        .map((user_id) => ({
          instance_id: reach.instanceId,
          badge_id: badgeId,
          user_id,
          source,
          awarded_by: reach.userId,
        })),
    )
    .onConflict((conflict) =>
      conflict.columns(["instance_id", "badge_id", "user_id"]).where("revoked_at", "is", null).doNothing(),
    )
    .returning(["id", "user_id"])
    .execute();
}

/**
 * Revokes an award, or with null as the reason restores it.
 * @returns whether it did; false when the person has the badge by another award, even one of a transaction that has just ended
 */
export async function setRevoked(reach: Managing, id: number, reason: string | null): Promise<boolean> {
  try {
    await updateRevoked(reach, id, reason);
    return true;
  } catch (error) {
    if ((error as { constraint?: string }).constraint !== "badge_awards_once") throw error;
    return false;
  }
}

async function updateRevoked(reach: Managing, id: number, reason: string | null): Promise<void> {
  await reach.db
    .updateTable("badge_awards")
    .set(
      reason === null
        ? { revoked_at: null, revoked_by: null, revoke_reason: null }
        : { revoked_at: sql<Date>`now()`, revoked_by: reach.userId, revoke_reason: reason },
    )
    .where("instance_id", "=", reach.instanceId)
    .where("id", "=", id)
    .execute();
}

/** Tells whether a person has a badge by an award that is not revoked. */
export async function hasBadge(reach: Managing, badgeId: number, userId: number): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    SELECT EXISTS (SELECT FROM badge_awards a WHERE a.instance_id = ${reach.instanceId} AND a.badge_id = ${badgeId}
      AND a.user_id = ${userId} AND a.revoked_at IS NULL) AS has`.execute(reach.db);
  return rows[0]!.has;
}

export interface MyBadgeRow {
  code: string;
  name: string;
  description: string;
  criteria: string;
  picture_key: string | null;
  badge_id: number;
  awarded_at: Date;
}

/** Lists the caller's badges, the latest first. */
export async function listMine(reach: Reach<"learn">, most: number): Promise<MyBadgeRow[]> {
  const { rows } = await sql<MyBadgeRow>`
    SELECT a.code, b.name, b.description, b.criteria, b.picture_key, b.id AS badge_id, a.awarded_at
    FROM badge_awards a JOIN badges b ON b.instance_id = a.instance_id AND b.id = a.badge_id AND b.deleted_at IS NULL
    WHERE a.instance_id = ${reach.instanceId} AND a.user_id = ${reach.userId} AND a.revoked_at IS NULL
    ORDER BY a.awarded_at DESC, a.id DESC LIMIT ${most}`.execute(reach.db);
  return rows;
}

export interface PublicAward {
  id: number;
  code: string;
  badge_id: number;
  name: string;
  description: string;
  criteria: string;
  picture_key: string | null;
  picture_type: string | null;
  picture_size: number | null;
  user_name: string;
  email: string;
  awarded_at: Date;
  /** The day of the award where the instance is, yyyy-mm-dd. */
  awarded_on: string;
  revoked_at: Date | null;
  credential: string | null;
  instance_name: string;
  domain: string;
  language: string;
}

/** Finds an award by the code of its public page: its holder may read it. Locks it for signing. */
export async function findByCode(
  db: Db,
  instanceId: number,
  code: string,
  { lock = false } = {},
): Promise<PublicAward | undefined> {
  const { rows } = await sql<PublicAward>`
    SELECT a.id, a.code, a.badge_id, b.name, b.description, b.criteria, b.picture_key, f.type AS picture_type,
      f.size AS picture_size, u.first_name || ' ' || u.last_name AS user_name, u.email, a.awarded_at,
      (a.awarded_at AT TIME ZONE i.time_zone)::date AS awarded_on, a.revoked_at, a.credential, i.name AS instance_name, i.domain,
      ${userLanguage(instanceId)} AS language
    FROM badge_awards a
    JOIN badges b ON b.instance_id = a.instance_id AND b.id = a.badge_id AND b.deleted_at IS NULL
    JOIN users u ON u.instance_id = a.instance_id AND u.id = a.user_id AND u.deleted_at IS NULL
    JOIN instances i ON i.id = a.instance_id
    LEFT JOIN files f ON f.instance_id = b.instance_id AND f.key = b.picture_key
    WHERE a.instance_id = ${instanceId} AND a.code = ${code}::uuid
    ${lock ? sql`FOR NO KEY UPDATE OF a` : sql``}`.execute(db);
  return rows[0];
}

/** Stores the signed credential of an award with the key that signed it. */
export async function storeCredential(
  db: Db,
  instanceId: number,
  { id, credential, keyId }: { id: number; credential: string; keyId: number },
): Promise<void> {
  await db
    .updateTable("badge_awards")
    .set({ credential, key_id: keyId })
    .where("instance_id", "=", instanceId)
    .where("id", "=", id)
    .execute();
}

/** Lists the codes of revoked awards, and of awards of deleted badges, which nobody vouches for either. */
export async function listRevoked(db: Db, instanceId: number): Promise<string[]> {
  const { rows } = await sql<{ code: string }>`
    SELECT a.code FROM badge_awards a JOIN badges b ON b.instance_id = a.instance_id AND b.id = a.badge_id
    WHERE a.instance_id = ${instanceId} AND (a.revoked_at IS NOT NULL OR b.deleted_at IS NOT NULL)
    ORDER BY a.id`.execute(db);
  return rows.map(({ code }) => code);
}

export function findInstance(db: Db, instanceId: number): Promise<{ name: string; domain: string }> {
  return db.selectFrom("instances").where("id", "=", instanceId).select(["name", "domain"]).executeTakeFirstOrThrow();
}
