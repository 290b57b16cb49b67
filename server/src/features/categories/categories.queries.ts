import { sql } from "kysely";
import type { Reach } from "../../access/actor.ts";
import { courseInScope } from "../../access/scope.ts";
import { cacheQuery } from "../../db/cached-query.ts";
import type { Db } from "../../db/client.ts";

export type CategoryRow = Awaited<ReturnType<typeof listCategories>>[number];

export function listCategories(reach: Reach<"category.view">, ownBranchIds: number[]) {
  return selectCategories(reach.db, toSeen(reach, ownBranchIds)).execute();
}

/** Lists categories as the authors of some branches see them: also those of their groups and of their courses. */
export function listAuthored({ db, instanceId, userId }: Reach<"category.view">, branchIds: number[]) {
  return selectCategories(db, { instanceId, userId, seenBranchIds: branchIds })
    .select(
      sql<boolean>`(
        EXISTS (
          SELECT FROM category_groups cg JOIN groups g ON g.instance_id = cg.instance_id AND g.id = cg.group_id
          WHERE cg.instance_id = ${instanceId} AND cg.category_id = k.id AND g.branch_id = ANY (${branchIds}::integer[]))
        OR EXISTS (
          SELECT FROM course_categories cc
          JOIN courses c ON c.instance_id = cc.instance_id AND c.id = cc.course_id AND c.deleted_at IS NULL
          WHERE cc.instance_id = ${instanceId} AND cc.category_id = k.id AND ${courseInScope({ instanceId, branchIds }, "c.id")})
      )`.as("is_authored"),
    )
    .execute();
}

/** Lists categories with whether catalogue courses are directly in each. */
export function listFilled(reach: Reach<"category.view">, ownBranchIds: number[]) {
  const { db, branchIds } = reach;
  return selectFilled(db, { ...toSeen(reach, ownBranchIds), branchIds }, branchIds === null ? "whole" : "branches");
}

/** Whose view of the categories is read: the current branch, otherwise the user's own, count. */
interface Seen {
  instanceId: number;
  userId: number;
  seenBranchIds: number[];
}

const toSeen = ({ instanceId, userId, branchIds }: Reach, ownBranchIds: number[]): Seen => ({
  instanceId,
  userId,
  seenBranchIds: branchIds ?? ownBranchIds,
});

const selectFilled = cacheQuery((db, given: Seen & { branchIds: number[] | null }, scope: "whole" | "branches") =>
  selectCategories(db, given).select(
    sql<boolean>`EXISTS (
        SELECT FROM course_categories cc
        JOIN courses c ON c.instance_id = cc.instance_id AND c.id = cc.course_id
        WHERE cc.instance_id = ${given.instanceId} AND cc.category_id = k.id AND c.deleted_at IS NULL AND c.status = 'published'
          AND NOT c.hide_from_catalog AND ${scope === "whole" ? sql`true` : courseInScope(given, "c.id")})`.as(
      "has_courses",
    ),
  ),
);

/**
 * Selects every category by name. `is_shown` says whether its branches and groups let this person see it: it has none,
 * or it has the current branch (otherwise one of the person's), or one of the person's groups (P20).
 */
function selectCategories(db: Db, { instanceId, userId, seenBranchIds }: Seen) {
  return db
    .selectFrom("categories as k")
    .where("k.instance_id", "=", instanceId)
    .where("k.deleted_at", "is", null)
    .select(["k.id", "k.name", "k.parent_id", "k.image_key"])
    .select(
      sql<boolean>`(
        NOT k.is_limited AND NOT EXISTS (SELECT FROM category_branches cb WHERE cb.instance_id = ${instanceId} AND cb.category_id = k.id)
        AND NOT EXISTS (SELECT FROM category_groups cg WHERE cg.instance_id = ${instanceId} AND cg.category_id = k.id)
        OR EXISTS (
          SELECT FROM category_branches cb
          WHERE cb.instance_id = ${instanceId} AND cb.category_id = k.id AND cb.branch_id = ANY (${seenBranchIds}::integer[]))
        OR EXISTS (
          SELECT FROM category_groups cg
          JOIN group_users gu ON gu.instance_id = cg.instance_id AND gu.group_id = cg.group_id
          WHERE cg.instance_id = ${instanceId} AND cg.category_id = k.id AND gu.user_id = ${userId})
      )`.as("is_shown"),
    )
    .orderBy(sql`k.name COLLATE people`)
    .orderBy("k.id");
}

/** Lists the ids of a category and its descendants; empty when it does not exist. */
export async function listIdsBelow(reach: Reach, id: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    WITH RECURSIVE down (id, depth) AS (
      SELECT k.id, 0 FROM categories k WHERE k.instance_id = ${reach.instanceId} AND k.id = ${id} AND k.deleted_at IS NULL
      UNION ALL
      SELECT k.id, down.depth + 1
      FROM down JOIN categories k ON k.instance_id = ${reach.instanceId} AND k.parent_id = down.id AND k.deleted_at IS NULL
      WHERE down.depth < 20
    )
    SELECT id FROM down`.execute(reach.db);
  return rows.map((row) => row.id);
}
