import { type RawBuilder, sql } from "kysely";
import type { Reach } from "../../access/actor.ts";
import { courseInScope, ofListedUser, pathInScope } from "../../access/scope.ts";
import { toLikePattern } from "../../db/like.ts";
import { limitAndOffset, orderBy, type PageOptions } from "../../db/page.ts";

export type Viewing =
  | Reach<"learning_path.view">
  | Reach<"learning_path.manage">
  | Reach<"learning_path.assign">
  | Reach<"learn">;
type Managing = Reach<"learning_path.manage">;

export interface PathFields {
  title: string;
  description: string;
  cover_key: string | null;
  status: "draft" | "published";
  in_catalogue: boolean;
  is_sequential: boolean;
  due_days: number | null;
  /** How long its certificate is valid; null without a certificate. */
  certificate_months: number | null;
  certificate_template_id: number | null;
}

export interface PathRow extends PathFields {
  id: number;
  branch_id: number | null;
  version: number;
  updated_at: Date;
}

/** A section as it is stored; `needed` is null for all of its courses. */
export interface SectionFields {
  title: string;
  needed: number | null;
  in_order: boolean;
  course_ids: number[];
}

export interface PathListRow extends PathRow {
  owning_branch: string | null;
  courses: number;
  people: number;
  completed: number;
}

export type PathFilter = PageOptions & { status?: string | null | undefined };

const SORTS = {
  title: ["l.title COLLATE people"],
  status: ["l.status"],
  courses: ["courses"],
  people: ["people"],
  completed: ["completed"],
  changed: ["l.updated_at"],
};

const COLUMNS = sql`l.id, l.branch_id, l.title, l.description, l.cover_key, l.status, l.in_catalogue, l.is_sequential,
  l.due_days, l.certificate_months, l.certificate_template_id, l.version, l.updated_at`;

/** Lists the paths of the reach with their figures. People outside the reach count too: the figures are the path's. */
export async function listPaths(reach: Viewing, filter: PathFilter): Promise<PathListRow[]> {
  const { rows } = await sql<PathListRow>`
    SELECT ${COLUMNS}, b.name AS owning_branch,
      (SELECT count(*) FROM learning_path_courses p JOIN courses c
        ON c.instance_id = p.instance_id AND c.id = p.course_id AND c.deleted_at IS NULL
        WHERE p.instance_id = l.instance_id AND p.path_id = l.id) AS courses,
      ${countPeople(reach)} AS people, ${countPeople(reach, sql`m.completed_at IS NOT NULL`)} AS completed
    FROM learning_paths l
    LEFT JOIN branches b ON b.instance_id = l.instance_id AND b.id = l.branch_id
    WHERE ${isListed(reach, filter)}
    ORDER BY ${orderBy(filter, SORTS, "l.id")} ${limitAndOffset(filter)}`.execute(reach.db);
  return rows;
}

