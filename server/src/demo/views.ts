import type { Db } from "../db/client.ts";

/** Saves a view of the users list for an admin: learners who have not learned for a month. */
export async function buildView(db: Db, instanceId: number, admin: number): Promise<void> {
  await db
    .insertInto("user_views")
    .values({
      instance_id: instanceId,
      user_id: admin,
      name: "Learners idle for a month",
      filters: JSON.stringify({ role: "learner", idle_days: 30, sort: "-created" }),
      columns: ["email", "groups", "active", "created"],
    })
    .execute();
}
