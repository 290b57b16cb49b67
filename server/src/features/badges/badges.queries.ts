import { type RawBuilder, sql } from "kysely";
import type { Reach } from "../../access/actor.ts";
import { courseInScope, pathInScope, rowIsOwn, userInScope } from "../../access/scope.ts";
import { toLikePattern } from "../../db/like.ts";
import { limitAndOffset, orderBy, type PageOptions } from "../../db/page.ts";
import { HOLDER } from "./awards.queries.ts";

type Managing = Reach<"badge.manage">;

export interface BadgeFields {
  name: string;
  description: string;
  criteria: string;
  /** Completing this course or learning path gives the badge. */
  course_id: number | null;
  path_id: number | null;
}

export interface BadgeRow extends BadgeFields {
  id: number;
  branch_id: number | null;
  owning_branch: string | null;
  picture_key: string | null;
  course_title: string | null;
  path_title: string | null;
  version: number;
  /** How many people have it. */
  awarded: number;
  /** Whether the caller may change it, and not only award it. */
  may_edit: boolean;
}

const SORTS = { name: ["b.name COLLATE people"], awarded: ["awarded"], changed: ["b.updated_at"] };

const columns = (reach: Managing) => sql`b.id, b.branch_id, s.name AS owning_branch, b.name, b.description, b.criteria,
  b.picture_key, b.course_id, c.title AS course_title, b.path_id, l.title AS path_title, b.version,
  ${rowIsOwn(reach, "b.branch_id")} AS may_edit,
  (SELECT count(*) FROM badge_awards a ${HOLDER}
    WHERE a.instance_id = b.instance_id AND a.badge_id = b.id AND a.revoked_at IS NULL
    AND ${userInScope(reach, "a.user_id")}) AS awarded`;

const FROM = sql`badges b
  LEFT JOIN branches s ON s.instance_id = b.instance_id AND s.id = b.branch_id
  LEFT JOIN courses c ON c.instance_id = b.instance_id AND c.id = b.course_id AND c.deleted_at IS NULL
  LEFT JOIN learning_paths l ON l.instance_id = b.instance_id AND l.id = b.path_id AND l.deleted_at IS NULL`;

/** Limits a query to the badges of the main site, and to those that the branches of a reach own. */
const ofReach = ({ instanceId, branchIds }: Managing): RawBuilder<boolean> =>
  sql`(b.instance_id = ${instanceId} AND b.deleted_at IS NULL
    AND ${branchIds === null ? sql`true` : sql`(b.branch_id IS NULL OR b.branch_id = ANY (${branchIds}::integer[]))`})`;

const isListed = (reach: Managing, search: PageOptions["search"]): RawBuilder<boolean> => {
  const pattern = toLikePattern(search);
  return pattern === null ? ofReach(reach) : sql`(${ofReach(reach)} AND b.name ILIKE ${pattern})`;
};

export async function listBadges(reach: Managing, options: PageOptions): Promise<BadgeRow[]> {
  const { rows } = await sql<BadgeRow>`
    SELECT ${columns(reach)} FROM ${FROM} WHERE ${isListed(reach, options.search)}
    ORDER BY ${orderBy(options, SORTS, "b.id")} ${limitAndOffset(options)}`.execute(reach.db);
  return rows;
}

export async function countBadges(reach: Managing, search: PageOptions["search"]): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    SELECT count(*) AS total FROM badges b WHERE ${isListed(reach, search)}`.execute(reach.db);
  return rows[0]!.total;
}

/** Finds a badge, and locks it for a change. */
export async function findBadge(reach: Managing, id: number, { lock = false } = {}): Promise<BadgeRow | undefined> {
  const { rows } = await sql<BadgeRow>`
    SELECT ${columns(reach)} FROM ${FROM} WHERE ${ofReach(reach)} AND b.id = ${id}
    ${lock ? sql`FOR NO KEY UPDATE OF b` : sql``}`.execute(reach.db);
  return rows[0];
}

/** Tells whether a course or learning path exists in the reach. */
export async function isKnown(reach: Managing, { course_id, path_id }: BadgeFields): Promise<boolean> {
  const known =
    course_id !== null
      ? sql`SELECT FROM courses c WHERE c.instance_id = ${reach.instanceId} AND c.id = ${course_id} AND c.deleted_at IS NULL AND ${courseInScope(reach, "c.id")}`
      : sql`SELECT FROM learning_paths l WHERE l.instance_id = ${reach.instanceId} AND l.id = ${path_id} AND l.deleted_at IS NULL AND ${pathInScope(reach, "l")}`;
  const { rows } = await sql<{ known: boolean }>`SELECT EXISTS (${known}) AS known`.execute(reach.db);
  return rows[0]!.known;
}

export async function insertBadge(
  reach: Managing,
  fields: BadgeFields & { branch_id: number | null; picture_key: string | null },
): Promise<number> {
  const { id } = await reach.db
    .insertInto("badges")
    .values({ ...fields, instance_id: reach.instanceId })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

export async function updateBadge(
  reach: Managing,
  id: number,
  fields: BadgeFields & { picture_key: string | null },
): Promise<void> {
  await reach.db
    .updateTable("badges")
    .set({ ...fields, version: sql<number>`version + 1`, updated_at: sql<Date>`now()` })
    .where("instance_id", "=", reach.instanceId)
    .where("id", "=", id)
    .execute();
}

export async function markDeleted(reach: Managing, id: number): Promise<void> {
  await reach.db
    .updateTable("badges")
    .set({ deleted_at: sql<Date>`now()` })
    .where("instance_id", "=", reach.instanceId)
    .where("id", "=", id)
    .execute();
}
