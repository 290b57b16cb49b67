import { type RawBuilder, sql } from "kysely";
import type { Reach } from "../../access/actor.ts";
import { selectUnlistedUsers, userIsActive } from "../../access/scope.ts";
import { cacheQuery } from "../../db/cached-query.ts";
import type { PageOptions } from "../../db/page.ts";
import { isFilteredByOthers, listed, selectIdleSince, type UserFilter } from "./user-conditions.ts";

type Viewing = Reach<"user.view">;

/** Sort keys: name, email, role or created, with '-' in front for descending. */
export type ListOptions = PageOptions & UserFilter;

const BY_NAME = ["t.last_name COLLATE people", "t.first_name COLLATE people"];
const SORTS = new Map(
  Object.entries({ name: BY_NAME, email: ["lower(t.email)"], role: ["t.role"], created: ["t.created_at"] }),
);

const LARGEST_INT = 2 ** 31 - 1;

export interface UserRow {
  id: number;
  first_name: string;
  last_name: string;
  email: string;
  role: string;
  is_active: boolean;
  created_at: Date;
  /** Whether everything that identified them was erased. */
  is_erased: boolean;
}

/** A page, or the whole of a list, with the total. */
export interface Found {
  rows: UserRow[];
  total: number;
  /** The version of the instance's users, current or slightly older. */
  version: number;
  /** Of the users of the page, by id, where they were read with it. */
  details?: ReadonlyMap<number, UserDetails>;
}

/** What makes a page faster to find; the page is the same without it. */
interface Hints {
  /** Which details the list shows. They are read with the page where it is found among few. */
  which?: WhichFields | undefined;
  /** How many users the list had last. */
  lastTotal?: number | undefined;
}

/** Returns users in order: the matches of a search, or all of the reach. */
export async function findUsers(
  reach: Viewing,
  options: ListOptions,
  { which, lastTotal = 0 }: Hints = {},
): Promise<Found> {
  const search = toSearch(options);
  // A list that was long is probably still long: then its page is read along the index, in one round trip with the number.
  const { offset } = limitAndOffset(options);
  const isProbablyLong = isLong(lastTotal) && offset <= lastTotal / 2;
  const [stored, early] = await Promise.all([
    search === null && reach.branchIds === null ? readStoredCount(reach, options) : null,
    isProbablyLong && hasStoredCount(options) ? pageAlongIndex(reach, options, search, Infinity) : null,
  ]);
  if (stored && early) return { ...stored, rows: early };
  // Where few are found, sorting them is faster than looking for them along the index.
  if (stored && (isLong(stored.total) || !isFilteredByOthers(options)))
    return { ...stored, rows: await pageAlongIndex(reach, options, search, stored.total) };
  const found = await findAmong(reach, options, search, which);
  return { ...found, rows: found.rows ?? (await pageAlongIndex(reach, options, search, found.total)) };
}

const toSearch = ({ search }: PageOptions): string | null => search?.trim().toLowerCase() || null;

/** Up to so many matches are sorted; of more, a page is read along the index of the order. */
const MOST_SORTED = 5_000;

/** Tells whether pages of a list of so many users are read along an index. */
export const isLong = (total: number): boolean => total > MOST_SORTED;

/** Lists users by id, of the reach and of the filters, or those of them who are named; at most `most`. */
export async function listMatching(
  reach: Viewing,
  { search, ...filter }: UserFilter & { search?: string | null | undefined },
  ids: readonly number[] | null,
  most: number,
): Promise<{ id: number; role: string; is_erased: boolean }[]> {
  const named = ids === null ? sql`true` : sql`u.id = ANY (${[...ids]}::integer[])`;
  const { rows } = await sql<{ id: number; role: string; is_erased: boolean }>`
    SELECT u.id, u.role, u.erased_at IS NOT NULL AS is_erased FROM users u WHERE ${listed(reach, search?.trim().toLowerCase() || null, filter)} AND ${named}
    ORDER BY u.id LIMIT ${most}`.execute(reach.db);
  return rows;
}

