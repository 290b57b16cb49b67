import { sql } from "kysely";
import type { Reach } from "../../access/actor.ts";
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
  const waiting = reviewed === null ? sql`NULL` : selectWaiting(reviewed);
  const { rows } = await sql<MenuCounts>`SELECT (${selectUnread(own)}) AS unread, (${waiting}) AS waiting`.execute(
    own.db,
  );
  return rows[0]!;
}
