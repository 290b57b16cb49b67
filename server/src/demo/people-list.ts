import { sql } from "kysely";
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

/** Sends a message to all learners, who have read it. */
export async function buildAnnouncement(db: Db, instanceId: number, admin: number): Promise<void> {
  const subject = "Rope practice moves to Thursday";
  const { id } = await db
    .insertInto("announcements")
    .values({
      instance_id: instanceId,
      created_by: admin,
      created_at: sql<Date>`now() - interval '3 days'`,
      request_key: "demo-message",
      subject,
      body: "The boathouse is being painted this week, so we meet on Thursday at 18:00.\n\nPlease bring your own gloves.",
      by_mail: true,
      in_product: true,
      total: sql<number>`(SELECT count(*) FROM users WHERE instance_id = ${instanceId} AND role = 'learner')`,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await sql`
    INSERT INTO announcement_people (instance_id, announcement_id, user_id, state)
    SELECT instance_id, ${id}, id, CASE WHEN is_active THEN 'sent' ELSE 'inactive' END FROM users
    WHERE instance_id = ${instanceId} AND role = 'learner'`.execute(db);
  await sql`
    INSERT INTO notifications (instance_id, user_id, kind, data, created_at, read_at)
    SELECT instance_id, user_id, 'announcement', ${JSON.stringify({ announcement_id: id, subject })}::jsonb,
      now() - interval '3 days', now() - interval '2 days'
    FROM announcement_people WHERE instance_id = ${instanceId} AND announcement_id = ${id} AND state = 'sent'`.execute(
    db,
  );
}
