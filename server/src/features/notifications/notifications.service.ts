import type { Actor } from "../../access/actor.ts";
import type { Db } from "../../db/client.ts";
import type { Platform } from "../../platform/platform.ts";
import type { NotificationData } from "./mailing.queries.ts";
import { queueMails } from "./mailing.service.ts";
import * as queries from "./notifications.queries.ts";

/** What people are told of; the client has the words and the link. */
type NotificationKind =
  "enrolled" | "submission_accepted" | "submission_returned" | "certificate_issued" | "export_ready" | "begun_again";

const MOST_AT_ONCE = 5_000;
const PAGE = 20;
const LARGEST_PAGE = 100;

/**
 * Tells people of something, in the transaction of what it tells of, and mails it to them. Nobody is told of what they did
 * themselves.
 */
export async function notify(
  actor: Actor,
  by: { db: Db; instanceId: number; userId: number },
  kind: NotificationKind,
  told: readonly { userId: number; data: NotificationData }[],
): Promise<void> {
  const others = told.filter(({ userId }) => userId !== by.userId);
  await tell(actor.platform, by, kind, others, actor.visit.origin);
}

/**
 * The same for whoever it is, also of what a job has done for themselves.
 * @param origin where links in the mails lead: scheme, host and port
 */
export async function tell(
  platform: Platform,
  by: { db: Db; instanceId: number; userId: number },
  kind: NotificationKind,
  told: readonly { userId: number; data: NotificationData }[],
  origin: string,
): Promise<void> {
  const rows = told
    // The jobs that mail them take them in this order, and so each person's together.
    .toSorted((a, b) => a.userId - b.userId)
    .map(({ userId, data }) => ({
      instance_id: by.instanceId,
      user_id: userId,
      kind,
      data: JSON.stringify(data),
    }));
  const ids: number[] = [];
  for (let first = 0; first < rows.length; first += MOST_AT_ONCE)
    ids.push(...(await queries.insertNotifications(by.db, rows.slice(first, first + MOST_AT_ONCE))));
  await queueMails(platform, by, ids, origin);
}

/** One's own notifications, the latest first, with how many are unread. */
export async function listNotifications(actor: Actor, options: { limit?: number | null; offset?: number | null }) {
  const reach = await actor.reach("learn");
  const limit = Math.min(Math.max(options.limit ?? PAGE, 0), LARGEST_PAGE);
  const rows = await queries.listNotifications(reach, limit, Math.max(options.offset ?? 0, 0));
  return {
    unread: await queries.countUnread(reach),
    rows: rows.map(({ data, created_at, ...row }) => ({
      ...row,
      ...(data as NotificationData),
      created_at: created_at.toISOString(),
    })),
  };
}

export type Notifications = Awaited<ReturnType<typeof listNotifications>>;

/** Marks notifications as read, those named or all; returns how many are unread then. */
export async function markRead(actor: Actor, ids?: readonly number[] | null): Promise<number> {
  const reach = await actor.reach("learn");
  await queries.markRead(reach, ids ?? null);
  return queries.countUnread(reach);
}
