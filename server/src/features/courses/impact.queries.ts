import { sql } from "kysely";
import type { Reach } from "../../access/actor.ts";

/** Counts the learners that a change of the course affects. */
export function countLearners(reach: Reach<"course.author">, courseId: number) {
  return reach.db
    .selectFrom("enrolments")
    .where("instance_id", "=", reach.instanceId)
    .where("course_id", "=", courseId)
    .select((eb) => [
      eb.fn.countAll<number>().as("learners"),
      eb.fn
        .countAll<number>()
        .filterWhere("units_completed", ">", 0)
        .filterWhere("completed_at", "is", null)
        .as("inProgress"),
    ])
    .executeTakeFirstOrThrow();
}

/** Counts the learners with progress in a unit of the course; undefined when it is not a unit of the course. */
export async function countLearnersOfUnit(reach: Reach<"course.author">, courseId: number, unitId: number) {
  const { rows } = await sql<{ learners: number; inProgress: number }>`
    SELECT count(p.user_id)::integer AS learners,
      count(p.user_id) FILTER (WHERE p.completed_at IS NULL)::integer AS "inProgress"
    FROM units u
    LEFT JOIN unit_progress p ON p.instance_id = u.instance_id AND p.course_id = u.course_id AND p.unit_id = u.id
    WHERE u.instance_id = ${reach.instanceId} AND u.course_id = ${courseId} AND u.id = ${unitId} AND u.deleted_at IS NULL
    GROUP BY u.id`.execute(reach.db);
  return rows[0];
}
