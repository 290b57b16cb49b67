import { createHash } from "node:crypto";
import type { Actor, Reach } from "../../access/actor.ts";
import { NotFound } from "../../errors.ts";
import * as queries from "./activity-launches.queries.ts";
import * as reports from "./reports.service.ts";

/** What a launch token of an xAPI package opens: one learner in one activity, and nothing else of the record store. */
export interface ActivityLaunch {
  agent: { objectType: "Agent"; name: string; account: { homePage: string; name: string } };
  activityId: string;
  /** The same for every launch of one attempt (xAPI 2.0, 4.2.2.5). */
  registration: string;
  packageId: number;
  session: { id: number; scoId: number; startedAt: Date };
  /** Null in an author's preview, which stores nothing. */
  unit: { id: number; courseId: number } | null;
}

/** Finds the activity of a launch. @throws NotFound for a launch of another kind, or one that has ended */
export async function findActivityLaunch(actor: Actor, launchId: number): Promise<ActivityLaunch> {
  const reach = await actor.reach("learn");
  const found = await queries.findActivity(reach, launchId);
  if (!found) throw new NotFound("Launch");
  const { unit_id, course_id, account_home, package_id, activity_id } = found;
  const isPreview = unit_id === null || course_id === null;
  return {
    agent: toAgent(actor, account_home),
    activityId: activity_id,
    registration: makeRegistrationId(reach, package_id, unit_id, found.attempt),
    packageId: package_id,
    session: { id: found.id, scoId: found.sco_id, startedAt: found.started_at },
    unit: isPreview ? null : { id: unit_id, courseId: course_id },
  };
}

/**
 * Returns what a launch adds to the address of an xAPI package: the endpoint, the token for this session, the actor and
 * the registration.
 */
export async function launchParameters(actor: Actor, token: string, launchId: number): Promise<URLSearchParams> {
  const { agent, activityId, registration } = await findActivityLaunch(actor, launchId);
  return new URLSearchParams({
    endpoint: `${actor.visit.origin}/xapi/`,
    auth: `Basic ${Buffer.from(`launch:${token}`).toString("base64")}`,
    actor: JSON.stringify(agent),
    registration,
    activity_id: activityId,
  });
}

/** The parts of a statement that the reports of a session need. */
interface Reported {
  verb: { id: string };
  object: { objectType?: string | undefined; id?: string };
  result?: { duration?: unknown; [name: string]: unknown };
}

/**
 * Shows a session and its statements in the reports. Its time is the longest duration that a statement reports,
 * otherwise the time since the launch, and never longer than that.
 */
export async function reportSession(
  actor: Actor,
  { unit, session, activityId }: ActivityLaunch,
  statements: readonly object[],
): Promise<void> {
  if (!unit || statements.length === 0) return;
  const reported = statements as readonly Reported[];
  const reach = await actor.reach("learn");
  let attemptId = await queries.lockAttempt(reach, session.id);
  if (attemptId === null) {
    attemptId = await reports.beginAttempt(reach, unit, session.scoId);
    await queries.setAttempt(reach, session.id, attemptId);
  }
  const elapsed = (Date.now() - session.startedAt.getTime()) / 1_000;
  const durations = reported
    .filter(({ object }) => object.id === activityId)
    .map(({ result }) => (typeof result?.duration === "string" ? reports.toSeconds(result.duration) : 0));
  const longest = Math.max(0, ...durations);
  await reports.keepAttempt(reach, attemptId, {
    // From now on the package reports, so 'Next' waits for its result.
    is_initialized: true,
    total_seconds: Math.min(elapsed, longest || elapsed),
  });
  await reports.recordStatements(reach, attemptId, reported);
}

/** What a package has reported of its activity; null where it reported nothing. */
export interface Outcome {
  isComplete: boolean | null;
  success: boolean | null;
  /** 0 to 100 */
  score: number | null;
}

/** Stores what a package has reported, and completes its unit when that is enough (P43). */
export async function reportOutcome(actor: Actor, launch: ActivityLaunch, outcome: Outcome): Promise<void> {
  if (!launch.unit) return;
  const reach = await actor.reach("learn");
  const isDone = outcome.isComplete === true || outcome.success === true;
  const isOpen = outcome.isComplete === false || outcome.success === false;
  const standing = {
    completion_status: isDone ? "completed" : isOpen ? "incomplete" : "unknown",
    success_status: outcome.success === null ? "unknown" : outcome.success ? "passed" : "failed",
  } as const;
  const attemptId = await queries.lockAttempt(reach, launch.session.id);
  if (attemptId !== null)
    await reports.keepAttempt(reach, attemptId, {
      ...(standing.completion_status !== "unknown" && { completion_status: standing.completion_status }),
      ...(standing.success_status !== "unknown" && { success_status: standing.success_status }),
      ...(outcome.score !== null && { score_raw: outcome.score }),
    });
  await reports.keepResult(reach, launch.unit, launch.packageId, { ...standing, score: outcome.score });
}

function toAgent({ person }: Actor, homePage: string): ActivityLaunch["agent"] {
  const name = `${person.firstName} ${person.lastName}`;
  return { objectType: "Agent", name, account: { homePage, name: String(person.id) } };
}

/** Creates a UUID of version 5 (RFC 4122, 4.3) from the parts. */
function makeRegistrationId(reach: Reach, ...parts: (number | null)[]): string {
  const hex = createHash("sha1")
    .update(JSON.stringify([reach.instanceId, reach.userId, ...parts]))
    .digest("hex");
  const variant = ((Number.parseInt(hex[16]!, 16) & 3) | 8).toString(16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