/** What the list shows of a user besides the user's own row. */
export interface UserDetails {
  groups: string[];
  /** The last day with time in a course, yyyy-mm-dd. */
  last_active_on: string | null;
  /** Values of the fields that are read, by the id of the field. */
  fields: Readonly<Record<string, string>>;
}

/** Which of the organisation's own fields are read, among those shown to these audiences. */
export interface WhichFields {
  audiences: readonly string[];
  /** Null for those that lists show, and those that the caller has chosen for the list. */
  fieldIds: readonly number[] | null;
}

/** Reads groups, last day of learning and own fields of users, by id, in one statement. */
export async function readDetails(
  reach: Viewing,
  ids: readonly number[],
  whichFields: WhichFields,
): Promise<Map<number, UserDetails>> {
  const rows = await selectDetails(reach.db, {
    instanceId: reach.instanceId,
    branchIds: reach.branchIds,
    userId: reach.userId,
    ids,
    ...whichFields,
  });
  return new Map(rows.map(({ id, ...details }) => [id, details]));
}

interface SomeUsers {
  instanceId: number;
  ids: readonly number[];
}

/** Which groups are read: all, or without those of other branches. */
type OfGroups = Pick<Viewing, "instanceId" | "branchIds">;

type Details = SomeUsers & WhichFields & OfGroups & { userId: number };

const selectDetails = cacheQuery(
  (_, given: Details) => sql<UserDetails & { id: number }>`
    WITH ${selectShownFields(given)}
    SELECT p.id, ${selectDetailColumns(given, sql`p.id`)} FROM unnest(${given.ids}::integer[]) AS p (id)`,
);

/** Selects the fields that are read, as `shown`, for `selectDetailColumns`. */
function selectShownFields({
  instanceId,
  userId,
  audiences,
  fieldIds,
}: Omit<Details, "ids" | "branchIds">): RawBuilder<unknown> {
  return sql`shown AS MATERIALIZED (
      SELECT f.id FROM user_fields f CROSS JOIN (SELECT ${fieldIds}::integer[] AS ids) wanted
      WHERE f.instance_id = ${instanceId} AND f.deleted_at IS NULL AND f.visible_to = ANY (${audiences}::text[])
        AND CASE WHEN wanted.ids IS NOT NULL THEN f.id = ANY (wanted.ids)
          ELSE f.is_listed OR 'field_' || f.id = ANY (coalesce((SELECT columns FROM user_list_columns
            WHERE instance_id = ${instanceId} AND user_id = ${userId}), '{}')) END)`;
}

