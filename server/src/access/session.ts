import { createHash, randomBytes } from "node:crypto";
import { CompiledQuery, sql } from "kysely";
import type { Database, Db } from "../db/client.ts";
import type { InstanceSettings, Person, Visit } from "./actor.ts";
import type { Role } from "./permissions.ts";

const SESSION_DAYS = 7;
const CODE_SECONDS = 60;

/**
 * A token of the form `<instance>.<256 random bits>`; only its hash is stored. The instance in front says where to look it up
 * and gives no right: the hash must be found behind that instance's wall.
 */
export async function openSession(db: Db, instanceId: number, userId: number, visit: Visit): Promise<string> {
  const token = newToken(instanceId);
  await db
    .insertInto("sessions")
    .values({
      instance_id: instanceId,
      token_hash: hash(token),
      user_id: userId,
      expires_at: sql<Date>`now() + make_interval(days => ${SESSION_DAYS})`,
      address: visit.address,
      user_agent: visit.userAgent.slice(0, 300),
    })
    .execute();
  return token;
}

/** Ends one session; an unknown token is no error. */
export async function closeSession(db: Db, token: string): Promise<void> {
  const instanceId = instanceOf(token);
  if (instanceId === null) return;
  await db.deleteFrom("sessions").where("instance_id", "=", instanceId).where("token_hash", "=", hash(token)).execute();
}

/** A one-time code for `host`, valid 60 seconds, that carries a sign-in to the instance's own address (decision 10). */
export async function issueLoginCode(db: Db, instanceId: number, userId: number, host: string): Promise<string> {
  const code = newToken(instanceId);
  await db
    .insertInto("login_codes")
    .values({
      instance_id: instanceId,
      code_hash: hash(code),
      user_id: userId,
      host,
      expires_at: sql<Date>`now() + make_interval(secs => ${CODE_SECONDS})`,
    })
    .execute();
  return code;
}

/** Takes a one-time code: the person it was issued for, once, on that host and in time; else null. */
export async function redeemLoginCode(db: Db, instanceId: number, code: string, host: string): Promise<number | null> {
  const taken = await db
    .deleteFrom("login_codes")
    .where("instance_id", "=", instanceId)
    .where("code_hash", "=", hash(code))
    .where("host", "=", host)
    .where("expires_at", ">", sql<Date>`now()`)
    .returning("user_id")
    .executeTakeFirst();
  return taken?.user_id ?? null;
}

/**
 * Whoever a token belongs to on this instance, with the settings of the instance: one statement for each request.
 * Null when it belongs to nobody there, or when the person or the instance may no longer sign in.
 */
export async function findPerson(db: Db, instanceId: number, token: string): Promise<SignedIn | null> {
  if (instanceOf(token) !== instanceId) return null;
  const tokenHash = hash(token);
  const { rows } = await db.executeQuery<SignedInRow>(CompiledQuery.raw(BY_SESSION, [instanceId, tokenHash]));
  const row = rows[0];
  return row ? { person: personOf(row), instance: settingsOf(row), tokenHash, apiKey: null } : null;
}

/** Somebody for whom a job works. Null when they, or the instance, may no longer sign in. */
export async function findById(db: Db, instanceId: number, userId: number): Promise<SignedIn | null> {
  const { rows } = await db.executeQuery<SignedInRow>(CompiledQuery.raw(BY_ID, [instanceId, userId]));
  const row = rows[0];
  return row ? { person: personOf(row), instance: settingsOf(row), tokenHash: NO_TOKEN, apiKey: null } : null;
}

export interface SignedIn {
  person: Person;
  instance: InstanceSettings;
  tokenHash: Buffer;
  /** The key that acts for the person, whose role is then the key's; null in a session. */
  apiKey: { name: string; ownerRole: Role } | null;
  /** What opened the learning record store: credentials that act for the person, the launch of a package by the person, or an AU's session. */
  xapi?: { key: string; name: string } | { launchId: number } | { auSession: string };
}

export interface SignedInRow {
  instance_id: number;
  instance_name: string;
  domain: string;
  time_zone: string;
  currency: string;
  priced_courses_need_assignment: boolean;
  id: number;
  first_name: string;
  last_name: string;
  email: string;
  role: string;
  is_primary: boolean;
  language: string | null;
  platform_user_id: number | null;
  branches: { id: number; url: string }[];
  led_group_ids: number[];
}

// In two halves: the instance stands between them, here as `$1`, there as a value.
const OPEN = [
  `(i.is_active AND (i.trial_ends_at IS NULL OR i.trial_ends_at >= (now() AT TIME ZONE i.time_zone)::date
  OR EXISTS (SELECT FROM subscriptions p WHERE p.instance_id = `,
  ` AND p.status IN ('active', 'trialing'))))`,
] as const;

export const INSTANCE_IS_OPEN = OPEN.join("$1");

const PERSON_IS_ACTIVE = `(u.is_active
  AND (u.deactivate_at IS NULL OR u.deactivate_at > (now() AT TIME ZONE i.time_zone)::date))`;

/**
 * Reads somebody who may be signed in, with all that a request has to know of them. `$1` is the instance; `source` is what the
 * token is looked up in. Written out and not built: it runs with every request, and building it took longer than the database.
 */
