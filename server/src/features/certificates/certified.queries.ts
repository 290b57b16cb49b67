import { type RawBuilder, sql } from "kysely";
import type { Reach } from "../../access/actor.ts";
import { courseInScope, userInScope } from "../../access/scope.ts";
import { inBatches } from "../../db/batches.ts";
import { containing } from "../../db/like.ts";
import { orderOf, type PageOptions, windowOf } from "../../db/page.ts";

type Reading = Reach<"report.view"> | Reach<"certificate.manage">;

/** `due`: valid, and expiring within 30 days. */
export const STATES = ["valid", "due", "expired", "revoked"] as const;
export type CertifiedState = (typeof STATES)[number];

export interface CertifiedOptions extends PageOptions {
  state?: string | null | undefined;
  courseId?: number | null | undefined;
  /** Only the people of these groups, and the courses of these categories. */
  groups?: readonly number[] | null;
  categories?: readonly number[] | null;
  /** Completed on these days and between, yyyy-mm-dd. */
  from?: string | null;
  to?: string | null;
}

export interface CertifiedRow {
  user_id: number;
  user_name: string;
  email: string;
  course_id: number;
  course_title: string;
  certificate_type: string;
  /** yyyy-mm-dd, as the next. */
  completed_on: string;
  expires_on: string;
  state: CertifiedState;
  /** The course is being taken again. */
  is_again: boolean;
  revoke_reason: string | null;
}

const SORTS = {
  expires: ["expires_on"],
  name: ["last_name COLLATE people", "first_name COLLATE people"],
  course: ["course_title COLLATE people"],
  completed: ["completed_on"],
  state: ["state"],
};

/** Who is certified for what, by their latest completion of each course; the one that expires first before the others. */
export async function listCertified(reach: Reading, options: CertifiedOptions): Promise<CertifiedRow[]> {
  return (await listed(reach, options).execute(reach.db)).rows;
}

/** The same, all of them, some hundreds at a time. */
export function certifiedInBatches(reach: Reading, options: CertifiedOptions): AsyncGenerator<CertifiedRow[]> {
  return inBatches(reach.db, listed(reach, options).compile(reach.db));
}

function listed(reach: Reading, options: CertifiedOptions): RawBuilder<CertifiedRow> {
  return sql<CertifiedRow>`
    SELECT user_id, user_name, email, course_id, course_title, certificate_type, completed_on, expires_on, state, is_again, revoke_reason
    FROM ${certified(reach, options)}
    ORDER BY ${orderOf(options, SORTS, "user_id")}, course_id ${windowOf(options)}`;
}

export async function countCertified(reach: Reading, options: CertifiedOptions): Promise<number> {
  const { rows } = await sql<{ total: number }>`SELECT count(*) AS total FROM ${certified(reach, options)}`.execute(
    reach.db,
  );
  return rows[0]!.total;
}

/** One person's certification for one course. */
export async function findCertified(
  reach: Reading,
  userId: number,
  courseId: number,
): Promise<CertifiedRow | undefined> {
  const { rows } = await sql<CertifiedRow>`
    SELECT * FROM ${certified(reach, { courseId }, sql`AND e.user_id = ${userId}`)}`.execute(reach.db);
  return rows[0];
}

/** Marks a certificate revoked, or takes that back; false when it was so already. */
export async function setRevoked(
  reach: Reach<"certificate.manage">,
  id: number,
  reason: string | null,
): Promise<boolean> {
  const { numUpdatedRows } = await reach.db
    .updateTable("certificates")
    .set(
      reason === null
        ? { revoked_at: null, revoked_by: null, revoke_reason: null }
        : { revoked_at: sql<Date>`now()`, revoked_by: reach.userId, revoke_reason: reason },
    )
    .where("instance_id", "=", reach.instanceId)
    .where("id", "=", id)
    .where("revoked_at", reason === null ? "is not" : "is", null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** When such certificates were completed, give or take two days, so that an index finds them; the state decides exactly. */
function roughly(state: string | null | undefined): RawBuilder<unknown> {
  const completed = sql`coalesce(e.completed_at, e.completed_before)`;
  if (state === "due") return sql`AND ${completed} BETWEEN now() - interval '368 days' AND now() - interval '333 days'`;
  return state === "expired" ? sql`AND ${completed} < now() - interval '363 days'` : sql``;
}

function certified(
  reach: Reading,
  { state, courseId, search, groups, categories, from, to }: CertifiedOptions,
  more: RawBuilder<unknown> = sql``,
): RawBuilder<unknown> {
  const pattern = containing(search);
  const wanted = state == null ? sql`` : sql`WHERE state = ${state}`;
  return sql`(
    SELECT * FROM (
      SELECT d.*, CASE
        WHEN k.revoked_at IS NOT NULL THEN 'revoked'
        WHEN d.expires_on < d.today THEN 'expired'
        WHEN d.expires_on <= d.today + 30 THEN 'due'
        ELSE 'valid' END AS state, k.revoke_reason
      FROM (
        SELECT e.user_id, u.first_name, u.last_name, u.first_name || ' ' || u.last_name AS user_name, u.email,
          e.course_id, c.title AS course_title, c.certificate_type, e.completed_at IS NULL AS is_again,
          (coalesce(e.completed_at, e.completed_before) AT TIME ZONE i.time_zone)::date AS completed_on,
          ((coalesce(e.completed_at, e.completed_before) AT TIME ZONE i.time_zone)::date + interval '1 year')::date AS expires_on,
          (now() AT TIME ZONE i.time_zone)::date AS today
        FROM enrolments e
        JOIN instances i ON i.id = e.instance_id
        JOIN courses c ON c.instance_id = e.instance_id AND c.id = e.course_id AND c.deleted_at IS NULL
        JOIN users u ON u.instance_id = e.instance_id AND u.id = e.user_id AND u.deleted_at IS NULL AND u.platform_user_id IS NULL
        WHERE e.instance_id = ${reach.instanceId} AND coalesce(e.completed_at, e.completed_before) IS NOT NULL
          AND ${userInScope(reach, "e.user_id")} AND ${courseInScope(reach, "e.course_id")}
          ${courseId == null ? sql`` : sql`AND e.course_id = ${courseId}`}
          ${pattern === null ? sql`` : sql`AND (u.first_name || ' ' || u.last_name ILIKE ${pattern} OR u.email ILIKE ${pattern} OR c.title ILIKE ${pattern})`}
          ${groups == null ? sql`` : sql`AND e.user_id = ANY (ARRAY(SELECT g.user_id FROM group_users g WHERE g.instance_id = ${reach.instanceId} AND g.group_id = ANY (${groups}::integer[])))`}
          ${categories == null ? sql`` : sql`AND e.course_id = ANY (ARRAY(SELECT g.course_id FROM course_categories g WHERE g.instance_id = ${reach.instanceId} AND g.category_id = ANY (${categories}::integer[])))`}
          ${from == null ? sql`` : sql`AND coalesce(e.completed_at, e.completed_before) >= ${from}::date::timestamp AT TIME ZONE i.time_zone`}
          ${to == null ? sql`` : sql`AND coalesce(e.completed_at, e.completed_before) < (${to}::date + 1)::timestamp AT TIME ZONE i.time_zone`}
          ${more} ${roughly(state)}
      ) d
      LEFT JOIN certificates k ON k.instance_id = ${reach.instanceId} AND k.user_id = d.user_id AND k.course_id = d.course_id
        AND k.completed_on = d.completed_on AND k.ended_at IS NULL
    ) stated ${wanted}
  ) AS found`;
}
