import { type RawBuilder, sql } from "kysely";
import type { Reach } from "../../access/actor.ts";
import { toLikePattern } from "../../db/like.ts";
import { orderBy, type PageOptions, limitAndOffset } from "../../db/page.ts";

type Creating = Reach<"category.create">;
type Managing = Reach<"category.manage">;
type Restoring = Reach<"deleted.restore">;

export interface CategoryRow {
  id: number;
  name: string;
  parent_id: number | null;
  image_key: string | null;
}

export interface ListedCategory extends CategoryRow {
  parent_name: string | null;
  /** The number of its ancestors. */
  depth: number;
}

const SORTS = {
  tree: ["t.path COLLATE people"],
  name: ["t.name COLLATE people"],
  parent: ["t.parent_name COLLATE people"],
};

/** Lists a page of the categories that the caller may change, each below its parent by default. */
export async function getPageOfCategories(reach: Managing, options: PageOptions): Promise<ListedCategory[]> {
  const { rows } = await sql<ListedCategory>`
    WITH RECURSIVE managed AS (
      SELECT k.id, k.name, k.parent_id, k.image_key FROM categories k
      WHERE k.instance_id = ${reach.instanceId} AND k.deleted_at IS NULL AND ${isOwn(reach)}
    ), tree AS (
      SELECT m.*, 0 AS depth, ARRAY[m.name, m.id::text] AS path FROM managed m
      WHERE m.parent_id IS NULL OR m.parent_id NOT IN (SELECT id FROM managed)
      UNION ALL
      SELECT m.*, tree.depth + 1, tree.path || ARRAY[m.name, m.id::text] FROM managed m JOIN tree ON tree.id = m.parent_id
    ), t AS (
      SELECT tree.*, parent.name AS parent_name FROM tree
      LEFT JOIN categories parent ON parent.instance_id = ${reach.instanceId} AND parent.id = tree.parent_id AND parent.deleted_at IS NULL
    )
    SELECT t.id, t.name, t.parent_id, t.image_key, t.parent_name, t.depth FROM t
    WHERE ${searched(sql.ref("t.name"), options.search)}
    ORDER BY ${orderBy(options, SORTS, "t.id")} ${limitAndOffset(options)}`.execute(reach.db);
  return rows;
}

export async function countCategories(reach: Managing, search: PageOptions["search"]): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    SELECT count(*) AS total FROM categories k
    WHERE k.instance_id = ${reach.instanceId} AND k.deleted_at IS NULL AND ${isOwn(reach)}
      AND ${searched(sql.ref("k.name"), search)}`.execute(reach.db);
  return rows[0]!.total;
}

/** Locks the tree of the instance: two concurrent moves could otherwise create a cycle. */
export async function lockTree({ db, instanceId }: Creating | Managing | Restoring): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(727004, ${instanceId})`.execute(db);
}

/** Finds a category that may be a parent in this reach. */
export async function findParent(reach: Creating | Managing | Restoring, id: number): Promise<CategoryRow | undefined> {
  const seen = reach.branchIds === null ? sql`true` : sql`(NOT k.is_limited OR ${isOwn(reach)})`;
  const { rows } = await sql<CategoryRow>`
    SELECT k.id, k.name, k.parent_id, k.image_key FROM categories k
    WHERE k.instance_id = ${reach.instanceId} AND k.id = ${id} AND k.deleted_at IS NULL AND ${seen}`.execute(reach.db);
  return rows[0];
}

/** Finds a category that may be changed in this reach. */
export async function findOwn(reach: Managing, id: number): Promise<CategoryRow | undefined> {
  const { rows } = await sql<CategoryRow>`
    SELECT k.id, k.name, k.parent_id, k.image_key FROM categories k
    WHERE k.instance_id = ${reach.instanceId} AND k.id = ${id} AND k.deleted_at IS NULL AND ${isOwn(reach)}`.execute(
    reach.db,
  );
  return rows[0];
}

