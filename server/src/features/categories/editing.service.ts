import { acrossBranches, type Actor, type Reach } from "../../access/actor.ts";
import { toPageOptions, type PageOptions } from "../../db/page.ts";
import { Conflict, Forbidden, Invalid, NotFound } from "../../errors.ts";
import { differences, recordAudit } from "../audit/audit.service.ts";
import { type IncomingFile, storeImage } from "../files/files.service.ts";
import type { Category } from "./categories.service.ts";
import * as queries from "./editing.queries.ts";
import { t } from "../../i18n/message.ts";

/** The fields of a category form; `undefined` leaves a field unchanged. */
export interface CategoryInput {
  name: string;
  parentId?: number | null | undefined;
  branchIds?: readonly number[] | null | undefined;
  groupIds?: readonly number[] | null | undefined;
  image?: IncomingFile | null | undefined;
  /** Removes the picture; a new picture in the same call is stored. */
  removeImage?: boolean | null | undefined;
}

const LONGEST_NAME = 200;

/** Returns a page of the categories that the caller may change: in a branch its own, on the main site all. */
export async function getPageOfCategories(
  actor: Actor,
  { branchUrl, ...options }: PageOptions & { branchUrl?: string | null },
) {
  const reach = await actor.reach("category.manage", branchUrl);
  const total = await queries.countCategories(reach, options.search);
  return { total, rows: await queries.getPageOfCategories(reach, toPageOptions(options)) };
}

/** Returns a category. @throws NotFound for one that is unknown or that the caller may not change */
export async function getCategory(actor: Actor, id: number, branchUrl?: string | null) {
  const reach = await actor.reach("category.manage", branchUrl);
  const category = await getOwn(reach, id);
  return { ...category, ...(await queries.listPlaces(reach, id)) };
}

/**
 * Adds a category. One created in a branch belongs to it unless it is given to others; pictures, branches and groups
 * require the permission to manage categories.
 * @throws Invalid for `name` when it is empty, too long or taken under the parent; for `parent_id` when that is unknown
 */
export async function createCategory(actor: Actor, input: CategoryInput, branchUrl?: string | null): Promise<Category> {
  const reach = await actor.reach("category.create", branchUrl);
  if ((input.image || input.branchIds?.length || input.groupIds?.length) && !actor.can("category.manage"))
    throw new Forbidden();
  await queries.lockTree(reach);
  const name = parseName(input);
  const parent = await getParent(reach, input.parentId ?? null);
  await refuseTaken(reach, name, parent, null);
  const places = await choosePlaces(reach, input);
  const image_key = input.image ? await storeImage(actor.platform, reach, input.image, "image") : null;
  const category = await queries.insertCategory(reach, { name, parent_id: parent?.id ?? null, image_key });
  await queries.replacePlaces(reach, category.id, places.branchIds, places.groupIds);
  const changes = { name, parent: parent?.name ?? null, ...places };
  await recordAudit(actor, reach, { action: "category.created", subject: toAuditSubject(category), changes });
  return { ...category, parent };
}

/** Returns whether the caller may add a category below this one. */
export async function mayBeParent(actor: Actor, id: number, branchUrl?: string | null): Promise<boolean> {
  return (await queries.findParent(await actor.reach("category.create", branchUrl), id)) !== undefined;
}

/** Updates a category. @throws NotFound; Invalid for `name` or `parent_id` */
export async function updateCategory(
  actor: Actor,
  id: number,
  input: CategoryInput,
  branchUrl?: string | null,
): Promise<Category> {
  const reach = await actor.reach("category.manage", branchUrl);
  await queries.lockTree(reach);
  const before = await getOwn(reach, id);
  const name = parseName(input);
  const parentId = input.parentId === undefined ? before.parent_id : input.parentId;
  // An unchanged parent is always allowed, also when it does not belong to this branch.
  const parent = await getParent(parentId === before.parent_id ? acrossBranches(reach) : reach, parentId);
  if (parent && (await queries.isAbove(reach, id, parent.id)))
    throw new Invalid({ parent_id: [t`A category cannot stand below itself.`] });
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
    const places = await choosePlaces(reach, { ...ids, ...given(input) });
    await queries.replacePlaces(reach, id, places.branchIds, places.groupIds);
    Object.assign(changes, differences<object>(toStrings(ids), toStrings(places)));
  }
  if (Object.keys(changes).length > 0)
    await recordAudit(actor, reach, { action: "category.updated", subject: toAuditSubject({ id, name }), changes });
  return { id, ...fields, parent };
}

/**
 * Deletes a category and moves its children one level up (P20).
 * @throws NotFound; Conflict when a name would be repeated there, and when a category of other sites would move
 */
export async function deleteCategory(actor: Actor, id: number, branchUrl?: string | null): Promise<{ id: number }> {
  const reach = await actor.reach("category.manage", branchUrl);
  await queries.lockTree(reach);
  const category = await getOwn(reach, id);
  const foreign = reach.ownBranchIds === null ? undefined : await queries.findForeignChild(reach, id);
  if (foreign !== undefined)
    throw new Conflict(
      t`'${foreign}' is in this category and belongs to other sites too. Ask the main site to move it first.`,
    );
  const clash = await queries.findClash(reach, category);
  if (clash)
    throw new Conflict(
      t`'${clash}' is below this category and would move one level up, where there is another '${clash}'. Rename one of them first.`,
    );
  const lifted = await queries.deleteAndLift(reach, category);
  const changes = lifted.length > 0 ? { lifted } : {};
  await recordAudit(actor, reach, { action: "category.deleted", subject: toAuditSubject(category), changes });
  return { id };
}

/**
 * Locks the tree while a deleted category is restored to its parent.
 * @throws Conflict when another category has its name there
 */
export async function claimName(
  reach: Reach<"deleted.restore">,
  settle: () => Promise<{ parent_id: number | null; name: string }>,
): Promise<void> {
  await queries.lockTree(reach);
  const { parent_id, name } = await settle();
  if (await queries.isTaken(reach, name, parent_id, null))
    throw new Conflict(t`There is already another category named '${name}' in its place.`);
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
  if (!parent) throw new Invalid({ parent_id: [t`This parent category does not exist any more.`] });
  return parent;
}

function parseName(input: CategoryInput): string {
  const name = input.name.trim();
  if (!name) throw new Invalid({ name: [t`Enter a category name.`] });
  if (name.length > LONGEST_NAME)
    throw new Invalid({ name: [t`A category name has at most ${LONGEST_NAME} characters.`] });
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
      name: [
        parent
          ? t`There is already a category named '${name}' in '${parent.name}'.`
          : t`There is already a category named '${name}' at the top level.`,
      ],
    });
}

/**
 * Returns the chosen branches and groups; in a branch, that branch by default. @throws NotFound for one outside the
 * reach
 */
async function choosePlaces(
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

/** For the audit log: lists are compared by their contents. */
function toStrings({ branchIds, groupIds }: { branchIds: readonly number[]; groupIds: readonly number[] }) {
  return {
    branch_ids: branchIds.toSorted((a, b) => a - b).join(", "),
    group_ids: groupIds.toSorted((a, b) => a - b).join(", "),
  };
}

function toAuditSubject({ id, name }: { id: number; name: string }) {
  return { type: "category" as const, id, name };
}
