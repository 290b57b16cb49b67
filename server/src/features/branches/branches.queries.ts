import { sql } from "kysely";
import type { Reach } from "../../access/actor.ts";
import type { Db } from "../../db/client.ts";
import { toLikePattern } from "../../db/like.ts";
import { orderBy, type PageOptions, limitAndOffset } from "../../db/page.ts";

type Reading = Reach<"branch.view"> | Reach<"report.view"> | Reach<"branch.manage">;

const COLUMNS = [
  "b.id",
  "b.name",
  "b.url",
  "b.theme",
  "b.language",
  "b.is_default",
  "b.logo_key",
  "b.logo_dark_key",
  "b.icon_key",
  "b.login_picture_key",
  "b.welcome_text",
  "b.primary_color",
  "b.secondary_color",
] as const;

export type BranchRow = Awaited<ReturnType<typeof listBranches>>[number];

/** Lists the branches of the reach by name; `pattern` is searched in name and address. */
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

const SORTS = { name: ["b.name COLLATE people"], url: ["b.url"] };

export interface ListedBranch {
  id: number;
  name: string;
  url: string;
  is_default: boolean;
  people: number;
  courses: number;
}

/** Returns one page of the branches of the reach, with their numbers of users and courses. */
export async function getPageOfBranches(reach: Reach<"branch.manage">, options: PageOptions): Promise<ListedBranch[]> {
  const { rows } = await sql<ListedBranch>`
    SELECT b.id, b.name, b.url, b.is_default,
      (SELECT count(*) FROM branch_users bu
       JOIN users u ON u.instance_id = bu.instance_id AND u.id = bu.user_id AND u.deleted_at IS NULL AND u.platform_user_id IS NULL
       WHERE bu.instance_id = ${reach.instanceId} AND bu.branch_id = b.id) AS people,
      (SELECT count(*) FROM branch_courses bc
       JOIN courses c ON c.instance_id = bc.instance_id AND c.id = bc.course_id AND c.deleted_at IS NULL
       WHERE bc.instance_id = ${reach.instanceId} AND bc.branch_id = b.id) AS courses
    FROM branches b
    WHERE ${ofReach(reach, options.search)}
    ORDER BY ${orderBy(options, SORTS, "b.id")} ${limitAndOffset(options)}`.execute(reach.db);
  return rows;
}

export async function countBranches(reach: Reach<"branch.manage">, search: PageOptions["search"]): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    SELECT count(*) AS total FROM branches b WHERE ${ofReach(reach, search)}`.execute(reach.db);
  return rows[0]!.total;
}

function ofReach(reach: Reach, search: PageOptions["search"]) {
  const pattern = toLikePattern(search);
  return sql.join(
    [
      sql`b.instance_id = ${reach.instanceId} AND b.deleted_at IS NULL`,
      reach.branchIds === null ? sql`true` : sql`b.id = ANY (${reach.branchIds})`,
      pattern === null ? sql`true` : sql`(b.name ILIKE ${pattern} OR b.url ILIKE ${pattern})`,
    ],
    sql` AND `,
  );
}

export async function findDefault(reach: Reach): Promise<number | null> {
  const found = await reach.db
    .selectFrom("branches")
    .where("instance_id", "=", reach.instanceId)
    .where("is_default", "=", true)
    .where("deleted_at", "is", null)
    .select("id")
    .executeTakeFirst();
  return found?.id ?? null;
}

export function listIds(reach: Reach, urls: string[]): Promise<{ url: string; id: number }[]> {
  return reach.db
    .selectFrom("branches as b")
    .where("b.instance_id", "=", reach.instanceId)
    .where("b.deleted_at", "is", null)
    .where((eb) => eb("b.url", "=", eb.fn.any(eb.val(urls))))
    .$if(reach.branchIds !== null, (query) => query.where((eb) => eb("b.id", "=", eb.fn.any(eb.val(reach.branchIds!)))))
    .select(["b.url", "b.id"])
    .execute();
}

/** Finds the public data of a branch by its address; without branding, no logo and colours of its own (P5). */
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
      branded<string>("b.logo_dark_key").as("logo_dark_key"),
      branded<string>("b.icon_key").as("icon_key"),
      branded<string>("b.login_picture_key").as("login_picture_key"),
      branded<string>("b.welcome_text").as("welcome_text"),
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
