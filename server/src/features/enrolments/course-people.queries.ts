import { type RawBuilder, sql } from "kysely";
import type { Reach } from "../../access/actor.ts";
import type { Role } from "../../access/permissions.ts";
import {
  courseInScope,
  userIsListed,
  isMember,
  ofListedUser,
  selectUnlistedUsers,
  userInScope,
  userIsActive,
} from "../../access/scope.ts";
import { containsByOnePlan } from "../../db/like.ts";
import { limitAndOffset, orderBy, type PageOptions } from "../../db/page.ts";
import { type DueRule, hasDueStatus, selectDueStatus } from "../due-dates/due.service.ts";
import { earliestDue } from "./enrolments.queries.ts";

type Managing = Reach<"enrolment.manage"> | Reach<"certificate.manage">;

/** Which of the people of a course are meant; all of the reach if empty. */
export interface CoursePeopleFilter {
  user_ids?: readonly number[] | null | undefined;
  search?: string | null | undefined;
  /** completed, in_progress or not_started. */
  status?: string | null | undefined;
  /** How they were enrolled: self, person or group. */
  source?: string | null | undefined;
  group_id?: number | null | undefined;
  branch_id?: number | null | undefined;
  /** overdue, due_soon, due or none: how they stand to their due date. */
  due?: string | null | undefined;
}

export interface CoursePerson {
  id: number;
  first_name: string;
  last_name: string;
  email: string;
  role: string;
  is_active: boolean;
  status: string;
  /** 0 to 100. */
  progress: number;
  assigned_at: Date;
  completed_at: Date | null;
  /** The due date, yyyy-mm-dd. */
  due_on: string | null;
  due_status: string | null;
  /** Whether staff set the due date for this person, and no rule changes it. */
  is_due_by_hand: boolean;
  /** The last day with time in the course, yyyy-mm-dd. */
  last_active_on: string | null;
  /** Why they are enrolled: `kind` is self, person or group. */
  sources: { kind: string; group: string | null }[];
}

const STATUS = "enrolment_status(e.completed_at, e.units_completed)";
const SORTS = {
  name: ["u.last_name COLLATE people", "u.first_name COLLATE people"],
  email: ["lower(u.email)"],
  status: [STATUS],
  progress: ["progress_percent(e.units_completed, c.unit_count)"],
  assigned: ["e.assigned_at"],
  completed: ["e.completed_at"],
  due: ["e.due_on"],
};

/** Returns by what of the users themselves a list is sorted; null if by their enrolments. */
export function toOrderOfUsers(sort: string | null | undefined): "name" | "email" | null {
  const key = sort?.replace(/^-/, "") ?? "";
  if (key === "email") return "email";
  // An unknown key sorts by name.
  return key !== "name" && Object.hasOwn(SORTS, key) ? null : "name";
}

/** Finds a course of the reach. */
export async function findCourse(reach: Managing, id: number) {
  const { rows } = await sql<{ id: number; title: string; capacity: number | null }>`
    SELECT c.id, c.title, c.capacity
    FROM courses c
    WHERE c.instance_id = ${reach.instanceId} AND c.id = ${id} AND c.deleted_at IS NULL AND ${courseInScope(reach, "c.id")}`.execute(
    reach.db,
  );
  return rows[0];
}

