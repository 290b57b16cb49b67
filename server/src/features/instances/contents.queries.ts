import { type RawBuilder, sql } from "kysely";
import type { Reach } from "../../access/actor.ts";
import { toLikePattern } from "../../db/like.ts";
import { getLimit } from "../../db/page.ts";

type Operator = Reach<"instance.manage">;

export interface ListOptions {
  search?: string | null | undefined;
  /** A field, with '-' in front for descending. */
  sort?: string | null | undefined;
  limit?: number | null | undefined;
  offset?: number | null | undefined;
}

/** Lists the users of an instance, without visitors of the platform. */
export function listPeople(reach: Operator, options: ListOptions = {}) {
  return page(selectPeople(reach, options.search), options, PEOPLE_SORTS)
    .select(["u.id", "u.first_name", "u.last_name", "u.email", "u.role", "u.is_active", "u.is_owner"])
    .execute();
}

export function countPeople(reach: Operator, search?: string | null) {
  return count(selectPeople(reach, search));
}

export function listCourses(reach: Operator, options: ListOptions = {}) {
  return page(selectCourses(reach, options.search), options, COURSE_SORTS).select(["c.id", "c.title"]).execute();
}

export function countCourses(reach: Operator, search?: string | null) {
  return count(selectCourses(reach, search));
}

export function listBranches(reach: Operator, options: ListOptions = {}) {
  return page(selectBranches(reach, options.search), options, BRANCH_SORTS)
    .select(["b.id", "b.name", "b.url"])
    .execute();
}

export function countBranches(reach: Operator, search?: string | null) {
  return count(selectBranches(reach, search));
}

type Sorts = Record<string, string[]> & { name: string[] };
const PEOPLE_SORTS: Sorts = {
  name: ["u.last_name COLLATE people", "u.first_name COLLATE people", "u.id"],
  email: ["lower(u.email)", "u.id"],
};
const COURSE_SORTS: Sorts = { name: ["c.title COLLATE people", "c.id"] };
const BRANCH_SORTS: Sorts = { name: ["b.name COLLATE people", "b.id"] };

function selectPeople({ db, instanceId }: Operator, search?: string | null) {
  const pattern = toLikePattern(search);
  const text: RawBuilder<string> = sql`(u.first_name || ' ' || u.last_name || ' ' || u.email)`;
  return db
    .selectFrom("users as u")
    .where("u.instance_id", "=", instanceId)
    .where("u.deleted_at", "is", null)
    .where("u.platform_user_id", "is", null)
    .$if(pattern !== null, (query) => query.where(text, "ilike", pattern!));
}

function selectCourses({ db, instanceId }: Operator, search?: string | null) {
  const pattern = toLikePattern(search);
  return db
    .selectFrom("courses as c")
    .where("c.instance_id", "=", instanceId)
    .where("c.deleted_at", "is", null)
    .$if(pattern !== null, (query) => query.where("c.title", "ilike", pattern!));
}

function selectBranches({ db, instanceId }: Operator, search?: string | null) {
  const pattern = toLikePattern(search);
  return db
    .selectFrom("branches as b")
    .where("b.instance_id", "=", instanceId)
    .where("b.deleted_at", "is", null)
    .$if(pattern !== null, (query) => query.where("b.name", "ilike", pattern!));
}

interface Pageable {
  orderBy(column: RawBuilder<unknown>, direction: "asc" | "desc"): this;
  offset(offset: number): this;
  limit(limit: number): this;
}

function page<Q extends Pageable>(query: Q, { sort, limit, offset }: ListOptions, sorts: Sorts): Q {
  const direction = sort?.startsWith("-") ? "desc" : "asc";
  const wanted = sort?.replace(/^-/, "") ?? "";
  const columns = Object.hasOwn(sorts, wanted) ? sorts[wanted]! : sorts.name;
  const sorted = columns.reduce((all, column) => all.orderBy(sql.raw(column), direction), query);
  return sorted.offset(Math.min(Math.max(offset ?? 0, 0), 1_000_000)).limit(getLimit({ limit }));
}

async function count(
  query: ReturnType<typeof selectPeople> | ReturnType<typeof selectCourses> | ReturnType<typeof selectBranches>,
): Promise<number> {
  const { total } = await (query as ReturnType<typeof selectPeople>)
    .select((eb) => eb.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  return total;
}
