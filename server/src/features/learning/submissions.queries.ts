import type { Reach } from "../../access/actor.ts";
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
  /** The word by which the client knows it, when it has one. */
  given_id: string | null;
}

/**
 * Each submission is kept; a later one does not replace it. Undefined when this very one is kept already, also when two requests
 * hand it in at once.
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

/** What somebody has handed in under a word of their client, with the response that was stored of it. */
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

/** The person's own submissions in the attempt at hand with what became of them, the latest first. */
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

/** The state of the latest submission for a unit in an attempt; undefined when there is none. */
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

/** Whether something was handed in for a unit, or accepted, in the attempt at hand. */
export async function hasSubmission(reach: Learning, unitId: number, accepted: boolean): Promise<boolean> {
  const found = await reach.db
    .selectFrom("submissions as s")
    .innerJoin("enrolments as e", (join) =>
      join
        .onRef("e.instance_id", "=", "s.instance_id")
        .onRef("e.user_id", "=", "s.user_id")
        .onRef("e.course_id", "=", "s.course_id"),
    )
    .where("s.instance_id", "=", reach.instanceId)
    .where("s.user_id", "=", reach.userId)
    .where("s.unit_id", "=", unitId)
    .where(ofThisAttempt)
    .$if(accepted, (query) => query.where("s.state", "=", "accepted"))
    .select("s.id")
    .executeTakeFirst();
  return found !== undefined;
}
