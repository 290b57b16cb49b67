import { sql } from "kysely";
import type { Reach } from "../../access/actor.ts";
import { personIsActive } from "../../access/session.ts";
import type { Db } from "../../db/client.ts";

type Sending = Reach<"user.message">;
type At = Pick<Reach, "db" | "instanceId">;

export interface NewAnnouncement {
  request_key: string;
  subject: string;
  body: string;
  by_mail: boolean;
  in_product: boolean;
}

/** Locks the caller, so that requests of one person are counted one after another, and returns what they sent lately. */
export async function lockSender({ db, instanceId, userId }: Sending): Promise<{ messages: number; people: number }> {
  await sql`SELECT FROM users WHERE instance_id = ${instanceId} AND id = ${userId} FOR NO KEY UPDATE`.execute(db);
  const { rows } = await sql<{ messages: number; people: number }>`
    SELECT count(*) AS messages, coalesce(sum(total), 0) AS people FROM announcements
    WHERE instance_id = ${instanceId} AND created_by = ${userId} AND created_at > now() - interval '1 hour'`.execute(
    db,
  );
  return { messages: Number(rows[0]!.messages), people: Number(rows[0]!.people) };
}

/** Finds what the caller sent with a request. */
export async function findByKey({ db, instanceId, userId }: Sending, key: string): Promise<number | undefined> {
  const row = await db
    .selectFrom("announcements")
    .where("instance_id", "=", instanceId)
    .where("created_by", "=", userId)
    .where("request_key", "=", key)
    .select("id")
    .executeTakeFirst();
  return row?.id;
}

/** Stores a message with the people it is for; those who cannot get it are marked with why. @returns its id */
export async function insertAnnouncement(
  { db, instanceId, userId }: Sending,
  message: NewAnnouncement,
  userIds: readonly number[],
): Promise<number> {
  const { id } = await db
    .insertInto("announcements")
    .values({ ...message, instance_id: instanceId, created_by: userId, total: userIds.length })
    .returning("id")
    .executeTakeFirstOrThrow();
  await sql`
    INSERT INTO announcement_people (instance_id, announcement_id, user_id, state)
    SELECT ${instanceId}, ${id}, u.id, CASE WHEN NOT (${personIsActive}) THEN 'inactive'
      WHEN NOT ${message.in_product} AND (u.skip_email OR NOT u.email_notifications) THEN 'no_mail'
      ELSE 'waiting' END
    FROM users u JOIN instances i ON i.id = u.instance_id
    WHERE u.instance_id = ${instanceId} AND u.id = ANY (${[...userIds]}::integer[]) AND u.deleted_at IS NULL
      AND u.platform_user_id IS NULL`.execute(db);
  return id;
}

export interface AnnouncementRow {
  id: number;
  subject: string;
  body: string;
  by_mail: boolean;
  in_product: boolean;
  created_at: Date;
  /** The name of the author; null when the account is gone. */
  sender: string | null;
}

const selectAnnouncements = ({ db, instanceId }: At) =>
  db
    .selectFrom("announcements as a")
    .leftJoin("users as u", (join) =>
      join.onRef("u.instance_id", "=", "a.instance_id").onRef("u.id", "=", "a.created_by"),
    )
    .where("a.instance_id", "=", instanceId)
    .select(["a.id", "a.subject", "a.body", "a.by_mail", "a.in_product", "a.created_at"])
    .select(sql<string | null>`u.first_name || ' ' || u.last_name`.as("sender"));

/** Finds a message that the caller sent, with how many people are in which state. */
export async function findSent(reach: Sending, id: number) {
  const row = await selectAnnouncements(reach)
    .where("a.id", "=", id)
    .where("a.created_by", "=", reach.userId)
    .executeTakeFirst();
  if (!row) return undefined;
  const { rows } = await sql<Record<"total" | "open" | "sent" | "inactive" | "no_mail", number>>`
    SELECT count(*) AS total, count(*) FILTER (WHERE state IN ('waiting', 'mailing')) AS open,
      count(*) FILTER (WHERE state = 'sent') AS sent, count(*) FILTER (WHERE state = 'inactive') AS inactive,
      count(*) FILTER (WHERE state = 'no_mail') AS no_mail
    FROM announcement_people WHERE instance_id = ${reach.instanceId} AND announcement_id = ${id}`.execute(reach.db);
  return { ...row, ...rows[0]! };
}

