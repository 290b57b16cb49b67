import { type RawBuilder, sql } from "kysely";
import type { Reach } from "../../access/actor.ts";
import { courseInScope, userInScope } from "../../access/scope.ts";
import { readInBatches } from "../../db/batches.ts";
import { toLikePattern } from "../../db/like.ts";
import { orderBy, type PageOptions, limitAndOffset } from "../../db/page.ts";
import { selectExpiry, selectLastCompletion, VALIDITY } from "./expiry.service.ts";

type Reading = Reach<"report.view"> | Reach<"certificate.manage">;

/** `due`: valid, and expiring within 30 days. */
export const STATES = ["valid", "due", "expired", "revoked"] as const;
export type CertifiedState = (typeof STATES)[number];

export interface CertifiedOptions extends PageOptions {
  state?: string | null | undefined;
  courseId?: number | null | undefined;
  pathId?: number | null | undefined;
  /** Only users of these groups, and courses of these categories or paths with such a course. */
  groups?: readonly number[] | null;
  categories?: readonly number[] | null;
  /** Completed from this day, yyyy-mm-dd. */
  from?: string | null;
  to?: string | null;
}

export interface CertifiedRow {
  user_id: number;
  user_name: string;
  email: string;
  /** Either a course or a learning path, with the title of it. */
  course_id: number | null;
  path_id: number | null;
  course_title: string;
  certificate_type: string;
  /** yyyy-mm-dd, also the next. */
  completed_on: string;
  expires_on: string;
  state: CertifiedState;
  /** The learner is retaking the course. */
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

/** Lists certifications by each user's latest completion of each course and learning path, the first to expire first. */
export async function listCertified(reach: Reading, options: CertifiedOptions): Promise<CertifiedRow[]> {
  return (await listed(reach, options).execute(reach.db)).rows;
}

/** Lists all certifications in batches of some hundreds. */
export function certifiedInBatches(reach: Reading, options: CertifiedOptions): AsyncGenerator<CertifiedRow[]> {
  return readInBatches(reach.db, listed(reach, options).compile(reach.db));
}

function listed(reach: Reading, options: CertifiedOptions): RawBuilder<CertifiedRow> {
  return sql<CertifiedRow>`
    SELECT user_id, user_name, email, course_id, path_id, course_title, certificate_type, completed_on, expires_on, state, is_again, revoke_reason
    FROM ${certified(reach, options)}
    ORDER BY ${orderBy(options, SORTS, "user_id")}, course_id, path_id ${limitAndOffset(options)}`;
}

export async function countCertified(reach: Reading, options: CertifiedOptions): Promise<number> {
  const { rows } = await sql<{ total: number }>`SELECT count(*) AS total FROM ${certified(reach, options)}`.execute(
    reach.db,
  );
  return rows[0]!.total;
}

/** Finds one user's certification to manage it: for one course of the reach, or one learning path. */
export async function findCertified(
  reach: Reach<"certificate.manage">,
  { user_id, course_id, path_id }: { user_id: number; course_id?: number | null; path_id?: number | null },
): Promise<CertifiedRow | undefined> {
  const { rows } = await sql<CertifiedRow>`
    SELECT * FROM ${certified(reach, { courseId: course_id, pathId: path_id, managedOf: user_id })}`.execute(reach.db);
  return rows[0];
}

/** Revokes or restores a certificate; false when it is already in that state. */
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

/**
 * Limits completion to days that fit a state, plus or minus two days, so that an index is used; the state itself
 * decides.
 */
function roughly(state: string | null | undefined): RawBuilder<unknown> {
  const completed = sql`coalesce(e.completed_at, e.completed_before)`;
  if (state === "due")
    return sql`AND ${completed} BETWEEN now() - ${VALIDITY} - interval '3 days' AND now() - ${VALIDITY} + interval '32 days'`;
  return state === "expired" ? sql`AND ${completed} < now() - ${VALIDITY} + interval '2 days'` : sql``;
}

/** Selects certifications of courses and learning paths with their state; of one kind where the options name one. */
function certified(reach: Reading, options: Selecting): RawBuilder<unknown> {
  const { state, courseId, pathId } = options;
  const kinds = [
    ...(pathId == null ? [ofCourses(reach, options)] : []),
    ...(courseId == null ? [ofPaths(reach, options)] : []),
  ];
  return sql`(
    SELECT * FROM (
      SELECT d.*, CASE
        WHEN d.revoked_at IS NOT NULL THEN 'revoked'
        WHEN d.expires_on < d.today THEN 'expired'
        WHEN d.expires_on <= d.today + 30 THEN 'due'
        ELSE 'valid' END AS state
      FROM (${sql.join(kinds, sql` UNION ALL `)}) d
    ) stated ${state == null ? sql`` : sql`WHERE state = ${state}`}
  ) AS found`;
}

/** `managedOf` is a user whose certificates are managed: reports have those of all courses of their people. */
type Selecting = CertifiedOptions & { managedOf?: number };

const PERSON = sql`u.id AS user_id, u.first_name, u.last_name, u.first_name || ' ' || u.last_name AS user_name, u.email`;

function ofCourses(reach: Reading, options: Selecting): RawBuilder<unknown> {
  const { state, courseId, categories, from, to, managedOf } = options;
  const completed = sql`coalesce(e.completed_at, e.completed_before)`;
  return sql`
    SELECT d.*, k.revoked_at, k.revoke_reason
    FROM (
      SELECT ${PERSON}, e.course_id, NULL::integer AS path_id, c.title AS course_title, c.certificate_type,
        e.completed_at IS NULL AS is_again, ${selectLastCompletion("e")} AS completed_on,
        ${selectExpiry()} AS expires_on, (now() AT TIME ZONE i.time_zone)::date AS today
      FROM enrolments e
      JOIN instances i ON i.id = e.instance_id
      JOIN courses c ON c.instance_id = e.instance_id AND c.id = e.course_id AND c.deleted_at IS NULL
      JOIN users u ON u.instance_id = e.instance_id AND u.id = e.user_id
      WHERE e.instance_id = ${reach.instanceId} AND ${completed} IS NOT NULL
        ${managedOf === undefined ? sql`` : sql`AND ${courseInScope(reach, "e.course_id")}`} AND ${isOfPerson(reach, options, "c.title")}
        ${courseId == null ? sql`` : sql`AND e.course_id = ${courseId}`}
        ${categories == null ? sql`` : sql`AND e.course_id = ANY (ARRAY(SELECT g.course_id FROM course_categories g WHERE g.instance_id = ${reach.instanceId} AND g.category_id = ANY (${categories}::integer[])))`}
        ${from == null ? sql`` : sql`AND ${completed} >= ${from}::date::timestamp AT TIME ZONE i.time_zone`}
        ${to == null ? sql`` : sql`AND ${completed} < (${to}::date + 1)::timestamp AT TIME ZONE i.time_zone`}
        ${roughly(state)}
    ) d
    LEFT JOIN certificates k ON k.instance_id = ${reach.instanceId} AND k.user_id = d.user_id AND k.course_id = d.course_id
      AND k.completed_on = d.completed_on AND k.ended_at IS NULL`;
}

function ofPaths(reach: Reading, options: Selecting): RawBuilder<unknown> {
  const { pathId, categories, from, to } = options;
  return sql`
    SELECT ${PERSON}, NULL::integer AS course_id, v.path_id, v.title AS course_title, 'Default' AS certificate_type,
      false AS is_again, v.completed_on, v.expires_on, (now() AT TIME ZONE i.time_zone)::date AS today, v.revoked_at,
      v.revoke_reason
    FROM path_certifications v
    JOIN instances i ON i.id = v.instance_id
    JOIN users u ON u.instance_id = v.instance_id AND u.id = v.user_id
    WHERE v.instance_id = ${reach.instanceId} AND ${isOfPerson(reach, options, "v.title")}
      ${pathId == null ? sql`` : sql`AND v.path_id = ${pathId}`}
      ${categories == null ? sql`` : sql`AND EXISTS (SELECT FROM learning_path_courses p JOIN course_categories g ON g.instance_id = p.instance_id AND g.course_id = p.course_id WHERE p.instance_id = ${reach.instanceId} AND p.path_id = v.path_id AND g.category_id = ANY (${categories}::integer[]))`}
      ${from == null ? sql`` : sql`AND v.completed_on >= ${from}::date`}
      ${to == null ? sql`` : sql`AND v.completed_on <= ${to}::date`}`;
}

/** Limits certifications to users `u` of the reach and of the options. @param title the column that a search also reads */
function isOfPerson(reach: Reading, { managedOf, groups, search }: Selecting, title: string): RawBuilder<unknown> {
  const pattern = toLikePattern(search);
  return sql`u.deleted_at IS NULL AND u.platform_user_id IS NULL AND ${userInScope(reach, "u.id")}
    ${managedOf === undefined ? sql`` : sql`AND u.id = ${managedOf}`}
    ${pattern === null ? sql`` : sql`AND (u.first_name || ' ' || u.last_name ILIKE ${pattern} OR u.email ILIKE ${pattern} OR ${sql.ref(title)} ILIKE ${pattern})`}
    ${groups == null ? sql`` : sql`AND u.id = ANY (ARRAY(SELECT g.user_id FROM group_users g WHERE g.instance_id = ${reach.instanceId} AND g.group_id = ANY (${groups}::integer[])))`}`;
}
