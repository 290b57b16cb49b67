import { type RawBuilder, sql } from "kysely";
import type { Reach } from "../../access/actor.ts";
import { inBatches } from "../../db/batches.ts";
import { containing } from "../../db/like.ts";
import { orderOf, type PageOptions, windowOf } from "../../db/page.ts";
import { courseInScope, userInScope } from "../../access/scope.ts";

type Reading = Reach<"package.report">;

/** Whether a course is there for this reader, and has anything of packages. */
export async function courseExists(reach: Reading, courseId: number): Promise<boolean> {
  const found = await reach.db
    .selectFrom("courses as c")
    .where("c.instance_id", "=", reach.instanceId)
    .where("c.id", "=", courseId)
    .where("c.deleted_at", "is", null)
    .where(courseInScope(reach, "c.id"))
    .select("c.id")
    .executeTakeFirst();
  return found !== undefined;
}

export interface PackageResult {
  user_id: number;
  name: string;
  unit_id: number;
  unit: string;
  kind: string;
  completion_status: string;
  success_status: string;
  score: number | null;
  seconds: number;
  updated_at: Date;
}

const SORTS = {
  name: ["name COLLATE people"],
  unit: ["unit_order"],
  completion: ["completion_status"],
  success: ["success_status"],
  score: ["score"],
  seconds: ["seconds"],
  updated: ["updated_at"],
};

/** What the packages of a course have reported of its people, a page of it, with how much there is in all. */
export async function pageOfResults(
  reach: Reading,
  courseId: number,
  options: PageOptions,
): Promise<{ total: number; rows: PackageResult[] }> {
  const found = results(reach, courseId, options);
  const { rows } = await sorted(found, options).execute(reach.db);
  return { total: await countOf(reach, found), rows };
}

/** The same, all of it, some hundreds at a time, and how much there is. */
export function resultsInBatches(reach: Reading, courseId: number, options: PageOptions) {
  const found = results(reach, courseId, options);
  return {
    batches: inBatches<PackageResult>(reach.db, sorted(found, options).compile(reach.db)),
    count: () => countOf(reach, found),
  };
}

async function countOf(reach: Reading, found: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ total: number }>`SELECT count(*) AS total FROM (${found}) found`.execute(reach.db);
  return rows[0]!.total;
}

function sorted(found: RawBuilder<unknown>, options: PageOptions): RawBuilder<PackageResult> {
  return sql<PackageResult>`
    SELECT * FROM (${found}) found ORDER BY ${orderOf(options, SORTS, "user_id")}, unit_id
    ${windowOf(options)}`;
}

function results(reach: Reading, courseId: number, options: PageOptions): RawBuilder<unknown> {
  const pattern = containing(options.search);
  return sql`
    SELECT r.user_id, u.first_name || ' ' || u.last_name AS name, r.unit_id, t.title AS unit, t.unit_order, p.kind, r.completion_status,
      r.success_status, r.score, r.seconds, r.updated_at
    FROM scorm_results r
    JOIN users u ON u.instance_id = r.instance_id AND u.id = r.user_id AND u.deleted_at IS NULL
    JOIN units t ON t.instance_id = r.instance_id AND t.id = r.unit_id AND t.deleted_at IS NULL
    JOIN scorm_packages p ON p.instance_id = r.instance_id AND p.id = r.package_id
    WHERE r.instance_id = ${reach.instanceId} AND r.course_id = ${courseId} AND ${userInScope(reach, "u.id")}
      AND (${pattern}::text IS NULL OR u.first_name || ' ' || u.last_name ILIKE ${pattern}::text)`;
}

export interface PackageQuestion {
  unit_id: number;
  unit: string;
  question: string;
  description: string | null;
  type: string | null;
  answered: number;
  correct: number;
  tries: number;
}

const MOST_QUESTIONS = 1_000;

/** The questions that packages have asked ('interactions'): how many answered, how many were right at last, and how often it was tried. */
export async function listQuestions(reach: Reading, courseId: number): Promise<PackageQuestion[]> {
  const { rows } = await sql<PackageQuestion>`${questions(reach, courseId)} LIMIT ${MOST_QUESTIONS}`.execute(reach.db);
  return rows;
}

/** The same, all of them that a search finds, some hundreds at a time, and how many there are. */
export function questionsInBatches(reach: Reading, courseId: number, search: PageOptions["search"]) {
  const found = questions(reach, courseId, containing(search));
  return {
    batches: inBatches<PackageQuestion>(reach.db, found.compile(reach.db)),
    count: () => countOf(reach, found),
  };
}