/** Returns whether `id` is `below` or one of its ancestors. */
export async function isAbove(reach: Managing, id: number, below: number): Promise<boolean> {
  const { rows } = await sql`
    WITH RECURSIVE above AS (
      SELECT k.id, k.parent_id FROM categories k WHERE k.instance_id = ${reach.instanceId} AND k.id = ${below}
      UNION
      SELECT k.id, k.parent_id FROM categories k JOIN above ON above.parent_id = k.id WHERE k.instance_id = ${reach.instanceId}
    ) SELECT FROM above WHERE id = ${id}`.execute(reach.db);
  return rows.length > 0;
}

/** Returns whether another category under the same parent has the name, ignoring case. */
export async function isTaken(
  reach: Creating | Managing | Restoring,
  name: string,
  parentId: number | null,
  exceptId: number | null,
): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM categories WHERE instance_id = ${reach.instanceId} AND deleted_at IS NULL
      AND coalesce(parent_id, 0) = ${parentId ?? 0} AND lower(name) = lower(${name}) AND id <> ${exceptId ?? 0}`.execute(
    reach.db,
  );
  return rows.length > 0;
}

export interface CategoryFields {
  name: string;
  parent_id: number | null;
  image_key: string | null;
}

export function insertCategory(reach: Creating, fields: CategoryFields): Promise<CategoryRow> {
  return reach.db
    .insertInto("categories")
    .values({ ...fields, instance_id: reach.instanceId })
    .returning(["id", "name", "parent_id", "image_key"])
    .executeTakeFirstOrThrow();
}

export async function updateCategory(reach: Managing, id: number, fields: CategoryFields): Promise<void> {
  await reach.db
    .updateTable("categories")
    .set(fields)
    .where("instance_id", "=", reach.instanceId)
    .where("id", "=", id)
    .execute();
}

/** Finds the name of a child of `id` that is taken one level up; undefined when all of them can be moved up. */
export async function findClash(reach: Managing, { id, parent_id }: CategoryRow): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    SELECT child.name FROM categories child
    JOIN categories other ON other.instance_id = child.instance_id AND other.deleted_at IS NULL
      AND coalesce(other.parent_id, 0) = ${parent_id ?? 0} AND lower(other.name) = lower(child.name) AND other.id <> ${id}
    WHERE child.instance_id = ${reach.instanceId} AND child.parent_id = ${id} AND child.deleted_at IS NULL
    ORDER BY child.name LIMIT 1`.execute(reach.db);
  return rows[0]?.name;
}

