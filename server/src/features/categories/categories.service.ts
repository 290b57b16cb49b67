import type { Actor } from "../../access/actor.ts";
import { Invalid } from "../../errors.ts";
import type { Platform } from "../../platform/platform.ts";
import { signedAddressOrNull } from "../files/files.service.ts";
import * as queries from "./categories.queries.ts";

export interface Category {
  id: number;
  name: string;
  parent_id: number | null;
  image: string | null;
  parent: Category | null;
}

/**
 * The categories one may see: authors all of them, others those that are everywhere or theirs (decision 20). One whose parent
 * is hidden is hidden too: there would be no way to it.
 */
export async function listCategories(actor: Actor, branchUrl?: string | null): Promise<Category[]> {
  const reach = await actor.reach("category.view", branchUrl);
  const ownBranchIds = actor.person.branches.map((branch) => branch.id);
  const rows = await queries.listCategories(reach, ownBranchIds);
  return withParents(actor.platform, actor.can("course.author") ? rows : reachable(rows));
}

/** @throws Invalid for `name` when it is empty, too long or taken under the parent; for `parent_id` when that is unknown */
export async function createCategory(actor: Actor, input: { name: string; parentId?: number | null; branchUrl?: string | null }): Promise<Category> {
  const reach = await actor.reach("category.create", input.branchUrl);
  const name = input.name.trim();
  if (!name) throw new Invalid({ name: ["Enter a category name."] });
  if (name.length > 200) throw new Invalid({ name: ["A category name has at most 200 characters."] });
  const parent = input.parentId == null ? undefined : await queries.findCategory(reach, input.parentId);
  if (input.parentId != null && !parent) throw new Invalid({ parent_id: ["This parent category does not exist any more."] });
  const created = await queries.insertCategory(reach, name, parent?.id ?? null);
  if (!created) throw new Invalid({ name: [`There is already a category named '${name}' ${parent ? `in '${parent.name}'` : "at the top level"}.`] });
  return { ...categoryOf(actor.platform, created), parent: parent ? categoryOf(actor.platform, parent) : null };
}

type Row = Omit<queries.CategoryRow, "is_shown">;

/** Those that are shown and whose parents, all the way up, are too. */
function reachable(rows: queries.CategoryRow[]): queries.CategoryRow[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const isReachable = (row: queries.CategoryRow): boolean => {
    const parent = row.parent_id === null ? undefined : byId.get(row.parent_id);
    return row.is_shown && (!parent || isReachable(parent));
  };
  return rows.filter(isReachable);
}

function withParents(platform: Platform, rows: Row[]): Category[] {
  const byId = new Map(rows.map((row) => [row.id, categoryOf(platform, row)]));
  for (const category of byId.values()) category.parent = byId.get(category.parent_id ?? 0) ?? null;
  return [...byId.values()];
}

function categoryOf({ secret }: Platform, { image_key, ...row }: Row): Category {
  return { id: row.id, name: row.name, parent_id: row.parent_id, image: signedAddressOrNull(secret, image_key), parent: null };
}