/** Selects the columns of `UserDetails`. @param person the column with the id of the user */
function selectDetailColumns({ instanceId, branchIds }: OfGroups, person: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(SELECT t.last_active_on FROM learner_totals t WHERE t.instance_id = ${instanceId} AND t.user_id = ${person})
        AS last_active_on,
      coalesce((SELECT json_agg(g.name ORDER BY g.name COLLATE people) FROM group_users gu
        JOIN groups g ON g.instance_id = gu.instance_id AND g.id = gu.group_id AND g.deleted_at IS NULL
          AND (${branchIds}::integer[] IS NULL OR g.branch_id IS NULL OR g.branch_id = ANY (${branchIds}::integer[]))
        WHERE gu.instance_id = ${instanceId} AND gu.user_id = ${person}), '[]') AS groups,
      coalesce((SELECT json_object_agg(v.field_id, v.value) FROM user_field_values v
        -- As an array, so that a user's other values are not read.
        WHERE v.instance_id = ${instanceId} AND v.user_id = ${person} AND v.field_id = ANY (ARRAY(SELECT id FROM shown))), '{}')
        AS fields`;
}

/**
 * Returns users by id in their current state and the version of the instance's users, in one statement.
 * @param which the details that are read with them; none if omitted
 */
export async function findByIds(
  reach: Viewing,
  ids: readonly number[],
  which?: WhichFields,
): Promise<Omit<Found, "total">> {
  const { db, instanceId, branchIds, userId } = reach;
  const given = { instanceId, branchIds, userId, ids, ...(which ?? { audiences: [], fieldIds: null }) };
  const rows = await selectByIds(db, given, which ? "with details" : "without details");
  const version = rows[0]?.version ?? 0;
  return { version, ...splitDetails(ids.length === 0 ? [] : rows.map(({ version: _, ...row }) => row)) };
}

const selectByIds = cacheQuery((_, given: Details, variant: "with details" | "without details") => {
  const hasDetails = variant === "with details";
  return sql<UserRow & { version: number } & Partial<UserDetails>>`
      ${hasDetails ? sql`WITH ${selectShownFields(given)}` : sql``}
      SELECT ${COLUMNS}, c.version${hasDetails ? sql`, ${selectDetailColumns(given, sql`p.id`)}` : sql``} FROM user_counts c
      LEFT JOIN unnest(${given.ids}::integer[]) WITH ORDINALITY AS p (id, place) ON true
      LEFT JOIN users u ON u.instance_id = ${given.instanceId} AND u.id = p.id
      WHERE c.instance_id = ${given.instanceId} ORDER BY p.place`;
});

/** Separates the details of users from their rows, where they were read. */
function splitDetails(read: readonly (UserRow & Partial<UserDetails>)[]): Pick<Found, "rows" | "details"> {
  const details = new Map<number, UserDetails>();
  const rows = read.map(({ groups, last_active_on = null, fields, ...row }) => {
    if (groups && fields) details.set(row.id, { groups, last_active_on, fields });
    return row;
  });
  return { rows, ...(details.size > 0 && { details }) };
}

const COLUMNS = sql`u.id, u.first_name, u.last_name, u.email, u.role, u.created_at, u.erased_at IS NOT NULL AS is_erased,
  ${userIsActive} AS is_active`;

interface Counted {
  total: number;
  version: number;
}

/**
 * Returns how many users a list has where that is known without counting them: all, or all without those who have learned
 * lately. Null for another filter.
 */
async function readStoredCount(reach: Viewing, options: ListOptions): Promise<Counted | null> {
  if (!hasStoredCount(options)) return null;
  const { idle_days } = options;
  const active = idle_days == null ? sql`0` : countActive(reach, idle_days);
  const { rows } = await sql<Counted>`
    SELECT users - ${active} AS total, version FROM user_counts WHERE instance_id = ${reach.instanceId}`.execute(
    reach.db,
  );
  return rows[0] ?? { total: 0, version: 0 };
}

const hasStoredCount = ({ idle_days: _, ...filter }: ListOptions): boolean =>
  !toSearch(filter) && !filter.role && !filter.state && !filter.field && !isFilteredByOthers(filter);

/** Counts the users of an instance who have learned in so many days: all by the days, less those whom no list shows. */
function countActive(reach: Viewing, days: number): RawBuilder<unknown> {
  const since = selectIdleSince(reach, days);
  return sql`(coalesce((SELECT sum(a.users) FROM last_active_days a WHERE a.instance_id = ${reach.instanceId} AND a.day > ${since}), 0)
    - (SELECT count(*) FROM (${selectUnlistedUsers(reach.instanceId)}) u
      JOIN learner_totals t ON t.instance_id = ${reach.instanceId} AND t.user_id = u.id AND t.last_active_on > ${since}))`;
}

const selectListVersion = (reach: Viewing) =>
  sql`(SELECT coalesce(max(version), 0) FROM user_counts WHERE instance_id = ${reach.instanceId})`;

/** Returns a page of the users of a list along the index of its order, from whichever end is nearer. */
async function pageAlongIndex(
  reach: Viewing,
  options: ListOptions,
  search: string | null,
  total: number,
): Promise<UserRow[]> {
  const { limit, offset } = limitAndOffset(options);
  if (offset >= total) return [];
  const isNearEnd = limit !== null && offset > total / 2;
  const size = isNearEnd ? Math.min(limit, total - offset) : limit;
  const { rows } = await sql<UserRow>`
    SELECT ${COLUMNS}
    FROM (SELECT u.id FROM users u WHERE ${listed(reach, search, options, "in order")} ORDER BY ${orderBy(options, "u", isNearEnd)}
          ${limitTo(size, isNearEnd ? total - offset - size! : offset)}) p
    JOIN users u ON u.instance_id = ${reach.instanceId} AND u.id = p.id
    ORDER BY ${orderBy(options, "u", false)}`.execute(reach.db);
  return rows;
}

/** The usual lengths of a page. */
const PAGE_LENGTHS: ReadonlySet<number | null> = new Set([10, 25, 50, 100]);

/**
 * Returns LIMIT and OFFSET. Usual lengths are part of the text, and no offset is left out: PostgreSQL does not know how
 * many rows a parameter asks for, and would plan each first page anew, which takes longer than reading it.
 */
const limitTo = (limit: number | null, offset: number): RawBuilder<unknown> =>
  sql`LIMIT ${PAGE_LENGTHS.has(limit) ? sql.raw(String(limit)) : limit} ${offset === 0 ? sql`` : sql`OFFSET ${offset}`}`;

/** Lists the ids of all users of a list in its ascending order, with the version of the list. */
export async function listOrder(reach: Viewing, options: ListOptions): Promise<{ ids: number[]; version: number }> {
  const ascending = { ...options, sort: options.sort?.replace(/^-/, "") };
  const { rows } = await sql<{ ids: number[]; version: number }>`
    SELECT ${selectListVersion(reach)} AS version, coalesce((SELECT json_agg(p.id) FROM (
      SELECT u.id FROM users u WHERE ${listed(reach, toSearch(options), options)}
      ORDER BY ${orderBy(ascending, "u", false)}) p), '[]') AS ids`.execute(reach.db);
  return rows[0]!;
}

/**
 * Returns a page of the matches of a search or filter. The matches are found first, once for page and total, because
 * reading in order could mean reading all users. If they are too many to be sorted, `rows` is null.
 */
async function findAmong(
  reach: Viewing,
  options: ListOptions,
  search: string | null,
  which?: WhichFields,
): Promise<Omit<Found, "rows"> & { rows: UserRow[] | null }> {
  const { limit, offset } = limitAndOffset(options);
  const { instanceId, userId } = reach;
  const { rows } = await sql<
    Omit<UserRow, "id"> & { id: number | null; total: number; version: number } & Partial<UserDetails>
  >`
    WITH ${which ? sql`${selectShownFields({ instanceId, userId, ...which })}, ` : sql``}found AS MATERIALIZED (
      SELECT u.id, u.first_name, u.last_name, u.email, u.role, u.created_at FROM users u WHERE ${listed(reach, search, options)}
    )
    SELECT ${COLUMNS}, t.total, ${selectListVersion(reach)} AS version${which ? sql`, ${selectDetailColumns(reach, sql`p.id`)}` : sql``}
    FROM (SELECT count(*) AS total FROM found) t
    LEFT JOIN (SELECT f.id FROM found f WHERE (SELECT count(*) FROM found) <= ${MOST_SORTED}
      ORDER BY ${orderBy(options, "f", false)} LIMIT ${limit} OFFSET ${offset}) p ON true
    LEFT JOIN users u ON u.instance_id = ${instanceId} AND u.id = p.id
    ORDER BY ${orderBy(options, "u", false)}`.execute(reach.db);
  const { total, version } = rows[0]!;
  if (isLong(total)) return { rows: null, total, version };
  const found = rows.flatMap(({ total: _, version: __, id, ...row }) => (id === null ? [] : [{ id, ...row }]));
  return { total, version, ...splitDetails(found) };
}

function limitAndOffset({ limit, offset }: ListOptions) {
  return {
    limit: limit == null ? null : Math.max(limit, 0),
    offset: Math.min(Math.max(offset ?? 0, 0), LARGEST_INT),
  };
}

function orderBy({ sort }: ListOptions, table: string, isReversed: boolean): RawBuilder<unknown> {
  const columns = SORTS.get(sort?.replace(/^-/, "") ?? "name") ?? BY_NAME;
  const direction = (sort?.startsWith("-") ?? false) !== isReversed ? "DESC" : "ASC";
  return sql.raw([...columns, "t.id"].map((column) => `${column.replace("t.", `${table}.`)} ${direction}`).join(", "));
}
