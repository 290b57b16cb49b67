import { buffer } from "node:stream/consumers";
import { asPerson } from "../../access/door.ts";
import { inInstance } from "../../access/tenancy.ts";
import type { Db } from "../../db/client.ts";
import { AppError } from "../../errors.ts";
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

/**
 * Mails one person the report as they may read it at this moment: with a CSV attached, or where it is large, as an export that
 * they are told of when it is ready. Whoever may read no reports any more gets none.
 */
export async function mailScheduled(
  platform: Platform,
  { instanceId, userId, scheduleId }: { instanceId: number; userId: number; scheduleId: number },
): Promise<void> {
  const made = await asPerson(platform, { instanceId, userId }, async (actor) => {
    const reach = await actor.reach("report.view");
    const [schedule] = await queries.listSchedules(reach, scheduleId);
    if (!schedule?.people.some(({ id }) => id === userId)) return null;
    const request = schedule.request as TableRequest;
    const file = await makeFile(actor, request, "csv", schedule.origin);
    return file && { schedule, file };
  }).catch((error: unknown) => {
    if (error instanceof AppError) return null;
    throw error;
  });
  if (!made) return;
  const { schedule, file } = made;
  const attachment = { name: file.name, type: file.type, content: await buffer(file.stream()) };
  await mailReport(platform, { instanceId, origin: schedule.origin, userId }, schedule.name, attachment);
}
