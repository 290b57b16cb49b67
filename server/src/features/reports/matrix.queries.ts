import type { Reach } from "../../access/actor.ts";

/** Lists the units of a course that the caller has found in the reach, in order. */
export function listUnits(reach: Reach<"report.view">, courseId: number) {
  return reach.db
    .selectFrom("units as u")
    .where("u.instance_id", "=", reach.instanceId)
    .where("u.course_id", "=", courseId)
    .where("u.deleted_at", "is", null)
    .select(["u.id", "u.title", "u.type"])
    .orderBy("u.unit_order")
    .orderBy("u.id")
    .execute();
}
