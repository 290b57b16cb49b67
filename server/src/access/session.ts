import { hash as digest, randomBytes } from "node:crypto";
import { CompiledQuery, sql } from "kysely";
import type { Database, Db } from "../db/client.ts";
import { FACTOR_COLUMNS, type FactorDue, type FactorRow, findFactorDue } from "./factor-due.ts";
import { type InstanceSettings, isActiveOn, type Person, type Visit } from "./person.ts";
import type { Role } from "./permissions.ts";

const CODE_SECONDS = 60;

/** What has to be done with a second factor before a session is good for anything. */
export interface FactorNeed {
  /** Whether the user has to show it. */
  needsFactor?: boolean;
  /** Whether an operator without one has to set it up. */
  mustSetUp?: boolean;
}

/** A one-time code that was redeemed. */
export interface Redeemed {
  userId: number;
  needsFactor: boolean;
  mustSetUp: boolean;
  /** Whether an identity provider vouched for the user. */
  isByProvider: boolean;
}

/**
 * Creates a session and returns its token `<instance>.<256 random bits>`; only the hash is stored. The instance in the
 * token says where to look it up and gives no rights.
 */
export async function openSession(
  db: Db,
  instanceId: number,
  userId: number,
  visit: Visit,
  { needsFactor = false, mustSetUp = false }: FactorNeed = {},
): Promise<string> {
  const token = createToken(instanceId);
  await db
    .insertInto("sessions")
    .values({
      instance_id: instanceId,
      token_hash: hash(token),
      user_id: userId,
      expires_at: sql<Date>`now() + (
        SELECT make_interval(hours => session_hours) FROM instances WHERE id = ${instanceId})`,
      address: visit.address,
      user_agent: visit.userAgent.slice(0, 300),
      needs_factor: needsFactor,
      must_set_up: mustSetUp,
    })
    .execute();
  return token;
}

/** Ends one session; an unknown token is no error. */
export async function closeSession(db: Db, token: string): Promise<void> {
  const instanceId = readInstanceId(token);
  if (instanceId === null) return;
  await db.deleteFrom("sessions").where("instance_id", "=", instanceId).where("token_hash", "=", hash(token)).execute();
}

/** Creates a one-time code for `host`, valid for 60 seconds by default, that moves a sign-in to the instance's own address (P10). */
export async function issueLoginCode(
  db: Db,
  instanceId: number,
  userId: number,
  host: string,
  {
    needsFactor = false,
    mustSetUp = false,
    isByProvider = false,
    seconds = CODE_SECONDS,
  }: FactorNeed & { isByProvider?: boolean; seconds?: number } = {},
): Promise<string> {
  const code = createToken(instanceId);
  await db
    .insertInto("login_codes")
    .values({
      instance_id: instanceId,
      code_hash: hash(code),
      user_id: userId,
      host,
      needs_factor: needsFactor,
      must_set_up: mustSetUp,
      is_by_provider: isByProvider,
      expires_at: sql<Date>`now() + make_interval(secs => ${seconds})`,
    })
    .execute();
  return code;
}

/** Finds the user of a one-time code that is valid on a host, and leaves it. */
export async function findLoginCode(db: Db, instanceId: number, code: string, host: string): Promise<number | null> {
  const found = await db
    .selectFrom("login_codes")
    .where("instance_id", "=", instanceId)
    .where("code_hash", "=", hash(code))
    .where("host", "=", host)
    .where("expires_at", ">", sql<Date>`now()`)
    .select("user_id")
    .executeTakeFirst();
  return found?.user_id ?? null;
}

/** Redeems a one-time code once, on its host and in time. @returns null for any other */
export async function redeemLoginCode(
  db: Db,
  instanceId: number,
  code: string,
  host: string,
): Promise<Redeemed | null> {
  const taken = await db
    .deleteFrom("login_codes")
    .where("instance_id", "=", instanceId)
    .where("code_hash", "=", hash(code))
    .where("host", "=", host)
    .where("expires_at", ">", sql<Date>`now()`)
    .returning(["user_id", "needs_factor", "must_set_up", "is_by_provider"])
    .executeTakeFirst();
  if (!taken) return null;
  const { user_id: userId, needs_factor: needsFactor, must_set_up: mustSetUp, is_by_provider: isByProvider } = taken;
  return { userId, needsFactor, mustSetUp, isByProvider };
}

/** Moves what is stored of a sign-in by an identity provider from the code to the session that it opened. */
export async function keepProviderSession(db: Db, instanceId: number, code: string, token: string): Promise<void> {
  await db
    .updateTable("provider_sessions")
    .set({ token_hash: hash(token) })
    .where("instance_id", "=", instanceId)
    .where("token_hash", "=", hash(code))
    .execute();
}

