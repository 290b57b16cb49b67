import { sql } from "kysely";
import type { Reach } from "../../access/actor.ts";
import { cacheQuery } from "../../db/cached-query.ts";
import { selectWaiting } from "../assignments/assignments.service.ts";
import { selectUnread } from "../notifications/notifications.service.ts";

export interface MenuCounts {
  unread: number;
  /** Null without the permission to review. */
  waiting: number | null;
}

/** Reads the counts in one statement. */
export async function readCounts(
  own: Reach<"learn">,
  reviewed: Reach<"submission.review"> | null,
): Promise<MenuCounts> {
  const { db, instanceId, userId } = own;
  if (reviewed === null) return (await selectOwn(db, { instanceId, userId }))[0]!;
  const { rows } = await sql<MenuCounts>`
    SELECT (${selectUnread(own)}) AS unread, (${selectWaiting(reviewed)}) AS waiting`.execute(db);
  return rows[0]!;
}

/** For learners, who open most screens. */
const selectOwn = cacheQuery(
  (_, own: { instanceId: number; userId: number }) => sql<MenuCounts>`
    SELECT (${selectUnread(own)}) AS unread, NULL::integer AS waiting`,
);
