import { siteOrigin } from "../../access/host.ts";
import { findDomain } from "../../access/open-instances.ts";
import { inInstance } from "../../access/tenancy.ts";
import type { Db } from "../../db/client.ts";
import { listWithoutJob } from "../../platform/job-payloads.ts";
import type { Platform } from "../../platform/platform.ts";
import { mailNotices, type Notice, type NoticeKind } from "../mails/notices.service.ts";
import * as queries from "./mailing.queries.ts";
import type { NotificationData } from "./mailing.queries.ts";

interface Batch {
  instanceId: number;
  origin: string;
  ids: number[];
}

declare module "../../platform/jobs.ts" {
  interface JobMap {
    "notifications.mail": JobPayload & Batch;
  }
}

const AT_ONCE = 500;
/** What happened longer ago is not mailed any more. */
const RESUMED_DAYS = 3;

/**
 * Publishes new notifications: hides those that the instance does not show, and mails them when the transaction commits: one job per some hundreds, so that a request that enrols thousands
 * does not wait.
 * @param origin scheme, host and port of the request, if there is one
 */
export async function queueMails(
  platform: Platform,
  { db, instanceId, userId }: { db: Db; instanceId: number; userId: number | null },
  ids: readonly number[],
  origin: string | undefined = platform.config.PUBLIC_URL,
): Promise<void> {
  if (ids.length === 0) return;
  await queries.hideSwitchedOff(db, instanceId, ids);
  if (origin !== undefined) await enqueueMails(platform, { db, instanceId, userId }, ids, origin);
}

/**
 * Enqueues mails again whose job failed for good or was lost (ADR 234); a job sends what is neither mailed nor read. Only with
 * PUBLIC_URL, because there is no request with an origin for links. Part of the housekeeping.
 */
export async function resumeMails(platform: Platform, instanceId: number): Promise<void> {
  const { PUBLIC_URL } = platform.config;
  if (PUBLIC_URL === undefined) return;
  await inInstance(platform.database, instanceId, async (db) => {
    const unmailed = await queries.listUnmailedIds(db, instanceId, RESUMED_DAYS);
    const lost = await listWithoutJob(db, instanceId, "notifications.mail", "ids", unmailed);
    if (lost.length > 0) await enqueueMails(platform, { db, instanceId, userId: null }, lost, PUBLIC_URL);
  });
}

async function enqueueMails(
  platform: Platform,
  { db, instanceId, userId }: { db: Db; instanceId: number; userId: number | null },
  ids: readonly number[],
  origin: string,
): Promise<void> {
  const domain = await findDomain(db, instanceId);
  const site = siteOrigin(origin, platform.config, domain);
  for (let first = 0; first < ids.length; first += AT_ONCE)
    await platform.jobs.enqueue(db, "notifications.mail", {
      instanceId,
      actorId: userId,
      origin: site,
      ids: ids.slice(first, first + AT_ONCE),
    });
}

/** Sends the unsent part of a batch, in one mail per user. After an interruption the next try continues with the others. */
export async function mailBatch(platform: Platform, { instanceId, origin, ids }: Batch): Promise<void> {
  const rows = await inInstance(platform.database, instanceId, (db) => queries.listUnmailed(db, instanceId, ids));
  if (rows.length === 0) return;
  const done: number[] = [];
  try {
    await mailNotices(platform, { instanceId, origin }, byPerson(rows), (id) => done.push(id));
  } finally {
    await inInstance(platform.database, instanceId, (db) => queries.markMailed(db, instanceId, ids, done));
  }
}

function byPerson(rows: queries.UnmailedRow[]): Map<number, Notice[]> {
  const notices = new Map<number, Notice[]>();
  for (const row of rows) {
    const of = notices.get(row.user_id);
    if (of) of.push(toNotice(row));
    else notices.set(row.user_id, [toNotice(row)]);
  }
  return notices;
}

function toNotice({ kind, data, unit_order }: queries.UnmailedRow): Notice {
  const { course_id, path_id, submission_id } = data;
  const page = () => {
    if (kind === "automation_message") return "/learner/courses";
    if (kind === "badge_awarded") return "/learner/badges";
    if (kind === "due_digest") return "/reports/table?report=everything&due=overdue";
    if (kind === "domain_lost") return "/settings/domains";
    if (kind === "path_assigned") return `/learner/path/${path_id}`;
    if (kind === "export_ready") return "/reports/exports";
    if (kind === "registration_waiting") return "/registrations";
    if (kind === "essay_waiting") return "/submissions";
    if (kind === "submission_received") return `/submissions/${submission_id}`;
    if (kind.startsWith("certificate")) return "/learner/certificates";
    if (unit_order !== null) return `/learner/course/${course_id}/unit/${unit_order}`;
    return `/learner/catalog/course/${course_id}`;
  };
  return { kind: kind as NoticeKind, ...toNoticeAbout(data), path: page() };
}

/** Returns what a stored notification is about. */
export function toNoticeAbout(data: NotificationData): Omit<Notice, "kind" | "path"> {
  const {
    course_title = "",
    unit_title = "",
    user_name = "",
    on = null,
    overdue = 0,
    due_soon = 0,
    domain = "",
    subject = "",
    message = "",
  } = data;
  return {
    subject,
    message,
    domain,
    course: course_title,
    unit: unit_title,
    person: user_name,
    on,
    overdue,
    dueSoon: due_soon,
  };
}
