import { sql } from "kysely";
import type { Reach } from "../../access/actor.ts";

/** Finds the activity of a person's own session in an xAPI package, with the attempt at its course. */
export function findActivity(reach: Reach<"learn">, launchId: number) {
  return reach.db
    .selectFrom("scorm_sessions as s")
    .innerJoin("scorm_packages as p", (join) =>
      join.onRef("p.instance_id", "=", "s.instance_id").onRef("p.id", "=", "s.package_id"),
    )
    .innerJoin("scorm_scos as a", (join) =>
      join.onRef("a.instance_id", "=", "p.instance_id").onRef("a.package_id", "=", "p.id"),
    )
    .leftJoin("enrolments as e", (join) =>
      join
        .onRef("e.instance_id", "=", "s.instance_id")
        .onRef("e.user_id", "=", "s.user_id")
        .onRef("e.course_id", "=", "s.course_id"),
    )
    .where("s.instance_id", "=", reach.instanceId)
    .where("s.user_id", "=", reach.userId)
    .where("s.id", "=", launchId)
    .where("s.replaced_at", "is", null)
    .where("p.kind", "=", "xapi")
    .where("a.kind", "=", "activity")
    .select(["s.id", "s.package_id", "s.unit_id", "s.course_id", "s.started_at", "s.attempt_id", "e.attempt"])
    .select("a.id as sco_id")
    .select(sql<string>`coalesce(s.account_home, s.origin)`.as("account_home"))
    .select(sql<string>`a.details ->> 'activityId'`.as("activity_id"))
    .executeTakeFirst();
}

/** Links a session to its attempt in the reports. */
export async function setAttempt(reach: Reach<"learn">, launchId: number, attemptId: number): Promise<void> {
  await reach.db
    .updateTable("scorm_sessions")
    .set({ attempt_id: attemptId })
    .where("instance_id", "=", reach.instanceId)
    .where("id", "=", launchId)
    .execute();
}

/** Locks a session until the end of the transaction and returns its attempt in the reports. */
export async function lockAttempt(reach: Reach<"learn">, launchId: number): Promise<number | null> {
  const row = await reach.db
    .selectFrom("scorm_sessions")
    .select("attempt_id")
    .where("instance_id", "=", reach.instanceId)
    .where("id", "=", launchId)
    .forUpdate()
    .executeTakeFirst();
  return row?.attempt_id ?? null;
}
