import { sql } from "kysely";
import type { Reach } from "../../access/actor.ts";
import type { Attempt, Standing } from "./attempt.ts";
import type { PackageKind, ScoDetails } from "./package.ts";

type Learning = Reach<"learn">;

/** A unit and its course. */
export interface UnitOfCourse {
  id: number;
  courseId: number;
}

export interface Session {
  id: number;
  package_id: number;
  course_id: number | null;
  unit_id: number | null;
  origin: string;
  replaced_at: Date | null;
  last_sequence: number;
}

/** Finds and locks the session of a launch token, so that its calls run one after another. */
export function lockSession(reach: Learning, id: number): Promise<Session | undefined> {
  return reach.db
    .selectFrom("scorm_sessions")
    .where("instance_id", "=", reach.instanceId)
    .where("user_id", "=", reach.userId)
    .where("id", "=", id)
    .select(["id", "package_id", "course_id", "unit_id", "origin", "replaced_at", "last_sequence"])
    .forUpdate()
    .executeTakeFirst();
}

export async function keepSequence(reach: Learning, id: number, sequence: number): Promise<void> {
  await reach.db
    .updateTable("scorm_sessions")
    .set({ last_sequence: sequence })
    .where("instance_id", "=", reach.instanceId)
    .where("id", "=", id)
    .execute();
}

/** Counts lost values of a session. */
export async function addLostValues(reach: Learning, id: number, count: number): Promise<void> {
  await reach.db
    .updateTable("scorm_sessions")
    .set({ lost_values: sql`lost_values + ${count}` })
    .where("instance_id", "=", reach.instanceId)
    .where("id", "=", id)
    .execute();
}

/** Returns, once, whether a person's sessions in a unit have lost values. */
export async function takeLostValues(reach: Learning, unitId: number): Promise<boolean> {
  const sessions = await reach.db
    .updateTable("scorm_sessions")
    .set({ lost_values: 0 })
    .where("instance_id", "=", reach.instanceId)
    .where("user_id", "=", reach.userId)
    .where("unit_id", "=", unitId)
    .where("lost_values", ">", 0)
    .returning("id")
    .execute();
  return sessions.length > 0;
}

export interface Sco {
  id: number;
  uuid: string;
  identifier: string;
  title: string | null;
  entry_url: string | null;
  kind: "sco" | "asset" | "activity" | "au";
  details: ScoDetails;
  position: number;
}

/** Lists everything that a package launches, in order. */
export async function listScos(reach: Reach, packageId: number): Promise<Sco[]> {
  const rows = await reach.db
    .selectFrom("scorm_scos")
    .where("instance_id", "=", reach.instanceId)
    .where("package_id", "=", packageId)
    .select(["id", "uuid", "identifier", "title", "entry_url", "kind", "details", "position"])
    .orderBy("position")
    .execute();
  return rows as unknown as Sco[];
}

/** Finds a SCO or AU of a package by its id. */
export async function findScoById(reach: Reach, packageId: number, id: number): Promise<Sco | undefined> {
  const row = await reach.db
    .selectFrom("scorm_scos")
    .where("instance_id", "=", reach.instanceId)
    .where("package_id", "=", packageId)
    .where("id", "=", id)
    .select(["id", "uuid", "identifier", "title", "entry_url", "kind", "details", "position"])
    .executeTakeFirst();
  return row as unknown as Sco | undefined;
}

/** Finds a SCO of a package by its uuid, with the package's kind; undefined when it belongs to another package. */
export async function findSco(
  reach: Reach,
  packageId: number,
  uuid: string,
): Promise<(Sco & { package_kind: PackageKind }) | undefined> {
  const row = await reach.db
    .selectFrom("scorm_scos as s")
    .innerJoin("scorm_packages as p", (join) =>
      join.onRef("p.instance_id", "=", "s.instance_id").onRef("p.id", "=", "s.package_id"),
    )
    .where("s.instance_id", "=", reach.instanceId)
    .where("s.package_id", "=", packageId)
    .where("s.uuid", "=", uuid)
    .select(["s.id", "s.uuid", "s.identifier", "s.title", "s.entry_url", "s.kind", "s.details", "s.position"])
    .select("p.kind as package_kind")
    .executeTakeFirst();
  return row as unknown as (Sco & { package_kind: PackageKind }) | undefined;
}

/**
 * Finds the unit in which a person takes a package, for calls without a session: the last one opened, otherwise the
 * first.
 */
