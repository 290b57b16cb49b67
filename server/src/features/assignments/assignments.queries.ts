import { type RawBuilder, sql } from "kysely";
import type { Reach } from "../../access/actor.ts";
import { courseInScope, userInScope } from "../../access/scope.ts";
import { toLikePattern } from "../../db/like.ts";
import { orderBy, type PageOptions, limitAndOffset } from "../../db/page.ts";

type Reviewing = Reach<"submission.review">;

export type SubmissionState = "submitted" | "accepted" | "returned";

export interface InboxOptions extends PageOptions {
  courseId?: number | null | undefined;
  state?: string | null | undefined;
}

export interface InboxRow {
  id: number;
  user_id: number;
  user_name: string;
  email: string;
  course_id: number;
  course_title: string;
  unit_id: number;
  unit_title: string;
  kind: string;
  state: SubmissionState;
  created_at: Date;
  reviewed_at: Date | null;
}

const SORTS = {
  name: ["u.last_name COLLATE people", "u.first_name COLLATE people"],
  course: ["c.title COLLATE people"],
  state: ["s.state"],
  created: ["s.created_at"],
};

/** Lists the submissions of the reach's users in its courses, the oldest first by default. */
export async function listSubmissions(reach: Reviewing, options: InboxOptions): Promise<InboxRow[]> {
  const { rows } = await sql<InboxRow>`
    SELECT s.id, s.user_id, u.first_name || ' ' || u.last_name AS user_name, u.email, s.course_id, c.title AS course_title,
      s.unit_id, n.title AS unit_title, s.kind, s.state, s.created_at, s.reviewed_at
    FROM ${source(reach, options)}
    ORDER BY ${orderBy({ ...options, sort: options.sort ?? "created" }, SORTS, "s.id")} ${limitAndOffset(options)}`.execute(
    reach.db,
  );
  return rows;
}

export async function countSubmissions(reach: Reviewing, options: InboxOptions): Promise<number> {
  const { rows } = await sql<{ total: number }>`SELECT count(*) AS total FROM ${source(reach, options)}`.execute(
    reach.db,
  );
  return rows[0]!.total;
}

/** Selects the number of submissions that wait for a review, also for a statement of another feature. */
export const selectWaiting = (reach: Reviewing) =>
  sql<{ total: number }>`SELECT count(*) AS total FROM ${source(reach, { state: "submitted" })}`;

/** Lists the courses with submissions, by title. */
export async function listCourses(reach: Reviewing): Promise<{ id: number; title: string }[]> {
  const { rows } = await sql<{ id: number; title: string }>`
    SELECT id, title FROM (SELECT DISTINCT c.id, c.title FROM ${source(reach, {})}) AS found
    ORDER BY title COLLATE people, id`.execute(reach.db);
  return rows;
}

function source(reach: Reviewing, { search, courseId, state }: InboxOptions): RawBuilder<unknown> {
  const pattern = toLikePattern(search);
  const conditions = [
    sql`s.instance_id = ${reach.instanceId}`,
    sql`u.deleted_at IS NULL AND c.deleted_at IS NULL AND n.deleted_at IS NULL`,
    userInScope(reach, "s.user_id"),
    courseInScope(reach, "s.course_id"),
  ];
  if (courseId != null) conditions.push(sql`s.course_id = ${courseId}`);
  if (state) conditions.push(sql`s.state = ${state}`);
  if (pattern !== null)
    conditions.push(
      sql`(u.first_name || ' ' || u.last_name ILIKE ${pattern} OR u.email ILIKE ${pattern} OR c.title ILIKE ${pattern} OR n.title ILIKE ${pattern})`,
    );
  return sql`submissions s
    JOIN users u ON u.instance_id = s.instance_id AND u.id = s.user_id
    JOIN courses c ON c.instance_id = s.instance_id AND c.id = s.course_id
    JOIN units n ON n.instance_id = s.instance_id AND n.id = s.unit_id
    WHERE ${sql.join(conditions, sql` AND `)}`;
}