/** Counts the enrolments of a course, which take its places. */
export async function countEnrolments(reach: Managing, courseId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) FROM enrolments e WHERE e.instance_id = ${reach.instanceId} AND e.course_id = ${courseId}
      AND ${ofListedUser(reach.instanceId, "e.user_id")}`.execute(reach.db);
  return rows[0]!.count;
}

/** Returns a page of the people of a course, with what the list shows of each. */
export function listPeople(
  reach: Managing,
  courseId: number,
  { sort, limit, offset, ...filter }: CoursePeopleFilter & PageOptions,
): Promise<CoursePerson[]> {
  const needs = toOrderOfUsers(sort) === null ? "enrolments" : "users";
  const order = isByCompletion(sort, filter) ? orderByCompletion(sort) : orderBy({ sort }, SORTS, "e.user_id");
  const page = sql`SELECT e.user_id FROM ${selectPeople(reach, courseId, filter, needs)}
    ORDER BY ${order} ${limitAndOffset({ limit, offset })}`;
  return readPeople(reach, courseId, sql`ARRAY(${page})`);
}

/**
 * Returns a page of the matches of a search with their total. They are found once for both, and their names are sorted
 * afterwards, because finding them takes most of the time.
 */
export async function searchPeople(
  reach: Managing,
  courseId: number,
  { sort, limit, offset, ...filter }: CoursePeopleFilter & PageOptions,
): Promise<{ total: number; rows: CoursePerson[] }> {
  const key = sort?.replace(/^-/, "") ?? "";
  const columns = SORTS[Object.hasOwn(SORTS, key) ? (key as keyof typeof SORTS) : "name"];
  const sorted = sql.raw(columns.map((column, at) => `, ${column} AS sorted_${at}`).join(""));
  const order = orderBy({ sort }, { [key]: columns.map((_, at) => `f.sorted_${at}`) }, "f.user_id");
  const rows = await readPeople(
    reach,
    courseId,
    sql`ARRAY(SELECT f.user_id FROM found f ORDER BY ${order} ${limitAndOffset({ limit, offset })})`,
    {
      before: sql`WITH found AS MATERIALIZED (SELECT e.user_id${sorted} FROM ${selectPeople(reach, courseId, filter)})`,
      total: sql`, (SELECT count(*) FROM found) AS total`,
    },
  );
  // A page behind the last one has no row with the total.
  const total = rows[0]?.total ?? (offset ? await countPeople(reach, courseId, filter) : 0);
  return { total, rows: rows.map(({ total: _, ...row }) => row) };
}

/** Tells whether a list has only people with a time of completion, and is sorted by it. */
const isByCompletion = (sort: string | null | undefined, { status }: CoursePeopleFilter): boolean =>
  status === "completed" && sort?.replace(/^-/, "") === "completed";

/** Sorts by the time of completion where nobody is without it, as the index does in both directions. */
const orderByCompletion = (sort: string | null | undefined): RawBuilder<unknown> =>
  sort?.startsWith("-") ? sql`e.completed_at DESC, e.user_id DESC` : sql`e.completed_at, e.user_id`;

/** Returns people of a course by id, in the given order. */
export function listByIds(reach: Managing, courseId: number, ids: readonly number[]): Promise<CoursePerson[]> {
  return readPeople(reach, courseId, sql`${[...ids]}::integer[]`);
}

/**
 * Reads what the list shows of the people of a page, in their order. The page is an array, so that it is found once and
 * before all else: PostgreSQL evaluates the columns of a sorted list for the rows before the page too.
 */
async function readPeople(
  reach: Managing,
  courseId: number,
  ids: RawBuilder<unknown>,
  { before, total }: { before: RawBuilder<unknown>; total: RawBuilder<unknown> } = { before: sql``, total: sql`` },
): Promise<(CoursePerson & { total?: number })[]> {
  const { rows } = await sql<CoursePerson & { total?: number }>`${before}
    SELECT u.id, u.first_name, u.last_name, u.email, u.role, ${userIsActive} AS is_active, e.assigned_at, e.completed_at,
      ${sql.raw(STATUS)} AS status, progress_percent(e.units_completed, c.unit_count) AS progress,
      e.due_on, ${selectDueStatus("e", reach.instanceId)} AS due_status, e.due_set_at IS NOT NULL AS is_due_by_hand,
      -- As text, so that the day is looked up by person, and not among the days of all people of the course.
      (SELECT max(d.day::text) FROM daily_time d
        WHERE d.instance_id = e.instance_id AND d.user_id = e.user_id AND d.course_id = e.course_id) AS last_active_on,
      coalesce((SELECT json_agg(json_build_object('kind', s.source, 'group', coalesce(g.name, l.title)) ORDER BY s.source DESC, g.name, l.title)
        FROM enrolment_sources s LEFT JOIN groups g ON g.instance_id = s.instance_id AND g.id = s.group_id AND s.source = 'group'
          LEFT JOIN learning_paths l ON l.instance_id = s.instance_id AND l.id = s.group_id AND s.source = 'path'
        WHERE s.instance_id = e.instance_id AND s.user_id = e.user_id AND s.course_id = e.course_id), '[]') AS sources${total}
    FROM unnest(${ids}) WITH ORDINALITY page (user_id, place)
    JOIN enrolments e ON e.instance_id = ${reach.instanceId} AND e.course_id = ${courseId} AND e.user_id = page.user_id
    JOIN users u ON u.instance_id = ${reach.instanceId} AND u.id = page.user_id
    JOIN courses c ON c.instance_id = ${reach.instanceId} AND c.id = ${courseId}
    ORDER BY page.place`.execute(reach.db);
  return rows;
}

/** The people of a course in an order, at a version. */
export interface Ordered {
  ids: number[];
  version: string;
}

/**
 * Lists the ids of all people of a course by name or e-mail, with the version of that order. The users are read along
 * the index of their names, which is faster than sorting the people of a large course. Only for a whole instance.
 */
export async function listOrder(reach: Managing, courseId: number, sort: "name" | "email"): Promise<Ordered> {
  const { rows } = await sql<Ordered>`
    SELECT ${selectVersion(reach, courseId)} AS version, coalesce((SELECT json_agg(people.id) FROM (
      SELECT u.id FROM users u
      WHERE u.instance_id = ${reach.instanceId} AND ${userIsListed("u")} AND (u.id IN (
        SELECT e.user_id FROM enrolments e WHERE e.instance_id = ${reach.instanceId} AND e.course_id = ${courseId})) IS TRUE
      ORDER BY ${orderBy({ sort }, SORTS, "u.id")}) people), '[]') AS ids`.execute(reach.db);
  return rows[0]!;
}

/** Reads the version of the order of a course's people: it rises when people come, leave, or change in the users list. */
export async function readVersion(reach: Managing, courseId: number): Promise<string> {
  const { rows } = await sql<{ version: string }>`SELECT ${selectVersion(reach, courseId)} AS version`.execute(
    reach.db,
  );
  return rows[0]!.version;
}

const selectVersion = (reach: Managing, courseId: number) => sql`concat(
  (SELECT version FROM user_counts WHERE instance_id = ${reach.instanceId}), ' ',
  (SELECT sum(memberships) FROM course_totals WHERE instance_id = ${reach.instanceId} AND course_id = ${courseId}))`;

/** Counts the people of a course whom a filter means: from the stored totals where they have the figure. */
export async function countPeople(reach: Managing, courseId: number, filter: CoursePeopleFilter): Promise<number> {
  const { status, ...others } = filter;
  const isStored = reach.branchIds === null && isEmpty(others) && (!status || Object.hasOwn(STORED, status));
  const figure = isStored
    ? selectStoredTotal(reach, courseId, status)
    : sql`SELECT count(*) AS total FROM ${selectPeople(reach, courseId, filter, "enrolments")}`;
  const { rows } = await sql<{ total: number }>`${figure}`.execute(reach.db);
  return rows[0]!.total;
}

/** Tells whether a filter limits nothing. */
export const isEmpty = ({ user_ids, search, status, source, group_id, branch_id, due }: CoursePeopleFilter): boolean =>
  !user_ids && !search?.trim() && !status && !source && group_id == null && branch_id == null && !due;

/** What course_totals has of each status. */
const STORED: Record<string, string> = {
  completed: "t.completed",
  in_progress: "t.in_progress",
  not_started: "t.assigned - t.completed - t.in_progress",
};

/** Selects how many people a course has, or how many with a status, without those whom no list shows. */
const selectStoredTotal = (reach: Managing, courseId: number, status: string | null | undefined) => sql`
  SELECT coalesce(sum(people), 0) AS total FROM (
    SELECT ${sql.raw(status ? STORED[status]! : "t.assigned")} AS people FROM course_totals t
    WHERE t.instance_id = ${reach.instanceId} AND t.course_id = ${courseId}
    UNION ALL
    SELECT -1 FROM (${selectUnlistedUsers(reach.instanceId)}) u
    JOIN enrolments e ON e.instance_id = ${reach.instanceId} AND e.user_id = u.id AND e.course_id = ${courseId}
    ${status ? sql`WHERE ${sql.raw(STATUS)} = ${status}` : sql``}) figures`;

/** Lists the ids of the people of a course who are meant and have one of the roles, at most `most`. */
export async function listIds(
  reach: Managing,
  courseId: number,
  filter: CoursePeopleFilter,
  { roles, most }: { roles: readonly Role[]; most: number },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT u.id FROM ${selectPeople(reach, courseId, filter)} AND u.role = ANY (${[...roles]})
    ORDER BY u.id LIMIT ${most}`.execute(reach.db);
  return rows.map(({ id }) => id);
}

