import type { Actor } from "../../access/actor.ts";
import type { Db } from "../../db/client.ts";
import type { Platform } from "../../platform/platform.ts";
import type { NotificationData } from "./mailing.queries.ts";
import { fillNoticeText } from "../mails/notices.service.ts";
import { queueMails, toNoticeAbout } from "./mailing.service.ts";
import * as queries from "./notifications.queries.ts";

export { listManagersOf } from "./managers.queries.ts";
export { selectUnread } from "./notifications.queries.ts";

/** The kinds of notifications; the client has the texts and links. */
type NotificationKind =
  | "enrolled"
  | "submission_received"
  | "submission_accepted"
  | "submission_returned"
  | "essay_waiting"
  | "essays_marked"
  | "certificate_issued"
  | "export_ready"
  | "registration_waiting"
  | "path_assigned"
  | "begun_again"
  | "badge_awarded"
  | "domain_lost"
  | "announcement"
  | "automation_message";

const MOST_AT_ONCE = 5_000;
const PAGE = 20;
const LARGEST_PAGE = 100;

/** Notifies users in the transaction of the event, and by mail, but not of their own actions. */
export async function notify(
  actor: Actor,
  by: { db: Db; instanceId: number; userId: number },
  kind: NotificationKind,
  recipients: readonly { userId: number; data: NotificationData }[],
): Promise<void> {
  const others = recipients.filter(({ userId }) => userId !== by.userId);
  // A user for whom a job works visits nothing.
  await notifyFromJob(actor.platform, by, kind, others, actor.visit.origin || undefined);
}

/**
 * Notifies users of what a job did for them.
 * @param origin where links in the mails lead: scheme, host and port; PUBLIC_URL by default, and no mails without either
 */
export async function notifyFromJob(
  platform: Platform,
  by: { db: Db; instanceId: number; userId: number | null },
  kind: NotificationKind,
  recipients: readonly { userId: number; data: NotificationData }[],
  origin?: string,
): Promise<void> {
  const rows = recipients
    // The mail jobs process them in this order, so that each user's notifications are together.
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

/** Stores one notification for each of these users, without a mail: the caller sends its own. */
export async function storeNotices(
  { db, instanceId }: { db: Db; instanceId: number },
  kind: NotificationKind,
  userIds: readonly number[],
  data: NotificationData,
): Promise<void> {
  const row = { instance_id: instanceId, kind, data: JSON.stringify(data) };
  await queries.insertNotifications(
    db,
    userIds.map((user_id) => ({ ...row, user_id })),
  );
}

/** Removes a user's unread notifications of a kind about a unit, whose event did not hold. */
export async function withdrawNotification(
  by: { db: Db; instanceId: number },
  kind: NotificationKind,
  userId: number,
  unitId: number,
): Promise<void> {
  await queries.deleteUnread(by, { kind, userId, unitId });
}

/** Returns the caller's notifications, the latest first, with the number of unread ones. */
export async function listNotifications(actor: Actor, options: { limit?: number | null; offset?: number | null }) {
  const reach = await actor.reach("learn");
  const limit = Math.min(Math.max(options.limit ?? PAGE, 0), LARGEST_PAGE);
  const offset = Math.max(options.offset ?? 0, 0);
  const rows = await queries.listNotifications(reach, { limit, offset, language: actor.visit.language });
  const names = {
    language: actor.visit.language,
    firstName: actor.person.firstName,
    site: actor.instance.name,
  };
  const hasNone = rows.length === 0 && limit > 0 && offset === 0;
  return {
    unread: hasNone ? 0 : (rows[0]?.unread ?? (await queries.countUnread(reach))),
    rows: rows.map(({ data, created_at, unread: _, own_text, ...row }) => ({
      ...row,
      ...(data as NotificationData),
      text: writeText(data as NotificationData, own_text, names),
      created_at: created_at.toISOString(),
    })),
  };
}

/**
 * Returns the instance's own text of a notification, and what an admin wrote for an automation, which is nowhere else in the
 * product; null where the client has the text.
 */
function writeText(
  data: NotificationData,
  own: string | null,
  names: Parameters<typeof fillNoticeText>[2],
): string | null {
  const { subject = "", message } = data;
  const title = own === null ? subject : fillNoticeText(own, toNoticeAbout(data), names);
  if (message === undefined) return own === null ? null : title;
  return own?.includes("{message}") ? title : `${title}\n${message}`.trim();
}

export type Notifications = Awaited<ReturnType<typeof listNotifications>>;

/** Marks notifications as read, the given ones or all. @returns how many are unread then */
export async function markRead(actor: Actor, ids?: readonly number[] | null): Promise<number> {
  const reach = await actor.reach("learn");
  await queries.markRead(reach, ids ?? null);
  return queries.countUnread(reach);
}