export async function findUnit(
  reach: Learning,
  packageId: number,
): Promise<{ unit_id: number; course_id: number } | undefined> {
  const { rows } = await sql<{ unit_id: number; course_id: number }>`
    SELECT u.id AS unit_id, u.course_id
    FROM units u
    JOIN courses c ON c.instance_id = u.instance_id AND c.id = u.course_id AND c.deleted_at IS NULL AND c.status = 'published'
    JOIN enrolments e ON e.instance_id = u.instance_id AND e.course_id = u.course_id AND e.user_id = ${reach.userId}
    LEFT JOIN scorm_sessions s ON s.instance_id = u.instance_id AND s.user_id = e.user_id AND s.unit_id = u.id
    WHERE u.instance_id = ${reach.instanceId} AND u.scorm_id = ${packageId} AND u.deleted_at IS NULL
    GROUP BY u.id, u.course_id
    ORDER BY max(s.id) DESC NULLS LAST, u.id LIMIT 1`.execute(reach.db);
  return rows[0];
}

export interface AttemptRow extends Attempt {
  id: number;
  scoId: number;
  number: number;
}

const ATTEMPT = sql<AttemptRow>`
  a.id, a.sco_id AS "scoId", a.attempt AS number, a.cmi, a.entry, a.total_seconds AS "totalSeconds", a.is_initialized AS "isInitialized",
  a.is_open AS "isOpen", a.session_started_at AS "sessionStartedAt", a.finished_at AS "finishedAt", a.updated_at AS "seenAt"`;

/**
 * Finds and locks the latest attempt of a person at a SCO in a unit.
 * @param before the latest that began before this moment; null for any
 */
export async function lockAttempt(
  reach: Learning,
  unitId: number,
  scoId: number,
  before: Date | null = null,
): Promise<AttemptRow | undefined> {
  const { rows } = await sql<AttemptRow>`
    SELECT ${ATTEMPT} FROM scorm_attempts a
    WHERE a.instance_id = ${reach.instanceId} AND a.user_id = ${reach.userId} AND a.unit_id = ${unitId} AND a.sco_id = ${scoId}
      ${before ? sql`AND a.created_at < ${before}` : sql``}
    ORDER BY a.attempt DESC LIMIT 1 FOR UPDATE`.execute(reach.db);
  return rows[0];
}

/**
 * Lists the latest attempt at each SCO of a package in a unit, by the SCO's id. A SCO without one uses that of the same
 * identifier in the previous version, so that a new version keeps progress.
 */
export async function listLatest(reach: Learning, unitId: number, packageId: number): Promise<Map<number, AttemptRow>> {
  const { rows } = await sql<AttemptRow & { for_sco: number }>`
    SELECT DISTINCT ON (s.id) s.id AS for_sco, ${ATTEMPT}
    FROM scorm_scos s
    JOIN scorm_scos o ON o.instance_id = s.instance_id AND o.identifier = s.identifier
    JOIN scorm_attempts a ON a.instance_id = o.instance_id AND a.sco_id = o.id
    WHERE s.instance_id = ${reach.instanceId} AND s.package_id = ${packageId}
      AND a.user_id = ${reach.userId} AND a.unit_id = ${unitId}
    ORDER BY s.id, (o.id = s.id) DESC, a.id DESC`.execute(reach.db);
  return new Map(rows.map(({ for_sco, ...row }) => [for_sco, row]));
}

/** An open attempt with what its SCO and package decide of it. */
export interface OpenAttempt {
  kind: "scorm_1_2" | "scorm_2004";
  details: ScoDetails;
  attempt: AttemptRow;
}

/** Lists a person's open attempts in a unit of SCORM, at whatever version of its package. */
export async function listOpenAttempts(reach: Learning, unitId: number): Promise<OpenAttempt[]> {
  const { rows } = await sql<AttemptRow & Omit<OpenAttempt, "attempt">>`
    SELECT p.kind, s.details, ${ATTEMPT}
    FROM scorm_attempts a
    JOIN scorm_scos s ON s.instance_id = a.instance_id AND s.id = a.sco_id
    JOIN scorm_packages p ON p.instance_id = s.instance_id AND p.id = s.package_id
    WHERE a.instance_id = ${reach.instanceId} AND a.user_id = ${reach.userId} AND a.unit_id = ${unitId}
      AND a.is_open AND p.kind IN ('scorm_1_2', 'scorm_2004')
    ORDER BY a.id`.execute(reach.db);
  return rows.map(({ kind, details, ...attempt }) => ({ kind, details, attempt }));
}

