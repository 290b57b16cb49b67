import * as z from "zod";
import type { Actor } from "../../access/actor.ts";
import { siteOrigin } from "../../access/host.ts";
import { Invalid, NotFound, RateLimited } from "../../errors.ts";
import { t } from "../../i18n/message.ts";
import { recordAudit } from "../audit/audit.service.ts";
import { type CoursePeopleFilter, listMeant } from "../enrolments/course-people.service.ts";
import { listMatching, type MatchingUsers } from "../users/matching.service.ts";
import * as queries from "./announcements.queries.ts";

declare module "../../platform/jobs.ts" {
  interface JobMap {
    "announcement.send": JobPayload & { instanceId: number; announcementId: number; origin: string };
  }
}

/** One message goes to at most so many people. */
export const MOST_PEOPLE = 20_000;
/** In one hour, one person sends at most so many messages, to so many people together. */
const MOST_AN_HOUR = 20;
const MOST_PEOPLE_AN_HOUR = 60_000;
const MOST_SKIPPED = 100;
const LONGEST_SUBJECT = 150;
const LONGEST_BODY = 10_000;

const form = z
  .object({
    request_key: z.string().min(8).max(64),
    subject: z
      .string()
      .trim()
      .min(1, t`Enter a subject.`)
      .max(LONGEST_SUBJECT, t`This text is too long.`)
      // A header is one line.
      .transform((subject) => subject.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, " ")),
    body: z
      .string()
      .trim()
      .min(1, t`Enter a text.`)
      .max(LONGEST_BODY, t`This text is too long.`),
    by_mail: z.boolean(),
    in_product: z.boolean(),
  })
  .refine(({ by_mail, in_product }) => by_mail || in_product, {
    path: ["by_mail"],
    error: t`Choose how the message is sent.`,
  });

/** Whom a message is for: users of the list, or people of a course. */
export interface AnnouncementPeople {
  users?: MatchingUsers | null | undefined;
  course?: (CoursePeopleFilter & { course_id: number }) | null | undefined;
}

export interface Announcement {
  id: number;
  subject: string;
  total: number;
  sent: number;
  /** People who did not get it: their account is inactive, or they get no mails. */
  inactive: number;
  no_mail: number;
  is_done: boolean;
  skipped: () => Promise<Awaited<ReturnType<typeof queries.listSkipped>>>;
}

/**
 * Sends a message to people of the reach at or below the caller's rank, by a job. A request that is repeated with its
 * key sends nothing again. @returns how far it is
 * @throws Invalid by field, and for nobody or too many people; NotFound; Forbidden for people above one's rank;
 * RateLimited after too many messages or people in an hour
 */
export async function sendAnnouncement(
  actor: Actor,
  input: queries.NewAnnouncement,
  people: AnnouncementPeople,
  branchUrl?: string | null,
): Promise<Announcement> {
  const reach = await actor.reach("user.message", branchUrl);
  const parsed = form.safeParse(input);
  if (!parsed.success) throw new Invalid(z.flattenError(parsed.error).fieldErrors as Record<string, string[]>);
  const lately = await queries.lockSender(reach);
  const known = await queries.findByKey(reach, parsed.data.request_key);
  if (known !== undefined) return getSent(reach, known);
  const ids = await listPeople(actor, people, branchUrl);
  if (lately.messages >= MOST_AN_HOUR)
    throw new RateLimited(t`You can send ${MOST_AN_HOUR} messages an hour. Please try again later.`);
  if (lately.people + ids.length > MOST_PEOPLE_AN_HOUR)
    throw new RateLimited(t`You can reach ${MOST_PEOPLE_AN_HOUR} people an hour. Please try again later.`);
  const id = await queries.insertAnnouncement(reach, parsed.data, ids);
  await actor.platform.jobs.enqueue(reach.db, "announcement.send", {
    instanceId: reach.instanceId,
    actorId: reach.userId,
    announcementId: id,
    origin: siteOrigin(actor.visit.origin, actor.platform.config, actor.instance.domain),
  });
  await recordAudit(actor, reach, {
    action: "announcement.sent",
    subject: { type: "announcement", id, name: parsed.data.subject },
    changes: { people: ids.length, by_mail: parsed.data.by_mail, in_product: parsed.data.in_product },
  });
  return getSent(reach, id);
}

/** Returns how far a message is that the caller sent. @throws NotFound */
export async function readAnnouncement(actor: Actor, id: number, branchUrl?: string | null): Promise<Announcement> {
  return getSent(await actor.reach("user.message", branchUrl), id);
}

/** Returns a message that the caller got. @throws NotFound */
export async function readReceived(actor: Actor, id: number) {
  const found = await queries.findReceived(await actor.reach("learn"), id);
  if (!found) throw new NotFound("Message");
  return { ...found, created_at: found.created_at.toISOString() };
}

async function listPeople(actor: Actor, { users, course }: AnnouncementPeople, branchUrl?: string | null) {
  if (!users === !course) throw new Invalid({ people: [t`Choose people first.`] });
  const ids = users
    ? await listMatching(actor, users, MOST_PEOPLE, branchUrl)
    : await listMeant(actor, course!.course_id, course!, MOST_PEOPLE, branchUrl);
  if (ids.length === 0) throw new Invalid({ people: [t`Choose people first.`] });
  return ids;
}

type Sending = Parameters<typeof queries.findSent>[0];

async function getSent(reach: Sending, id: number): Promise<Announcement> {
  const found = await queries.findSent(reach, id);
  if (!found) throw new NotFound("Message");
  const { subject, total, sent, inactive, no_mail, open } = found;
  const skipped = () => queries.listSkipped(reach, id, MOST_SKIPPED);
  return { id, subject, total, sent, inactive, no_mail, is_done: open === 0, skipped };
}