/** Completes the course now for these people, except for those who have completed it. @returns for whom, and when */
export async function complete(
  reach: Managing,
  courseId: number,
  userIds: readonly number[],
): Promise<{ user_ids: number[]; at: string }> {
  const { rows } = await sql<{ user_ids: number[]; at: string }>`
    WITH completed AS (
      UPDATE enrolments e SET completed_at = now(), started_at = coalesce(e.started_at, now())
      WHERE e.instance_id = ${reach.instanceId} AND e.course_id = ${courseId} AND e.user_id = ANY (${[...userIds]})
        AND e.completed_at IS NULL
      RETURNING e.user_id
    ), noted AS (
      INSERT INTO activity (instance_id, user_id, actor_id, kind, course_id)
      SELECT ${reach.instanceId}, user_id, ${reach.userId}::integer, 'course_completed', ${courseId}::integer FROM completed
    )
    SELECT coalesce(array_agg(user_id ORDER BY user_id), '{}') AS user_ids, now()::text AS at FROM completed`.execute(
    reach.db,
  );
  return rows[0]!;
}

/**
 * Sets the due date of these people in a course: by a rule counted from their enrolment, or none; null gives it back to
 * the rules of their enrolment.
 */
export async function setDue(
  reach: Reach<"enrolment.manage">,
  courseId: number,
  userIds: readonly number[],
  rule: DueRule | null,
): Promise<void> {
  const due =
    rule === null
      ? earliestDue
      : sql`coalesce(${rule.on}::date, (e.assigned_at AT TIME ZONE i.time_zone)::date + ${rule.days}::integer)`;
  await sql`
    UPDATE enrolments e SET due_on = ${due}, due_set_at = ${rule === null ? sql`NULL` : sql`now()`}
    FROM instances i
    WHERE i.id = ${reach.instanceId} AND e.instance_id = ${reach.instanceId} AND e.course_id = ${courseId}
      AND e.user_id = ANY (${[...userIds]}::integer[])`.execute(reach.db);
}

