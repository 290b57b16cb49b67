import { type RawBuilder, sql } from "kysely";
import type { Reach } from "../../access/actor.ts";
import { courseInScope, userInScope } from "../../access/scope.ts";
import { toLikePattern } from "../../db/like.ts";
import { orderBy, type PageOptions, limitAndOffset } from "../../db/page.ts";

type Reviewing = Reach<"submission.review">;

/** An essay waits as `submitted`, and is `marked` then. */
export type SubmissionState = "submitted" | "accepted" | "returned" | "marked";

export interface InboxOptions extends PageOptions {
  courseId?: number | null | undefined;
  state?: string | null | undefined;
}

export interface InboxRow {
  /** Of an essay: the attempt at the test. */
  id: number;
  /** Null for work that was handed in. */
  question_id: number | null;
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

/** Lists the submissions and essays of the reach's users in its courses, the oldest first by default. */
export async function listSubmissions(
  reach: Reviewing,
  options: InboxOptions,
): Promise<(InboxRow & { question: string | null })[]> {
  const { rows } = await sql<InboxRow & { question: string | null }>`
    SELECT s.id, s.user_id, u.first_name || ' ' || u.last_name AS user_name, u.email, s.course_id, c.title AS course_title,
      s.unit_id, n.title AS unit_title, s.kind, s.state, s.created_at, s.reviewed_at,
      s.question_id, (SELECT q.question FROM questions q WHERE q.instance_id = s.instance_id AND q.id = s.question_id) AS question
    FROM ${selectInbox(reach, options)}
    ORDER BY ${orderBy({ ...options, sort: options.sort ?? "created" }, SORTS, "s.id")}, s.kind, s.question_id ${limitAndOffset(options)}`.execute(
    reach.db,
  );
  return rows;
}

export async function countSubmissions(reach: Reviewing, options: InboxOptions): Promise<number> {
  const { rows } = await sql<{ total: number }>`SELECT count(*) AS total FROM ${selectInbox(reach, options)}`.execute(
    reach.db,
  );
  return rows[0]!.total;
}

/** Selects the number of submissions and essays that wait, also for a statement of another feature. */
export const selectWaiting = (reach: Reviewing) =>
  sql<{ total: number }>`SELECT count(*) AS total FROM ${selectInbox(reach, { state: "submitted" })}`;

/** Lists the courses with submissions or essays, by title. */
export async function listCourses(reach: Reviewing): Promise<{ id: number; title: string }[]> {
  const { rows } = await sql<{ id: number; title: string }>`
    SELECT id, title FROM (SELECT DISTINCT c.id, c.title FROM ${selectInbox(reach, {})}) AS found
    ORDER BY title COLLATE people, id`.execute(reach.db);
  return rows;
}

/** Selects from the submissions and essays `s` of the reach with their users `u`, courses `c` and units `n`. */
export function selectInbox(reach: Reviewing, { search, courseId, state }: InboxOptions): RawBuilder<unknown> {
  const pattern = toLikePattern(search);
  const conditions = [
    sql`s.instance_id = ${reach.instanceId}`,
    sql`u.deleted_at IS NULL AND c.deleted_at IS NULL AND n.deleted_at IS NULL`,
    userInScope(reach, "s.user_id"),
    courseInScope(reach, "s.course_id"),
  ];
  if (courseId != null) conditions.push(sql`s.course_id = ${courseId}`);
  if (pattern !== null)
    conditions.push(
      sql`(u.first_name || ' ' || u.last_name ILIKE ${pattern} OR u.email ILIKE ${pattern} OR c.title ILIKE ${pattern} OR n.title ILIKE ${pattern})`,
    );
  const submissions = sql`
    SELECT s.instance_id, s.id, NULL::integer AS question_id, s.user_id, s.course_id, s.unit_id, s.kind, s.state, s.created_at,
      s.reviewed_at
    FROM submissions s
    WHERE s.instance_id = ${reach.instanceId} ${state ? sql`AND s.state = ${state}` : sql``}`;
  const essays = (which: RawBuilder<unknown>) => sql`
    SELECT a.instance_id, a.attempt_id AS id, a.question_id, a.user_id, a.course_id, a.unit_id, 'Essay' AS kind,
      CASE WHEN a.marked_at IS NULL THEN 'submitted' ELSE 'marked' END AS state, t.submitted_at AS created_at,
      a.marked_at AS reviewed_at
    FROM test_answers a
    JOIN test_attempts t ON t.instance_id = a.instance_id AND t.id = a.attempt_id AND t.submitted_at IS NOT NULL
    WHERE a.instance_id = ${reach.instanceId} AND is_essay(a.response) AND NOT a.is_carried AND ${which}`;
  // Few attempts wait and few answers are marked, of many: each has an index.
  const parts = [
    ...(state === "marked" ? [] : [submissions]),
    ...(!state || state === "submitted" ? [essays(sql`t.score IS NULL AND a.marked_at IS NULL`)] : []),
    ...(!state || state === "marked" ? [essays(sql`a.marked_at IS NOT NULL`)] : []),
  ];
  return sql`(${sql.join(parts, sql` UNION ALL `)}) s
    JOIN users u ON u.instance_id = s.instance_id AND u.id = s.user_id
    JOIN courses c ON c.instance_id = s.instance_id AND c.id = s.course_id
    JOIN units n ON n.instance_id = s.instance_id AND n.id = s.unit_id
    WHERE ${sql.join(conditions, sql` AND `)}`;
}

export interface SubmissionRow extends Omit<InboxRow, "question_id"> {
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
  const waiting = sql`${selectInbox(reach, { state: "submitted" })} AND s.question_id IS NULL`;
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
