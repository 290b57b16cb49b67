import { sql } from "kysely";
import type { Reach } from "../../access/actor.ts";
import type { PictureKeys } from "../themes/brand-pictures.service.ts";

type Managing = Reach<"branch.manage"> | Reach<"branch.create"> | Reach<"deleted.restore">;

export interface BranchFields extends Partial<PictureKeys> {
  name: string;
  url: string;
  theme: string | null;
  language: string;
  is_default: boolean;
  primary_color: string | null;
  secondary_color: string | null;
  /** Shown on the branch's login page, instead of the instance's. */
  welcome_text: string | null;
}

/** Locks the instance, so that parallel requests cannot both create its last branch, and counts its branches. */
export async function lockLimit(reach: Managing): Promise<{ limit: number | null; used: number; language: string }> {
  const { branch_limit, language } = await reach.db
    .selectFrom("instances")
    .where("id", "=", reach.instanceId)
    .select(["branch_limit", "language"])
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  const { used } = await reach.db
    .selectFrom("branches")
    .where("instance_id", "=", reach.instanceId)
    .where("deleted_at", "is", null)
    .select((eb) => eb.fn.countAll<number>().as("used"))
    .executeTakeFirstOrThrow();
  return { limit: branch_limit, used, language };
}

/** Locks a branch of the reach. */
export function lockBranch(reach: Reach<"branch.manage"> | Reach<"branch.create">, id: number) {
  return reach.db
    .selectFrom("branches")
    .where("instance_id", "=", reach.instanceId)
    .where("id", "=", id)
    .where("deleted_at", "is", null)
    .$if(reach.branchIds !== null, (query) => query.where((eb) => eb("id", "=", eb.fn.any(eb.val(reach.branchIds!)))))
    .select(["id", "name", "url", "theme", "language", "is_default", "primary_color", "secondary_color"])
    .select(["logo_key", "logo_dark_key", "icon_key", "login_picture_key", "welcome_text"])
    .forUpdate()
    .executeTakeFirst();
}

/** Lists the used addresses that start like this one. */
export async function listUrlsLike(reach: Reach<"branch.create">, base: string): Promise<Set<string>> {
  const rows = await reach.db
    .selectFrom("branches")
    .where("instance_id", "=", reach.instanceId)
    .where("deleted_at", "is", null)
    .where((eb) => eb(eb.fn("starts_with", ["url", eb.val(base)]), "=", true))
    .select("url")
    .execute();
  return new Set(rows.map(({ url }) => url));
}

/** Clears the default of other branches, because an instance has one default branch. */
export async function clearDefault(reach: Managing, exceptId: number | null): Promise<void> {
  await reach.db
    .updateTable("branches")
    .set({ is_default: false })
    .where("instance_id", "=", reach.instanceId)
    .where("is_default", "=", true)
    .where("deleted_at", "is", null)
    .$if(exceptId !== null, (query) => query.where("id", "<>", exceptId!))
    .execute();
}

/** Inserts a branch. @returns undefined when the address is taken */
export function insertBranch(reach: Reach<"branch.create">, fields: BranchFields) {
  return reach.db
    .insertInto("branches")
    .values({ ...fields, instance_id: reach.instanceId })
    .onConflict((conflict) => conflict.columns(["instance_id", "url"]).where("deleted_at", "is", null).doNothing())
    .returning("id")
    .executeTakeFirst();
}

/** Updates a branch. @returns false when another branch has the address */
export async function updateBranch(reach: Reach<"branch.manage">, id: number, fields: BranchFields): Promise<boolean> {
  const { numUpdatedRows } = await reach.db
    .updateTable("branches as b")
    .set(fields)
    .where("b.instance_id", "=", reach.instanceId)
    .where("b.id", "=", id)
    .where(
      sql<boolean>`NOT EXISTS (SELECT FROM branches o WHERE o.instance_id = ${reach.instanceId} AND o.id <> b.id
        AND o.url = ${fields.url} AND o.deleted_at IS NULL)`,
    )
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

export async function deleteBranch(reach: Reach<"branch.create">, id: number): Promise<void> {
  await reach.db
    .updateTable("branches")
    .set({ deleted_at: sql`now()` })
    .where("instance_id", "=", reach.instanceId)
    .where("id", "=", id)
    .execute();
}