function questions(reach: Reading, courseId: number, pattern: string | null = null): RawBuilder<PackageQuestion> {
  return sql`
    WITH entries AS (
      SELECT a.user_id, a.unit_id, a.id AS attempt, m.part[1]::integer AS n, m.part[2] AS field, e.value
      FROM scorm_attempts a
      JOIN users p ON p.instance_id = a.instance_id AND p.id = a.user_id AND p.deleted_at IS NULL
      CROSS JOIN jsonb_each_text(a.cmi) e
      CROSS JOIN LATERAL (SELECT regexp_match(e.key, '^cmi\\.interactions\\.(\\d{1,5})\\.(id|type|description|result)$') AS part) m
      WHERE a.instance_id = ${reach.instanceId} AND a.course_id = ${courseId} AND m.part IS NOT NULL
        AND ${userInScope(reach, "a.user_id")}
    ), interactions AS (
      SELECT user_id, unit_id, attempt, n,
        max(value) FILTER (WHERE field = 'id') AS question,
        max(value) FILTER (WHERE field = 'type') AS type,
        max(value) FILTER (WHERE field = 'description') AS description,
        max(value) FILTER (WHERE field = 'result') AS result
      FROM entries GROUP BY user_id, unit_id, attempt, n
    ), latest AS (
      SELECT DISTINCT ON (user_id, unit_id, question) * FROM interactions
      WHERE question IS NOT NULL
      ORDER BY user_id, unit_id, question, attempt DESC, n DESC
    ), tries AS (
      SELECT unit_id, question, count(*) AS tries FROM interactions WHERE question IS NOT NULL GROUP BY unit_id, question
    )
    SELECT l.unit_id, u.title AS unit, l.question, max(l.description) AS description, max(l.type) AS type,
      count(*) AS answered, count(*) FILTER (WHERE l.result = 'correct') AS correct, max(t.tries) AS tries
    FROM latest l
    JOIN tries t USING (unit_id, question)
    JOIN units u ON u.instance_id = ${reach.instanceId} AND u.id = l.unit_id AND u.deleted_at IS NULL
    GROUP BY l.unit_id, u.title, u.unit_order, l.question
    HAVING ${pattern}::text IS NULL OR coalesce(nullif(max(l.description), ''), l.question) || ' ' || u.title ILIKE ${pattern}::text
    ORDER BY u.unit_order, l.question`;
}

export interface ReportedAttempt {
  id: number;
  sco: string | null;
  attempt: number;
  completion_status: string | null;
  success_status: string | null;
  score: number | null;
  total_seconds: number;
  created_at: Date;
  updated_at: Date;
  cmi: Record<string, string>;
}

/** The attempts of one person in one unit, the latest first. */
export async function listAttempts(reach: Reading, unitId: number, userId: number): Promise<ReportedAttempt[]> {
  const { rows } = await sql<ReportedAttempt>`
    SELECT a.id, s.title AS sco, a.attempt, a.completion_status, a.success_status,
      coalesce(a.score_scaled * 100, a.score_raw) AS score, a.total_seconds, a.created_at, a.updated_at, a.cmi
    FROM scorm_attempts a
    JOIN scorm_scos s ON s.instance_id = a.instance_id AND s.id = a.sco_id
    JOIN units u ON u.instance_id = a.instance_id AND u.id = a.unit_id
    WHERE a.instance_id = ${reach.instanceId} AND a.unit_id = ${unitId} AND a.user_id = ${userId}
      AND ${userInScope(reach, "a.user_id")} AND ${courseInScope(reach, "u.course_id")}
    ORDER BY a.id DESC LIMIT 200`.execute(reach.db);
  return rows;
}

export interface RecordedCall {
  called_at: Date;
  call: string;
  element: string | null;
  value: string | null;
  result: string | null;
  error_code: number;
}

/** The flight recorder of attempts, the first call first. */
export async function listCalls(reach: Reading, attemptId: number, limit: number): Promise<RecordedCall[]> {
  return reach.db
    .selectFrom("scorm_calls")
    .where("instance_id", "=", reach.instanceId)
    .where("attempt_id", "=", attemptId)
    .select(["called_at", "call", "element", "value", "result", "error_code"])
    .orderBy("called_at")
    .orderBy("id")
    .limit(limit)
    .execute();
}
