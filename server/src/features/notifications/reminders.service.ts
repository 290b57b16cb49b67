import { inInstance } from "../../access/tenancy.ts";
import type { Platform } from "../../platform/platform.ts";
import { queueMails } from "./mailing.service.ts";
import * as queries from "./reminders.queries.ts";

const CLOSING_DAYS = 7;
const EXPIRY_DAYS = [30, 7];

/**
 * Reminds the people of an instance of courses about to close and of certificates about to expire, each once; to be called as
 * often as one likes. Mailed only where PUBLIC_URL says what links begin with: there is no request to tell it.
 */
export async function remindPeople(platform: Platform, instanceId: number): Promise<void> {
  await inInstance(platform.database, instanceId, async (db) => {
    const ids = [
      ...(await queries.remindOfClosing(db, instanceId, CLOSING_DAYS)),
      ...(await queries.remindOfExpiry(db, instanceId, EXPIRY_DAYS)),
    ];
    await queueMails(platform, { db, instanceId, userId: null }, ids);
  });
}
