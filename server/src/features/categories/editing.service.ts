import type { Actor, Reach } from "../../access/actor.ts";
import { onePage, type PageOptions } from "../../db/page.ts";
import { Conflict, Forbidden, Invalid, NotFound } from "../../errors.ts";
import { differences, recordAudit } from "../audit/audit.service.ts";
import { type IncomingFile, storeImage } from "../files/files.service.ts";
import type { Category } from "./categories.service.ts";
import * as queries from "./editing.queries.ts";

/** What a form says of a category; `undefined` leaves it as it is. */
export interface CategoryInput {
  name: string;
  parentId?: number | null | undefined;
  branchIds?: readonly number[] | null | undefined;
  groupIds?: readonly number[] | null | undefined;
  image?: IncomingFile | null | undefined;
  /** Takes the picture away; a new one that comes with it wins. */
  removeImage?: boolean | null | undefined;
}

const LONGEST_NAME = 200;

/** One page of the categories one may change: in a branch its own, on the main site all of them. */
export async function pageOfCategories(
  actor: Actor,
  { branchUrl, ...options }: PageOptions & { branchUrl?: string | null },
) {
  const reach = await actor.reach("category.manage", branchUrl);
  const total = await queries.countCategories(reach, options.search);
  return { total, rows: await queries.pageOfCategories(reach, onePage(options)) };
}

/** @throws NotFound for one that is unknown or not one's to change */
export async function getCategory(actor: Actor, id: number, branchUrl?: string | null) {
  const reach = await actor.reach("category.manage", branchUrl);
  const category = await getOwn(reach, id);
  return { ...category, ...(await queries.listPlaces(reach, id)) };
}

/**
 * Adds a category. One made in a branch is that branch's unless it is given to others; pictures and places are for those who
 * manage categories.
 * @throws Invalid for `name` when it is empty, too long or taken under the parent; for `parent_id` when that is unknown
 */
export async function createCategory(actor: Actor, input: CategoryInput, branchUrl?: string | null): Promise<Category> {
  const reach = await actor.reach("category.create", branchUrl);
  if ((input.image || input.branchIds?.length || input.groupIds?.length) && !actor.can("category.manage"))
    throw new Forbidden();
  await queries.lockTree(reach);
  const name = nameOf(input);
  const parent = await getParent(reach, input.parentId ?? null);
  await refuseTaken(reach, name, parent, null);
  const places = await placesOf(reach, input);
  const image_key = input.image ? await storeImage(actor.platform, reach, input.image, "image") : null;
  const category = await queries.insertCategory(reach, { name, parent_id: parent?.id ?? null, image_key });
  await queries.replacePlaces(reach, category.id, places.branchIds, places.groupIds);
  const changes = { name, parent: parent?.name ?? null, ...places };
  await recordAudit(actor, reach, { action: "category.created", subject: subjectOf(category), changes });
  return { ...category, parent };
}

/** @throws NotFound; Invalid for `name` or `parent_id` */
export async function updateCategory(
  actor: Actor,
  id: number,
  input: CategoryInput,
  branchUrl?: string | null,
): Promise<Category> {
  const reach = await actor.reach("category.manage", branchUrl);
  await queries.lockTree(reach);
  const before = await getOwn(reach, id);
  const name = nameOf(input);
  const parentId = input.parentId === undefined ? before.parent_id : input.parentId;
  // Where it stands already is no question, also when that is not of this branch.
  const parent = await getParent(parentId === before.parent_id ? { ...reach, branchIds: null } : reach, parentId);
  if (parent && (await queries.isAbove(reach, id, parent.id)))
    throw new Invalid({ parent_id: ["A category cannot stand below itself."] });
  await refuseTaken(reach, name, parent, id);
  const image_key = input.image
    ? await storeImage(actor.platform, reach, input.image, "image")
    : input.removeImage
      ? null
      : before.image_key;
  const fields = { name, parent_id: parent?.id ?? null, image_key };
  await queries.updateCategory(reach, id, fields);
  const { image_key: image, ...changes } = differences<queries.CategoryFields>(before, fields);
  if (image) changes["image"] = [null, input.image ? "replaced" : "removed"];
  if (input.branchIds !== undefined || input.groupIds !== undefined) {
    const kept = await queries.listPlaces(reach, id);
    const ids = { branchIds: kept.branches.map((place) => place.id), groupIds: kept.groups.map((place) => place.id) };
    const places = await placesOf(reach, { ...ids, ...given(input) });
    await queries.replacePlaces(reach, id, places.branchIds, places.groupIds);
    Object.assign(changes, differences<object>(stringsOf(ids), stringsOf(places)));
  }
  await recordAudit(actor, reach, { action: "category.updated", subject: subjectOf({ id, name }), changes });
  return { id, ...fields, parent };
}