/** Adds an attempt. */
export async function insertAttempt(
  reach: Learning,
  unit: UnitOfCourse,
  key: { scoId: number; number: number },
  attempt: Attempt,
): Promise<AttemptRow> {
  const { id } = await reach.db
    .insertInto("scorm_attempts")
    .values({
      instance_id: reach.instanceId,
      user_id: reach.userId,
      unit_id: unit.id,
      course_id: unit.courseId,
      sco_id: key.scoId,
      attempt: key.number,
      cmi: JSON.stringify(attempt.cmi),
      entry: attempt.entry,
      total_seconds: attempt.totalSeconds,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return { ...attempt, id, scoId: key.scoId, number: key.number };
}

export async function updateAttempt(reach: Learning, id: number, attempt: Attempt, standing: Standing): Promise<void> {
  await reach.db
    .updateTable("scorm_attempts")
    .set({
      cmi: JSON.stringify(attempt.cmi),
      entry: attempt.entry,
      total_seconds: attempt.totalSeconds,
      is_initialized: attempt.isInitialized,
      is_open: attempt.isOpen,
      session_started_at: attempt.sessionStartedAt,
      finished_at: attempt.finishedAt,
      completion_status: standing.completion,
      success_status: standing.success,
      score_raw: standing.raw,
      score_scaled: standing.scaled,
      updated_at: sql`statement_timestamp()`,
    })
    .where("instance_id", "=", reach.instanceId)
    .where("id", "=", id)
    .execute();
}

export interface Result {
  completion_status: "unknown" | "incomplete" | "completed";
  success_status: "unknown" | "passed" | "failed";
  score: number | null;
  seconds: number;
  sequencing: string | null;
}

/** Finds or creates the result of a unit and locks it, so that calls about one unit of one person run one after another. */
export async function lockResult(reach: Learning, unit: UnitOfCourse, packageId: number): Promise<Result> {
  const { rows } = await sql<Result>`
    INSERT INTO scorm_results AS r (instance_id, user_id, unit_id, course_id, package_id)
    VALUES (${reach.instanceId}, ${reach.userId}, ${unit.id}, ${unit.courseId}, ${packageId})
    ON CONFLICT (instance_id, user_id, unit_id) DO UPDATE SET package_id = excluded.package_id
    RETURNING completion_status, success_status, score, seconds, sequencing`.execute(reach.db);
  return rows[0]!;
}

/**
 * Updates the result of a unit. Completed and passed are final, like every completion; a score stays until a new one is
 * reported, and the time is that of all attempts.
 */
export async function updateResult(
  reach: Learning,
  unitId: number,
  { completion_status, success_status, score }: Omit<Result, "seconds" | "sequencing">,
): Promise<Result> {
  const { rows } = await sql<Result>`
    UPDATE scorm_results r SET
      completion_status = CASE WHEN r.completion_status = 'completed' THEN r.completion_status ELSE ${completion_status} END,
      success_status = CASE WHEN r.success_status = 'passed' OR ${success_status} = 'unknown' THEN r.success_status
        ELSE ${success_status} END,
      score = coalesce(${score}::numeric, r.score),
      seconds = (SELECT coalesce(sum(a.total_seconds), 0) FROM scorm_attempts a
        WHERE a.instance_id = ${reach.instanceId} AND a.user_id = r.user_id AND a.unit_id = r.unit_id),
      updated_at = now()
    WHERE r.instance_id = ${reach.instanceId} AND r.user_id = ${reach.userId} AND r.unit_id = ${unitId}
    RETURNING completion_status, success_status, score, seconds, sequencing`.execute(reach.db);
  return rows[0]!;
}

/** Stores the position in the activity tree; null when the course is to start again. */
export async function keepSequencing(reach: Learning, unitId: number, sequencing: string | null): Promise<void> {
  await reach.db
    .updateTable("scorm_results")
    .set({ sequencing, updated_at: sql`now()` })
    .where("instance_id", "=", reach.instanceId)
    .where("user_id", "=", reach.userId)
    .where("unit_id", "=", unitId)
    .execute();
}

export interface Call {
  called_at: Date;
  call: string;
  element: string | null;
  value: string | null;
  result: string | null;
  error_code: number;
}

/** Adds calls to the call log of an attempt. */
export async function insertCalls(reach: Learning, attemptId: number, calls: Call[]): Promise<void> {
  if (calls.length === 0) return;
  await sql`
    INSERT INTO scorm_calls (instance_id, attempt_id, called_at, call, element, value, result, error_code)
    SELECT ${reach.instanceId}, ${attemptId}, d.called_at, d.call, d.element, d.value, d.result, d.error_code
    FROM jsonb_to_recordset(${JSON.stringify(calls)}::jsonb)
      AS d (called_at timestamptz, call text, element text, value text, result text, error_code integer)
    RETURNING id`.execute(reach.db);
}
