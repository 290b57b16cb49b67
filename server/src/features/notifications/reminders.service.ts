import { isOpen } from "../../access/open-instances.ts";
import { inInstance } from "../../access/tenancy.ts";
import type { Platform } from "../../platform/platform.ts";
import { queueMails } from "./mailing.service.ts";
import * as queries from "./reminders.queries.ts";

const CLOSING_DAYS = 7;
const EXPIRY_DAYS = [30, 7];

/**
 * Reminds the users of an instance of courses about to close, of due dates and of certificates about to expire, once
 * each, and managers of what is due for their people, once a week; may run at any interval. Reminds nobody of an instance to
 * which users cannot sign in. Sends mails only with PUBLIC_URL, because there is no request with an origin for links.
 */
export async function remindPeople(platform: Platform, instanceId: number): Promise<void> {
  await inInstance(platform.database, instanceId, async (db) => {
    if (!(await isOpen(db, instanceId))) return;
    const ids = [
      ...(await queries.remindOfClosing(db, instanceId, CLOSING_DAYS)),
      ...(await queries.remindOfDueDates(db, instanceId)),
      ...(await queries.sendDueDigests(db, instanceId)),
      ...(await queries.remindOfExpiry(db, instanceId, EXPIRY_DAYS)),
      ...(await queries.remindOfExpiryOfPaths(db, instanceId, EXPIRY_DAYS)),
    ];
    await queueMails(platform, { db, instanceId, userId: null }, ids);
  });
}
