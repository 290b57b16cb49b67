import type { Db } from "../../db/client.ts";
import * as queries from "./activity.queries.ts";

/** What can happen to a person; the words are made when the log is read. */
export type ActivityKind =
  | "signed_in"
  | "enrolled"
  | "started"
  | "unit_completed"
  | "answered"
  | "submitted"
  | "accepted"
  | "returned"
  | "course_completed"
  | "certificate_issued"
  | "password_changed";

export interface ActivityEntry {
  /** Whom it happened to. */
  userId: number;
  kind: ActivityKind;
  courseId?: number;
  unitId?: number;
}

/** Writes one line of the activity log in the transaction of what it tells of; `by` is a reach, or the sign-in itself. */
export async function recordActivity(
  by: { db: Db; instanceId: number; userId: number },
  entry: ActivityEntry,
): Promise<void> {
  await queries.insertActivity(by.db, {
    instance_id: by.instanceId,
    user_id: entry.userId,
    actor_id: by.userId,
    kind: entry.kind,
    course_id: entry.courseId ?? null,
    unit_id: entry.unitId ?? null,
  });
}
