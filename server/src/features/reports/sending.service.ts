import { buffer } from "node:stream/consumers";
import { siteOrigin } from "../../access/host.ts";
import { isOpen } from "../../access/open-instances.ts";
import { withUser } from "../../access/with-actor.ts";
import { inInstance } from "../../access/tenancy.ts";
import type { Db } from "../../db/client.ts";
import { AppError, NotFound } from "../../errors.ts";
import { listWithoutJob } from "../../platform/job-payloads.ts";
import type { Platform } from "../../platform/platform.ts";
import { findReportLanguage, mailReport } from "../mails/report-mails.service.ts";
import { createFile } from "./exports/exports.service.ts";
import type { TableRequest } from "./request.ts";
import * as queries from "./schedules.queries.ts";

declare module "../../platform/jobs.ts" {
  interface JobMap {
    /** Sends a schedule that is due. */
    "report.schedule": JobPayload & { instanceId: number; scheduleId: number; at: string };
    /** Mails the report of a schedule to one person. */
    "report.mail": JobPayload & { instanceId: number; userId: number; scheduleId: number };
  }
}

/** An instance, with the transaction. */
interface At {
  db: Db;
  instanceId: number;
}

/** Enqueues the next sending of a schedule. A job for a time that is no longer planned does nothing. */
export async function planNext(platform: Platform, { db, instanceId }: At, scheduleId: number, at: Date) {
  const payload = { instanceId, actorId: null, scheduleId, at: at.toISOString() };
  await platform.jobs.enqueue(db, "report.schedule", payload, { startAfter: at });
}

/** Plans the schedules of an instance anew when its time zone changes: each keeps its day and hour. */
export async function planAgain(platform: Platform, { db, instanceId }: At, timeZone: string): Promise<void> {
  const now = new Date();
  for (const schedule of await queries.listSchedules({ db, instanceId })) {
    const { id, next_at, is_paused } = schedule;
    // One that is due by now is sent, and plans the next time itself; a paused one is planned when it is resumed.
    if (is_paused || next_at === null || next_at <= now) continue;
    const next = await queries.nextMoment(db, timeZone, schedule, now);
    await queries.setNext(db, instanceId, id, next);
    await planNext(platform, { db, instanceId }, id, next);
  }
}

/**
 * Plans schedules again whose job failed for good or was lost (ADR 234): their reports would never be sent again. What was due
 * meanwhile is sent once. Part of the housekeeping.
 */
export async function resumeSchedules(platform: Platform, instanceId: number): Promise<void> {
  await inInstance(platform.database, instanceId, async (db) => {
    const planned = new Map(
      (await queries.listSchedules({ db, instanceId })).flatMap(({ id, is_paused, next_at }) =>
        is_paused || next_at === null ? [] : [[id, next_at]],
      ),
    );
    for (const id of await listWithoutJob(db, instanceId, "report.schedule", "scheduleId", [...planned.keys()]))
      await planNext(platform, { db, instanceId }, id, planned.get(id)!);
  });
}

/** Enqueues one job per person, so that a mail that fails is retried alone. */
export async function sendTo(platform: Platform, { db, instanceId }: At, schedule: queries.ScheduleRow) {
  for (const { id: userId } of schedule.people)
    await platform.jobs.enqueue(db, "report.mail", { instanceId, actorId: userId, userId, scheduleId: schedule.id });
}

/** In an instance to which users cannot sign in, what is due is tried again after so long. */
const CLOSED_WAIT = 60 * 60_000;

/**
 * Sends a schedule that is due and plans the next sending, in one transaction: it is sent once, however many workers try. In an
 * instance to which users cannot sign in it waits, and is sent once when they can again.
 */
