import { buffer } from "node:stream/consumers";
import { asPerson } from "../../access/door.ts";
import { inInstance } from "../../access/tenancy.ts";
import type { Db } from "../../db/client.ts";
import { AppError, NotFound } from "../../errors.ts";
import type { Platform } from "../../platform/platform.ts";
import { mailReport } from "../mails/report-mails.service.ts";
import { makeFile } from "./exports.service.ts";
import type { TableRequest } from "./report-tables.ts";
import * as queries from "./schedules.queries.ts";

declare module "../../platform/jobs.ts" {
  interface JobMap {
    /** The moment of a schedule has come. */
    "report.schedule": JobPayload & { instanceId: number; scheduleId: number; at: string };
    /** One person's mail of it. */
    "report.mail": JobPayload & { instanceId: number; userId: number; scheduleId: number };
  }
}

interface At {
  db: Db;
  instanceId: number;
}

/** Has a schedule sent at its next moment. A job for a moment that is no longer the planned one does nothing. */
export async function planNext(platform: Platform, { db, instanceId }: At, scheduleId: number, at: Date) {
  const payload = { instanceId, actorId: null, scheduleId, at: at.toISOString() };
  await platform.jobs.enqueue(db, "report.schedule", payload, { startAfter: at });
}

/** One job for each person, so that one mail that fails is tried again alone. */
export async function sendTo(platform: Platform, { db, instanceId }: At, schedule: queries.ScheduleRow) {
  for (const { id: userId } of schedule.people)
    await platform.jobs.enqueue(db, "report.mail", { instanceId, actorId: userId, userId, scheduleId: schedule.id });
}

/** Sends a schedule whose moment has come and plans the next: in one transaction, and so once however many workers try. */
export async function runSchedule(
  platform: Platform,
  { instanceId, scheduleId, at }: { instanceId: number; scheduleId: number; at: string },
): Promise<void> {
  await inInstance(platform.database, instanceId, async (db) => {
    const [schedule] = await queries.listSchedules({ db, instanceId }, scheduleId);
    if (!schedule) return;
    // A server that was down at the moment sends once when it is back, and not for each week that it missed.
    const moment = new Date(at);
    const after = new Date(Math.max(Date.now(), moment.getTime()));
    const next = await queries.nextMoment(db, await queries.zoneOf(db, instanceId), schedule, after);
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
 * Mails one person the report as they may read it at this moment: with a CSV attached, or where it is large, as an export that
 * they are told of when it is ready. Whoever may read no reports any more gets none, and none goes out of what is gone; what came
 * of it is kept with the schedule.
 */
export async function mailScheduled(platform: Platform, to: Addressed): Promise<void> {
  const made = await makeScheduled(platform, to);
  if (made === null) return;
  if (typeof made === "string") {
    if (made !== "made") platform.log.warn({ ...to, reason: made }, "A planned report was left out for somebody");
    return keepOutcome(platform, to, made);
  }
  const { schedule, file } = made;
  const attachment = { name: file.name, type: file.type, content: await buffer(file.stream()) };
  try {
    await mailReport(platform, { ...to, origin: schedule.origin }, schedule.name, attachment);
  } catch (error) {
    await keepOutcome(platform, to, "failed");
    throw error;
  }
  await keepOutcome(platform, to, "sent");
}

/** The file for one person, or why there is none; null for who was taken off the list meanwhile. */
async function makeScheduled(platform: Platform, { instanceId, userId, scheduleId }: Addressed) {
  try {
    return await asPerson(platform, { instanceId, userId }, async (actor) => {
      const reach = await actor.reach("report.view");
      const [schedule] = await queries.listSchedules(reach, scheduleId);
      if (!schedule?.people.some(({ id }) => id === userId)) return null;
      const file = await makeFile(actor, schedule.request as TableRequest, "csv", schedule.origin);
      return file ? { schedule, file } : ("made" as const);
    });
  } catch (error) {
    if (error instanceof NotFound) return "gone" as const;
    if (error instanceof AppError) return "no_right" as const;
    throw error;
  }
}

function keepOutcome(platform: Platform, to: Addressed, outcome: queries.Outcome): Promise<void> {
  return inInstance(platform.database, to.instanceId, (db) => queries.setOutcome(db, to, outcome));
}
