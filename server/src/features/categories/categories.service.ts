import type { Actor, Reach } from "../../access/actor.ts";
import { NotFound } from "../../errors.ts";
import * as queries from "./categories.queries.ts";

export interface Category {
  id: number;
  name: string;
  parent_id: number | null;
  image_key: string | null;
  parent?: Category | null;
}

/**
 * Lists the categories that the caller sees: authors of the main site all of them, others the unlimited ones and those
 * of their branches and groups (P20). Authors of branches see those of their courses too. A category below a hidden one
 * is hidden too, because it could not be reached.
 */
export async function listCategories(actor: Actor, branchUrl?: string | null): Promise<Category[]> {
  const reach = await actor.reach("category.view", branchUrl);
  if (reach.ownBranchIds !== null && actor.can("course.author")) {
    const rows = await queries.listAuthored(reach, reach.ownBranchIds);
    const byId = new Map(rows.map((row) => [row.id, row]));
    return withParents(rows.filter((row) => row.is_authored || isReachable(row, byId)));
  }
  const ownBranchIds = actor.person.branches.map((branch) => branch.id);
  return visible(actor, await queries.listCategories(reach, ownBranchIds));
}

/** Lists the same categories with whether catalogue courses are directly in each. */
export async function listFilledCategories(
  actor: Actor,
  branchUrl?: string | null,
): Promise<(Category & { has_courses: boolean })[]> {
  const reach = await actor.reach("category.view", branchUrl);
  const ownBranchIds = actor.person.branches.map((branch) => branch.id);
  return visible(actor, await queries.listFilled(reach, ownBranchIds));
}

function visible<Row extends queries.CategoryRow>(actor: Actor, rows: Row[]): (Row & { parent: Row | null })[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return withParents(actor.can("course.author") ? rows : rows.filter((row) => isReachable(row, byId)));
}

/** Adds its parent to each category, if that is one of them. */
function withParents<Row extends queries.CategoryRow>(rows: Row[]): (Row & { parent: Row | null })[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return rows.map((row) => ({ ...row, parent: byId.get(row.parent_id ?? 0) ?? null }));
}

/** Returns whether a category and all its ancestors are shown. */
function isReachable(row: queries.CategoryRow, byId: Map<number, queries.CategoryRow>): boolean {
  const parent = byId.get(row.parent_id ?? 0);
  return row.is_shown && (!parent || isReachable(parent, byId));
}

/** Lists the ids of a category and its descendants. @throws NotFound */
export async function listCategoryIds(reach: Reach, id: number): Promise<number[]> {
  const ids = await queries.listIdsBelow(reach, id);
  if (ids.length === 0) throw new NotFound("Category");
  return ids;
}