/**
 * Finds the user of a session token on this instance, with the instance's settings, in one statement. Null for an
 * unknown token, and when the user or the instance may no longer sign in.
 */
export async function findPerson(db: Db, instanceId: number, token: string): Promise<SignedIn | null> {
  const found = await readSession(db, instanceId, token);
  if (!found) return null;
  if (found.is_used_again) await rememberUse(db, instanceId, hash(token));
  return toSignedIn(found, hash(token));
}

/** Reads the session of a token. Null for an unknown token, and when the user or the instance may no longer sign in. */
export async function readSession(db: Db, instanceId: number, token: string): Promise<SessionRow | null> {
  if (readInstanceId(token) !== instanceId) return null;
  const { rows } = await db.executeQuery<SessionRow>(CompiledQuery.raw(BY_SESSION, [instanceId, hash(token)]));
  return rows[0] ?? null;
}

/** Returns the user of a session that was read. */
export function toSignedIn(row: SessionRow, tokenHash: Buffer): SignedIn {
  return {
    person: toPerson(row),
    instance: toSettings(row),
    tokenHash,
    apiKey: null,
    termsDue: findTermsDue(row),
    ...findFactorDue(row),
  };
}

/** Stores the last use to five minutes. Of requests at the same time, one does so, and none waits. */
async function rememberUse(db: Db, instanceId: number, tokenHash: Buffer): Promise<void> {
  await sql`
    UPDATE sessions SET last_used_at = now() WHERE instance_id = ${instanceId} AND token_hash IN (
      SELECT token_hash FROM sessions WHERE instance_id = ${instanceId} AND token_hash = ${tokenHash}
      FOR UPDATE SKIP LOCKED)`.execute(db);
}

/** Returns the version of the terms of use that a user still has to accept; visitors of the platform's staff have none. */
function findTermsDue({ role, platform_user_id, required_terms, accepted_terms }: SignedInRow): number | null {
  if (required_terms === null || role === "super_admin" || platform_user_id !== null) return null;
  return (accepted_terms ?? 0) < required_terms ? required_terms : null;
}

/**
 * Finds the user for whom a job works. Null when the user or the instance may no longer sign in.
 * @param isFinishing whether the job only ends what the user began: then it is enough that they are not deleted
 */
export async function findById(
  db: Db,
  instanceId: number,
  userId: number,
  isFinishing: boolean,
): Promise<SignedIn | null> {
  const statement = isFinishing ? BY_ID_EVEN_INACTIVE : BY_ID;
  const { rows } = await db.executeQuery<SignedInRow>(CompiledQuery.raw(statement, [instanceId, userId]));
  const row = rows[0];
  return row ? { person: toPerson(row), instance: toSettings(row), tokenHash: NO_TOKEN, apiKey: null } : null;
}

export interface SignedIn {
  person: Person;
  instance: InstanceSettings;
  tokenHash: Buffer;
  /** The key that acts for the user, with the owner's role and what it is limited to; null in a session. */
  apiKey: { name: string; ownerRole: Role; scopes: readonly string[] | null } | null;
  /** The version of the terms of use that the user has to accept before anything else; only a session waits for it. */
  termsDue?: number | null;
  /** What the user has to do with a second factor before anything else; only a session waits for it. */
  factorDue?: FactorDue | null;
  /** The last day on which the user may do without the second factor that the role needs, as YYYY-MM-DD. */
  factorDueOn?: string | null;
  /** The name of the automation that acts with the user's rights. */
  automation?: string;
  /** The token for provisioning that acts for the user. */
  scim?: { tokenId: number; name: string };
  /** What opened the learning record store: credentials of a user, a user's launch of a package, or an AU's session. */
  xapi?: { key: string; name: string } | { launchId: number } | { auSession: string };
}

export interface SignedInRow {
  instance_id: number;
  instance_name: string;
  domain: string;
  time_zone: string;
  first_weekday: number;
  instance_language: string;
  currency: string;
  priced_courses_need_assignment: boolean;
  catalogue_audience: string;
  catalogue_sort: string;
  id: number;
  first_name: string;
  last_name: string;
  email: string;
  role: string;
  is_primary: boolean;
  language: string | null;
  platform_user_id: number | null;
  required_terms: number | null;
  accepted_terms: number | null;
  branches: { id: number; url: string }[];
  led_group_ids: number[];
}

export interface SessionRow extends SignedInRow, FactorRow {
  /** Whether the last use that is stored is more than five minutes old. */
  is_used_again: boolean;
}