export async function countPaths(reach: Viewing, filter: PathFilter): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    SELECT count(*) AS total FROM learning_paths l WHERE ${isListed(reach, filter)}`.execute(reach.db);
  return rows[0]!.total;
}

/** Counts the people who are assigned to a path, without those whom no list shows. */
const countPeople = ({ instanceId }: Viewing, condition: RawBuilder<unknown> = sql`true`) => sql`(
  SELECT count(*) FROM learning_path_people m
  WHERE m.instance_id = l.instance_id AND m.path_id = l.id AND m.ended_at IS NULL AND ${condition}
    AND ${ofListedUser(instanceId, "m.user_id")})`;

function isListed(reach: Viewing, { search, status }: PathFilter): RawBuilder<unknown> {
  const conditions: RawBuilder<unknown>[] = [ofReach(reach)];
  const pattern = toLikePattern(search);
  if (pattern !== null) conditions.push(sql`(l.title ILIKE ${pattern} OR l.description ILIKE ${pattern})`);
  if (status) conditions.push(sql`l.status = ${status}`);
  return sql.join(conditions, sql` AND `);
}

const ofReach = (reach: Viewing) =>
  sql<boolean>`(l.instance_id = ${reach.instanceId} AND l.deleted_at IS NULL AND ${pathInScope(reach, "l")})`;

export async function findPath(
  reach: Viewing,
  id: number,
): Promise<(PathRow & { owning_branch: string | null }) | undefined> {
  const { rows } = await sql<PathRow & { owning_branch: string | null }>`
    SELECT ${COLUMNS}, b.name AS owning_branch FROM learning_paths l
    LEFT JOIN branches b ON b.instance_id = l.instance_id AND b.id = l.branch_id
    WHERE ${ofReach(reach)} AND l.id = ${id}`.execute(reach.db);
  return rows[0];
}

/** Locks a path for the transaction, so that assignments and changes of its courses see each other. */
export async function lockPath(reach: Viewing, id: number): Promise<PathRow | undefined> {
  const { rows } = await sql<PathRow>`
    SELECT ${COLUMNS} FROM learning_paths l WHERE ${ofReach(reach)} AND l.id = ${id} FOR NO KEY UPDATE`.execute(
    reach.db,
  );
  return rows[0];
}

export interface SectionRow extends Omit<SectionFields, "course_ids"> {
  id: number;
  path_id: number;
  courses: { id: number; title: string; is_published: boolean }[];
}

/** Lists the sections of paths with their courses in order; deleted courses are left out. */
export async function listSections(
  reach: Pick<Reach, "db" | "instanceId">,
  pathIds: readonly number[],
): Promise<SectionRow[]> {
  const { rows } = await sql<SectionRow>`
    SELECT k.id, k.path_id, k.title, k.needed, k.in_order,
      coalesce((SELECT json_agg(json_build_object('id', c.id, 'title', c.title, 'is_published', c.status = 'published')
          ORDER BY p.position)
        FROM learning_path_courses p
        JOIN courses c ON c.instance_id = p.instance_id AND c.id = p.course_id AND c.deleted_at IS NULL
        WHERE p.instance_id = k.instance_id AND p.section_id = k.id), '[]') AS courses
    FROM learning_path_sections k
    WHERE k.instance_id = ${reach.instanceId} AND k.path_id = ANY (${[...pathIds]}::integer[])
    ORDER BY k.path_id, k.position`.execute(reach.db);
  return rows;
}

/** Tells whether a path still has courses that are deleted, which leave it at its next change. */
export async function hasDeletedCourses(reach: Managing, pathId: number): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM learning_path_courses p
    JOIN courses c ON c.instance_id = p.instance_id AND c.id = p.course_id AND c.deleted_at IS NOT NULL
    WHERE p.instance_id = ${reach.instanceId} AND p.path_id = ${pathId} LIMIT 1`.execute(reach.db);
  return rows.length > 0;
}

export async function insertPath(
  reach: Managing,
  fields: PathFields & { branch_id: number | null },
): Promise<{ id: number }> {
  return reach.db
    .insertInto("learning_paths")
    .values({ ...fields, instance_id: reach.instanceId, created_by: reach.userId, updated_by: reach.userId })
    .returning("id")
    .executeTakeFirstOrThrow();
}

export async function updatePath(reach: Managing, id: number, fields: PathFields): Promise<void> {
  await reach.db
    .updateTable("learning_paths")
    .set({ ...fields, version: sql`version + 1`, updated_by: reach.userId, updated_at: sql<Date>`now()` })
    .where("instance_id", "=", reach.instanceId)
    .where("id", "=", id)
    .execute();
}

/** Replaces the sections of a path. Deleted courses leave it, so that they do not come back to it unseen. */
export async function replaceSections(
  reach: Managing,
  pathId: number,
  sections: readonly SectionFields[],
): Promise<void> {
  await reach.db
    .deleteFrom("learning_path_sections")
    .where("instance_id", "=", reach.instanceId)
    .where("path_id", "=", pathId)
    .execute();
  if (sections.length === 0) return;
  await sql`
    WITH given AS (
      SELECT d.position, d.title, d.needed, d.in_order, d.course_ids
      FROM jsonb_to_recordset(${JSON.stringify(sections.map((section, position) => ({ ...section, position })))}::jsonb)
        AS d (position integer, title text, needed integer, in_order boolean, course_ids jsonb)
    ), added AS (
      INSERT INTO learning_path_sections (instance_id, path_id, position, title, needed, in_order)
      SELECT ${reach.instanceId}, ${pathId}, position, title, needed, in_order FROM given
      RETURNING id, position
    )
    INSERT INTO learning_path_courses (instance_id, path_id, course_id, section_id, position)
    SELECT ${reach.instanceId}, ${pathId}, each.course_id::integer, added.id, each.nth
    FROM given JOIN added USING (position),
      jsonb_array_elements_text(given.course_ids) WITH ORDINALITY AS each (course_id, nth)`.execute(reach.db);
}

export async function markDeleted(reach: Managing, id: number): Promise<void> {
  await reach.db
    .updateTable("learning_paths")
    .set({ deleted_at: sql<Date>`now()` })
    .where("instance_id", "=", reach.instanceId)
    .where("id", "=", id)
    .execute();
}

