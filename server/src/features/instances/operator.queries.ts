import { type RawBuilder, sql } from "kysely";
import type { Reach } from "../../access/actor.ts";
import { toLikePattern } from "../../db/like.ts";
import { getLimit } from "../../db/page.ts";

type Operator = Reach<"instance.manage">;

export interface ListOptions {
  search?: string | null | undefined;
  /** With '-' in front for descending. */
  sort?: string | null | undefined;
  limit?: number | null | undefined;
  offset?: number | null | undefined;
}

export interface InstanceValues {
  name: string;
  domain: string;
  license_count: number | null;
  branch_limit: number | null;
  storage_limit_gb: number | null;
  theme: string | null;
  primary_color: string | null;
  secondary_color: string | null;
  api_access: boolean;
  branding_enabled: boolean;
  /** yyyy-mm-dd. */
  trial_ends_at: string | null;
  is_active: boolean;
}

const COLUMNS = [
  "i.id",
  "i.name",
  "i.domain",
  "i.license_count",
  "i.branch_limit",
  "i.storage_limit_gb",
  "i.theme",
  "i.primary_color",
  "i.secondary_color",
  "i.api_access",
  "i.branding_enabled",
  "i.trial_ends_at",
  "i.is_active",
  "i.created_at",
] as const;

const SORTS = new Map([
  ["name", "i.name COLLATE people"],
  ["domain", "i.domain"],
  ["license_count", "i.license_count"],
  ["created", "i.created_at"],
]);
const LARGEST_OFFSET = 1_000_000;

/** Lists the customers' instances, without the platform's own. */
export function listInstances({ db }: Operator, { search, sort, limit, offset }: ListOptions) {
  const direction = sort?.startsWith("-") ? ("desc" as const) : ("asc" as const);
  const column = SORTS.get(sort?.replace(/^-/, "") ?? "") ?? SORTS.get("name")!;
  return selectInstances(db, search)
    .select(COLUMNS)
    .orderBy(sql.raw(column), (order) => (direction === "desc" ? order.desc().nullsLast() : order.asc().nullsFirst()))
    .orderBy("i.id", direction)
    .offset(Math.min(Math.max(offset ?? 0, 0), LARGEST_OFFSET))
    .limit(getLimit({ limit }))
    .execute();
}

export async function countInstances({ db }: Operator, search?: string | null): Promise<number> {
  const { total } = await selectInstances(db, search)
    .select((eb) => eb.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  return total;
}

export type InstanceRow = NonNullable<Awaited<ReturnType<typeof findInstance>>>;

export function findInstance({ db }: Operator, id: number) {
  return selectInstances(db).where("i.id", "=", id).select(COLUMNS).executeTakeFirst();
}

function selectInstances(db: Operator["db"], search?: string | null) {
  const pattern = toLikePattern(search);
  return db
    .selectFrom("instances as i")
    .where("i.deleted_at", "is", null)
    .where("i.is_platform", "=", false)
    .$if(pattern !== null, (query) =>
      query.where((eb) => eb.or([eb("i.name", "ilike", pattern!), eb("i.domain", "ilike", pattern!)])),
    );
}

export interface Figures {
  instance_id: number;
  /** Users of a licence. */
  active_users: number;
  branches: number;
  subscription_id: number | null;
  subscription_status: string | null;
}

/** Reads the active users, branches and subscription of instances. Skips row-level security, so only for operators. */
export async function readFigures({ db }: Operator, ids: number[]): Promise<Figures[]> {
  const { rows } = await sql<Figures>`SELECT * FROM instance_figures(${ids}::integer[])`.execute(db);
  return rows;
}

/** Locks the addresses of instances: two that are saved at once could otherwise have the same. */
export async function lockDomains({ db }: Operator): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(727007)`.execute(db);
}

/** Tells whether another instance has this address. */
export async function isDomainTaken({ db }: Operator, domain: string, except: number | null): Promise<boolean> {
  const other = await selectInstances(db)
    .where("i.domain", "=", domain)
    .$if(except !== null, (query) => query.where("i.id", "<>", except!))
    .select("i.id")
    .executeTakeFirst();
  return other !== undefined;
}

export async function insertInstance({ db }: Operator, values: InstanceValues): Promise<number> {
  const { id } = await db.insertInto("instances").values(values).returning("id").executeTakeFirstOrThrow();
  return id;
}

export async function updateInstance({ db }: Operator, id: number, values: InstanceValues): Promise<void> {
  await db
    .updateTable("instances")
    .set(values)
    .where("id", "=", id)
    .where("deleted_at", "is", null)
    .where("is_platform", "=", false)
    .execute();
}

/** Deletes an instance for its users; `purgeAt` is the moment from which its rows and files are removed. */
export async function markDeleted(reach: Operator, id: number, purgeAt: RawBuilder<Date>): Promise<void> {
  await reach.db
    .updateTable("instances")
    .set({ deleted_at: sql<Date>`now()`, purge_at: purgeAt, is_active: false })
    .where("id", "=", id)
    .where("is_platform", "=", false)
    .execute();
}

/** Ends all sessions of an instance, with its sign-in codes and links to set passwords. */
export async function endSessions(reach: Operator): Promise<void> {
  for (const table of ["sessions", "login_codes", "password_tokens"] as const)
    await reach.db.deleteFrom(table).where("instance_id", "=", reach.instanceId).execute();
}
