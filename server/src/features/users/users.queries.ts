import { type RawBuilder, sql } from "kysely";
import type { Reach } from "../../access/actor.ts";
import { userInScope } from "../../access/scope.ts";
import { containing } from "../../db/like.ts";
import type { PageOptions } from "../../db/page.ts";

type Viewing = Reach<"user.view">;

/** Sort: name, email, role or created, with '-' in front for descending. */
export type ListOptions = PageOptions;

const BY_NAME = ["last_name COLLATE people", "first_name COLLATE people"];
const SORTS = new Map(
  Object.entries({ name: BY_NAME, email: ["lower(email)"], role: ["role"], created: ["created_at"] }),
);

/** Few enough to fetch and sort; more of them are met soon on the way along the order asked for. */
const FEW = 1_000;
const SHORTEST_INDEXED = 3;

export interface UserRow {
  id: number;
  first_name: string;
  last_name: string;
  email: string;
  role: string;
  is_active: boolean;
  created_at: Date;
}

/**
 * People in order. `total`, where it is known, says how to go about it: a few matches are found by their trigrams and sorted,
 * many are met along the order; and a page nearer to the end is read from the end.
 */
export async function listUsers(reach: Viewing, options: ListOptions, total: number | null): Promise<UserRow[]> {
  const offset = Math.max(options.offset ?? 0, 0);
  const limit = options.limit == null ? null : Math.max(options.limit, 0);
  if (total !== null && offset >= total) return [];
  const fromEnd = total !== null && limit !== null && offset > total / 2;
  const size = fromEnd ? Math.min(limit, total - offset) : limit;
  const skipped = fromEnd ? total - offset - size! : offset;
  const pattern = patternOf(options.search);
  const found = conditions(reach, pattern, total !== null && total > FEW);
  const page = sql`SELECT u.id FROM users u WHERE ${found} ORDER BY ${order(options, "u", fromEnd)} LIMIT ${size} OFFSET ${skipped}`;
  // The few that a search finds are found first: else the order might be walked to its end for them.
  const ids =
    pattern !== null && !(total !== null && total > FEW)
      ? sql`WITH found AS MATERIALIZED (SELECT u.* FROM users u WHERE ${found})
          SELECT f.id FROM found f ORDER BY ${order(options, "f", fromEnd)} LIMIT ${size} OFFSET ${skipped}`
      : page;
  const { rows } = await sql<UserRow>`
    SELECT u.id, u.first_name, u.last_name, u.email, u.role, u.is_active, u.created_at
    FROM (${ids}) p JOIN users u ON u.instance_id = ${reach.instanceId} AND u.id = p.id
    ORDER BY ${order(options, "u", false)}`.execute(reach.db);
  return rows;
}

/** How many there are; of the whole instance that is kept, and need not be counted. */
export async function countUsers(reach: Viewing): Promise<number> {
  if (reach.branchIds !== null) return (await countFound(reach, null)).total;
  const { rows } = await sql<{ users: number }>`
    SELECT users FROM user_counts WHERE instance_id = ${reach.instanceId}`.execute(reach.db);
  return rows[0]?.users ?? 0;
}

/** How many a search finds, and the version of the people it was counted at. */
export async function countFound(reach: Viewing, search: string | null): Promise<{ total: number; version: number }> {
  const pattern = patternOf(search);
  const { rows } = await sql<{ total: number; version: number }>`
    SELECT (SELECT count(*) FROM users u WHERE ${conditions(reach, pattern, false)}) AS total, (${version(reach)}) AS version`.execute(
    reach.db,
  );
  return rows[0]!;
}

/** Rises with everything that changes what a search in the instance finds. */
export async function findVersion(reach: Viewing): Promise<number> {
  const { rows } = await sql<{ version: number }>`SELECT (${version(reach)}) AS version`.execute(reach.db);
  return rows[0]!.version;
}

function version(reach: Viewing) {
  return sql`SELECT coalesce(max(version), 0) FROM user_counts WHERE instance_id = ${reach.instanceId}`;
}

function patternOf(search: string | null | undefined): string | null {
  return containing(search)?.toLowerCase() ?? null;
}

/** Neither the deleted nor visitors from the platform. `isCommon` keeps a search from the index: most of it would be read. */
function conditions(reach: Viewing, pattern: string | null, isCommon: boolean): RawBuilder<unknown> {
  const isShort = pattern !== null && pattern.length - 2 < SHORTEST_INDEXED;
  return sql.join(
    [
      sql`u.instance_id = ${reach.instanceId}`,
      sql`u.deleted_at IS NULL`,
      sql`u.platform_user_id IS NULL`,
      ...(reach.branchIds === null ? [] : [userInScope(reach, "u.id")]),
      ...(pattern === null
        ? []
        : [isCommon || isShort ? sql`(u.search || '') LIKE ${pattern}` : sql`u.search LIKE ${pattern}`]),
    ],
    sql` AND `,
  );
}

function order({ sort }: ListOptions, table: string, reversed: boolean): RawBuilder<unknown> {
  const columns = SORTS.get(sort?.replace(/^-/, "") ?? "name") ?? BY_NAME;
  const direction = (sort?.startsWith("-") ?? false) !== reversed ? "DESC" : "ASC";
  const named = [...columns, "id"].map((column) =>
    column.startsWith("lower(") ? `lower(${table}.email) ${direction}` : `${table}.${column} ${direction}`,
  );
  return sql.raw(named.join(", "));
}
