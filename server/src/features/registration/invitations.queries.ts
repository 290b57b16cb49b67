import { createHash } from "node:crypto";
import { type RawBuilder, sql } from "kysely";
import type { Reach } from "../../access/actor.ts";
import { toLikePattern } from "../../db/like.ts";
import { limitAndOffset, orderBy, type PageOptions } from "../../db/page.ts";
import type { Db } from "../../db/client.ts";

type Managing = Reach<"registration.manage">;

export interface NewInvitation {
  name: string;
  branch_id: number | null;
  course_id: number | null;
  group_ids: number[];
  needs_approval: boolean;
  /** For how many days people may register by it. */
  days: number;
  most_uses: number | null;
}

export interface InvitationRow {
  id: number;
  name: string;
  created_by: string;
  created_at: Date;
  expires_at: Date;
  branch: string | null;
  course: string | null;
  groups: string[];
  needs_approval: boolean;
  most_uses: number | null;
  uses: number;
  state: "open" | "expired" | "used" | "revoked";
}

/** Returns the hash that is stored of a code. */
export const hashCode = (code: string): Buffer => createHash("sha256").update(code).digest();

export async function insertInvitation(reach: Managing, code: string, values: NewInvitation): Promise<number> {
  const { days, ...rest } = values;
  const { id } = await reach.db
    .insertInto("invitations")
    .values({
      ...rest,
      instance_id: reach.instanceId,
      code_hash: hashCode(code),
      created_by: reach.userId,
      expires_at: sql<Date>`now() + make_interval(days => ${days})`,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** Revokes an invitation. @returns its name; undefined when there is none to revoke */
export async function revoke(reach: Managing, id: number): Promise<string | undefined> {
  const row = await reach.db
    .updateTable("invitations")
    .set({ revoked_at: sql<Date>`now()` })
    .where("instance_id", "=", reach.instanceId)
    .where("id", "=", id)
    .where("revoked_at", "is", null)
    .returning("name")
    .executeTakeFirst();
  return row?.name;
}

const SORTS = { created: ["i.id"], name: ["i.name COLLATE people"], expires: ["i.expires_at"], uses: ["i.uses"] };

export async function listInvitations(reach: Managing, options: PageOptions): Promise<InvitationRow[]> {
  const { rows } = await sql<InvitationRow>`
    SELECT i.id, i.name, u.first_name || ' ' || u.last_name AS created_by, i.created_at, i.expires_at,
      b.name AS branch, c.title AS course, i.needs_approval, i.most_uses, i.uses,
      ${groupNames(reach.instanceId)} AS groups,
      CASE WHEN i.revoked_at IS NOT NULL THEN 'revoked' WHEN i.expires_at <= now() THEN 'expired'
        WHEN i.uses >= i.most_uses THEN 'used' ELSE 'open' END AS state
    ${from(reach, options)}
    ORDER BY ${orderBy(options.sort ? options : { ...options, sort: "-created" }, SORTS, "i.id")} ${limitAndOffset(options)}`.execute(
    reach.db,
  );
  return rows;
}

export async function countInvitations(reach: Managing, options: PageOptions): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    SELECT count(*)::integer AS total ${from(reach, options)}`.execute(reach.db);
  return rows[0]!.total;
}

function from(reach: Managing, { search }: PageOptions): RawBuilder<unknown> {
  const pattern = toLikePattern(search);
  return sql`
    FROM invitations i
    JOIN users u ON u.instance_id = i.instance_id AND u.id = i.created_by
    LEFT JOIN branches b ON b.instance_id = i.instance_id AND b.id = i.branch_id
    LEFT JOIN courses c ON c.instance_id = i.instance_id AND c.id = i.course_id
    WHERE i.instance_id = ${reach.instanceId} ${pattern === null ? sql`` : sql`AND i.name ILIKE ${pattern}`}`;
}

/** The names of the groups of a row `i` that exist. */
const groupNames = (instanceId: number) => sql`coalesce((
  SELECT json_agg(g.name ORDER BY g.name COLLATE people) FROM groups g
  WHERE g.instance_id = ${instanceId} AND g.id = ANY (i.group_ids) AND g.deleted_at IS NULL), '[]')`;

/** What an invitation or an open site offers. */
export interface OfferRow {
  id: number;
  /** Who invites; null for an open site. */
  inviter: string | null;
  inviter_id: number;
  branch_id: number | null;
  branch: string | null;
  branch_url: string | null;
  course_id: number | null;
  course: string | null;
  group_ids: number[];
  groups: string[];
  needs_approval: boolean;
  domains: string[];
}

/** Finds an invitation that can still be used, by its code. */
export async function findByCode(db: Db, instanceId: number, code: string): Promise<OfferRow | undefined> {
  const { rows } = await sql<OfferRow>`
    ${selectOffer(instanceId, "invitations")} AND i.code_hash = ${hashCode(code)} AND i.revoked_at IS NULL
      AND i.expires_at > now() AND (i.most_uses IS NULL OR i.uses < i.most_uses)`.execute(db);
  return rows[0];
}

/** Finds an invitation by its id, whether or not it can still be used. */
export async function findInvitation(db: Db, instanceId: number, id: number): Promise<OfferRow | undefined> {
  const { rows } = await sql<OfferRow>`${selectOffer(instanceId, "invitations")} AND i.id = ${id}`.execute(db);
  return rows[0];
}

/** Finds what the main site or a branch offers to everybody. */
export async function findOpenSite(db: Db, instanceId: number, branchId: number | null): Promise<OfferRow | undefined> {
  const { rows } = await sql<OfferRow>`
    ${selectOffer(instanceId, "registration_sites")} AND i.branch_id IS NOT DISTINCT FROM ${branchId}`.execute(db);
  return rows[0];
}

function selectOffer(instanceId: number, table: "invitations" | "registration_sites"): RawBuilder<unknown> {
  const isInvitation = table === "invitations";
  const course = isInvitation ? sql`i.course_id` : sql`NULL::integer`;
  return sql`
    SELECT i.id, u.first_name || ' ' || u.last_name AS inviter, u.id AS inviter_id,
      b.id AS branch_id, b.name AS branch, b.url AS branch_url, c.id AS course_id, c.title AS course,
      i.needs_approval, ${isInvitation ? sql`'{}'::text[]` : sql`i.domains`} AS domains,
      i.group_ids, ${groupNames(instanceId)} AS groups
    FROM ${sql.table(table)} i
    JOIN users u ON u.instance_id = i.instance_id AND u.id = ${sql.ref(isInvitation ? "i.created_by" : "i.opened_by")}
    LEFT JOIN branches b ON b.instance_id = i.instance_id AND b.id = i.branch_id AND b.deleted_at IS NULL
    LEFT JOIN courses c ON c.instance_id = i.instance_id AND c.id = ${course} AND c.deleted_at IS NULL
    WHERE i.instance_id = ${instanceId} AND (i.branch_id IS NULL OR b.id IS NOT NULL)`;
}

/**
 * Uses an invitation once more. The condition is checked on the locked row, so that parallel registrations never exceed
 * the number of uses. @returns whether there was a use left
 */
export async function takeUse(db: Db, instanceId: number, id: number): Promise<boolean> {
  const { rows } = await sql`
    UPDATE invitations SET uses = uses + 1
    WHERE instance_id = ${instanceId} AND id = ${id} AND revoked_at IS NULL AND (most_uses IS NULL OR uses < most_uses)
    RETURNING id`.execute(db);
  return rows.length > 0;
}

/** Gives a use back, when its registration is refused. */
export async function giveUseBack(db: Db, instanceId: number, id: number): Promise<void> {
  await sql`
    UPDATE invitations SET uses = uses - 1 WHERE instance_id = ${instanceId} AND id = ${id} AND uses > 0`.execute(db);
}

/** Finds a branch that exists. */
export function findBranchPlace(db: Db, instanceId: number, id: number) {
  return db
    .selectFrom("branches")
    .where("instance_id", "=", instanceId)
    .where("id", "=", id)
    .where("deleted_at", "is", null)
    .select(["id", "name", "url"])
    .executeTakeFirst();
}
