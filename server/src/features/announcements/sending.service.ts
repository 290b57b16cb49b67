import { inInstance } from "../../access/tenancy.ts";
import type { Platform } from "../../platform/platform.ts";
import { mailAnnouncement } from "../mails/announcement-mails.service.ts";
import { storeNotices } from "../notifications/notifications.service.ts";
import * as queries from "./announcements.queries.ts";

const AT_ONCE = 100;

interface Sending {
  instanceId: number;
  announcementId: number;
  origin: string;
}

/**
 * Sends a message to the people who wait for it: the notice in the transaction that marks them, then the mail. After an
 * interruption it continues with the others.
 */
export async function sendOut(platform: Platform, { instanceId, announcementId, origin }: Sending): Promise<void> {
  const run = <T>(work: Parameters<typeof inInstance<T>>[2]) => inInstance(platform.database, instanceId, work);
  const message = await run((db) => queries.findMessage(db, instanceId, announcementId));
  if (!message) return;
  for (;;) {
    const taken = await run(async (db) => {
      const ids = await queries.takeWaiting(db, instanceId, announcementId, AT_ONCE);
      if (message.in_product)
        await storeNotices({ db, instanceId }, "announcement", ids, {
          announcement_id: announcementId,
          subject: message.subject,
        });
      return ids.length;
    });
    await mailNext(platform, { instanceId, announcementId, origin }, message);
    if (taken === 0) return;
  }
}

/** Mails the message to everybody who has it already as a notice, or by mail alone. */
async function mailNext(
  platform: Platform,
  { instanceId, announcementId, origin }: Sending,
  message: queries.AnnouncementRow,
): Promise<void> {
  for (;;) {
    const ids = await inInstance(platform.database, instanceId, (db) =>
      queries.listMailing(db, instanceId, announcementId, AT_ONCE),
    );
    if (ids.length === 0) return;
    const done: number[] = [];
    try {
      await mailAnnouncement(platform, { instanceId, origin }, message, ids, (id) => done.push(id));
    } finally {
      await inInstance(platform.database, instanceId, (db) => queries.markSent(db, instanceId, announcementId, done));
    }
  }
}
