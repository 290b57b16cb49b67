import { randomBytes } from "node:crypto";
import type { Actor } from "../../access/actor.ts";
import { hash } from "../../access/session.ts";
import { inInstance } from "../../access/tenancy.ts";
import { NotFound } from "../../errors.ts";
import { t } from "../../i18n/message.ts";
import { isLanguage, translate } from "../../i18n/translate.ts";
import type { Platform } from "../../platform/platform.ts";
import { recordAudit } from "../audit/audit.service.ts";
import * as queries from "./calendar.queries.ts";

const SECRET = /^[\w-]{43}$/;

/** Returns when the caller's calendar got its address, ISO 8601; null without one. */
export async function readFeed(actor: Actor): Promise<{ created_at: string } | null> {
  const feed = await queries.findFeed(await actor.reach("learn"));
  return feed ? { created_at: feed.created_at.toISOString() } : null;
}

/**
 * Gives the caller's calendar of due dates a new secret address; a former one ends. Only a hash is stored, so that the
 * address is known here alone.
 */
export async function createFeed(actor: Actor): Promise<string> {
  const reach = await actor.reach("learn");
  const secret = randomBytes(32).toString("base64url");
  await queries.replaceFeed(reach, hash(secret));
  await recordAudit(actor, reach, { action: "calendar.created", subject: toSubject(actor) });
  return `${actor.visit.origin}/calendar/${secret}.ics`;
}

/** Ends the address of the caller's calendar, if there is one. */
export async function deleteFeed(actor: Actor): Promise<{ id: number }> {
  const reach = await actor.reach("learn");
  if (await queries.deleteFeed(reach))
    await recordAudit(actor, reach, { action: "calendar.deleted", subject: toSubject(actor) });
  return { id: actor.person.id };
}

const toSubject = ({ person }: Actor) => ({
  type: "user" as const,
  id: person.id,
  name: `${person.firstName} ${person.lastName}`,
});

/**
 * Writes the calendar of a secret address as iCalendar (RFC 5545): an event of a whole day for each course that is due.
 * @param origin of the instance, for links and the ids of events
 * @param address of the caller, whose unknown secrets are limited
 * @throws NotFound for an address that is not valid, or whose owner cannot sign in; RateLimited
 */
export async function writeCalendar(
  platform: Platform,
  {
    instanceId,
    secret,
    origin,
    address,
  }: { instanceId: number | null; secret: string; origin: string; address: string },
): Promise<string> {
  if (instanceId === null || !SECRET.test(secret)) throw new NotFound("Calendar");
  const owner = await inInstance(platform.database, instanceId, (db) =>
    queries.findByHash(db, instanceId, hash(secret)),
  );
  if (!owner) {
    // Only now: others behind the network address have calendars that exist.
    await platform.attempts.begin(`${instanceId}:${address}`, address, "calendar");
    throw new NotFound("Calendar");
  }
  const language = isLanguage(owner.language) ? owner.language : "en";
  const { default: ical, ICalCalendarMethod } = await import("ical-generator");
  const calendar = ical({
    name: translate(t`Training at ${owner.instance_name}`, language),
    method: ICalCalendarMethod.PUBLISH,
    prodId: { company: platform.config.PRODUCT_NAME, product: "Due dates" },
    ttl: 60 * 60,
  });
  const { host } = new URL(origin);
  for (const { course_id, title, due_on } of owner.courses)
    calendar.createEvent({
      id: `course-${course_id}@${host}`,
      // At noon UTC: a whole day has no time, and no time zone of this machine makes it another day.
      start: new Date(`${due_on}T12:00:00Z`),
      allDay: true,
      summary: translate(t`Due: ${title}`, language),
      url: `${origin}/learner/catalog/course/${course_id}`,
    });
  return calendar.toString();
}
