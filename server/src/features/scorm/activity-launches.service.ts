import { createHash } from "node:crypto";
import type { Actor, Reach } from "../../access/actor.ts";
import { NotFound } from "../../errors.ts";
import * as queries from "./activity-launches.queries.ts";
import * as reports from "./reports.service.ts";

/** What the launch token of an xAPI package stands for: one learner in one activity, and nothing else of the record store. */
export interface ActivityLaunch {
  agent: { objectType: "Agent"; name: string; account: { homePage: string; name: string } };
  activityId: string;
  /** The same for every launch of one attempt (xAPI 2.0, 4.2.2.5). */
  registration: string;
  packageId: number;
  session: { id: number; scoId: number; startedAt: Date };
  /** Null in an author's preview, of which nothing is kept. */
  unit: { id: number; courseId: number } | null;
}

/** @throws NotFound for a launch of another kind, or one that is over */
export async function findActivityLaunch(actor: Actor, launchId: number): Promise<ActivityLaunch> {
  const reach = await actor.reach("learn");
  const found = await queries.findActivity(reach, launchId);
  if (!found) throw new NotFound("Launch");
  const { unit_id, course_id, origin, package_id, activity_id } = found;
  const isPreview = unit_id === null || course_id === null;
  return {
    agent: agentOf(actor, origin),
    activityId: activity_id,
    registration: registrationOf(reach, package_id, unit_id, found.attempt),
    packageId: package_id,
    session: { id: found.id, scoId: found.sco_id, startedAt: found.started_at },
    unit: isPreview ? null : { id: unit_id, courseId: course_id },
  };
}

/**
 * What a launch adds to the address of an xAPI package (standards A6): where the store is, the token that opens it for this
 * session, who learns and in which registration.
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

/** A statement, as far as the reports of a session need it. */
interface Said {
  verb: { id: string };
  object: { objectType?: string | undefined; id?: string };
  result?: { duration?: unknown; [name: string]: unknown };
}

/**
 * Shows a session in the reports, with what was said in it. Its time is the longest that it says of its activity, else that
 * from the launch to now; and never longer than that.
 */
export async function reportSession(
  actor: Actor,
  { unit, session, activityId }: ActivityLaunch,
  statements: readonly object[],
): Promise<void> {
  if (!unit || statements.length === 0) return;
  const said = statements as readonly Said[];
  const reach = await actor.reach("learn");
  let attemptId = await queries.lockAttemptOf(reach, session.id);
  if (attemptId === null) {
    attemptId = await reports.beginAttempt(reach, unit, session.scoId);
    await queries.keepAttemptOf(reach, session.id, attemptId);
  }
  const elapsed = (Date.now() - session.startedAt.getTime()) / 1_000;
  const told = said
    .filter(({ object }) => object.id === activityId)
    .map(({ result }) => (typeof result?.duration === "string" ? reports.secondsOf(result.duration) : 0));
  const longest = Math.max(0, ...told);
  await reports.keepAttempt(reach, attemptId, { total_seconds: Math.min(elapsed, longest || elapsed) });
  await reports.recordStatements(reach, attemptId, said);
}

/** What a package has said of its activity; null where it said nothing. */
export interface Outcome {
  isComplete: boolean;
  success: boolean | null;
  /** 0 to 100 */
  score: number | null;
}

/** Keeps what a package has reported, and completes its unit when that is enough (decision 43). */
export async function reportOutcome(actor: Actor, launch: ActivityLaunch, outcome: Outcome): Promise<void> {
  if (!launch.unit) return;
  const reach = await actor.reach("learn");
  const isDone = outcome.isComplete || outcome.success === true;
  const standing = {
    completion_status: isDone ? "completed" : outcome.success === false ? "incomplete" : "unknown",
    success_status: outcome.success === null ? "unknown" : outcome.success ? "passed" : "failed",
  } as const;
  const attemptId = await queries.lockAttemptOf(reach, launch.session.id);
  // From now on it reports: 'Next' waits for what it says.
  if (attemptId !== null)
    await reports.keepAttempt(reach, attemptId, {
      is_initialized: true,
      ...(standing.completion_status !== "unknown" && { completion_status: standing.completion_status }),
      ...(standing.success_status !== "unknown" && { success_status: standing.success_status }),
      ...(outcome.score !== null && { score_raw: outcome.score }),
    });
  await reports.keepResult(reach, launch.unit, launch.packageId, { ...standing, score: outcome.score });
}

function agentOf({ person }: Actor, homePage: string): ActivityLaunch["agent"] {
  const name = `${person.firstName} ${person.lastName}`;
  return { objectType: "Agent", name, account: { homePage, name: String(person.id) } };
}

/** A UUID of version 5 (RFC 4122, 4.3) made of what it stands for. */
function registrationOf(reach: Reach, ...parts: (number | null)[]): string {
  const hex = createHash("sha1")
    .update(JSON.stringify([reach.instanceId, reach.userId, ...parts]))
    .digest("hex");
  const variant = ((Number.parseInt(hex[16]!, 16) & 3) | 8).toString(16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
