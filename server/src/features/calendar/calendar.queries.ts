import { sql } from "kysely";
import type { Reach } from "../../access/actor.ts";
import { userLanguage } from "../../access/scope.ts";
import { instanceIsOpen, personIsActive } from "../../access/session.ts";
import type { Db } from "../../db/client.ts";

type Learning = Reach<"learn">;

/** Finds when the caller's calendar got its address. */
export function findFeed({ db, instanceId, userId }: Learning) {
  return db
    .selectFrom("calendar_feeds")
    .where("instance_id", "=", instanceId)
    .where("user_id", "=", userId)
    .select("created_at")
    .executeTakeFirst();
}

/** Stores the hash of the address of the caller's calendar; a former address ends. */
export async function replaceFeed({ db, instanceId, userId }: Learning, secret_hash: Buffer): Promise<void> {
  await db
    .insertInto("calendar_feeds")
    .values({ instance_id: instanceId, user_id: userId, secret_hash })
    .onConflict((conflict) =>
      conflict.columns(["instance_id", "user_id"]).doUpdateSet({ secret_hash, created_at: sql`excluded.created_at` }),
    )
    .execute();
}

/** Deletes the address of the caller's calendar. @returns whether there was one */
export async function deleteFeed({ db, instanceId, userId }: Learning): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("calendar_feeds")
    .where("instance_id", "=", instanceId)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** A course that the owner of a calendar has still to complete. */
export interface DueCourse {
  course_id: number;
  title: string;
  /** yyyy-mm-dd */
  due_on: string;
}

export interface CalendarOwner {
  instance_name: string;
  language: string;
  courses: DueCourse[];
}

/** Finds the active owner of a calendar by the hash of its address, with the courses that are due. */
export async function findByHash(db: Db, instanceId: number, secretHash: Buffer): Promise<CalendarOwner | undefined> {
  const { rows } = await sql<CalendarOwner>`
    SELECT i.name AS instance_name, ${userLanguage(instanceId)} AS language,
      coalesce((
        SELECT json_agg(json_build_object('course_id', c.id, 'title', c.title, 'due_on', e.due_on) ORDER BY e.due_on, c.id)
        FROM enrolments e JOIN courses c ON c.instance_id = e.instance_id AND c.id = e.course_id
        WHERE e.instance_id = ${instanceId} AND e.user_id = u.id AND e.due_on IS NOT NULL AND e.completed_at IS NULL
          AND c.deleted_at IS NULL AND c.status = 'published'), '[]') AS courses
    FROM calendar_feeds f
    JOIN users u ON u.instance_id = f.instance_id AND u.id = f.user_id AND u.deleted_at IS NULL
    JOIN instances i ON i.id = f.instance_id AND i.deleted_at IS NULL
    WHERE f.instance_id = ${instanceId} AND f.secret_hash = ${secretHash} AND ${personIsActive}
      AND ${instanceIsOpen(instanceId)}`.execute(db);
  return rows[0];
}