export async function runSchedule(
  platform: Platform,
  { instanceId, scheduleId, at }: { instanceId: number; scheduleId: number; at: string },
): Promise<void> {
  await inInstance(platform.database, instanceId, async (db) => {
    const [schedule] = await queries.listSchedules({ db, instanceId }, scheduleId);
    if (!schedule) return;
    if (!(await isOpen(db, instanceId))) {
      if (schedule.is_paused || schedule.next_at?.toISOString() !== at) return;
      const payload = { instanceId, actorId: null, scheduleId, at };
      await platform.jobs.enqueue(db, "report.schedule", payload, { startAfter: new Date(Date.now() + CLOSED_WAIT) });
      return;
    }
    // A server that was down sends once when it is back, and not for each week that it missed.
    const moment = new Date(at);
    const after = new Date(Math.max(Date.now(), moment.getTime()));
    const next = await queries.nextMoment(db, await queries.findTimeZone(db, instanceId), schedule, after);
    if (!(await queries.moveOn(db, instanceId, scheduleId, moment, next))) return;
    await sendTo(platform, { db, instanceId }, schedule);
    await planNext(platform, { db, instanceId }, scheduleId, next);
  });
}

interface Addressed {
  instanceId: number;
  userId: number;
  scheduleId: number;
}

/**
 * Mails one person the report as they may read it now: with a CSV attached or, if it is large or they get no mails, as an export of
 * which they are notified.
 * A person who may no longer read reports gets none, and neither does anybody when its subject is gone. Stores the outcome with the
 * schedule. It waits in an instance to which users cannot sign in.
 */
export async function mailScheduled(platform: Platform, to: Addressed): Promise<void> {
  if (await waitsForOpening(platform, to)) return;
  let outcome: queries.Outcome | null;
  try {
    outcome = await createAndMail(platform, to);
  } catch (error) {
    await storeOutcome(platform, to, "failed");
    throw error;
  }
  if (outcome !== null) await storeOutcome(platform, to, outcome);
}

/** Tells whether users cannot sign in to the instance; the mail is then tried again later. */
async function waitsForOpening(platform: Platform, { instanceId, userId, scheduleId }: Addressed): Promise<boolean> {
  return inInstance(platform.database, instanceId, async (db) => {
    if (await isOpen(db, instanceId)) return false;
    const payload = { instanceId, actorId: userId, userId, scheduleId };
    await platform.jobs.enqueue(db, "report.mail", payload, { startAfter: new Date(Date.now() + CLOSED_WAIT) });
    return true;
  });
}

async function createAndMail(platform: Platform, to: Addressed): Promise<queries.Outcome | null> {
  const created = await createScheduled(platform, to);
  if (created === null) return null;
  if (typeof created === "string") {
    if (created !== "made")
      platform.log.warn({ ...to, reason: created }, "A scheduled report was not sent to a person");
    return created;
  }
  const { schedule, file, origin } = created;
  const attachment = { name: file.name, type: file.type, content: await buffer(file.stream()) };
  await mailReport(platform, { ...to, origin }, schedule.name, attachment);
  return "sent";
}

/** Creates the file for one person, or returns why there is none; null for a person who was removed from the list meanwhile. */
async function createScheduled(platform: Platform, { instanceId, userId, scheduleId }: Addressed) {
  try {
    return await withUser(platform, { instanceId, userId }, async (actor) => {
      const reach = await actor.reach("report.view");
      const [schedule] = await queries.listSchedules(reach, scheduleId);
      if (!schedule?.people.some(({ id }) => id === userId)) return null;
      if (schedule.is_branch_gone) throw new NotFound("Branch");
      // The file is in the language of its mail, which may be that of the person's branch.
      const language = await findReportLanguage(reach, userId);
      const request = { ...(schedule.request as TableRequest), ...(language && { language }) };
      const file = await createFile(actor, request, "csv", schedule.origin, language !== null);
      // The site may have moved since the schedule was saved, at whichever of its addresses.
      const origin = siteOrigin(schedule.origin, platform.config, actor.instance.domain);
      return file ? { schedule, file, origin } : ("made" as const);
    });
  } catch (error) {
    if (error instanceof NotFound) return "gone" as const;
    if (error instanceof AppError) return "no_right" as const;
    throw error;
  }
}

function storeOutcome(platform: Platform, to: Addressed, outcome: queries.Outcome): Promise<void> {
  return inInstance(platform.database, to.instanceId, (db) => queries.setOutcome(db, to, outcome));
}
