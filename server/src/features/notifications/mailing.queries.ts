import { sql } from "kysely";
import type { Db } from "../../db/client.ts";

/** The subject of a notification. */
export interface NotificationData {
  course_id?: number;
  path_id?: number;
  /** Of the course, or of the learning path. */
  course_title?: string;
  unit_id?: number;
  unit_title?: string;
  /** Who handed work in, or registered. */
  user_name?: string;
  submission_id?: number;
  /** A host name of the instance. */
  domain?: string;
  /** A message of staff. */
  announcement_id?: number;
  /** Of a message of staff or of an automation; the name of a badge. */
  subject?: string;
  /** The day of a reminder, ISO 8601. */
  on?: string;
  /** In a digest: how many enrolments are overdue, and due within a week. */
  overdue?: number;
  due_soon?: number;
  /** Of an automation: what an admin wrote. */
  message?: string;
  /** Whom an automation writes about; the message may name them. */
  about_user_id?: number;
}

export interface UnmailedRow {
  user_id: number;
  kind: string;
  data: NotificationData;
  unit_order: number | null;
}

/** Hides those of kinds that the instance does not show in the product. They count as read, but are still mailed. */
export async function hideSwitchedOff(db: Db, instanceId: number, ids: readonly number[]): Promise<void> {
  await db
    .updateTable("notifications as n")
    .from("message_switches as s")
    .set({ is_hidden: true, read_at: sql<Date>`now()` })
    .where("s.instance_id", "=", instanceId)
    .where("s.in_product", "=", false)
    .where("n.instance_id", "=", instanceId)
    .whereRef("n.kind", "=", "s.kind")
    .where((eb) => eb("n.id", "=", eb.fn.any(eb.val([...ids]))))
    .execute();
}

/** Lists those that are neither mailed nor read, in order. */
export function listUnmailed(db: Db, instanceId: number, ids: readonly number[]): Promise<UnmailedRow[]> {
  return db
    .selectFrom("notifications as n")
    .leftJoin("units as u", (join) =>
      join
        .onRef("u.instance_id", "=", "n.instance_id")
        .on(sql<boolean>`u.id = (n.data ->> 'unit_id')::integer`)
        .on("u.deleted_at", "is", null),
    )
    .where("n.instance_id", "=", instanceId)
    .where((eb) => eb("n.id", "=", eb.fn.any(eb.val([...ids]))))
    .where("n.mailed_at", "is", null)
    .where((eb) => eb.or([eb("n.read_at", "is", null), eb("n.is_hidden", "=", true)]))
    .select(["n.user_id", "n.kind", sql<NotificationData>`n.data`.as("data"), "u.unit_order"])
    .orderBy("n.id")
    .execute();
}

/**
 * Lists the notifications of the last days that are neither mailed nor read, in the order of users, so that each user's are
 * together. Announcements are mailed by jobs of their own.
 */
export async function listUnmailedIds(db: Db, instanceId: number, days: number): Promise<number[]> {
  const rows = await db
    .selectFrom("notifications")
    .where("instance_id", "=", instanceId)
    .where("kind", "<>", "announcement")
    .where("mailed_at", "is", null)
    .where((eb) => eb.or([eb("read_at", "is", null), eb("is_hidden", "=", true)]))
    .where("created_at", ">", sql<Date>`now() - make_interval(days => ${days})`)
    .select("id")
    .orderBy("user_id")
    .orderBy("id")
    .execute();
  return rows.map(({ id }) => id);
}

/** Marks those of these users as mailed, so that they are not mailed again. */
export async function markMailed(
  db: Db,
  instanceId: number,
  ids: readonly number[],
  userIds: readonly number[],
): Promise<void> {
  await db
    .updateTable("notifications")
    .set({ mailed_at: sql<Date>`now()` })
    .where("instance_id", "=", instanceId)
    .where((eb) => eb("id", "=", eb.fn.any(eb.val([...ids]))))
    .where((eb) => eb("user_id", "=", eb.fn.any(eb.val([...userIds]))))
    .execute();
}
