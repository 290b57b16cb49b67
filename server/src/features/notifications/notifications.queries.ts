import { sql } from "kysely";
import type { Reach } from "../../access/actor.ts";
import { cacheQuery } from "../../db/cached-query.ts";
import type { Db } from "../../db/client.ts";

export interface NewNotification {
  instance_id: number;
  user_id: number;
  kind: string;
  data: string;
}

/** Inserts notifications. @returns their ids */
export async function insertNotifications(db: Db, rows: NewNotification[]): Promise<number[]> {
  if (rows.length === 0) return [];
  const made = await db.insertInto("notifications").values(rows).returning("id").execute();
  return made.map(({ id }) => id);
}

/** Deletes a user's unread notifications of a kind about a unit. */
export async function deleteUnread(
  { db, instanceId }: { db: Db; instanceId: number },
  { kind, userId, unitId }: { kind: string; userId: number; unitId: number },
): Promise<void> {
  await db
    .deleteFrom("notifications")
    .where("instance_id", "=", instanceId)
    .where("user_id", "=", userId)
    .where("kind", "=", kind)
    .where((eb) => eb.or([eb("read_at", "is", null), eb("is_hidden", "=", true)]))
    .where(sql<boolean>`(data ->> 'unit_id')::integer = ${unitId}`)
    .execute();
}

/**
 * Lists the caller's notifications, the latest first, with the current position of the unit they refer to, and in each
 * row the number of all unread ones.
 */
export function listNotifications(
  { db, instanceId, userId }: Reach<"learn">,
  page: Pick<NotificationPage, "language" | "limit" | "offset">,
) {
  return selectNotifications(db, { instanceId, userId, ...page });
}

interface NotificationPage {
  instanceId: number;
  userId: number;
  /** Of the instance's own texts. */
  language: string;
  limit: number;
  offset: number;
}

const selectNotifications = cacheQuery((db, { instanceId, userId, language, limit, offset }: NotificationPage) =>
  db
    .selectFrom("notifications as n")
    .leftJoin("units as u", (join) =>
      join
        .onRef("u.instance_id", "=", "n.instance_id")
        .on(sql<boolean>`u.id = (n.data ->> 'unit_id')::integer`)
        .on("u.deleted_at", "is", null),
    )
    .leftJoin("message_texts as m", (join) =>
      join.onRef("m.instance_id", "=", "n.instance_id").onRef("m.kind", "=", "n.kind").on("m.language", "=", language),
    )
    .where("n.instance_id", "=", instanceId)
    .where("n.user_id", "=", userId)
    .where("n.is_hidden", "=", false)
    .select("m.subject as own_text")
    .select(["n.id", "n.kind", "n.data", "n.created_at", "u.unit_order"])
    .select(sql<boolean>`n.read_at IS NOT NULL`.as("is_read"))
    .select(sql<number>`(${selectUnread({ instanceId, userId })})`.as("unread"))
    .orderBy("n.created_at", "desc")
    .orderBy("n.id", "desc")
    .limit(limit)
    .offset(offset),
);

export async function countUnread(reach: Reach<"learn">): Promise<number> {
  const { rows } = await selectUnread(reach).execute(reach.db);
  return rows[0]!.unread;
}

/** Selects the number of the caller's unread notifications, also for a statement of another feature. */
export const selectUnread = ({ instanceId, userId }: Pick<Reach, "instanceId" | "userId">) =>
  sql<{ unread: number }>`SELECT count(*) AS unread FROM notifications every
    WHERE every.instance_id = ${instanceId} AND every.user_id = ${userId} AND every.read_at IS NULL`;

/** Marks those of these ids as read, or all. */
export async function markRead(reach: Reach<"learn">, ids: readonly number[] | null): Promise<void> {
  await reach.db
    .updateTable("notifications")
    .set({ read_at: sql`now()` })
    .where("instance_id", "=", reach.instanceId)
    .where("user_id", "=", reach.userId)
    .where("read_at", "is", null)
    .$if(ids !== null, (query) => query.where((eb) => eb("id", "=", eb.fn.any(eb.val([...ids!])))))
    .execute();
}
