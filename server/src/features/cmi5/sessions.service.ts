import type { Actor } from "../../access/actor.ts";
import { NotFound } from "../../errors.ts";
import * as packages from "../scorm/aus.service.ts";
import * as reports from "../scorm/reports.service.ts";
import { isLanguage, type Statement } from "../xapi/own.service.ts";
import type { AuState } from "./au-state.ts";
import { activityId, toAgent } from "./identity.ts";
import { actForRegistration, findUnit, settle, withState } from "./progress.service.ts";
import * as registrations from "./registrations.queries.ts";
import * as sessions from "./sessions.queries.ts";
import { afterStatement, definedVerb, reasonToRefuse, type Spoken } from "./statement-rules.ts";
import { LAUNCH_DATA, PREFERENCES } from "./vocabulary.ts";
import { parseJson } from "../../platform/json.ts";

/** One session of an AU, as the record store needs it. */
export interface AuSession {
  id: string;
  agent: ReturnType<typeof toAgent>;
  /** The user whom the agent names; null for an actor of another system. */
  userId: number | null;
  activityId: string;
  registration: string;
  /** False in an author's preview, which stores nothing. */
  isKept: boolean;
  /** Null in a preview. */
  unit: reports.UnitOfCourse | null;
}

interface Open {
  reach: registrations.Holding;
  registration: registrations.Registration;
  session: sessions.Session;
  au: packages.Au;
}

/** Finds a session. @throws NotFound when it has ended */
export async function findAuSession(actor: Actor, id: string): Promise<AuSession> {
  const { registration, au } = await open(actor, id);
  return {
    id,
    agent: toAgent(registration),
    userId: registration.user_id,
    activityId: activityId(registration, "au", au.publisherId),
    registration: registration.id,
    isKept: !registration.is_preview,
    unit: findUnit(registration),
  };
}

/**
 * Finds an open session; with `held` it is locked until the end of the transaction, so that its AU's requests run one
 * after another.
 */
async function open(actor: Actor, id: string, { held = false } = {}): Promise<Open> {
  const reach = await actor.reach("learn");
  const found = await sessions.findSession(reach, id);
  const registration = found && (await registrations.findRegistration(reach, found.registration, { held }));
  // Read again: it may have ended while the lock was awaited.
  const session = held ? await sessions.findSession(reach, id) : found;
  if (!registration || !session || session.ended_at) throw new NotFound("Session");
  const au = await packages.findAu(reach, registration.package_id, session.sco_id);
  if (!au) throw new NotFound("Session");
  return { reach, registration, session, au };
}

/** Locks a session until the end of the transaction. @throws NotFound when it has ended meanwhile */
export async function holdAuSession(actor: Actor, id: string): Promise<void> {
  await open(actor, id, { held: true });
}

/**
 * Returns the first statement that must be rejected and the reason, each checked as if those before it were stored;
 * null when all are valid.
 */
export async function reasonToRefuseAny(
  actor: Actor,
  id: string,
  statements: readonly Statement[],
): Promise<{ statement: Statement; reason: string } | null> {
  const held = await open(actor, id, { held: true });
  let spoken = spokenIn(held);
  for (const statement of statements) {
    const reason = spoken.verbs.includes("terminated")
      ? "9.3.0.0-5: The last statement is 'Terminated'."
      : reasonToRefuse(statement, spoken);
    if (reason) return { statement, reason };
    spoken = afterStatement(statement, spoken);
  }
  return null;
}

function spokenIn({ registration, session, au }: Open): Spoken {
  const { completed, passed } = registration.aus[au.publisherId] ?? {};
  return {
    sessionId: session.id,
    registration: registration.id,
    account: toAgent(registration).account,
    activityId: activityId(registration, "au", au.publisherId),
    publisherId: au.publisherId,
    launchMode: session.launch_mode,
    masteryScore: au.details.masteryScore,
    // A preview has none, and reading that there are none stores nothing.
    hasReadPreferences: registration.is_preview || session.preferences_read_at !== null,
    verbs: session.verbs,
    isCompleted: completed !== undefined,
    isPassed: passed !== undefined,
  };
}

/** Applies stored statements to the registration, the unit and the reports. */
export async function takeUp(actor: Actor, id: string, statements: readonly Statement[]): Promise<void> {
  if (statements.length === 0) return;
  const held = await open(actor, id, { held: true });
  const { reach, session, au } = held;
  const spoken = statements.reduce((before, each) => afterStatement(each, before), spokenIn(held));
  const isTerminated = spoken.verbs.includes("terminated");
  await sessions.keepHeard(reach, id, { verbs: spoken.verbs, isTerminated });
  const registration = statements.reduce(
    (before, each) => withState(before, au.publisherId, stateAfter(each)),
    held.registration,
  );
  await report(held, registration, statements, isTerminated);
  if (spoken.verbs.length === session.verbs.length) return;
  const course = await packages.findCourse(reach, registration.package_id);
  await settle(reach, registration, course!, id);
}