/**
 * Selects the enrolments `e` in a course `c` of the people whom a filter means, and the users `u` themselves.
 * @param needs `enrolments` to leave the users out where the filter permits: in a large course, joining them takes most
 * of the time
 */
function selectPeople(
  reach: Managing,
  courseId: number,
  filter: CoursePeopleFilter,
  needs: "users" | "enrolments" = "users",
): RawBuilder<unknown> {
  const ofUsers = limitUsers(filter);
  const isAlone = needs === "enrolments" && ofUsers.length === 0 && reach.branchIds === null;
  const conditions = [
    sql`e.instance_id = ${reach.instanceId} AND e.course_id = ${courseId}`,
    ...limitEnrolments(reach, filter),
    ...(isAlone
      ? [ofListedUser(reach.instanceId, "e.user_id")]
      : [userIsListed("u"), userInScope(reach, "u.id"), ...ofUsers]),
  ];
  return sql`enrolments e
    ${isAlone ? sql`` : sql`JOIN users u ON u.instance_id = e.instance_id AND u.id = e.user_id`}
    JOIN courses c ON c.instance_id = e.instance_id AND c.id = e.course_id
    WHERE ${sql.join(conditions, sql` AND `)}`;
}

function limitUsers({ user_ids, search, group_id, branch_id }: CoursePeopleFilter): RawBuilder<unknown>[] {
  const conditions: RawBuilder<unknown>[] = [];
  if (user_ids) conditions.push(sql`u.id = ANY (${[...user_ids]}::integer[])`);
  if (search?.trim()) conditions.push(containsByOnePlan("u.search", search.trim().toLowerCase()));
  if (group_id != null) conditions.push(isMember("group", sql`${[group_id]}::integer[]`));
  if (branch_id != null) conditions.push(isMember("branch", sql`${[branch_id]}::integer[]`));
  return conditions;
}

function limitEnrolments(reach: Managing, { status, source, due }: CoursePeopleFilter): RawBuilder<unknown>[] {
  const conditions: RawBuilder<unknown>[] = [];
  // What the status says, so that the index of completions is read.
  if (status === "completed") conditions.push(sql`e.completed_at IS NOT NULL`);
  else if (status) conditions.push(sql`${sql.raw(STATUS)} = ${status}`);
  if (due) conditions.push(hasDueStatus("e", reach.instanceId, due));
  if (source)
    conditions.push(sql`EXISTS (SELECT FROM enrolment_sources s WHERE s.instance_id = e.instance_id
    AND s.user_id = e.user_id AND s.course_id = e.course_id AND s.source = ${source})`);
  return conditions;
}