export function signedInSql(source: { table: string; userId: string; where: string; columns?: string }): string {
  return `
  SELECT
    i.id AS instance_id, i.name AS instance_name, i.domain, i.time_zone, i.currency, i.priced_courses_need_assignment,
    u.id, u.first_name, u.last_name, u.email, u.role, u.is_primary, u.language, u.platform_user_id,
    coalesce((
      SELECT json_agg(json_build_object('id', b.id, 'url', b.url) ORDER BY b.id)
      FROM branch_users bu
      JOIN branches b ON b.instance_id = bu.instance_id AND b.id = bu.branch_id AND b.deleted_at IS NULL
      WHERE bu.instance_id = $1 AND bu.user_id = u.id), '[]') AS branches,
    coalesce((
      SELECT json_agg(gu.group_id)
      FROM group_users gu
      JOIN groups g ON g.instance_id = gu.instance_id AND g.id = gu.group_id AND g.deleted_at IS NULL
      WHERE gu.instance_id = $1 AND gu.user_id = u.id AND gu.is_leader), '[]') AS led_group_ids
    ${source.columns ? `, ${source.columns}` : ""}
  FROM ${source.table} s
  JOIN instances i ON i.id = s.instance_id
  JOIN users u ON u.instance_id = s.instance_id AND u.id = s.${source.userId}
  WHERE s.instance_id = $1 AND ${source.where}
    AND i.deleted_at IS NULL AND u.deleted_at IS NULL
    AND ${PERSON_IS_ACTIVE} AND (u.role = 'super_admin' OR ${INSTANCE_IS_OPEN})`;
}

const BY_SESSION = signedInSql({
  table: "sessions",
  userId: "user_id",
  // As IS TRUE it leaves the index by expiry alone: before the table's first ANALYZE that would be read whole instead of the key's.
  where: "s.token_hash = $2 AND (s.expires_at > now()) IS TRUE",
});

const BY_ID = signedInSql({ table: "users", userId: "id", where: "s.id = $2" });
const NO_TOKEN = Buffer.alloc(0);

/** An inactive instance, or one whose trial is over with no subscription running, signs in nobody but super_admin (decision 5). */
export const instanceIsOpen = (instanceId: number) => sql<boolean>`${sql.raw(OPEN[0])}${instanceId}${sql.raw(OPEN[1])}`;

/** An inactive person, or one whose deactivation day has come in the time zone of the instance, is signed in nowhere. */
export const personIsActive = sql.raw<boolean>(PERSON_IS_ACTIVE);

export function settingsOf(row: SignedInRow): InstanceSettings {
  return {
    id: row.instance_id,
    name: row.instance_name,
    domain: row.domain,
    timeZone: row.time_zone,
    currency: row.currency,
    pricedCoursesNeedAssignment: row.priced_courses_need_assignment,
  };
}

export function personOf(row: SignedInRow): Person {
  return {
    id: row.id,
    firstName: row.first_name,
    lastName: row.last_name,
    email: row.email,
    role: row.role as Role,
    isPrimary: row.is_primary || row.role === "super_admin",
    language: row.language,
    platformUserId: row.platform_user_id,
    branches: row.branches,
    ledGroupIds: row.led_group_ids,
  };
}

const INSTANCE_CACHE_MS = 10_000;
const idsByDatabase = new WeakMap<Database, Map<string, { id: number; until: number }>>();

/**
 * The instance behind a label. Remembered for ten seconds: whether it is active is read with each request all the same.
 */
export async function instanceIdOf(database: Database, label: string): Promise<number | null> {
  const known = idsByDatabase.get(database) ?? new Map<string, { id: number; until: number }>();
  idsByDatabase.set(database, known);
  const hit = known.get(label);
  if (hit && hit.until > Date.now()) return hit.id;
  const { rows } = await database.pool.query<{ id: number }>({
    name: "instance_by_domain",
    text: "SELECT id FROM instances WHERE domain = $1 AND deleted_at IS NULL AND NOT is_platform",
    values: [label],
  });
  const id = rows[0]?.id ?? null;
  if (known.size > 10_000) known.clear();
  if (id !== null) known.set(label, { id, until: Date.now() + INSTANCE_CACHE_MS });
  return id;
}

/** Forgets which instance is behind which label, on this server at once and on others within ten seconds. */
export function forgetInstanceIds(database: Database): void {
  idsByDatabase.delete(database);
}

/** The reserved instance that the platform's own people belong to (decision 6). */
export async function platformInstanceId(database: Database): Promise<number> {
  const { rows } = await database.pool.query<{ id: number }>({
    name: "platform_instance",
    text: "SELECT id FROM instances WHERE is_platform",
  });
  return rows[0]!.id;
}

/** The instance a token or code names, or null when it is not of our making. */
export function instanceOf(token: string): number | null {
  const match = /^([1-9]\d{0,9})\.[\w-]{43}$/.exec(token);
  return match ? Number(match[1]) : null;
}

/** A token whose hash is stored; the instance in front says where to look it up and gives no right. */
export function newToken(instanceId: number): string {
  return `${instanceId}.${randomBytes(32).toString("base64url")}`;
}

/** What is stored of a token. */
export function hash(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}
