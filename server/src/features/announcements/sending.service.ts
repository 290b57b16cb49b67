import { siteOrigin } from "../../access/host.ts";
import { findDomain } from "../../access/open-instances.ts";
import { inInstance } from "../../access/tenancy.ts";
import { listWithoutJob } from "../../platform/job-payloads.ts";
import { MailRefused } from "../../platform/mail.ts";
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
 * @param isLastTry the people whose mail is refused then do not get it
 * @throws MailRefused after all others, when the mail server refused the mail of a person
 */
export async function sendOut(
  platform: Platform,
  { instanceId, announcementId, origin }: Sending,
  isLastTry: boolean,
): Promise<void> {
  const run = <T>(work: Parameters<typeof inInstance<T>>[2]) => inInstance(platform.database, instanceId, work);
  const message = await run((db) => queries.findMessage(db, instanceId, announcementId));
  if (!message) return;
  const refused = new Map<number, MailRefused>();
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
    await mailNext(platform, { instanceId, announcementId, origin }, message, refused);
    if (taken === 0) break;
  }
  const [refusal] = refused.values();
  if (refusal && !isLastTry) throw refusal;
  if (refusal) await run((db) => queries.giveUp(db, instanceId, announcementId, [...refused.keys()]));
}

/**
 * Enqueues the sending of messages again whose job failed for good or was lost (ADR 234): their other readers would never
 * get them. Part of the housekeeping.
 */
export async function resumeSending(platform: Platform, instanceId: number): Promise<void> {
  await inInstance(platform.database, instanceId, async (db) => {
    const open = await queries.listOpen(db, instanceId);
    const lost = await listWithoutJob(db, instanceId, "announcement.send", "announcementId", open);
    if (lost.length === 0) return;
    const { config, jobs } = platform;
    const origin = siteOrigin(`http://localhost:${config.PORT}`, config, await findDomain(db, instanceId));
    for (const announcementId of lost)
      await jobs.enqueue(db, "announcement.send", { instanceId, actorId: null, announcementId, origin });
  });
}

/**
 * Mails the message to everybody who has it already as a notice, or by mail alone, except those whose mail was refused.
 * @param refused gets the others whose mail is refused
 */
async function mailNext(
  platform: Platform,
  { instanceId, announcementId, origin }: Sending,
  message: queries.AnnouncementRow,
  refused: Map<number, MailRefused>,
): Promise<void> {
  for (;;) {
    const ids = await inInstance(platform.database, instanceId, (db) =>
      queries.listMailing(db, instanceId, announcementId, { except: [...refused.keys()], most: AT_ONCE }),
    );
    if (ids.length === 0) return;
    const done: number[] = [];
    try {
      await mailAnnouncement(platform, { instanceId, origin }, message, ids, (id) => done.push(id));
    } catch (error) {
      if (!(error instanceof MailRefused)) throw error;
      for (const id of ids) if (!done.includes(id)) refused.set(id, error);
    } finally {
      await inInstance(platform.database, instanceId, (db) => queries.markSent(db, instanceId, announcementId, done));
    }
  }
}
