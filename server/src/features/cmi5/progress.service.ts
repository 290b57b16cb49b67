import { randomUUID } from "node:crypto";
import { onBehalfOf, type Reach } from "../../access/actor.ts";
import type { Au, Cmi5Course } from "../scorm/aus.service.ts";
import * as reports from "../scorm/reports.service.ts";
import { storeOwn } from "../xapi/own.service.ts";
import { type AuState, resultOf, satisfiedWholes } from "./au-state.ts";
import * as say from "./own-statements.ts";
import * as registrations from "./registrations.queries.ts";
import * as sessions from "./sessions.queries.ts";

type Holding = registrations.Holding;
type Registration = registrations.Registration;

/** What an AU has come to, added to its registration, which is locked. */
export function withState(registration: Registration, publisherId: string, change: AuState): Registration {
  const { aus } = registration;
  return { ...registration, aus: { ...aus, [publisherId]: { ...aus[publisherId], ...change } } };
}

/**
 * Keeps a registration, and says of every block and of the course that it is satisfied, once, as soon as it is
 * (cmi5 9.3.9); then the unit follows.
 * @param sessionId the session that brought it about
 */
export async function settle(
  reach: Holding,
  registration: Registration,
  course: Cmi5Course,
  sessionId: string,
): Promise<Registration> {
  const aus = course.aus.map(({ publisherId, details }) => ({ publisherId, moveOn: details.moveOn }));
  const moveOns = new Map(aus.map(({ publisherId, moveOn }) => [publisherId, moveOn]));
  const fresh = satisfiedWholes(course.manifest, moveOns, registration.aus).filter(
    ({ publisherId }) => !registration.satisfied.includes(publisherId),
  );
  const after = {
    ...registration,
    package_id: course.packageId,
    satisfied: [...registration.satisfied, ...fresh.map(({ publisherId }) => publisherId)],
  };
  await registrations.updateRegistration(reach, after);
  await speak(
    reach,
    registration,
    fresh.map((whole) => say.satisfied(registration, whole, sessionId)),
  );
  const unit = unitOf(registration);
  const result = resultOf(aus, registration.aus);
  if (unit && result.completion_status !== "unknown")
    await reports.keepResult(learnerOf(reach, registration), unit, course.packageId, result);
  return after;
}

/** Stores statements of the product's own; of a preview nothing is kept. */
export async function speak(
  reach: Holding,
  registration: Registration,
  statements: Parameters<typeof storeOwn>[2],
): Promise<void> {
  if (registration.is_preview) return;
  await storeOwn(reach, registration.origin, statements, registration.user_id);
}

/** Ends a session whose AU did not: its page was closed, or another is opened (cmi5 9.3.6). Said once. */
export async function abandon(
  reach: Holding,
  registration: Registration,
  au: Au | null,
  session: sessions.Session,
): Promise<void> {
  await sessions.markAbandoned(reach, session.id);
  const last = session.heard_at ?? session.launched_at;
  if (session.attempt_id !== null)
    await reports.keepAttempt(learnerOf(reach, registration), session.attempt_id, {
      is_open: false,
      finished_at: new Date(),
    });
  // An AU of a former version of the package is not known by its name any more.
  if (!au) return;
  const duration = reports.durationBetween(session.launched_at, last);
  await speak(reach, registration, [say.abandoned(registration, au.publisherId, session.id, duration)]);
}

export async function abandonOpen(reach: Holding, registration: Registration, course: Cmi5Course): Promise<void> {
  for (const session of await sessions.listOpen(reach, registration.id)) {
    const au = course.aus.find(({ scoId }) => scoId === session.sco_id) ?? null;
    await abandon(reach, registration, au, session);
  }
}

/** Declares the criterion of an AU met, with a session id of its own (cmi5 9.3.7). */
export async function waive(
  reach: Holding,
  registration: Registration,
  course: Cmi5Course,
  au: Au,
  reason: string,
): Promise<Registration> {
  const sessionId = randomUUID();
  const after = withState(registration, au.publisherId, { waived: new Date().toISOString() });
  await speak(reach, registration, [say.waived(registration, au.publisherId, sessionId, reason)]);
  return settle(reach, after, course, sessionId);
}

/** The unit of a learner's registration; null for one that is of no unit. */
export function unitOf({ unit_id, course_id }: Registration): reports.UnitOfCourse | null {
  return unit_id === null || course_id === null ? null : { id: unit_id, courseId: course_id };
}

/** What is reported is the learner's, whoever brought it about. */
export function learnerOf(reach: Holding, { user_id }: Registration): Reach<"learn"> {
  return onBehalfOf(reach, user_id ?? reach.userId);
}
