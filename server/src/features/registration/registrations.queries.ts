import { type RawBuilder, sql } from "kysely";
import type { Reach } from "../../access/actor.ts";
import { userIsActive } from "../../access/scope.ts";
import type { Db } from "../../db/client.ts";
import { toLikePattern } from "../../db/like.ts";
import { limitAndOffset, orderBy, type PageOptions } from "../../db/page.ts";

type Managing = Reach<"registration.manage">;

export interface RegistrationRow {
  id: number;
  state: "unconfirmed" | "waiting" | "refused";
  first_name: string;
  last_name: string;
  email: string;
  language: string;
  invitation_id: number | null;
  branch_id: number | null;
  terms_version: number | null;
  password_hash: string | null;
}

const COLUMNS = [
  "id",
  "state",
  "first_name",
  "last_name",
  "email",
  "language",
  "invitation_id",
  "branch_id",
  "terms_version",
  "password_hash",
] as const;

/** How long a link that confirms an address works. */
export const CONFIRM_HOURS = 24;
/** How long refused registrations can still be approved. */
const REFUSED_DAYS = 30;

export type NewRegistration = Omit<RegistrationRow, "id" | "state" | "password_hash">;

/** Stores a registration, in the place of an earlier one of the address that was not confirmed. @returns its id */
export async function putRegistration(db: Db, instanceId: number, values: NewRegistration): Promise<number> {
  await db
    .deleteFrom("registrations")
    .where("instance_id", "=", instanceId)
    .where("state", "=", "unconfirmed")
    .where((eb) => eb(eb.fn("lower", ["email"]), "=", values.email.toLowerCase()))
    .execute();
  const { rows } = await sql<{ id: number }>`
    INSERT INTO registrations (instance_id, first_name, last_name, email, language, invitation_id, branch_id, terms_version)
    VALUES (${instanceId}, ${values.first_name}, ${values.last_name}, ${values.email}, ${values.language},
      ${values.invitation_id}, ${values.branch_id}, ${values.terms_version})
    ON CONFLICT (instance_id, lower(email), state) DO UPDATE SET first_name = excluded.first_name
    RETURNING id`.execute(db);
  return rows[0]!.id;
}

export async function findRegistration(db: Db, instanceId: number, id: number): Promise<RegistrationRow | undefined> {
  const row = await db
    .selectFrom("registrations")
    .where("instance_id", "=", instanceId)
    .where("id", "=", id)
    .select(COLUMNS)
    .executeTakeFirst();
  return row as RegistrationRow | undefined;
}

/** Tells whether a user, or a registration that waits for approval, has an address. */
export async function isKnown(db: Db, instanceId: number, email: string): Promise<"user" | "waiting" | null> {
  const { rows } = await sql<{ known: "user" | "waiting" | null }>`
    SELECT CASE
      WHEN EXISTS (SELECT FROM users u WHERE u.instance_id = ${instanceId} AND lower(u.email) = lower(${email})
        AND u.deleted_at IS NULL AND u.platform_user_id IS NULL) THEN 'user'
      WHEN EXISTS (SELECT FROM registrations r WHERE r.instance_id = ${instanceId} AND lower(r.email) = lower(${email})
        AND r.state = 'waiting') THEN 'waiting' END AS known`.execute(db);
  return rows[0]!.known;
}

/** Replaces the token of a registration that is not confirmed; links of earlier mails end. */
export async function setToken(db: Db, instanceId: number, id: number, tokenHash: Buffer): Promise<void> {
  await db
    .updateTable("registrations")
    .set({ token_hash: tokenHash })
    .where("instance_id", "=", instanceId)
    .where("id", "=", id)
    .where("state", "=", "unconfirmed")
    .execute();
}

/** Finds the registration of a link that still works, and locks it if asked. */
export async function findByToken(
  db: Db,
  instanceId: number,
  { email, tokenHash }: { email: string; tokenHash: Buffer },
  { lock = false } = {},
): Promise<RegistrationRow | undefined> {
  const row = await db
    .selectFrom("registrations")
    .where("instance_id", "=", instanceId)
    .where("state", "=", "unconfirmed")
    .where("token_hash", "=", tokenHash)
    .where((eb) => eb(eb.fn("lower", ["email"]), "=", email.toLowerCase()))
    .where("created_at", ">", sql<Date>`now() - make_interval(hours => ${CONFIRM_HOURS})`)
    .select(COLUMNS)
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst();
  return row as RegistrationRow | undefined;
}

