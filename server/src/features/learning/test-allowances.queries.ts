import type { Reach } from "../../access/actor.ts";

type Managing = Reach<"enrolment.manage">;

/** Finds a test of a course with its limit of attempts. */
export function findTest({ db, instanceId }: Managing, courseId: number, unitId: number) {
  return db
    .selectFrom("units")
    .where("instance_id", "=", instanceId)
    .where("course_id", "=", courseId)
    .where("id", "=", unitId)
    .where("type", "=", "Test")
    .where("deleted_at", "is", null)
    .select(["title", "attempts_allowed"])
    .executeTakeFirst();
}

/** Reads how many attempts more a person has at a test than others. */
export async function readAllowance({ db, instanceId }: Managing, unitId: number, userId: number): Promise<number> {
  const allowance = await db
    .selectFrom("test_allowances")
    .where("instance_id", "=", instanceId)
    .where("user_id", "=", userId)
    .where("unit_id", "=", unitId)
    .select("extra")
    .executeTakeFirst();
  return allowance?.extra ?? 0;
}

/** Stores how many attempts more a person has; 0 removes the allowance. */
export async function putAllowance(
  { db, instanceId: instance_id }: Managing,
  { extra, ...place }: { course_id: number; unit_id: number; user_id: number; extra: number },
): Promise<void> {
  if (extra === 0) {
    await db
      .deleteFrom("test_allowances")
      .where("instance_id", "=", instance_id)
      .where("user_id", "=", place.user_id)
      .where("unit_id", "=", place.unit_id)
      .execute();
    return;
  }
  await db
    .insertInto("test_allowances")
    .values({ instance_id, ...place, extra })
    .onConflict((conflict) => conflict.columns(["instance_id", "user_id", "unit_id"]).doUpdateSet({ extra }))
    .execute();
}