function stateAfter(statement: Statement): AuState {
  const verb = definedVerb(statement);
  const now = new Date().toISOString();
  if (!verb || verb === "initialized") return {};
  const score = toPercent(statement.result?.["score"] as Score | undefined);
  return { [verb]: now, ...(score !== null && { score }) };
}

interface Score {
  scaled?: number;
  raw?: number;
  min?: number;
  max?: number;
}

/** Returns 0 to 100: the scaled score, or the raw score's position between its bounds. */
function toPercent({ scaled, raw, min, max }: Score = {}): number | null {
  if (scaled !== undefined) return Math.max(0, Math.round(scaled * 10_000) / 100);
  if (raw === undefined || min === undefined || max === undefined || max <= min) return null;
  return Math.round(((raw - min) / (max - min)) * 10_000) / 100;
}

/** Stores the attempt's status and its statements for the reports. */
async function report(
  { reach, session }: Open,
  registration: registrations.Registration,
  statements: readonly Statement[],
  isTerminated: boolean,
): Promise<void> {
  if (session.attempt_id === null) return;
  const learner = actForRegistration(reach, registration);
  const verbs = new Set([...session.verbs, ...statements.map(definedVerb)]);
  // Other statements may have scores of their own, such as that of one question.
  const scores = statements.flatMap((each) => stateAfter(each).score ?? []);
  // An AU cannot take longer than its session has lasted.
  const elapsed = (Date.now() - session.launched_at.getTime()) / 1_000;
  const duration = statements.find((each) => definedVerb(each) === "terminated")?.result?.["duration"];
  await reports.keepAttempt(learner, session.attempt_id, {
    completion_status: verbs.has("completed") ? "completed" : "incomplete",
    success_status: verbs.has("passed") ? "passed" : verbs.has("failed") ? "failed" : "unknown",
    total_seconds: Math.min(elapsed, typeof duration === "string" ? reports.toSeconds(duration) : elapsed),
    is_initialized: true,
    ...(scores.length > 0 && { score_raw: scores.at(-1)! }),
    ...(isTerminated && { is_open: false, finished_at: new Date() }),
  });
  await reports.recordStatements(learner, session.attempt_id, statements);
}

/** Records in the call log what was rejected, and why. */
export async function recordRefused(
  actor: Actor,
  id: string,
  statements: readonly Statement[],
  reason: string,
): Promise<void> {
  const { reach, registration, session } = await open(actor, id);
  if (session.attempt_id === null) return;
  const refused = { result: reason, error_code: 403 };
  await reports.recordStatements(actForRegistration(reach, registration), session.attempt_id, statements, refused);
}

/** What an AU asks to do with a document. */
export interface DocumentAccess {
  kind: "state" | "agent_profile" | "activity_profile";
  id: string | null;
  registration: string | undefined;
  /** Null for reading. */
  change: { method: "PUT" | "POST" | "DELETE"; contentType: string; content: Buffer } | null;
}

/**
 * Returns why an AU may not do this with a document (cmi5 8.1.4, 10.2.1, 11); null when it may. Records that the
 * learner's preferences were read, which 'Initialized' requires.
 */
export async function reasonToRefuseDocument(
  actor: Actor,
  session: AuSession,
  { kind, id, registration, change }: DocumentAccess,
): Promise<string | null> {
  if (kind === "state" && registration !== session.registration)
    return "8.1.4.0-3: The registration is that of the launch.";
  if (kind === "state" && change && (id === LAUNCH_DATA || id === null))
    return "10.2.1.0-5: An AU only reads LMS.LaunchData.";
  if (kind !== "agent_profile" || id !== PREFERENCES) return null;
  if (change) return change.method === "DELETE" ? "11.0.0.0-5: Preferences are not deleted." : ofPreferences(change);
  await sessions.markPreferencesRead(await actor.reach("learn"), session.id);
  return null;
}

function ofPreferences({ contentType, content }: { contentType: string; content: Buffer }): string | null {
  const value = /^application\/json\b/i.test(contentType) ? parsed(content) : null;
  if (typeof value !== "object" || value === null || Array.isArray(value))
    return "11.0.0.0-5: Preferences are a JSON object.";
  const { languagePreference: languages, audioPreference: audio } = value as Record<string, unknown>;
  if (typeof languages !== "string" || !languages.split(",").every((tag) => isLanguage(tag.trim())))
    return "11.1.0.0-1: languagePreference is a list of language tags, with commas.";
  return audio === "on" || audio === "off" ? null : "11.0.0.0-5: audioPreference is 'on' or 'off'.";
}

function parsed(content: Buffer): unknown {
  try {
    return parseJson(content.toString("utf8"));
  } catch {
    return null;
  }
}