/** Lets a confirmed registration wait for approval; the link works no more. */
export async function letWait(db: Db, instanceId: number, id: number, passwordHash: string): Promise<void> {
  await db
    .updateTable("registrations")
    .set({ state: "waiting", password_hash: passwordHash, token_hash: null, confirmed_at: sql<Date>`now()` })
    .where("instance_id", "=", instanceId)
    .where("id", "=", id)
    .execute();
}

export async function deleteRegistration(db: Db, instanceId: number, id: number): Promise<void> {
  await db.deleteFrom("registrations").where("instance_id", "=", instanceId).where("id", "=", id).execute();
}

/** Locks confirmed registrations in the order of their ids. */
export async function lockConfirmed(reach: Managing, ids: readonly number[]): Promise<RegistrationRow[]> {
  const rows = await reach.db
    .selectFrom("registrations")
    .where("instance_id", "=", reach.instanceId)
    .where((eb) => eb("id", "=", eb.fn.any(eb.val([...ids]))))
    .where("state", "<>", "unconfirmed")
    .select(COLUMNS)
    .orderBy("id")
    .forUpdate()
    .execute();
  return rows as RegistrationRow[];
}

/** Marks a registration as refused, in the place of an earlier one of the address. */
export async function refuse(reach: Managing, { id, email }: RegistrationRow): Promise<void> {
  await sql`
    DELETE FROM registrations
    WHERE instance_id = ${reach.instanceId} AND lower(email) = lower(${email}) AND state = 'refused'`.execute(reach.db);
  await sql`
    UPDATE registrations SET state = 'refused', decided_at = now()
    WHERE instance_id = ${reach.instanceId} AND id = ${id}`.execute(reach.db);
}

export interface WaitingRow {
  id: number;
  state: string;
  first_name: string;
  last_name: string;
  email: string;
  confirmed_at: Date;
  branch: string | null;
  invitation: string | null;
}

export interface WaitingOptions extends PageOptions {
  state: "waiting" | "refused";
}

const SORTS = {
  confirmed: ["r.confirmed_at"],
  name: ["r.last_name COLLATE people", "r.first_name COLLATE people"],
  email: ["r.email"],
};

export async function listConfirmed(reach: Managing, options: WaitingOptions): Promise<WaitingRow[]> {
  const { rows } = await sql<WaitingRow>`
    SELECT r.id, r.state, r.first_name, r.last_name, r.email, r.confirmed_at, b.name AS branch, i.name AS invitation
    ${from(reach, options)}
    ORDER BY ${orderBy(options, SORTS, "r.id")} ${limitAndOffset(options)}`.execute(reach.db);
  return rows;
}

export async function countConfirmed(reach: Managing, options: WaitingOptions): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    SELECT count(*)::integer AS total ${from(reach, options)}`.execute(reach.db);
  return rows[0]!.total;
}

function from(reach: Managing, { state, search }: WaitingOptions): RawBuilder<unknown> {
  const pattern = toLikePattern(search);
  return sql`
    FROM registrations r
    LEFT JOIN branches b ON b.instance_id = r.instance_id AND b.id = r.branch_id
    LEFT JOIN invitations i ON i.instance_id = r.instance_id AND i.id = r.invitation_id
    WHERE r.instance_id = ${reach.instanceId} AND r.state = ${state}
      ${pattern === null ? sql`` : sql`AND (r.first_name || ' ' || r.last_name || ' ' || r.email) ILIKE ${pattern}`}`;
}

/** Lists the active admins who decide about registrations. */
export async function listDeciders(db: Db, instanceId: number): Promise<number[]> {
  const rows = await db
    .selectFrom("users as u")
    .where("u.instance_id", "=", instanceId)
    .where("u.role", "=", "admin")
    .where(userIsActive)
    .where("u.is_primary", "=", true)
    .where("u.deleted_at", "is", null)
    .where("u.platform_user_id", "is", null)
    .select("u.id")
    .execute();
  return rows.map(({ id }) => id);
}

/** Deletes registrations that nobody confirmed or approved in time. */
export async function deleteOld(db: Db, instanceId: number): Promise<void> {
  await sql`
    DELETE FROM registrations WHERE instance_id = ${instanceId} AND (
      state = 'unconfirmed' AND created_at < now() - make_interval(hours => ${CONFIRM_HOURS})
      OR state = 'refused' AND decided_at < now() - make_interval(days => ${REFUSED_DAYS}))`.execute(db);
}