/** Finds the name of a child that may not be changed in this reach; undefined when there is none. */
export async function findForeignChild(reach: Managing, id: number): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    SELECT k.name FROM categories k
    WHERE k.instance_id = ${reach.instanceId} AND k.parent_id = ${id} AND k.deleted_at IS NULL AND NOT ${isOwn(reach)}
    ORDER BY k.id LIMIT 1`.execute(reach.db);
  return rows[0]?.name;
}

/** Deletes a category and moves its children one level up; returns their names. */
export async function deleteAndLift(reach: Managing, { id, parent_id }: CategoryRow): Promise<string[]> {
  await sql`
    UPDATE categories SET deleted_at = now() WHERE instance_id = ${reach.instanceId} AND id = ${id}`.execute(reach.db);
  const { rows } = await sql<{ name: string }>`
    UPDATE categories SET parent_id = ${parent_id}::integer
    WHERE instance_id = ${reach.instanceId} AND parent_id = ${id} AND deleted_at IS NULL RETURNING name`.execute(
    reach.db,
  );
  return rows.map(({ name }) => name);
}

export interface Place {
  id: number;
  name: string;
}

/** Lists the branches and groups that a category is limited to. */
export async function listPlaces(reach: Managing, id: number): Promise<{ branches: Place[]; groups: Place[] }> {
  const { rows: branches } = await sql<Place>`
    SELECT b.id, b.name FROM category_branches cb
    JOIN branches b ON b.instance_id = cb.instance_id AND b.id = cb.branch_id AND b.deleted_at IS NULL
    WHERE cb.instance_id = ${reach.instanceId} AND cb.category_id = ${id} ORDER BY b.name COLLATE people`.execute(
    reach.db,
  );
  const { rows: groups } = await sql<Place>`
    SELECT g.id, g.name FROM category_groups cg
    JOIN groups g ON g.instance_id = cg.instance_id AND g.id = cg.group_id AND g.deleted_at IS NULL
    WHERE cg.instance_id = ${reach.instanceId} AND cg.category_id = ${id} ORDER BY g.name COLLATE people`.execute(
    reach.db,
  );
  return { branches, groups };
}

/** Counts these branches and groups within the reach. */
export async function countPlaces(
  reach: Creating | Managing,
  branchIds: readonly number[],
  groupIds: readonly number[],
): Promise<{ branches: number; groups: number }> {
  const own = (column: string) =>
    reach.branchIds === null ? sql`true` : sql`${sql.ref(column)} = ANY (${reach.branchIds})`;
  const { rows } = await sql<{ branches: number; groups: number }>`
    SELECT
      (SELECT count(*) FROM branches b WHERE b.instance_id = ${reach.instanceId} AND b.deleted_at IS NULL
        AND b.id = ANY (${[...branchIds]}::integer[]) AND ${own("b.id")}) AS branches,
      (SELECT count(*) FROM groups g WHERE g.instance_id = ${reach.instanceId} AND g.deleted_at IS NULL
        AND g.id = ANY (${[...groupIds]}::integer[]) AND ${own("g.branch_id")}) AS groups`.execute(reach.db);
  return rows[0]!;
}

/** Limits a category to these branches and groups; without any it is visible everywhere. */
export async function replacePlaces(
  reach: Creating | Managing,
  id: number,
  branchIds: readonly number[],
  groupIds: readonly number[],
): Promise<void> {
  const of = sql`instance_id = ${reach.instanceId} AND category_id = ${id}`;
  await sql`DELETE FROM category_branches WHERE ${of}`.execute(reach.db);
  await sql`DELETE FROM category_groups WHERE ${of}`.execute(reach.db);
  await sql`
    INSERT INTO category_branches (instance_id, category_id, branch_id)
    SELECT ${reach.instanceId}, ${id}, unnest(${[...branchIds]}::integer[])
    RETURNING branch_id`.execute(reach.db);
  await sql`
    INSERT INTO category_groups (instance_id, category_id, group_id)
    SELECT ${reach.instanceId}, ${id}, unnest(${[...groupIds]}::integer[])
    RETURNING group_id`.execute(reach.db);
  await sql`
    UPDATE categories SET is_limited = ${branchIds.length + groupIds.length > 0}
    WHERE instance_id = ${reach.instanceId} AND id = ${id}`.execute(reach.db);
}

/** On the main site every category may be changed; in a branch those that belong to it alone. */
function isOwn(reach: Reach): RawBuilder<boolean> {
  if (reach.branchIds === null) return sql`true`;
  return sql`(k.is_limited
    AND NOT EXISTS (SELECT FROM category_branches cb
      WHERE cb.instance_id = ${reach.instanceId} AND cb.category_id = k.id AND cb.branch_id <> ALL (${reach.branchIds}))
    AND NOT EXISTS (SELECT FROM category_groups cg JOIN groups g ON g.instance_id = cg.instance_id AND g.id = cg.group_id
      WHERE cg.instance_id = ${reach.instanceId} AND cg.category_id = k.id AND (g.branch_id IS NULL OR g.branch_id <> ALL (${reach.branchIds})))
    AND (EXISTS (SELECT FROM category_branches cb WHERE cb.instance_id = ${reach.instanceId} AND cb.category_id = k.id)
      OR EXISTS (SELECT FROM category_groups cg WHERE cg.instance_id = ${reach.instanceId} AND cg.category_id = k.id)))`;
}

function searched(column: RawBuilder<unknown>, search: PageOptions["search"]): RawBuilder<boolean> {
  const pattern = toLikePattern(search);
  return pattern === null ? sql`true` : sql`${column} ILIKE ${pattern}`;
}
