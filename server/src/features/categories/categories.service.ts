import type { Actor } from "../../access/actor.ts";
import * as queries from "./categories.queries.ts";

export interface Category {
  id: number;
  name: string;
  parent_id: number | null;
  image_key: string | null;
  parent?: Category | null;
}

/**
 * The categories one may see: authors all of them, others those that are everywhere or theirs (decision 20). One whose parent
 * is hidden is hidden too: there would be no way to it.
 */
export async function listCategories(actor: Actor, branchUrl?: string | null): Promise<Category[]> {
  const reach = await actor.reach("category.view", branchUrl);
  const ownBranchIds = actor.person.branches.map((branch) => branch.id);
  const rows = await queries.listCategories(reach, ownBranchIds);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const categories = actor.can("course.author") ? rows : rows.filter((row) => isReachable(row, byId));
  return categories.map((category) => ({ ...category, parent: byId.get(category.parent_id ?? 0) ?? null }));
}

/** Whether a category and its parents, all the way up, are shown. */
function isReachable(row: queries.CategoryRow, byId: Map<number, queries.CategoryRow>): boolean {
  const parent = byId.get(row.parent_id ?? 0);
  return row.is_shown && (!parent || isReachable(parent, byId));
}
