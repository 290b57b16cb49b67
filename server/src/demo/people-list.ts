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

/** Sends a message to the learners of a group, who have read it. */
export async function buildAnnouncement(db: Db, instanceId: number, admin: number): Promise<void> {
  const subject = "Rope practice moves to Thursday";
  const people = sql`users u
    JOIN group_users m ON m.instance_id = u.instance_id AND m.user_id = u.id
    JOIN groups g ON g.instance_id = m.instance_id AND g.id = m.group_id AND g.name = 'Night shift'
    WHERE u.instance_id = ${instanceId} AND u.role = 'learner'`;
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
      total: sql<number>`(SELECT count(*) FROM ${people})`,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await sql`
    INSERT INTO announcement_people (instance_id, announcement_id, user_id, state)
    SELECT u.instance_id, ${id}, u.id, CASE WHEN u.is_active THEN 'sent' ELSE 'inactive' END FROM ${people}`.execute(
    db,
  );
  await sql`
    INSERT INTO notifications (instance_id, user_id, kind, data, created_at, read_at)
    SELECT instance_id, user_id, 'announcement', ${JSON.stringify({ announcement_id: id, subject })}::jsonb,
      now() - interval '3 days', now() - interval '2 days'
    FROM announcement_people WHERE instance_id = ${instanceId} AND announcement_id = ${id} AND state = 'sent'`.execute(
    db,
  );
}
