import { randomUUID } from "node:crypto";
import { actForLearner, type Reach } from "../../access/actor.ts";
import { type Au, type Cmi5Course, findAu } from "../scorm/aus.service.ts";
import * as reports from "../scorm/reports.service.ts";
import { storeOwn } from "../xapi/own.service.ts";
import { type AuState, toUnitResult, satisfiedWholes } from "./au-state.ts";
import * as say from "./own-statements.ts";
import * as registrations from "./registrations.queries.ts";
import * as sessions from "./sessions.queries.ts";

type Holding = registrations.Holding;
type Registration = registrations.Registration;

/** Returns a registration, which is locked, with an AU's new progress. */
export function withState(registration: Registration, publisherId: string, change: AuState): Registration {
  const { aus } = registration;
  return { ...registration, aus: { ...aus, [publisherId]: { ...aus[publisherId], ...change } } };
}

/**
 * Stores a registration, sends 'Satisfied' once for every block and the course (cmi5 9.3.9), and updates the unit.
 * @param sessionId the session that caused it
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
    fresh.map((whole) => say.createSatisfied(registration, whole, sessionId)),
  );
  const unit = findUnit(registration);
  const result = toUnitResult(aus, registration.aus);
  if (unit && result.completion_status !== "unknown")
    await reports.keepResult(actForRegistration(reach, registration), unit, course.packageId, result);
  return after;
}

/** Stores statements of the product; a preview stores nothing. */
export async function speak(
  reach: Holding,
  registration: Registration,
  statements: Parameters<typeof storeOwn>[2],
): Promise<void> {
  if (registration.is_preview) return;
  await storeOwn(reach, registration.origin, statements, registration.user_id);
}

/** Ends a session whose AU did not, because its page was closed or another one is opened (cmi5 9.3.6). Reported once. */
export async function abandon(
  reach: Holding,
  registration: Registration,
  au: Au | null,
  session: sessions.Session,
): Promise<void> {
  await sessions.markAbandoned(reach, session.id);
  const last = session.heard_at ?? session.launched_at;
  if (session.attempt_id !== null)
    await reports.keepAttempt(actForRegistration(reach, registration), session.attempt_id, {
      is_open: false,
      finished_at: new Date(),
    });
  // An AU of an earlier version of the package has no entry any more.
  if (!au) return;
  const duration = reports.durationBetween(session.launched_at, last);
  await speak(reach, registration, [say.createAbandoned(registration, au.publisherId, session.id, duration)]);
}

/**
 * Abandons the open sessions of a registration: a new launch ends those before it (cmi5 9.3.6). Their AUs belong to the
 * registration's package, of which the launched course may be a new version.
 */
export async function abandonOpen(reach: Holding, registration: Registration): Promise<void> {
  for (const session of await sessions.listOpen(reach, registration.id))
    await abandon(reach, registration, await findAu(reach, registration.package_id, session.sco_id), session);
}

/** Declares the criterion of an AU met, with its own session id (cmi5 9.3.7). */
export async function waive(
  reach: Holding,
  registration: Registration,
  course: Cmi5Course,
  au: Au,
  reason: string,
): Promise<Registration> {
  const sessionId = randomUUID();
  const after = withState(registration, au.publisherId, { waived: new Date().toISOString() });
  await speak(reach, registration, [say.createWaived(registration, au.publisherId, sessionId, reason)]);
  return settle(reach, after, course, sessionId);
}

/** Returns the unit of a learner's registration; null without a unit. */
export function findUnit({ unit_id, course_id }: Registration): reports.UnitOfCourse | null {
  return unit_id === null || course_id === null ? null : { id: unit_id, courseId: course_id };
}

/** Results are the learner's, no matter who caused them. */
export function actForRegistration(reach: Holding, { user_id }: Registration): Reach<"learn"> {
  return actForLearner(reach, user_id ?? reach.userId);
}
