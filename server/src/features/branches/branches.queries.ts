import { sql } from "kysely";
import type { Reach } from "../../access/actor.ts";
import type { Db } from "../../db/client.ts";

type Reading = Reach<"branch.view"> | Reach<"report.view">;

const COLUMNS = [
  "b.id",
  "b.name",
  "b.url",
  "b.theme",
  "b.language",
  "b.is_default",
  "b.logo_key",
  "b.primary_color",
  "b.secondary_color",
] as const;

export type BranchRow = Awaited<ReturnType<typeof listBranches>>[number];

/** The branches of the reach by name; `pattern` is looked for in name and address. */
export function listBranches(reach: Reading, pattern: string | null) {
  return selectBranches(reach)
    .$if(pattern !== null, (query) =>
      query.where((eb) => eb.or([eb("b.name", "ilike", pattern!), eb("b.url", "ilike", pattern!)])),
    )
    .orderBy(sql`b.name COLLATE people`)
    .orderBy("b.id")
    .execute();
}

export function findBranch(reach: Reading, id: number): Promise<BranchRow | undefined> {
  return selectBranches(reach).where("b.id", "=", id).executeTakeFirst();
}

export async function listIdsOf(reach: Reach, urls: string[]): Promise<number[]> {
  const rows = await reach.db
    .selectFrom("branches as b")
    .where("b.instance_id", "=", reach.instanceId)
    .where("b.deleted_at", "is", null)
    .where((eb) => eb("b.url", "=", eb.fn.any(eb.val(urls))))
    .$if(reach.branchIds !== null, (query) => query.where((eb) => eb("b.id", "=", eb.fn.any(eb.val(reach.branchIds!)))))
    .select("b.id")
    .execute();
  return rows.map(({ id }) => id);
}

/** For anybody who opens the branch's address; without branding it shows no logo and colours of its own (decision 5). */
export function findPublicBranch(db: Db, instanceId: number, url: string): Promise<BranchRow | undefined> {
  const branded = <T>(column: string) => sql<T | null>`CASE WHEN i.branding_enabled THEN ${sql.ref(column)} END`;
  return db
    .selectFrom("branches as b")
    .innerJoin("instances as i", "i.id", "b.instance_id")
    .where("b.instance_id", "=", instanceId)
    .where("b.url", "=", url)
    .where("b.deleted_at", "is", null)
    .select(["b.id", "b.name", "b.url", "b.theme", "b.language", "b.is_default"])
    .select([
      branded<string>("b.logo_key").as("logo_key"),
      branded<string>("b.primary_color").as("primary_color"),
      branded<string>("b.secondary_color").as("secondary_color"),
    ])
    .executeTakeFirst();
}

function selectBranches(reach: Reading) {
  return reach.db
    .selectFrom("branches as b")
    .where("b.instance_id", "=", reach.instanceId)
    .where("b.deleted_at", "is", null)
    .$if(reach.branchIds !== null, (query) => query.where((eb) => eb("b.id", "=", eb.fn.any(eb.val(reach.branchIds!)))))
    .select(COLUMNS);
}
