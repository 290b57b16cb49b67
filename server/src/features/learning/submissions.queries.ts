import { sql } from "kysely";
import type { Reach } from "../../access/actor.ts";
import { userIsActive } from "../../access/scope.ts";
import { ofThisAttempt } from "./learning.queries.ts";

type Learning = Reach<"learn">;

export interface NewSubmission {
  course_id: number;
  unit_id: number;
  /** The attempt at the course that it belongs to. */
  attempt: number;
  kind: "AssignmentText" | "AssignmentFile";
  content: string | null;
  file_key: string | null;
  /** The client's id of the submission, if it has one. */
  given_id: string | null;
}

/**
 * Inserts a submission; later ones do not replace it. @returns undefined when this one is already stored, also for two
 * requests at once
 */
export async function insertSubmission(reach: Learning, submission: NewSubmission): Promise<number | undefined> {
  const made = await reach.db
    .insertInto("submissions")
    .values({ ...submission, instance_id: reach.instanceId, user_id: reach.userId })
    .onConflict((conflict) =>
      conflict.columns(["instance_id", "user_id", "given_id"]).where("given_id", "is not", null).doNothing(),
    )
    .returning("id")
    .executeTakeFirst();
  return made?.id;
}

/** Finds a submission by the client's id, with the stored response. */
export function findGiven(reach: Learning, givenId: string) {
  return reach.db
    .selectFrom("submissions as s")
    .leftJoin("files as f", (join) =>
      join.onRef("f.instance_id", "=", "s.instance_id").onRef("f.key", "=", "s.file_key"),
    )
    .where("s.instance_id", "=", reach.instanceId)
    .where("s.user_id", "=", reach.userId)
    .where("s.given_id", "=", givenId)
    .select(["s.id", "s.unit_id", "s.kind", "s.content", "s.file_key", "f.name as file_name"])
    .executeTakeFirst();
}

/** Lists the caller's own submissions of the current attempt with their states, the latest first. */
export function listOwnSubmissions(reach: Learning, courseId: number) {
  return reach.db
    .selectFrom("submissions as s")
    .innerJoin("enrolments as e", (join) =>
      join
        .onRef("e.instance_id", "=", "s.instance_id")
        .onRef("e.user_id", "=", "s.user_id")
        .onRef("e.course_id", "=", "s.course_id"),
    )
    .leftJoin("files as f", (join) =>
      join.onRef("f.instance_id", "=", "s.instance_id").onRef("f.key", "=", "s.file_key"),
    )
    .where("s.instance_id", "=", reach.instanceId)
    .where("s.user_id", "=", reach.userId)
    .where("s.course_id", "=", courseId)
    .where(ofThisAttempt)
    .select(["s.id", "s.unit_id", "s.kind", "s.content", "s.file_key", "s.state", "s.comment", "s.created_at"])
    .select(["s.reviewed_at", "f.name as file_name", "f.type as file_type"])
    .orderBy("s.id", "desc")
    .execute();
}

/** Returns the state of the latest submission for a unit in an attempt; undefined when there is none. */
export async function latestState(reach: Learning, unitId: number, attempt: number): Promise<string | undefined> {
  const latest = await reach.db
    .selectFrom("submissions")
    .where("instance_id", "=", reach.instanceId)
    .where("user_id", "=", reach.userId)
    .where("unit_id", "=", unitId)
    .where((eb) => eb(eb.fn.coalesce("attempt", eb.val(1)), "=", attempt))
    .select("state")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return latest?.state;
}

/** Tells whether a submission was made for a unit, or accepted, in the current attempt. */
export async function hasSubmission(reach: Learning, unitId: number, accepted: boolean): Promise<boolean> {
  const found = await selectOfThisAttempt(reach)
    .where("s.unit_id", "=", unitId)
    .$if(accepted, (query) => query.where("s.state", "=", "accepted"))
    .executeTakeFirst();
  return found !== undefined;
}

/** Tells whether a submission of the learner belongs to the current attempt. */
export async function isOfThisAttempt(reach: Learning, id: number): Promise<boolean> {
  return (await selectOfThisAttempt(reach).where("s.id", "=", id).executeTakeFirst()) !== undefined;
}

const selectOfThisAttempt = (reach: Learning) =>
  reach.db
    .selectFrom("submissions as s")
    .innerJoin("enrolments as e", (join) =>
      join
        .onRef("e.instance_id", "=", "s.instance_id")
        .onRef("e.user_id", "=", "s.user_id")
        .onRef("e.course_id", "=", "s.course_id"),
    )
    .where("s.instance_id", "=", reach.instanceId)
    .where("s.user_id", "=", reach.userId)
    .where(ofThisAttempt)
    .select("s.id");

/**
 * Lists the users who review the work of the learner in a course: active instructors with access to the main site, and
 * those of a branch that has both the course and the learner; the admins where there is no such instructor. Nobody for a
 * unit or course that was deleted: its work cannot be reviewed.
 */
export async function listReviewers(
  reach: Reach<"learn">,
  courseId: number,
  unitId: number,
): Promise<{ user_id: number; course_title: string; unit_title: string }[]> {
  const { rows } = await sql<{ user_id: number; course_title: string; unit_title: string }>`
    WITH reviewers AS (
      SELECT u.id, u.role FROM users u
      WHERE u.instance_id = ${reach.instanceId} AND u.role IN ('instructor', 'admin') AND ${userIsActive}
        AND u.deleted_at IS NULL AND u.platform_user_id IS NULL AND u.id <> ${reach.userId}
        AND (u.is_primary OR EXISTS (SELECT FROM branch_users m
          JOIN branches b ON b.instance_id = m.instance_id AND b.id = m.branch_id AND b.deleted_at IS NULL
          JOIN branch_courses c ON c.instance_id = m.instance_id AND c.branch_id = m.branch_id AND c.course_id = ${courseId}
          JOIN branch_users l ON l.instance_id = m.instance_id AND l.branch_id = m.branch_id AND l.user_id = ${reach.userId}
          WHERE m.instance_id = u.instance_id AND m.user_id = u.id))
    )
    SELECT r.id AS user_id, c.title AS course_title, n.title AS unit_title
    FROM reviewers r
    JOIN courses c ON c.instance_id = ${reach.instanceId} AND c.id = ${courseId} AND c.deleted_at IS NULL
    JOIN units n ON n.instance_id = ${reach.instanceId} AND n.id = ${unitId} AND n.deleted_at IS NULL
    WHERE r.role = 'instructor' OR NOT EXISTS (SELECT FROM reviewers i WHERE i.role = 'instructor')`.execute(reach.db);
  return rows;
}