/** Lists those of these courses that may be in a path: those of the reach, and those that it has already. */
export async function listAllowedCourses(
  reach: Managing,
  pathId: number | null,
  ids: readonly number[],
): Promise<{ id: number; title: string }[]> {
  const { rows } = await sql<{ id: number; title: string }>`
    SELECT c.id, c.title FROM courses c
    WHERE c.instance_id = ${reach.instanceId} AND c.id = ANY (${[...ids]}::integer[]) AND c.deleted_at IS NULL
      AND (${courseInScope(reach, "c.id")} OR EXISTS (SELECT FROM learning_path_courses p
        WHERE p.instance_id = c.instance_id AND p.path_id = ${pathId} AND p.course_id = c.id))`.execute(reach.db);
  return rows;
}

const MOST_CHOICES = 100;

/** Lists courses of the reach for the editor, at most a hundred. */
export async function listCoursesToAdd(reach: Managing, search: string | null | undefined) {
  const pattern = toLikePattern(search);
  const { rows } = await sql<{ id: number; title: string; is_published: boolean }>`
    SELECT c.id, c.title, c.status = 'published' AS is_published FROM courses c
    WHERE c.instance_id = ${reach.instanceId} AND c.deleted_at IS NULL AND ${courseInScope(reach, "c.id")}
      AND ${pattern === null ? sql`true` : sql`c.title ILIKE ${pattern}`}
    ORDER BY c.title COLLATE people, c.id LIMIT ${MOST_CHOICES}`.execute(reach.db);
  return rows;
}

/** What a change of the courses and rules means for the people who are assigned. */
export interface Effect {
  people: number;
  /** Who will be enrolled in courses that they are not in. */
  gain: number;
  /** Who keeps courses that leave the path: because they have started them, or are in them for another reason. */
  keep: number;
  /** Who will not be in a course any more. */
  lose: number;
  /** Who will have completed the path by the change. */
  complete: number;
  /** Who has completed the path and will stay so, although the new rules are not met. */
  stay_complete: number;
}

/**
 * Measures the effect of the sections that are stored in this moment of the transaction.
 * @param before the courses of the path before
 */
export async function measureEffect(reach: Managing, pathId: number, before: readonly number[]): Promise<Effect> {
  const { rows } = await sql<Effect>`
    WITH after AS MATERIALIZED (
      SELECT course_id FROM learning_path_courses WHERE instance_id = ${reach.instanceId} AND path_id = ${pathId}
    ), gone AS MATERIALIZED (
      SELECT course_id FROM unnest(${[...before]}::integer[]) AS b (course_id)
      WHERE course_id NOT IN (SELECT course_id FROM after)
    ), kept AS (
      SELECT s.user_id, (e.started_at IS NOT NULL OR e.completed_at IS NOT NULL OR e.units_completed > 0
        OR EXISTS (SELECT FROM enrolment_sources o WHERE o.instance_id = s.instance_id AND o.user_id = s.user_id
          AND o.course_id = s.course_id AND (o.source, o.group_id) <> (s.source, s.group_id))) AS stays
      FROM enrolment_sources s
      JOIN enrolments e ON e.instance_id = s.instance_id AND e.user_id = s.user_id AND e.course_id = s.course_id
      WHERE s.instance_id = ${reach.instanceId} AND s.source = 'path' AND s.group_id = ${pathId}
        AND s.course_id IN (SELECT course_id FROM gone)
    ), leaving AS (
      SELECT user_id, bool_or(stays) AS keeps, bool_or(NOT stays) AS loses FROM kept GROUP BY user_id
    )
    SELECT count(*) AS people,
      count(*) FILTER (WHERE EXISTS (SELECT FROM after WHERE NOT EXISTS (SELECT FROM enrolments e
        WHERE e.instance_id = m.instance_id AND e.user_id = m.user_id AND e.course_id = after.course_id))) AS gain,
      count(*) FILTER (WHERE leaving.keeps) AS keep,
      count(*) FILTER (WHERE leaving.loses) AS lose,
      count(*) FILTER (WHERE v.completed_at IS NULL AND v.is_met) AS complete,
      count(*) FILTER (WHERE v.completed_at IS NOT NULL AND NOT v.is_met) AS stay_complete
    FROM learning_path_people m
    JOIN users u ON u.instance_id = m.instance_id AND u.id = m.user_id AND u.deleted_at IS NULL
    JOIN learning_path_progress v ON v.instance_id = m.instance_id AND v.path_id = m.path_id AND v.user_id = m.user_id
    LEFT JOIN leaving ON leaving.user_id = m.user_id
    WHERE m.instance_id = ${reach.instanceId} AND m.path_id = ${pathId} AND m.ended_at IS NULL`.execute(reach.db);
  return rows[0]!;
}

/** Runs work and takes back what it wrote. Only for mutations: they run one after the other. */
export async function withoutTrace<T>({ db }: Managing, work: () => Promise<T>): Promise<T> {
  await sql`SAVEPOINT effect`.execute(db);
  try {
    return await work();
  } finally {
    await sql`ROLLBACK TO SAVEPOINT effect`.execute(db);
  }
}