export interface SubmissionRow extends InboxRow {
  content: string | null;
  file_key: string | null;
  file_name: string | null;
  file_type: string | null;
  comment: string | null;
  reviewer: string | null;
  assignment: string | null;
  completion_option: string | null;
}

/** Finds a submission with its text or file and the assignment. */
export async function findSubmission(reach: Reviewing, id: number): Promise<SubmissionRow | undefined> {
  const { rows } = await sql<SubmissionRow>`
    SELECT s.id, s.user_id, u.first_name || ' ' || u.last_name AS user_name, u.email, s.course_id, c.title AS course_title,
      s.unit_id, n.title AS unit_title, s.kind, s.state, s.created_at, s.reviewed_at, s.content, s.file_key, s.comment,
      f.name AS file_name, f.type AS file_type, by.first_name || ' ' || by.last_name AS reviewer, n.content AS assignment,
      n.completion_option
    FROM submissions s
    JOIN users u ON u.instance_id = s.instance_id AND u.id = s.user_id AND u.deleted_at IS NULL
    JOIN courses c ON c.instance_id = s.instance_id AND c.id = s.course_id AND c.deleted_at IS NULL
    JOIN units n ON n.instance_id = s.instance_id AND n.id = s.unit_id AND n.deleted_at IS NULL
    LEFT JOIN files f ON f.instance_id = s.instance_id AND f.key = s.file_key
    LEFT JOIN users by ON by.instance_id = s.instance_id AND by.id = s.reviewed_by
    WHERE s.instance_id = ${reach.instanceId} AND s.id = ${id}
      AND ${userInScope(reach, "s.user_id")} AND ${courseInScope(reach, "s.course_id")}`.execute(reach.db);
  return rows[0];
}

/** Lists everything the user submitted for the same unit, the latest first. */
export async function listHistory(reach: Reviewing, userId: number, unitId: number) {
  return reach.db
    .selectFrom("submissions as s")
    .where("s.instance_id", "=", reach.instanceId)
    .where("s.user_id", "=", userId)
    .where("s.unit_id", "=", unitId)
    .select(["s.id", "s.kind", "s.state", "s.comment", "s.created_at", "s.reviewed_at"])
    .orderBy("s.id", "desc")
    .execute();
}

/** Finds the previous and next waiting submissions, for going through the inbox. */
export async function findNeighbours(
  reach: Reviewing,
  id: number,
): Promise<{ previous: number | null; next: number | null }> {
  const waiting = source(reach, { state: "submitted" });
  const { rows } = await sql<{ previous: number | null; next: number | null }>`
    SELECT (SELECT max(s.id) FROM ${waiting} AND s.id < ${id}) AS previous,
      (SELECT min(s.id) FROM ${waiting} AND s.id > ${id}) AS next`.execute(reach.db);
  return rows[0]!;
}

/** Accepts or returns a waiting submission. @returns false when another reviewer decided meanwhile */
export async function decide(
  reach: Reviewing,
  id: number,
  state: "accepted" | "returned",
  comment: string | null,
): Promise<boolean> {
  const { numUpdatedRows } = await reach.db
    .updateTable("submissions")
    .set({ state, comment, reviewed_by: reach.userId, reviewed_at: sql`now()` })
    .where("instance_id", "=", reach.instanceId)
    .where("id", "=", id)
    .where("state", "=", "submitted")
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows) > 0;
}

/** Makes an accepted submission wait for a review again. @returns false when it is not accepted */
export async function withdrawAcceptance(reach: Reviewing, id: number): Promise<boolean> {
  const { numUpdatedRows } = await reach.db
    .updateTable("submissions")
    .set({ state: "submitted", comment: null, reviewed_by: null, reviewed_at: null })
    .where("instance_id", "=", reach.instanceId)
    .where("id", "=", id)
    .where("state", "=", "accepted")
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows) > 0;
}
