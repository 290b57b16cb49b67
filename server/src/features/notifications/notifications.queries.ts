import { sql } from "kysely";
import type { Reach } from "../../access/actor.ts";
import type { Db } from "../../db/client.ts";

export interface NewNotification {
  instance_id: number;
  user_id: number;
  kind: string;
  data: string;
}

export async function insertNotifications(db: Db, rows: NewNotification[]): Promise<void> {
  if (rows.length > 0) await db.insertInto("notifications").values(rows).execute();
}

/** A person's own, the latest first. */
export function listNotifications(reach: Reach<"learn">, limit: number, offset: number) {
  return reach.db
    .selectFrom("notifications")
    .where("instance_id", "=", reach.instanceId)
    .where("user_id", "=", reach.userId)
    .select(["id", "kind", "data", "created_at", sql<boolean>`read_at IS NOT NULL`.as("is_read")])
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .offset(offset)
    .execute();
}

export async function countUnread(reach: Reach<"learn">): Promise<number> {
  const { unread } = await reach.db
    .selectFrom("notifications")
    .where("instance_id", "=", reach.instanceId)
    .where("user_id", "=", reach.userId)
    .where("read_at", "is", null)
    .select((eb) => eb.fn.countAll<number>().as("unread"))
    .executeTakeFirstOrThrow();
  return unread;
}

/** Marks those of these ids as read, or all of them. */
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