/**
 * Deletes a category and lifts what is below it by one level (decision 20).
 * @throws NotFound; Conflict when a name would stand there twice, and when that would move a category of other sites
 */
export async function deleteCategory(actor: Actor, id: number, branchUrl?: string | null): Promise<{ id: number }> {
  const reach = await actor.reach("category.manage", branchUrl);
  await queries.lockTree(reach);
  const category = await getOwn(reach, id);
  const foreign = reach.ownBranchIds === null ? undefined : await queries.findForeignChild(reach, id);
  if (foreign !== undefined)
    throw new Conflict(
      `'${foreign}' is in this category and belongs to other sites too. Ask the main site to move it first.`,
    );
  const clash = await queries.findClash(reach, category);
  if (clash)
    throw new Conflict(
      `'${clash}' stands below this category and would move one level up, where there is another '${clash}'. Rename one of them first.`,
    );
  const lifted = await queries.deleteAndLift(reach, category);
  const changes = lifted.length > 0 ? { lifted } : {};
  await recordAudit(actor, reach, { action: "category.deleted", subject: subjectOf(category), changes });
  return { id };
}

/**
 * Holds on to the tree while a category that was deleted finds its place again.
 * @throws Conflict when another has its name there
 */
export async function claimName(
  reach: Reach<"deleted.restore">,
  settle: () => Promise<{ parent_id: number | null; name: string }>,
): Promise<void> {
  await queries.lockTree(reach);
  const { parent_id, name } = await settle();
  if (await queries.isTaken(reach, name, parent_id, null))
    throw new Conflict(`There is another category named '${name}' in its place by now.`);
}

async function getOwn(reach: Reach<"category.manage">, id: number): Promise<queries.CategoryRow> {
  const category = await queries.findOwn(reach, id);
  if (!category) throw new NotFound("Category");
  return category;
}

async function getParent(
  reach: Reach<"category.create"> | Reach<"category.manage">,
  id: number | null,
): Promise<queries.CategoryRow | null> {
  if (id === null) return null;
  const parent = await queries.findParent(reach, id);
  if (!parent) throw new Invalid({ parent_id: ["This parent category does not exist any more."] });
  return parent;
}

function nameOf(input: CategoryInput): string {
  const name = input.name.trim();
  if (!name) throw new Invalid({ name: ["Enter a category name."] });
  if (name.length > LONGEST_NAME)
    throw new Invalid({ name: [`A category name has at most ${LONGEST_NAME} characters.`] });
  return name;
}

async function refuseTaken(
  reach: Reach<"category.create"> | Reach<"category.manage">,
  name: string,
  parent: queries.CategoryRow | null,
  exceptId: number | null,
): Promise<void> {
  if (await queries.isTaken(reach, name, parent?.id ?? null, exceptId))
    throw new Invalid({
      name: [`There is already a category named '${name}' ${parent ? `in '${parent.name}'` : "at the top level"}.`],
    });
}

/** The branches and groups chosen; in a branch, that branch where none is. @throws NotFound for one outside the reach */
async function placesOf(
  reach: Reach<"category.create"> | Reach<"category.manage">,
  { branchIds, groupIds }: Pick<CategoryInput, "branchIds" | "groupIds">,
) {
  const chosen = { branchIds: [...new Set(branchIds)], groupIds: [...new Set(groupIds)] };
  if (chosen.branchIds.length + chosen.groupIds.length === 0) return { branchIds: reach.branchIds ?? [], groupIds: [] };
  const found = await queries.countPlaces(reach, chosen.branchIds, chosen.groupIds);
  if (found.branches < chosen.branchIds.length) throw new NotFound("Branch");
  if (found.groups < chosen.groupIds.length) throw new NotFound("Group");
  return chosen;
}

function given({ branchIds, groupIds }: CategoryInput) {
  return { ...(branchIds !== undefined && { branchIds }), ...(groupIds !== undefined && { groupIds }) };
}

/** For the audit log: lists that are compared as what they hold. */
function stringsOf({ branchIds, groupIds }: { branchIds: readonly number[]; groupIds: readonly number[] }) {
  return {
    branch_ids: branchIds.toSorted((a, b) => a - b).join(", "),
    group_ids: groupIds.toSorted((a, b) => a - b).join(", "),
  };
}

function subjectOf({ id, name }: { id: number; name: string }) {
  return { type: "category" as const, id, name };
}
