import { sql } from "kysely";
import type { Db } from "../../db/client.ts";

/** Updates the caller's row, or their row on the platform; the service has checked the permission. */
export async function updatePerson(
  db: Db,
  instanceId: number,
  userId: number,
  values: { first_name: string; last_name: string; language: string | null; email_notifications?: boolean | undefined },
): Promise<void> {
  await db
    .updateTable("users")
    .set({ ...values, updated_at: sql<Date>`now()` })
    .where("instance_id", "=", instanceId)
    .where("id", "=", userId)
    .execute();
}

/** Tells whether a user wants mails about their courses. */
export async function wantsMail(db: Db, instanceId: number, userId: number): Promise<boolean> {
  const { email_notifications } = await db
    .selectFrom("users")
    .where("instance_id", "=", instanceId)
    .where("id", "=", userId)
    .select("email_notifications")
    .executeTakeFirstOrThrow();
  return email_notifications;
}