// In two halves around the instance, which is `$1` in one statement and a value in the other.
const OPEN = [
  `(i.is_active AND (i.trial_ends_at IS NULL OR i.trial_ends_at >= (now() AT TIME ZONE i.time_zone)::date
  OR EXISTS (SELECT FROM subscriptions p WHERE p.instance_id = `,
  ` AND p.status IN ('active', 'trialing'))))`,
] as const;

export const INSTANCE_IS_OPEN = OPEN.join("$1");

const PERSON_IS_ACTIVE = isActiveOn("(now() AT TIME ZONE i.time_zone)::date");

/**
 * Returns the statement that reads a signed-in user with everything a request needs. `$1` is the instance; `source` is
 * the table with the token. The SQL is written as text: it runs with every request, and building it took longer than
 * running it.
 */
export function signedInSql(source: {
  table: string;
  userId: string;
  where: string;
  columns?: string;
  /** Whether users and instances that may not sign in are read as well; only for jobs. */
  isEvenInactive?: boolean;
}): string {
  const maySignIn = `${PERSON_IS_ACTIVE} AND (u.role = 'super_admin' OR ${INSTANCE_IS_OPEN})`;
  return `
  SELECT
    i.id AS instance_id, i.name AS instance_name, i.domain, i.time_zone, i.first_weekday, i.language AS instance_language, i.currency,
    i.priced_courses_need_assignment, i.catalogue_audience, i.catalogue_sort, i.terms_version AS required_terms, u.terms_version AS accepted_terms,
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
    ${source.isEvenInactive ? "" : `AND ${maySignIn}`}`;
}

const BY_SESSION = signedInSql({
  table: "sessions",
  userId: "user_id",
  // IS TRUE keeps the planner from the index on expiry: before the first ANALYZE it would read that index whole instead
  // of the key's.
  // A shorter time that was set meanwhile ends sessions that were opened before.
  where: `s.token_hash = $2 AND (s.expires_at > now()) IS TRUE
    AND s.created_at > now() - make_interval(hours => i.session_hours)
    AND (i.idle_minutes IS NULL OR s.last_used_at > now() - make_interval(mins => i.idle_minutes))`,
  columns: `${FACTOR_COLUMNS}, s.last_used_at < now() - interval '5 minutes' AS is_used_again`,
});

const BY_ID = signedInSql({ table: "users", userId: "id", where: "s.id = $2" });
const BY_ID_EVEN_INACTIVE = signedInSql({ table: "users", userId: "id", where: "s.id = $2", isEvenInactive: true });
const NO_TOKEN = Buffer.alloc(0);

/** Returns whether users may sign in. In an inactive instance, or one whose trial ended without a subscription, only super_admin can sign in (P5). */
export const instanceIsOpen = (instanceId: number) => sql<boolean>`${sql.raw(OPEN[0])}${instanceId}${sql.raw(OPEN[1])}`;

/** An inactive user, or one whose deactivation day has come in the instance's time zone, cannot sign in. */
export const personIsActive = sql.raw<boolean>(PERSON_IS_ACTIVE);

export function toSettings(row: SignedInRow): InstanceSettings {
  return {
    id: row.instance_id,
    name: row.instance_name,
    domain: row.domain,
    timeZone: row.time_zone,
    firstWeekday: row.first_weekday,
    language: row.instance_language,
    currency: row.currency,
    pricedCoursesNeedAssignment: row.priced_courses_need_assignment,
    catalogueAudience: row.catalogue_audience,
    catalogueSort: row.catalogue_sort,
  };
}

export function toPerson(row: SignedInRow): Person {
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

/** Finds the instance of a label. Cached for ten seconds; whether the instance is active is read with each request. */
export async function findInstanceId(database: Database, label: string): Promise<number | null> {
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

/** Clears the cache of instance labels of this process. Called after the commit. */
export function forgetInstanceIds(database: Database): void {
  idsByDatabase.delete(database);
}

/** Returns the reserved instance of the platform's operators (P6). */
export async function platformInstanceId(database: Database): Promise<number> {
  const { rows } = await database.pool.query<{ id: number }>({
    name: "platform_instance",
    text: "SELECT id FROM instances WHERE is_platform",
  });
  return rows[0]!.id;
}

/** Returns the instance that a token or code names, or null for a token of another form. */
export function readInstanceId(token: string): number | null {
  const match = /^([1-9]\d{0,9})\.[\w-]{43}$/.exec(token);
  return match ? Number(match[1]) : null;
}

/** Creates a token. The instance in it says where to look up its hash and gives no rights. */
export function createToken(instanceId: number): string {
  return `${instanceId}.${randomBytes(32).toString("base64url")}`;
}

/** Returns the hash that is stored of a token. */
export function hash(token: string): Buffer {
  return digest("sha256", token, "buffer");
}