/** Lists people who did not get a message, by name, at most `most`. */
export async function listSkipped(reach: Sending, id: number, most: number) {
  return reach.db
    .selectFrom("announcement_people as p")
    .innerJoin("users as u", (join) =>
      join.onRef("u.instance_id", "=", "p.instance_id").onRef("u.id", "=", "p.user_id"),
    )
    .where("p.instance_id", "=", reach.instanceId)
    .where("p.announcement_id", "=", id)
    .where("p.state", "in", ["inactive", "no_mail"])
    .select(["u.id", "u.first_name", "u.last_name", "p.state as reason"])
    .orderBy("u.last_name")
    .orderBy("u.first_name")
    .limit(most)
    .execute();
}

/** Finds a message that the caller got. */
export function findReceived(reach: Reach<"learn">, id: number): Promise<AnnouncementRow | undefined> {
  return selectAnnouncements(reach)
    .where("a.id", "=", id)
    .where("a.in_product", "=", true)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom("announcement_people as p")
          .where("p.instance_id", "=", reach.instanceId)
          .whereRef("p.announcement_id", "=", "a.id")
          .where("p.user_id", "=", reach.userId)
          .where("p.state", "in", ["mailing", "sent"]),
      ),
    )
    .executeTakeFirst();
}

/** Finds a message for the job that sends it. */
export function findMessage(db: Db, instanceId: number, id: number): Promise<AnnouncementRow | undefined> {
  return selectAnnouncements({ db, instanceId }).where("a.id", "=", id).executeTakeFirst();
}

/** Lists the messages that some people still wait for. */
export async function listOpen(db: Db, instanceId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT DISTINCT announcement_id AS id FROM announcement_people
    WHERE instance_id = ${instanceId} AND state IN ('waiting', 'mailing') ORDER BY id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Takes the next people who wait, with the message locked, so that two jobs never take the same. */
export async function takeWaiting(db: Db, instanceId: number, id: number, most: number): Promise<number[]> {
  const { rows } = await sql<{ user_id: number }>`
    WITH locked AS (SELECT by_mail FROM announcements WHERE instance_id = ${instanceId} AND id = ${id} FOR UPDATE),
    next AS (
      SELECT p.user_id FROM announcement_people p, locked
      WHERE p.instance_id = ${instanceId} AND p.announcement_id = ${id} AND p.state = 'waiting'
      ORDER BY p.user_id LIMIT ${most}
    )
    UPDATE announcement_people p SET state = CASE WHEN (SELECT by_mail FROM locked) THEN 'mailing' ELSE 'sent' END
    FROM next
    WHERE p.instance_id = ${instanceId} AND p.announcement_id = ${id} AND p.user_id = next.user_id
      AND p.state = 'waiting'
    RETURNING p.user_id`.execute(db);
  return rows.map(({ user_id }) => user_id).toSorted((a, b) => a - b);
}

/** Lists the next people who have not yet got the mail. */
export async function listMailing(
  db: Db,
  instanceId: number,
  id: number,
  { except, most }: { except: readonly number[]; most: number },
): Promise<number[]> {
  const rows = await db
    .selectFrom("announcement_people")
    .where("instance_id", "=", instanceId)
    .where("announcement_id", "=", id)
    .where("state", "=", "mailing")
    .where((eb) => eb("user_id", "<>", eb.fn<number>("all", [eb.val([...except])])))
    .select("user_id")
    .orderBy("user_id")
    .limit(most)
    .execute();
  return rows.map(({ user_id }) => user_id);
}

/**
 * Marks people as done. By mail alone, those did not get the message who were deactivated or turned mails off since it was
 * written.
 */
export async function markSent(db: Db, instanceId: number, id: number, userIds: readonly number[]): Promise<void> {
  await sql`
    UPDATE announcement_people p SET state = CASE WHEN a.in_product THEN 'sent'
      WHEN u.deleted_at IS NOT NULL OR NOT (${personIsActive}) THEN 'inactive'
      WHEN u.skip_email OR NOT u.email_notifications THEN 'no_mail'
      ELSE 'sent' END
    FROM announcements a, users u JOIN instances i ON i.id = u.instance_id
    WHERE a.instance_id = ${instanceId} AND a.id = ${id} AND p.instance_id = a.instance_id AND p.announcement_id = a.id
      AND u.instance_id = ${instanceId} AND u.id = p.user_id AND p.user_id = ANY (${[...userIds]}::integer[])`.execute(
    db,
  );
}

/** Marks people whose mail is refused: they have the message as a notice, or do not get it. */
export async function giveUp(db: Db, instanceId: number, id: number, userIds: readonly number[]): Promise<void> {
  await sql`
    UPDATE announcement_people p SET state = CASE WHEN a.in_product THEN 'sent' ELSE 'no_mail' END
    FROM announcements a
    WHERE a.instance_id = ${instanceId} AND a.id = ${id} AND p.instance_id = a.instance_id AND p.announcement_id = a.id
      AND p.state = 'mailing' AND p.user_id = ANY (${[...userIds]}::integer[])`.execute(db);
}
